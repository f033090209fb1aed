//! `parlor analyze`: the value of every legal move.

use super::{best_engine, find_game, show};
use crate::args::AnalyzeArgs;
use crate::error::CliError;
use crate::interrupt::on_interrupt;
use crate::output::Output;
use parlor_engines::{Expectation, Limits, Report, Settings, Value, ValueKind};
use parlor_host::ProcessEngine;
use parlor_play::protocol::{kind_word, outcome_word};
use parlor_play::{OptionKind, Options, PlayerSpec, Session, SessionEngine, ValueUnit};
use parlor_rules::{Player, Turn};
use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// The time limit if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

pub(crate) fn run(args: AnalyzeArgs) -> Result<(), CliError> {
    let game = find_game(&args.game.game)?;
    // Growing's moves name their player, so any order of players can be analyzed.
    let free = game.info().has_option(OptionKind::Free);
    let options = Options { free, ..args.options.options(false) };
    let mut session = game.start(&options).map_err(CliError::bad)?;
    show::play_all(&mut *session, &args.moves)?;
    let player = match session.turn() {
        Turn::Player(player) => player,
        Turn::Over(_) => return Err(CliError::bad("the game is over: there are no moves")),
        Turn::Chance => {
            return Err(CliError::bad("the next move is chance's: add the tile that appears, such as @0,1"));
        }
    };
    let mut limits = args.limits.limits();
    let has_limits = limits != Limits::default();
    if !has_limits {
        limits.time = Some(DEFAULT_TIME);
    }
    let best = || best_engine(game, &*session, has_limits);
    let who = args.engine.clone().unwrap_or_else(best).limited(limits);
    let settings = Settings {
        seed: args.seed,
        memory: args.limits.memory,
        threads: args.threads as usize,
        score_all_moves: true,
    };
    let mut engine: Box<dyn SessionEngine> = match &who {
        PlayerSpec::Program(words) => {
            Box::new(ProcessEngine::start(words, &*session, false).map_err(CliError::bad)?)
        }
        spec => session.engine(spec, &settings).map_err(CliError::bad)?,
    };
    engine.catch_up(&session.timeline().moves()).map_err(CliError::bad)?;
    let stop = on_interrupt();
    let started = Instant::now();
    let mut last: Option<Report<String>> = None;
    let chosen = engine.think(None, &stop, &mut |thought| {
        progress(thought, started);
        last = Some(thought.clone());
    });
    clear_progress();
    let chosen = chosen.map_err(CliError::bad)?;
    let Some(thought) = last.filter(|_| chosen.is_some()) else {
        return Err(CliError::bad("the engine found no move"));
    };
    let analysis = analysis(&*session, player, &who, thought, started);
    let mut out = Output::new();
    if args.json {
        out.line(serde_json::to_string(&analysis).map_err(CliError::bad)?)?;
    } else {
        for line in analysis.moves.iter().map(|line| line.describe(game.info().values)) {
            out.line(line)?;
        }
    }
    out.flush()?;
    if stop.is_stopped() { Err(CliError::Interrupted) } else { Ok(()) }
}

/// The object that `analyze --json` prints.
#[derive(Serialize)]
struct Analysis {
    game: &'static str,
    next: Option<u64>,
    engine: String,
    nodes: u64,
    seconds: f64,
    moves: Vec<MoveValue>,
}

#[derive(Serialize)]
struct MoveValue {
    #[serde(rename = "move")]
    played: String,
    kind: &'static str,
    outcome: &'static str,
    plies: Option<u32>,
    score: f64,
    #[serde(skip)]
    value: Value,
}

fn analysis(
    session: &dyn Session,
    player: Player,
    who: &PlayerSpec,
    thought: Report<String>,
    started: Instant,
) -> Analysis {
    let name = match who {
        PlayerSpec::Engine { name, .. } => name.clone(),
        other => other.to_string(),
    };
    // The engine has sorted them best first. It knows which estimates to trust.
    let moves = thought.moves.into_iter().map(|(played, value)| MoveValue {
        played,
        kind: kind_word(value.kind),
        outcome: outcome_word(value.outcome),
        plies: value.plies,
        score: value.score,
        value,
    });
    Analysis {
        game: session.info().name,
        next: (session.info().players == 2).then_some(player.number()),
        engine: name,
        nodes: thought.nodes,
        seconds: started.elapsed().as_secs_f64(),
        moves: moves.collect(),
    }
}

impl MoveValue {
    /// Returns the move and its value as a line of text.
    fn describe(&self, unit: ValueUnit) -> String {
        let proven = match (self.value.kind, self.value.outcome, self.plies) {
            (ValueKind::Exact, Expectation::Win, Some(plies)) if unit == ValueUnit::SolverScore => {
                format!("wins with its {} disc from now", ordinal(plies.div_ceil(2)))
            }
            (ValueKind::Exact, Expectation::Win, Some(plies)) => format!("wins in {plies} plies"),
            (ValueKind::Exact, Expectation::Win, None) => "wins".into(),
            (ValueKind::Exact, Expectation::Loss, Some(plies)) => format!("loses in {plies} plies"),
            (ValueKind::Exact, Expectation::Loss, None) => "loses".into(),
            (ValueKind::Exact, Expectation::Draw, _) => "draw".into(),
            (ValueKind::Exact, Expectation::Unknown, _) => "proven".into(),
            (ValueKind::Bound, ..) => "not proven, a bound".into(),
            (ValueKind::Estimate, ..) => "not proven".into(),
        };
        let score = match unit {
            ValueUnit::Points => format!("{:+.2} points", self.score),
            ValueUnit::SolverScore if self.value.kind == ValueKind::Exact => format!("score {}", self.score),
            _ => format!("{:.1} % to win", 100.0 * self.score),
        };
        format!("{:>6}  {score:>16}  {proven}", self.played)
    }
}

/// Returns a number as 1st, 2nd, 3rd or 4th.
fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

fn progress(thought: &Report<String>, started: Instant) {
    if !io::stderr().is_terminal() {
        return;
    }
    let best = thought.line.first().map_or("", String::as_str);
    let seconds = started.elapsed().as_secs_f64();
    let _ =
        write!(io::stderr(), "\r\u{1b}[K{seconds:.1} s, {} positions, best so far: {best}", thought.nodes);
}

fn clear_progress() {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\u{1b}[K");
    }
}
