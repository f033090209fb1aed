//! `parlor ladder`: rates the engines of a game by a round robin.

use super::find_game;
use super::match_::{pairing, run_solo};
use crate::args::LadderArgs;
use crate::corrected_size::print_corrected_size;
use crate::error::CliError;
use crate::interrupt::on_interrupt;
use crate::output::Output;
use parlor_arena::ladder::{Rating, Table};
use parlor_arena::{ListenerError, Match, Progress, run as run_match, solo};
use parlor_engines::{Limits, StopFlag};
use parlor_play::PlayerSpec;
use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

pub(crate) fn run(args: LadderArgs) -> Result<(), CliError> {
    let game = find_game(&args.game.game)?;
    print_corrected_size(game, &args.contest.options.clone().options(false));
    let mut engines = args.engines.clone();
    if engines.is_empty() {
        let all = game.engines().into_iter();
        engines = all
            .map(|engine| PlayerSpec::Engine { name: engine.name.into(), limits: Limits::default() })
            .collect();
    }
    if engines.len() < 2 {
        return Err(CliError::bad("a ladder needs at least two engines"));
    }
    let stop = on_interrupt();
    let (mut pairing, threads) =
        pairing(game.info(), [engines[0].clone(), engines[1].clone()], &args.contest)?;
    if game.info().players == 1 {
        let spec = solo::Comparison { pairing, engines, seeds: args.games as usize, threads };
        return print_solo(&spec, Vec::new(), &stop, args.contest.json, None, |_| Ok(()));
    }
    let mut table = Table::new(engines.len());
    let mut faults = vec![0; engines.len()];
    let live = io::stderr().is_terminal();
    for first in 0..engines.len() {
        for second in first + 1..engines.len() {
            if stop.is_stopped() {
                break;
            }
            pairing.engines = [engines[first].clone(), engines[second].clone()];
            let spec = Match { pairing: pairing.clone(), games: args.games, threads, sprt: None };
            spec.check().map_err(CliError::bad)?;
            let pairing = format!("{} - {}", engines[first], engines[second]);
            if live {
                let _ = write!(io::stderr(), "\r\u{1b}[K{pairing}: 0 of {}", args.games);
            }
            let progress = run_match(&spec, Progress::default(), &stop, |game, progress| {
                if let Some((engine, fault)) = &game.fault {
                    let clear = if live { "\r\u{1b}[K" } else { "" };
                    let name = spec.pairing.label(*engine);
                    let _ = writeln!(io::stderr(), "{clear}{pairing}, game {}: {name} {fault}", game.number);
                }
                if live {
                    let _ = write!(
                        io::stderr(),
                        "\r\u{1b}[K{pairing}: {} of {}",
                        progress.score.games(),
                        args.games
                    );
                }
                Ok(())
            });
            let Progress { score, faults: match_faults, .. } = progress.map_err(CliError::bad)?;
            faults[first] += match_faults[0].iter().sum::<u64>();
            faults[second] += match_faults[1].iter().sum::<u64>();
            table.add(first, second, score.wins as f64 + score.draws as f64 / 2.0, score.games() as f64);
        }
    }
    if live {
        let _ = write!(io::stderr(), "\r\u{1b}[K");
    }
    print_ladder(&engines, &table, &faults, game.info().name, args.contest.json)?;
    if stop.is_stopped() { Err(CliError::Interrupted) } else { Ok(()) }
}

/// The object that `--json` prints: a row for each engine.
#[derive(Serialize)]
struct Ranking<R> {
    game: &'static str,
    engines: Vec<R>,
}

/// A row of the ladder.
#[derive(Serialize)]
struct LadderRow {
    engine: String,
    #[serde(flatten)]
    rating: Rating,
    /// Crashes, illegal moves and timeouts.
    faults: u64,
}

fn print_ladder(
    engines: &[PlayerSpec],
    table: &Table,
    faults: &[u64],
    game: &'static str,
    json: bool,
) -> Result<(), CliError> {
    let mut rows: Vec<(usize, Rating)> = table.ratings().into_iter().enumerate().collect();
    rows.sort_by(|(_, one), (_, two)| two.elo.total_cmp(&one.elo));
    let mut out = Output::new();
    if json {
        let row = |(engine, rating): (usize, Rating)| LadderRow {
            engine: engines[engine].to_string(),
            rating,
            faults: faults[engine],
        };
        let ladder = Ranking { game, engines: rows.into_iter().map(row).collect::<Vec<_>>() };
        out.line(serde_json::to_string(&ladder).map_err(CliError::bad)?)?;
        return out.flush();
    }
    let names: Vec<String> = engines.iter().map(PlayerSpec::to_string).collect();
    let width = names.iter().map(String::len).max().unwrap_or(0);
    let mut heading = format!("{:width$}    Elo  +/-   games    score", "");
    for (engine, _) in &rows {
        heading.push_str(&format!("  {:>8.8}", names[*engine]));
    }
    out.line(heading)?;
    for (engine, rating) in &rows {
        let share = 100.0 * rating.points / rating.games.max(1.0);
        let mut line = format!(
            "{:width$} {:>6.0} {:>4.0} {:>7.0}  {share:>5.1} %",
            names[*engine], rating.elo, rating.error, rating.games
        );
        for (other, _) in &rows {
            let (points, games) = table.between(*engine, *other);
            line.push_str(&if games > 0.0 {
                format!("  {:>8.1}", 100.0 * points / games)
            } else {
                format!("  {:>8}", "")
            });
        }
        out.line(line)?;
    }
    for (name, faults) in names.iter().zip(faults).filter(|&(_, &faults)| faults > 0) {
        out.line(format_args!("{name}: {faults} crashes, illegal moves and timeouts"))?;
    }
    out.flush()
}

/// Plays the seeds of a game for one with each engine and prints the results.
pub(super) fn print_solo(
    spec: &solo::Comparison,
    before: Vec<solo::Run>,
    stop: &StopFlag,
    json: bool,
    file: Option<&Path>,
    on_run: impl FnMut(&solo::Run) -> Result<(), ListenerError>,
) -> Result<(), CliError> {
    let lines = run_solo(spec, before, stop, on_run)?;
    let mut out = Output::new();
    if json {
        let ranking = Ranking { game: spec.pairing.game, engines: lines };
        out.line(serde_json::to_string(&ranking).map_err(CliError::bad)?)?;
        out.flush()?;
        return if stop.is_stopped() { Err(CliError::Interrupted) } else { Ok(()) };
    }
    let width = lines.iter().map(|line| line.name.len()).max().unwrap_or(0);
    out.line(format_args!(
        "{:width$}  games      won   95 % interval   rounds  +/-  faults   moves/s  by CPU  highest tiles",
        ""
    ))?;
    for line in lines {
        let off = line.rounds.high - line.rounds.value;
        let off = if off.is_finite() { format!("{off:.1}") } else { "-".into() };
        let speed = |speed: Option<f64>| speed.map_or("-".into(), |speed| format!("{speed:.0}"));
        let tiles: Vec<String> =
            line.highest.iter().rev().map(|(tile, count)| format!("{tile}: {count}")).collect();
        out.line(format_args!(
            "{:width$} {:>6} {:>6.2} %  {:>5.2} .. {:>6.2} {:>8.1} {off:>4} {:>7} {:>9} {:>7}  {}",
            line.name,
            line.games,
            100.0 * line.win_rate.value,
            100.0 * line.win_rate.low,
            100.0 * line.win_rate.high,
            line.rounds.value,
            line.faults,
            speed(line.moves_per_second),
            speed(line.moves_per_cpu_second),
            tiles.join(", ")
        ))?;
    }
    if let Some(path) = file {
        out.line(format_args!("recorded in {}", path.display()))?;
    }
    out.flush()?;
    if stop.is_stopped() { Err(CliError::Interrupted) } else { Ok(()) }
}
