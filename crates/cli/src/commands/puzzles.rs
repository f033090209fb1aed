//! `parlor puzzles`: positions with one solution, from the solvers.

use super::find_game;
use crate::args::PuzzlesArgs;
use crate::error::CliError;
use crate::interrupt::on_interrupt;
use crate::output::Output;
use parlor_engines::StopFlag;
use parlor_play::{AnalysisBoard, Puzzle, PuzzleMaker};
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

/// Games in a row without a puzzle after which there is none to be expected.
const MAX_FRUITLESS_GAMES: u64 = 5_000;
/// The longest line of a file of puzzles, in bytes.
const LONGEST_LINE: u64 = 1 << 16;

pub(crate) fn run(args: PuzzlesArgs, color: bool) -> Result<(), CliError> {
    let stop = on_interrupt();
    match &args.check {
        Some(file) => check(&args.game.game, file, &stop),
        None => make(args, color, &stop),
    }
}

fn make(args: PuzzlesArgs, color: bool, stop: &StopFlag) -> Result<(), CliError> {
    let game = find_game(&args.game.game)?;
    let mut maker = PuzzleMaker::new(game, &args.options.options(false), args.seed).map_err(CliError::bad)?;
    let mut out = Output::new();
    let mut known = HashSet::new();
    let mut fruitless = 0;
    while (known.len() as u64) < args.count {
        let puzzle = maker.try_next(stop).filter(|puzzle| known.insert(puzzle.fragment.clone()));
        if stop.is_stopped() {
            return Err(CliError::Interrupted);
        }
        let Some(puzzle) = puzzle else {
            fruitless += 1;
            if fruitless >= MAX_FRUITLESS_GAMES {
                return Err(CliError::bad(format!("{fruitless} games had no further puzzle in them")));
            }
            continue;
        };
        fruitless = 0;
        if args.json {
            out.line(serde_json::to_string(&puzzle).map_err(CliError::bad)?)?;
        } else {
            print(&mut out, known.len(), &puzzle, color)?;
        }
        out.flush()?;
    }
    Ok(())
}

fn print(out: &mut Output, number: usize, puzzle: &Puzzle, color: bool) -> Result<(), CliError> {
    let analysis = AnalysisBoard::from_fragment(&puzzle.fragment).map_err(CliError::bad)?;
    out.line(format_args!("{number}. {}", puzzle.words))?;
    out.board(analysis.session(), color)?;
    out.line(format_args!("Solution: {}", puzzle.solution.join(" ")))?;
    out.line(format_args!("Analysis: /analysis#{}", puzzle.fragment))?;
    out.line("")
}

/// Checks the puzzles of a file that are of this game.
fn check(game: &str, file: &Path, stop: &StopFlag) -> Result<(), CliError> {
    let name = file.display();
    let bad = |error: std::io::Error| CliError::bad(format!("{name}: {error}"));
    let mut lines = BufReader::new(File::open(file).map_err(bad)?);
    let (mut checked, mut wrong) = (0_u64, 0_u64);
    for number in 1.. {
        let mut line = String::new();
        let read = std::io::Read::take(&mut lines, LONGEST_LINE).read_line(&mut line).map_err(bad)?;
        if read == 0 {
            break;
        }
        // A file of the page has the lines in brackets, with commas after them.
        let line = line.trim().trim_end_matches(',');
        if line.is_empty() || line == "[" || line == "]" {
            continue;
        }
        let puzzle: Puzzle = serde_json::from_str(line)
            .map_err(|error| CliError::bad(format!("{name}:{number}: not a puzzle: {error}")))?;
        if puzzle.game != game {
            continue;
        }
        checked += 1;
        if let Err(error) = puzzle.check(stop) {
            if stop.is_stopped() {
                return Err(CliError::Interrupted);
            }
            wrong += 1;
            let _ = writeln!(std::io::stderr(), "parlor: {name}:{number}: {error}");
        }
    }
    let mut out = Output::new();
    out.line(format_args!("{} of {checked} puzzles have one solution", checked - wrong))?;
    out.flush()?;
    if wrong > 0 { Err(CliError::Differs) } else { Ok(()) }
}
