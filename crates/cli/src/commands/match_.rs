//! `parlor match`: a match between two engines.

use super::find_game;
use super::ladder::print_solo;
use crate::args::{ContestArgs, MatchArgs};
use crate::corrected_size::print_corrected_size;
use crate::count::count;
use crate::error::CliError;
use crate::interrupt::on_interrupt;
use crate::output::Output;
use parlor_arena::{
    Interval, ListenerError, Match, MatchError, Pairing, Progress, Sprt, Verdict, run as run_match, solo,
};
use parlor_engines::{Settings, StopFlag};
use parlor_play::{GameInfo, PlayerSpec};
use serde::Serialize;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Instant;

pub(crate) fn run(args: MatchArgs) -> Result<(), CliError> {
    let game = find_game(&args.game.game)?;
    let about = game.info();
    print_corrected_size(game, &args.contest.options.clone().options(false));
    let players: Vec<PlayerSpec> =
        args.player.iter().chain(&args.first).chain(&args.second).cloned().collect();
    let engines = match &players[..] {
        _ if about.players == 2 && !args.player.is_empty() => {
            return Err(CliError::bad(format!(
                "{} is for two players: use --first and --second",
                about.name
            )));
        }
        [one] => [one.clone(), one.clone()],
        [one, other, ..] => [one.clone(), other.clone()],
        [] => return Err(CliError::bad("no engine plays: use --first and --second")),
    };
    let (pairing, threads) = pairing(about, engines, &args.contest)?;
    let spec = Match { pairing, games: args.games, threads, sprt: args.sprt() };
    spec.check().map_err(CliError::bad)?;
    let file = args.record_file();
    let stop = on_interrupt();
    if about.players == 1 {
        let spec =
            solo::Comparison { pairing: spec.pairing, engines: players, seeds: args.games as usize, threads };
        let before = read_games(&file, args.resume, |lines| spec.resume(lines))?;
        let mut record = open_record(&file, args.resume)?;
        let json = args.contest.json;
        return print_solo(&spec, before, &stop, json, file.as_deref(), |run| {
            write_record(record.as_mut(), &run.record)
        });
    }
    let before = read_games(&file, args.resume, |lines| spec.resume(lines))?;
    let mut record = open_record(&file, args.resume)?;
    let started = Instant::now();
    let live = io::stderr().is_terminal();
    if live {
        let _ = write!(io::stderr(), "\r\u{1b}[K{} of {}", before.played.len(), spec.games);
    }
    let progress = run_match(&spec, before, &stop, |game, progress| {
        if live {
            let _ = write!(
                io::stderr(),
                "\r\u{1b}[K{} of {}  {}",
                progress.played.len(),
                spec.games,
                short_result(&spec, progress)
            );
        }
        if let Some((engine, fault)) = &game.fault {
            let clear = if live { "\r\u{1b}[K" } else { "" };
            let _ = writeln!(
                io::stderr(),
                "{clear}game {}: {} {fault}",
                game.number,
                spec.pairing.label(*engine)
            );
        }
        write_record(record.as_mut(), &game.record)
    });
    if live {
        let _ = write!(io::stderr(), "\r\u{1b}[K");
    }
    let progress = progress.map_err(CliError::bad)?;
    print_result(&spec, &progress, started.elapsed().as_secs_f64(), args.contest.json)?;
    if let (Some(path), false) = (&file, args.contest.json) {
        let mut out = Output::new();
        out.line(format_args!("recorded in {}", path.display()))?;
        out.flush()?;
    }
    if stop.is_stopped() { Err(CliError::Interrupted) } else { Ok(()) }
}

/// Returns the pairing of two engines and the number of games to play at the same time.
pub(super) fn pairing(
    about: &'static GameInfo,
    engines: [PlayerSpec; 2],
    contest: &ContestArgs,
) -> Result<(Pairing, usize), CliError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = contest.threads.map_or(cores, |threads| threads as usize);
    let pairing = Pairing {
        game: about.name,
        options: contest.options.clone().options(false),
        engines,
        limits: contest.limits.limits(),
        margin: contest.margin,
        htp_time: contest.htp_time,
        settings: Settings { memory: contest.limits.memory, ..Settings::default() },
        max_plies: contest.max_plies,
        opening_plies: contest.opening_plies,
        seed: contest.seed,
        adjudicates: contest.adjudicate,
    };
    Ok((pairing, threads))
}

/// Reads the games played so far, if the match is resumed.
fn read_games<T: Default>(
    file: &Option<PathBuf>,
    resume: bool,
    read: impl Fn(std::str::Lines<'_>) -> Result<T, MatchError>,
) -> Result<T, CliError> {
    match file {
        Some(path) if resume && path.exists() => {
            let text = fs::read_to_string(path).map_err(|error| bad_file(path, error))?;
            read(text.lines()).map_err(|error| bad_file(path, error))
        }
        _ => Ok(T::default()),
    }
}

/// Opens the file that games are recorded in: a new one, or the old one if the match is resumed.
fn open_record(file: &Option<PathBuf>, resume: bool) -> Result<Option<File>, CliError> {
    let Some(path) = file else { return Ok(None) };
    if !resume {
        return create(path).map(Some);
    }
    let opened = OpenOptions::new().append(true).create(true).open(path);
    opened.map(Some).map_err(|error| bad_file(path, error))
}

/// Creates a new file. An existing file is an error.
fn create(path: &PathBuf) -> Result<File, CliError> {
    let created = OpenOptions::new().write(true).create_new(true).open(path);
    created.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => CliError::bad(format!(
            "{}: the file exists: --resume continues the match in it, or name another file",
            path.display()
        )),
        _ => bad_file(path, error),
    })
}

fn bad_file(path: &std::path::Path, error: impl std::fmt::Display) -> CliError {
    CliError::bad(format!("{}: {error}", path.display()))
}

/// Writes the record of a game in one write, so that its lines stay together.
pub(super) fn write_record(file: Option<&mut File>, lines: &[String]) -> Result<(), ListenerError> {
    let Some(file) = file else { return Ok(()) };
    let written = file.write_all(format!("{}\n", lines.join("\n")).as_bytes());
    written.map_err(|error| format!("the record: {error}").into())
}

fn short_result(spec: &Match, progress: &Progress) -> String {
    let score = &progress.score;
    let elo = score.elo();
    let test = spec.sprt.map_or(String::new(), |sprt| format!("  {}", llr_text(sprt, progress)));
    format!(
        "+{} ={} -{}  {:.1} %  Elo {} ({} .. {}){test}",
        score.wins,
        score.draws,
        score.losses,
        100.0 * score.share(),
        signed(elo.value),
        signed(elo.low),
        signed(elo.high)
    )
}

/// Returns how far the sequential test is.
fn llr_text(sprt: Sprt, progress: &Progress) -> String {
    let [lower, upper] = sprt.bounds();
    // Adding 0 keeps a small negative ratio from being printed as -0.00.
    let llr = (100.0 * sprt.llr(&progress.score.pairs())).round() / 100.0 + 0.0;
    format!("LLR {llr:.2} ({lower:.2} .. {upper:.2})")
}

/// Returns an Elo difference with its sign. One that rounds to 0 has none.
fn signed(elo: f64) -> String {
    match elo.round() {
        0.0 => "0".into(),
        f64::INFINITY => "+inf".into(),
        f64::NEG_INFINITY => "-inf".into(),
        rounded => format!("{rounded:+}"),
    }
}

/// The object that `match --json` prints.
#[derive(Serialize)]
struct MatchResult {
    game: &'static str,
    first: String,
    second: String,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: Interval,
    elo: Option<Interval>,
    faults: [Faults; 2],
    /// The number of pairs of games in which the first engine made 0, 0.5, 1, 1.5 and 2 points.
    pairs: [u64; 5],
    sprt: Option<Verdict>,
    /// The log-likelihood ratio of the sequential test, and its bounds.
    llr: Option<f64>,
    llr_bounds: Option<[f64; 2]>,
    /// The games that were in progress at the verdict. They are not among the others.
    after_verdict: Option<LaterGames>,
    plies: u64,
    seconds: f64,
    /// The CPU seconds of a move of each engine, in the games of this run.
    cpu_seconds_per_move: [Option<f64>; 2],
}

#[derive(Serialize)]
struct LaterGames {
    wins: u64,
    draws: u64,
    losses: u64,
}

#[derive(Serialize)]
struct Faults {
    crashes: u64,
    illegal_moves: u64,
    timeouts: u64,
}

fn print_result(spec: &Match, progress: &Progress, seconds: f64, json: bool) -> Result<(), CliError> {
    let score = &progress.score;
    let result = MatchResult {
        game: spec.pairing.game,
        first: spec.pairing.label(0),
        second: spec.pairing.label(1),
        games: score.games(),
        wins: score.wins,
        draws: score.draws,
        losses: score.losses,
        score: score.interval(),
        // JSON has no infinity.
        elo: Some(score.elo())
            .filter(|elo| elo.low.is_finite() && elo.high.is_finite() && elo.value.is_finite()),
        faults: progress.faults.map(|[crashes, illegal_moves, timeouts]| Faults {
            crashes,
            illegal_moves,
            timeouts,
        }),
        pairs: score.pairs(),
        sprt: progress.verdict,
        llr: spec.sprt.map(|sprt| sprt.llr(&score.pairs())),
        llr_bounds: spec.sprt.map(|sprt| sprt.bounds()),
        after_verdict: spec.sprt.map(|_| LaterGames {
            wins: progress.after_verdict.wins,
            draws: progress.after_verdict.draws,
            losses: progress.after_verdict.losses,
        }),
        plies: progress.plies,
        seconds,
        cpu_seconds_per_move: progress.times.map(|times| times.seconds_per_move()),
    };
    let mut out = Output::new();
    if json {
        out.line(serde_json::to_string(&result).map_err(CliError::bad)?)?;
        return out.flush();
    }
    let width = result.first.chars().count().max(result.second.chars().count()).max(6);
    out.line(format_args!(
        "{:width$}   won drawn  lost    score    95 % interval      Elo    95 % interval",
        ""
    ))?;
    let interval = score.interval();
    let elo = score.elo();
    let flip = |one: Interval| Interval { low: 1.0 - one.high, value: 1.0 - one.value, high: 1.0 - one.low };
    let negate = |one: Interval| Interval { low: -one.high, value: -one.value, high: -one.low };
    for (name, won, lost, share, elo) in [
        (&result.first, result.wins, result.losses, interval, elo),
        (&result.second, result.losses, result.wins, flip(interval), negate(elo)),
    ] {
        out.line(format_args!(
            "{name:width$} {won:>5} {:>5} {lost:>5} {:>6.1} %  {:>5.1} .. {:>5.1}  {:>7}  {:>6} .. {}",
            result.draws,
            100.0 * share.value,
            100.0 * share.low,
            100.0 * share.high,
            signed(elo.value),
            signed(elo.low),
            signed(elo.high)
        ))?;
    }
    for (name, faults) in [&result.first, &result.second].into_iter().zip(&result.faults) {
        let Faults { crashes, illegal_moves, timeouts } = faults;
        if crashes + illegal_moves + timeouts > 0 {
            out.line(format_args!(
                "{name}: {crashes} crashes, {illegal_moves} illegal moves, {timeouts} timeouts"
            ))?;
        }
    }
    if let (Some(sprt), Some(verdict)) = (spec.sprt, result.sprt) {
        let verdict = match verdict {
            Verdict::Stronger => "the first is stronger",
            Verdict::NotStronger => "the first is not stronger",
            Verdict::Open => "open",
        };
        out.line(format_args!("sprt: {verdict}, {}", llr_text(sprt, progress)))?;
        let [lost, worse, even, better, won] = result.pairs;
        out.line(format_args!(
            "pairs by points of the first: 0: {lost}, 0.5: {worse}, 1: {even}, 1.5: {better}, 2: {won}"
        ))?;
    }
    let later = &progress.after_verdict;
    if later.games() > 0 {
        out.line(format_args!(
            "after the verdict {} in progress ended: +{} ={} -{}",
            count(later.games(), "game"),
            later.wins,
            later.draws,
            later.losses
        ))?;
    }
    let games = result.games.max(1) as f64;
    out.line(format_args!(
        "{} games, {:.1} moves per game, {seconds:.1} s",
        result.games,
        result.plies as f64 / games
    ))?;
    if let [Some(first), Some(second)] = result.cpu_seconds_per_move {
        out.line(format_args!(
            "CPU time a move: {} {first:.3} s, {} {second:.3} s",
            result.first, result.second
        ))?;
    }
    out.flush()
}

/// Plays the seeds of a game for one with each engine. The ladder uses it too.
pub(super) fn run_solo(
    spec: &solo::Comparison,
    before: Vec<solo::Run>,
    stop: &StopFlag,
    mut on_run: impl FnMut(&solo::Run) -> Result<(), ListenerError>,
) -> Result<Vec<solo::Line>, CliError> {
    let live = io::stderr().is_terminal();
    let clear = if live { "\r\u{1b}[K" } else { "" };
    if live {
        let _ = write!(io::stderr(), "{clear}{} of {} games", before.len(), spec.games());
    }
    let lines = solo::run(spec, before, stop, |run, done| {
        if live {
            let _ = write!(io::stderr(), "{clear}{done} of {} games", spec.games());
        }
        if let Some(fault) = &run.fault {
            let _ = writeln!(io::stderr(), "{clear}seed {}: {} {fault}", run.seed, spec.engines[run.engine]);
        }
        on_run(run)
    });
    if live {
        let _ = write!(io::stderr(), "\r\u{1b}[K");
    }
    lines.map_err(CliError::bad)
}
