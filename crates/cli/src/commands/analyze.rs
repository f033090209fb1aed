//! `parlor analyze`: the value of every legal move.

use super::best_engine;
use super::notation::{position, written};
use crate::args::{AnalyzeArgs, Notation};
use crate::error::CliError;
use crate::interrupt::on_interrupt;
use crate::output::Output;
use parlor_engines::{Limits, Report, Settings};
use parlor_host::ProcessEngine;
use parlor_play::{Analysis, PlayerSpec, SessionEngine};
use parlor_rules::Turn;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// The time limit if no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(2);

pub(crate) fn run(args: AnalyzeArgs) -> Result<(), CliError> {
    let notation = args.position.notation;
    let (game, mut session) = position(&args.position)?;
    if args.position.moves.is_empty() {
        // The first tiles of 1024 are those of a game with this seed.
        while let Some(tile) = session.chance(args.seed) {
            session.play(&tile).map_err(CliError::bad)?;
        }
    }
    match session.turn() {
        Turn::Player(_) => {}
        Turn::Over(_) => return Err(CliError::bad("the game is over: there are no moves")),
        Turn::Chance => {
            return Err(CliError::bad("the next move is chance's: add the tile that appears, such as @0,1"));
        }
    }
    let explanation = if args.explain {
        let explained = session.explain(notation == Notation::Hexworld);
        let refused = "--explain is for hex on boards to 14 x 14, where connections are searched";
        Some(explained.ok_or_else(|| CliError::bad(refused))?)
    } else {
        None
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
        PlayerSpec::Htp(_) => {
            return Err(CliError::bad("a program that speaks HTP does not tell the values of moves"));
        }
        spec => session.engine(spec, &settings).map_err(CliError::bad)?,
    };
    engine.catch_up(&session.timeline().moves()).map_err(CliError::bad)?;
    let stop = on_interrupt();
    let started = Instant::now();
    let mut last: Option<Report<String>> = None;
    let chosen = engine.think(None, &stop, &mut |thought| {
        progress(thought, notation, started);
        last = Some(thought.clone());
    });
    clear_progress();
    let chosen = chosen.map_err(CliError::bad)?;
    let Some(thought) = last.filter(|_| chosen.is_some()) else {
        return Err(CliError::bad("the engine found no move"));
    };
    let name = match &who {
        PlayerSpec::Engine { name, .. } => name.clone(),
        other => other.to_string(),
    };
    let mut analysis = Analysis::new(&*session, &name, &thought, started.elapsed().as_secs_f64());
    for line in &mut analysis.moves {
        line.text = written(&line.text, notation);
    }
    analysis.explanation = explanation;
    let mut out = Output::new();
    if args.json {
        out.line(serde_json::to_string(&analysis).map_err(CliError::bad)?)?;
    } else {
        let info = game.info();
        if let Some(explanation) = &analysis.explanation {
            out.line(&explanation.drawing)?;
        }
        let reached = session.view().goal.filter(|goal| goal.max >= goal.target);
        if let (Some(goal), Some(next)) = (reached, analysis.target) {
            let reached = goal.target;
            let note =
                format_args!("parlor: {reached} is reached: the values are the chances to make {next}");
            let _ = writeln!(io::stderr(), "{note}");
        }
        for value in &analysis.moves {
            let (score, certainty) = (value.score_text(info), value.certainty_text(info));
            out.line(format_args!("{:>6}  {score:>16}  {certainty}", value.text))?;
        }
    }
    out.flush()?;
    if stop.is_stopped() { Err(CliError::Interrupted) } else { Ok(()) }
}

fn progress(thought: &Report<String>, notation: Notation, started: Instant) {
    if !io::stderr().is_terminal() {
        return;
    }
    let best = thought.line.first().map_or_else(String::new, |best| written(best, notation));
    let seconds = started.elapsed().as_secs_f64();
    let _ =
        write!(io::stderr(), "\r\u{1b}[K{seconds:.1} s, {} positions, best so far: {best}", thought.nodes);
}

fn clear_progress() {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\u{1b}[K");
    }
}
