//! `parlor load-test --attack`: a bench of how much others notice when a server is attacked.

use super::load_test::client_runtime;
use super::own_server::{OwnServer, own_cpu};
use crate::args::LoadTestArgs;
use crate::error::CliError;
use crate::output::Output;
use crate::platform::use_last_core;
use parlor_loadtest::{AttackReport, AttackTest, Latencies};
use serde_json::{Value, json};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

/// Games and moves per second, unless they are given.
const GAMES: u64 = 20;
const RATE: u64 = 100;

/// The addresses of those who play and of the attackers.
const BYSTANDERS: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 1));
const ATTACKERS: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 2));

pub(super) fn run(args: &LoadTestArgs) -> Result<(), CliError> {
    match args.address[..] {
        [] => {
            let server = OwnServer::start(args.data.as_deref(), &[])?;
            attack(args, server.address, Some(&server))
        }
        [address] => attack(args, address, None),
        _ => Err(CliError::bad("--attack is for one server")),
    }
}

fn attack(args: &LoadTestArgs, address: SocketAddr, own: Option<&OwnServer>) -> Result<(), CliError> {
    let is_loopback = address.ip().is_ipv4() && address.ip().is_loopback();
    let attackers = if args.attack_shared { BYSTANDERS } else { ATTACKERS };
    let test = AttackTest {
        address,
        attackers: is_loopback.then_some(attackers),
        bystanders: is_loopback.then_some(BYSTANDERS),
        connections: args.attack_connections as usize,
        time: Duration::from_secs_f64(args.attack_seconds),
        only: args.attack_only.clone(),
        game: args.game.clone(),
        games: args.games.unwrap_or(GAMES),
        rate: args.rate.unwrap_or(RATE).max(1) as f64,
        seed: args.seed,
    };
    // The server has been started and may use all cores.
    let core = use_last_core();
    let mut out = Output::new();
    if !args.json {
        print_head(&mut out, &test, core)?;
    }
    let (mut results, mut written) = (Vec::new(), Ok(()));
    let (first_memory, mut cpu) = (own.map(OwnServer::memory), own_cpu());
    let report = |report: AttackReport| {
        let now = own_cpu();
        let share = (now - std::mem::replace(&mut cpu, now)) / 1e6 / report.seconds;
        if !args.json && written.is_ok() {
            written = print_line(&mut out, &report, share, own.is_some());
        }
        results.push((report, share));
    };
    let memory = || own.map_or(0, OwnServer::memory);
    client_runtime()?
        .block_on(test.clone().run(memory, report))
        .map_err(|error| CliError::bad(format!("can't play at {address}: {error}")))?;
    written?;
    let growth = first_memory.map(|first| memory().saturating_sub(first));
    if args.json {
        let endpoints: Vec<Value> =
            results.iter().map(|(report, share)| to_json(report, *share, own.is_some())).collect();
        let object = json!({
            "name": "attack", "game": test.game, "games": test.games, "rate": test.rate,
            "attack_connections": test.connections, "attack_seconds": args.attack_seconds,
            "shared_address": args.attack_shared, "generator_core": core,
            "memory_growth_bytes": growth, "endpoints": endpoints,
        });
        out.line(format_args!("{object}"))?;
    } else {
        print_worst(&mut out, &results, growth)?;
    }
    out.flush()?;
    Ok(())
}

fn print_head(out: &mut Output, test: &AttackTest, core: Option<usize>) -> Result<(), CliError> {
    let from = |address: Option<IpAddr>| address.map_or(String::new(), |address| format!(" from {address}"));
    out.line(format_args!(
        "{} connections{} attack each endpoint for {:.1} s, while {} games{} are played, {} moves a second",
        test.connections,
        from(test.attackers),
        test.time.as_secs_f64(),
        test.games,
        from(test.bystanders),
        test.rate,
    ))?;
    if let Some(core) = core {
        out.line(format_args!("attackers and players use core {core}"))?;
    }
    out.line(format_args!(""))?;
    out.line(format_args!("Latencies of the others in milliseconds, p50 and p99:"))?;
    out.line(format_args!(
        "{:<40}{:>10}{:>9}{:>16}{:>16}{:>16}{:>16}{:>8}{:>11}{:>9}",
        "endpoint",
        "requests/s",
        "refused",
        "moves",
        "connections",
        "sockets",
        "new games",
        "failed",
        "generator",
        "memory"
    ))?;
    out.flush()?;
    Ok(())
}

fn print_line(out: &mut Output, report: &AttackReport, share: f64, is_own: bool) -> Result<(), CliError> {
    let percentiles = |latencies: &Latencies| {
        let [p50, p99] = [0.5, 0.99].map(|share| milliseconds(latencies, share));
        format!("{p50:.1} {p99:.1}")
    };
    let refused = 100.0 * report.attack.refused as f64 / report.attack.requests.max(1) as f64;
    let memory = if is_own { format!("{:.1} MB", report.memory_growth as f64 / 1e6) } else { String::new() };
    out.line(format_args!(
        "{:<40}{:>10.0}{:>8.0}%{:>16}{:>16}{:>16}{:>16}{:>8}{:>10.0}%{:>9}",
        report.endpoint,
        report.attack.requests as f64 / report.seconds,
        refused,
        percentiles(&report.moves),
        percentiles(&report.connections),
        percentiles(&report.sockets),
        percentiles(&report.games),
        report.failed,
        100.0 * share,
        memory,
    ))?;
    if let Some(failure) = &report.failure {
        out.line(format_args!("    {failure}"))?;
    }
    out.flush()?;
    Ok(())
}

fn print_worst(
    out: &mut Output,
    results: &[(AttackReport, f64)],
    growth: Option<u64>,
) -> Result<(), CliError> {
    let p99 = |report: &AttackReport| report.moves.percentile(0.99);
    if let Some((worst, _)) = results.iter().max_by_key(|(report, _)| p99(report)) {
        out.line(format_args!(""))?;
        let worst_p99 = milliseconds(&worst.moves, 0.99);
        out.line(format_args!("highest p99 of moves: {worst_p99:.1} ms, at {}", worst.endpoint))?;
    }
    if let Some(growth) = growth {
        out.line(format_args!("the server's memory grew by {:.1} MB", growth as f64 / 1e6))?;
    }
    Ok(())
}

fn to_json(report: &AttackReport, share: f64, is_own: bool) -> Value {
    let latencies = |latencies: &Latencies| {
        let [p50, p99, max] = [0.5, 0.99, 1.0].map(|share| milliseconds(latencies, share));
        json!({"count": latencies.count(), "p50_ms": p50, "p99_ms": p99, "max_ms": max})
    };
    json!({
        "endpoint": report.endpoint, "seconds": report.seconds,
        "attack": {
            "requests": report.attack.requests, "refused": report.attack.refused,
            "bytes": report.attack.bytes, "broken": report.attack.broken,
        },
        "moves": latencies(&report.moves), "connections": latencies(&report.connections),
        "sockets": latencies(&report.sockets), "games": latencies(&report.games),
        "failed": report.failed, "failure": report.failure,
        "generator_cpu": share,
        "memory_growth_bytes": is_own.then_some(report.memory_growth),
    })
}

fn milliseconds(latencies: &Latencies, share: f64) -> f64 {
    latencies.percentile(share).as_secs_f64() * 1e3
}
