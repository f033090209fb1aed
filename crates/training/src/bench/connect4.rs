//! `bench connect4`: the speed of the exact solver on sets of positions.

use super::{columns, print, thread_seconds};
use crate::error::TrainingError;
use clap::{Args, ValueHint};
use parlor_engines::StopFlag;
use parlor_engines::connect4::{Position, Size, Solver};
use parlor_rules::SplitMix64;
use serde::Serialize;
use std::fs;
use std::path::PathBuf;

pub(super) const HELP: &str = "\
The sets are random positions by number of discs, the empty board last. With a
folder, its test sets are solved and checked instead: the public Test_L3_R1 and
others, or end-easy and others of crates/engines/tests/data/connect4.

Examples:
  parlor-training bench connect4
  parlor-training bench connect4 --columns 20 --discs 0-16";

#[derive(Args, Debug)]
pub(crate) struct Connect4Args {
    /// A folder with test sets.
    #[arg(value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(super) folder: Option<PathBuf>,
    /// Solve whole sets, not just the first few hundred lines of each.
    #[arg(long)]
    pub(super) all: bool,
    /// Measure the scores of all columns in N random positions for each number of discs, with the opening book.
    #[arg(long, value_name = "N", conflicts_with_all = ["folder", "all"], value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(super) columns: Option<u32>,
    /// The numbers of discs for --columns: 8 or 0-16.
    #[arg(long, value_name = "FROM-TO", requires = "columns", value_parser = discs, default_value = "0-41")]
    pub(super) discs: (u32, u32),
    /// Threads that solve the columns.
    #[arg(long, value_name = "N", requires = "columns", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(super) threads: u64,
    /// Leave out the empty board.
    #[arg(long)]
    pub(super) no_empty: bool,
    /// Print one JSON object per set.
    #[arg(long)]
    pub(super) json: bool,
}

/// Parses `8` or `0-16`.
fn discs(text: &str) -> Result<(u32, u32), String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) if from <= to && to <= 41 => Ok((from, to)),
        _ => Err("numbers of discs are 0 to 41: write 8 or 0-16".into()),
    }
}

/// The memory of the solver, in bytes.
const MEMORY: usize = 64 << 20;

/// The sets that a folder may hold, easiest first, with the number of lines that are solved by default: the public sets, and
/// those of `crates/engines/tests/data/connect4`.
const KNRANDOM_SETS: [(&str, usize); 12] = [
    ("Test_L3_R1", 300),
    ("Test_L2_R1", 300),
    ("Test_L1_R1", 300),
    ("Test_L2_R2", 300),
    ("Test_L1_R2", 60),
    ("Test_L1_R3", 12),
    ("end-easy", 200),
    ("end-hard", 200),
    ("middle-easy", 200),
    ("middle-hard", 200),
    ("begin-easy", 100),
    ("begin-hard", 20),
];

/// The built-in sets: the number of discs and the number of random positions.
const RANDOM_SETS: [(u32, usize); 6] = [(34, 300), (26, 300), (20, 300), (16, 100), (12, 30), (8, 6)];

/// A position and its score, if it is known.
type TestPosition = (Position, Option<i32>);

pub(super) fn run(args: &Connect4Args) -> Result<(), TrainingError> {
    if let Some(positions) = args.columns {
        return columns::run(args, positions);
    }
    let mut sets: Vec<(String, Vec<TestPosition>)> = Vec::new();
    match &args.folder {
        Some(folder) => {
            let exists = |name: &str| folder.join(name).exists();
            for (name, count) in KNRANDOM_SETS.into_iter().filter(|(name, _)| exists(name)) {
                let path = folder.join(name);
                let text = fs::read_to_string(&path).map_err(|error| TrainingError::file(&path, error))?;
                let count = if args.all { usize::MAX } else { count };
                let lines = text.lines().take(count).map(|line| parse_line(name, line));
                sets.push((name.trim_start_matches("Test_").into(), lines.collect::<Result<_, _>>()?));
            }
            if sets.is_empty() {
                return Err(TrainingError::file(folder, "the folder has no test set"));
            }
        }
        None => {
            for (discs, count) in RANDOM_SETS {
                let positions = (0..count).map(|number| (random_position(discs, number as u64), None));
                sets.push((format!("{discs} discs"), positions.collect()));
            }
        }
    }
    if !args.no_empty {
        let empty = Position::new(Size::STANDARD).map_err(TrainingError::bad)?;
        sets.push(("empty board".into(), vec![(empty, Some(1))]));
    }
    let mut wrong = 0;
    for (name, positions) in sets {
        let result = measure(name, &positions)?;
        wrong += result.wrong;
        print(&result, args.json)?;
    }
    if wrong > 0 { Err(TrainingError::Wrong(wrong)) } else { Ok(()) }
}

fn parse_line(set: &str, line: &str) -> Result<TestPosition, TrainingError> {
    let bad = || TrainingError::bad(format!("{set}: not a line of a test set: {line:?}"));
    let (moves, score) = line.split_once(' ').ok_or_else(bad)?;
    let position = Position::from_digits(Size::STANDARD, moves).map_err(|_| bad())?;
    Ok((position, Some(score.trim().parse().map_err(|_| bad())?)))
}

/// Returns a random position that is not over and has no immediate win.
pub(super) fn random_position(discs: u32, number: u64) -> Position {
    let mut rng = SplitMix64::at(u64::from(discs), number);
    loop {
        let Ok(mut position) = Position::new(Size::STANDARD) else { unreachable!("the solver supports 6x7") };
        while position.played() < discs && !position.is_over() {
            let _ = position.drop_disc(rng.below(7) as u32);
        }
        let wins_at_once = (0..7).any(|column| {
            let mut after = position;
            after.drop_disc(column).is_ok() && after.is_won()
        });
        if !position.is_over() && !wins_at_once {
            return position;
        }
    }
}

#[derive(Serialize)]
struct SetResult {
    name: String,
    positions: usize,
    wrong: usize,
    nodes: u64,
    seconds: f64,
    microseconds_per_position: f64,
    nodes_per_second: f64,
    signature: String,
}

fn measure(name: String, positions: &[TestPosition]) -> Result<SetResult, TrainingError> {
    let mut solver = Solver::new(Size::STANDARD, MEMORY).map_err(TrainingError::bad)?;
    let (mut nodes, mut seconds, mut wrong, mut signature) = (0, 0.0, 0, 0u64);
    for (position, expected) in positions {
        solver.clear();
        let started = thread_seconds();
        let solved = solver.solve(position, &StopFlag::default());
        seconds += thread_seconds() - started;
        let Some(solved) = solved else { continue };
        nodes += solved.nodes;
        wrong += usize::from(expected.is_some_and(|expected| expected != solved.score));
        let sample = solved.nodes ^ ((solved.score as u64) << 40);
        signature = SplitMix64::new(signature ^ sample).next_u64();
    }
    Ok(SetResult {
        name,
        positions: positions.len(),
        wrong,
        nodes,
        seconds,
        microseconds_per_position: 1e6 * seconds / positions.len().max(1) as f64,
        nodes_per_second: nodes as f64 / seconds.max(1e-9),
        signature: format!("{signature:016x}"),
    })
}

impl std::fmt::Display for SetResult {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            out,
            "{:12} {:>5} positions {:>14.2} us each {:>12} nodes {:>10.0} nodes/s  {} wrong, signature {}",
            self.name,
            self.positions,
            self.microseconds_per_position,
            self.nodes,
            self.nodes_per_second,
            self.wrong,
            self.signature
        )
    }
}
