//! `parlor load-test`: a load test of the server, which runs in a process of its own.

use super::find_game;
use crate::args::LoadTestArgs;
use crate::error::CliError;
use crate::output::Output;
use parlor_loadtest::{Latencies, LoadReport, LoadTest};
use parlor_server::error_chain;
use parlor_server::storage::count_moves;
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::{env, fs, process};
use tokio::runtime::Runtime;

pub(crate) fn run(args: &LoadTestArgs) -> Result<(), CliError> {
    let players = find_game(&args.game)?.info().players;
    if players != 2 {
        return Err(CliError::bad(format!(
            "{} is for one player: the load test plays games for two",
            args.game
        )));
    }
    let Measured { report, client_cpu, own } =
        if args.address.is_empty() { at_own_server(args)? } else { at_servers(args)? };
    let rate = report.moves as f64 / report.seconds;
    let bytes = report.bytes as f64 / (2 * report.moves.max(1)) as f64;
    let mut out = Output::new();
    if args.json {
        let mut object = json!({
            "name": "load", "game": args.game, "games": args.games, "seconds": report.seconds,
            "moves": report.moves, "moves_per_second": rate, "finished": report.finished,
            "failed": report.failed, "bytes_per_move": bytes, "client_cpu_microseconds_per_move": client_cpu,
        });
        add_latencies(&mut object, &report.latencies);
        if let Some(own) = &own {
            object["kilobytes_per_game"] = json!(own.memory);
            object["server_cpu_microseconds_per_move"] = json!(own.cpu);
            object["moves_on_disk"] = json!(own.on_disk);
        }
        let node = |(address, latencies): &(SocketAddr, Latencies)| {
            let mut node = json!({"address": address, "moves": latencies.count()});
            add_latencies(&mut node, latencies);
            node
        };
        object["nodes"] = report.nodes.iter().map(node).collect();
        out.line(format_args!("{object}"))?;
    } else {
        out.line(format_args!("{} games of {} at once, {:.1} s", args.games, args.game, report.seconds))?;
        out.line(format_args!("{} moves acknowledged, {rate:.0} per second", report.moves))?;
        out.line(format_args!("latency from a move to the opponent: {}", latency_text(&report.latencies)))?;
        if report.nodes.len() > 1 {
            for (address, latencies) in &report.nodes {
                let moves = latencies.count();
                out.line(format_args!("  {address}: {moves} moves, {}", latency_text(latencies)))?;
            }
        }
        out.line(format_args!(
            "{bytes:.0} bytes to each client for a move, {client_cpu:.0} µs of the clients' CPU time"
        ))?;
        if let Some(own) = &own {
            out.line(format_args!("{} moves on disk, {} games finished", own.on_disk, report.finished))?;
            out.line(format_args!(
                "{:.0} KB of server memory per game with its two sockets, {:.0} µs of its CPU time per move",
                own.memory, own.cpu
            ))?;
        }
    }
    out.flush()?;
    match (&report.failure, own) {
        (Some(failure), _) => Err(CliError::Check(format!("{} games failed: {failure}", report.failed))),
        (None, Some(own)) if own.on_disk < report.moves => Err(CliError::Check(format!(
            "{} moves were acknowledged, but only {} are on disk",
            report.moves, own.on_disk
        ))),
        _ => Ok(()),
    }
}

struct Measured {
    report: LoadReport,
    /// Microseconds of this process's CPU time per move.
    client_cpu: f64,
    own: Option<OwnServer>,
}

/// What is known of a server that was started for the test.
struct OwnServer {
    /// Kilobytes per game.
    memory: f64,
    /// Microseconds of CPU time per move.
    cpu: f64,
    /// Moves in the log afterwards.
    on_disk: u64,
}

fn latency_text(latencies: &Latencies) -> String {
    let [p50, p99, max] = milliseconds(latencies);
    format!("p50 {p50:.1} ms, p99 {p99:.1} ms, max {max:.1} ms")
}

fn add_latencies(object: &mut Value, latencies: &Latencies) {
    let [p50, p99, max] = milliseconds(latencies);
    (object["p50_ms"], object["p99_ms"], object["max_ms"]) = (json!(p50), json!(p99), json!(max));
}

fn milliseconds(latencies: &Latencies) -> [f64; 3] {
    [0.5, 0.99, 1.0].map(|share| latencies.percentile(share).as_secs_f64() * 1e3)
}

/// Plays at servers that run already.
fn at_servers(args: &LoadTestArgs) -> Result<Measured, CliError> {
    let runtime = client_runtime()?;
    let (report, client_cpu) = play(&runtime, args, args.address.clone(), || {})?;
    Ok(Measured { report, client_cpu, own: None })
}

/// Plays at a server that is started for it, in a folder of its own.
fn at_own_server(args: &LoadTestArgs) -> Result<Measured, CliError> {
    let (data, temporary) = match &args.data {
        Some(folder) => (folder.clone(), false),
        None => (env::temp_dir().join(format!("parlor-load-{}", process::id())), true),
    };
    let measured = measure(args, &data);
    if temporary {
        // If this fails, the system removes its temporary files later.
        let _ = fs::remove_dir_all(&data);
    }
    measured
}

fn measure(args: &LoadTestArgs, data: &Path) -> Result<Measured, CliError> {
    let (mut server, address) = start(data)?;
    let before = memory_of(server.id());
    let runtime = client_runtime()?;
    let mut cpu_before = 0.0;
    let report = play(&runtime, args, vec![address], || cpu_before = cpu_of(server.id()));
    let (after, cpu) = (memory_of(server.id()), cpu_of(server.id()) - cpu_before);
    // The server is killed rather than stopped: acknowledged moves must be on disk even then.
    let _ = server.kill();
    server.wait()?;
    let (report, client_cpu) = report?;
    print_progress("counting moves on disk");
    let on_disk = runtime.block_on(count_moves(data));
    let on_disk = on_disk.map_err(|error| CliError::bad(error_chain(&error)))?;
    let memory = after.saturating_sub(before) as f64 / args.games as f64;
    let own = OwnServer { memory, cpu: cpu / report.moves.max(1) as f64, on_disk };
    Ok(Measured { report, client_cpu, own: Some(own) })
}

/// Returns what the clients run on: one thread is enough for them, and nobody has to be woken on another.
fn client_runtime() -> io::Result<Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()
}

/// Creates the games, calls `created`, and plays them. Returns the report and the CPU time of a move here.
fn play(
    runtime: &Runtime,
    args: &LoadTestArgs,
    addresses: Vec<SocketAddr>,
    created: impl FnOnce(),
) -> Result<(LoadReport, f64), CliError> {
    let mut cpu_before = 0.0;
    let test = LoadTest {
        addresses,
        game: args.game.clone(),
        games: args.games,
        rate: Some(args.rate as f64).filter(|&rate| rate > 0.0),
        time: args.time,
        seed: args.seed,
    };
    print_progress("creating games");
    let report = runtime.block_on(test.run(|| {
        print_progress("playing");
        created();
        cpu_before = cpu_of(process::id());
    }));
    let report = report.map_err(|error| CliError::bad(format!("can't create the games: {error}")))?;
    let cpu = (cpu_of(process::id()) - cpu_before) / report.moves.max(1) as f64;
    Ok((report, cpu))
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

/// Returns a process's CPU time in microseconds; 0 where the system does not say.
fn cpu_of(process: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // After the name, which may have spaces: the state, ten other fields, then user and system time in hundredths.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace().skip(11).take(2);
    fields.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() * 1e4
}

/// Prints the current phase, if standard error is a terminal.
fn print_progress(text: &str) {
    if io::stderr().is_terminal() {
        let _ = writeln!(io::stderr(), "{text}");
    }
}
