//! `parlor load-test`: a load test of the server, which runs in a process of its own.

use super::own_server::{OwnServer, own_cpu};
use super::{attack_test, find_game};
use crate::args::LoadTestArgs;
use crate::error::CliError;
use crate::output::Output;
use parlor_loadtest::{Latencies, LoadReport, LoadTest};
use parlor_server::error_chain;
use parlor_server::storage::count_moves;
use serde_json::{Value, json};
use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use tokio::runtime::Runtime;

pub(crate) fn run(args: &LoadTestArgs) -> Result<(), CliError> {
    let players = find_game(&args.game)?.info().players;
    if players != 2 {
        return Err(CliError::bad(format!(
            "{} is for one player: the load test plays games for two",
            args.game
        )));
    }
    if args.attack {
        return attack_test::run(args);
    }
    let games = args.games.unwrap_or(GAMES);
    let Measured { report, client_cpu, own } =
        if args.address.is_empty() { at_own_server(args)? } else { at_servers(args)? };
    let rate = report.moves as f64 / report.seconds;
    let bytes = report.bytes as f64 / (2 * report.moves.max(1)) as f64;
    let mut out = Output::new();
    if args.json {
        let mut object = json!({
            "name": "load", "game": args.game, "games": games, "seconds": report.seconds,
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
        out.line(format_args!("{games} games of {} at once, {:.1} s", args.game, report.seconds))?;
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

/// Games, and moves per second in all of them, unless they are given.
const GAMES: u64 = 2_000;
const RATE: u64 = 5_000;

struct Measured {
    report: LoadReport,
    /// Microseconds of this process's CPU time per move.
    client_cpu: f64,
    own: Option<OwnFigures>,
}

/// What is known of a server that was started for the test.
struct OwnFigures {
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

/// The limits of a server that is to serve as much as it can.
const HIGH_LIMITS: [&str; 8] = [
    "--max-games",
    "1000000",
    "--max-sockets",
    "1000000",
    "--max-requests",
    "1000000",
    "--max-connections",
    "1000000",
];

/// Plays at a server that is started for it.
fn at_own_server(args: &LoadTestArgs) -> Result<Measured, CliError> {
    let mut server = OwnServer::start(args.data.as_deref(), &HIGH_LIMITS)?;
    let (before, address) = (server.memory(), server.address);
    let runtime = client_runtime()?;
    let mut cpu_before = 0.0;
    let (report, client_cpu) = play(&runtime, args, vec![address], || cpu_before = server.cpu())?;
    let (after, cpu) = (server.memory(), server.cpu() - cpu_before);
    // The server is killed rather than stopped: acknowledged moves must be on disk even then.
    server.kill()?;
    print_progress("counting moves on disk");
    let on_disk = runtime.block_on(count_moves(server.data()));
    let on_disk = on_disk.map_err(|error| CliError::bad(error_chain(&error)))?;
    let memory = after.saturating_sub(before) as f64 / 1_024.0 / args.games.unwrap_or(GAMES) as f64;
    let own = OwnFigures { memory, cpu: cpu / report.moves.max(1) as f64, on_disk };
    Ok(Measured { report, client_cpu, own: Some(own) })
}

/// Returns what the clients run on: one thread is enough for them, and nobody has to be woken on another.
pub(super) fn client_runtime() -> io::Result<Runtime> {
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
        games: args.games.unwrap_or(GAMES),
        rate: Some(args.rate.unwrap_or(RATE) as f64).filter(|&rate| rate > 0.0),
        time: args.time,
        seed: args.seed,
    };
    print_progress("creating games");
    let report = runtime.block_on(test.run(|| {
        print_progress("playing");
        created();
        cpu_before = own_cpu();
    }));
    let report = report.map_err(|error| CliError::bad(format!("can't create the games: {error}")))?;
    let cpu = (own_cpu() - cpu_before) / report.moves.max(1) as f64;
    Ok((report, cpu))
}

/// Prints the current phase, if standard error is a terminal.
fn print_progress(text: &str) {
    if io::stderr().is_terminal() {
        let _ = writeln!(io::stderr(), "{text}");
    }
}
