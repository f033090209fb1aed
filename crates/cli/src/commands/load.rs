//! `parlor load`: a load test of the server, which runs in a process of its own.

use crate::args::LoadArgs;
use crate::error::CliError;
use crate::output::Output;
use parlor_loadtest::{LoadReport, LoadTest};
use parlor_server::error_chain;
use parlor_server::storage::count_moves;
use serde_json::json;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::{env, fs, process};

pub(crate) fn run(args: &LoadArgs) -> Result<(), CliError> {
    let (data, temporary) = match &args.data {
        Some(folder) => (folder.clone(), false),
        None => (env::temp_dir().join(format!("parlor-load-{}", process::id())), true),
    };
    let measured = measure(args, &data);
    if temporary {
        // If this fails, the system removes its temporary files later.
        let _ = fs::remove_dir_all(&data);
    }
    let LoadResult { report, before, after, on_disk } = measured?;
    let rate = report.moves as f64 / report.seconds;
    let [p50, p99, max] = [0.5, 0.99, 1.0].map(|share| report.percentile(share).as_secs_f64() * 1e3);
    let memory = after.saturating_sub(before) as f64 / args.games as f64;
    let mut out = Output::new();
    if args.json {
        out.line(format_args!(
            "{}",
            json!({
                "name": "load", "game": args.game, "games": args.games, "seconds": report.seconds,
                "moves": report.moves, "moves_per_second": rate, "finished": report.finished,
                "failed": report.failed, "p50_ms": p50, "p99_ms": p99, "max_ms": max,
                "kilobytes_per_game": memory, "moves_on_disk": on_disk,
            })
        ))?;
    } else {
        out.line(format_args!("{} games of {} at once, {:.1} s", args.games, args.game, report.seconds))?;
        out.line(format_args!("{} moves acknowledged, {rate:.0} per second", report.moves))?;
        out.line(format_args!("{on_disk} moves on disk, {} games finished", report.finished))?;
        out.line(format_args!(
            "latency from a move to the opponent: p50 {p50:.1} ms, p99 {p99:.1} ms, max {max:.1} ms"
        ))?;
        out.line(format_args!("{memory:.0} KB of server memory per game with its two sockets"))?;
    }
    out.flush()?;
    match &report.failure {
        Some(failure) => Err(CliError::Check(format!("{} games failed: {failure}", report.failed))),
        None if on_disk < report.moves => Err(CliError::Check(format!(
            "{} moves were acknowledged, but only {on_disk} are on disk",
            report.moves
        ))),
        None => Ok(()),
    }
}

struct LoadResult {
    report: LoadReport,
    /// Kilobytes of the server's memory before the games were created.
    before: u64,
    /// The same after they were played.
    after: u64,
    /// Moves in the log afterwards.
    on_disk: u64,
}

fn measure(args: &LoadArgs, data: &Path) -> Result<LoadResult, CliError> {
    let (mut server, address) = start(data)?;
    let before = memory_of(server.id());
    let test = LoadTest {
        address,
        game: args.game.clone(),
        games: args.games,
        rate: Some(args.rate as f64).filter(|&rate| rate > 0.0),
        time: args.time,
        seed: args.seed,
    };
    print_progress("creating games");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let report = runtime.block_on(test.run(|| print_progress("playing")));
    let after = memory_of(server.id());
    // The server is killed rather than stopped: acknowledged moves must be on disk even then.
    let _ = server.kill();
    server.wait()?;
    let report = report.map_err(|error| CliError::bad(format!("can't create the games: {error}")))?;
    print_progress("counting moves on disk");
    let on_disk = runtime.block_on(count_moves(data));
    let on_disk = on_disk.map_err(|error| CliError::bad(error_chain(&error)))?;
    Ok(LoadResult { report, before, after, on_disk })
}

/// Starts this program as a server with high limits.
fn start(data: &Path) -> Result<(Child, SocketAddr), CliError> {
    let program: PathBuf = env::current_exe()?;
    let mut server = Command::new(program)
        .args(["serve", "--address", "127.0.0.1:0", "--max-games", "1000000", "--max-sockets", "1000000"])
        .args(["--max-requests", "1000000", "--max-connections", "1000000", "--data"])
        .arg(data)
        .env("PARLOR_LOG", "error")
        .stdout(Stdio::piped())
        .spawn()?;
    let mut line = String::new();
    if let Some(out) = server.stdout.take() {
        BufReader::new(out).read_line(&mut line)?;
    }
    match line.trim().trim_start_matches("http://").parse() {
        Ok(address) => Ok((server, address)),
        Err(_) => Err(CliError::bad("the server did not start")),
    }
}

/// Returns a process's resident memory in kilobytes; 0 where the system does not say.
fn memory_of(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// Prints the current phase, if standard error is a terminal.
fn print_progress(text: &str) {
    if io::stderr().is_terminal() {
        let _ = writeln!(io::stderr(), "{text}");
    }
}
