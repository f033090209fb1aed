//! `parlor load`: measuring the server, which runs in a process of its own.

use crate::args::LoadArgs;
use crate::error::CliError;
use crate::output::Output;
use parlor_server::load::{Load, Loaded, run as play};
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
        // Whatever is left there is of no use to anybody.
        let _ = fs::remove_dir_all(&data);
    }
    let Measured { loaded, before, after, on_disk } = measured?;
    let rate = loaded.moves as f64 / loaded.seconds;
    let [p50, p99, most] = [0.5, 0.99, 1.0].map(|part| loaded.faster(part).as_secs_f64() * 1e3);
    let memory = after.saturating_sub(before) as f64 / args.games as f64;
    let mut out = Output::new();
    if args.json {
        out.line(format_args!(
            "{}",
            json!({
                "name": "load", "game": args.game, "games": args.games, "seconds": loaded.seconds,
                "moves": loaded.moves, "moves_per_second": rate, "finished": loaded.finished,
                "failed": loaded.failed, "p50_ms": p50, "p99_ms": p99, "max_ms": most,
                "kilobytes_per_game": memory, "moves_on_disk": on_disk,
            })
        ))?;
    } else {
        out.line(format_args!("{} games of {} at once, {:.1} s", args.games, args.game, loaded.seconds))?;
        out.line(format_args!("{} moves acknowledged, {rate:.0} a second", loaded.moves))?;
        out.line(format_args!("{on_disk} of them found on disk, {} games finished", loaded.finished))?;
        out.line(format_args!(
            "from a move to the other side: p50 {p50:.1} ms, p99 {p99:.1} ms, most {most:.1} ms"
        ))?;
        out.line(format_args!("{memory:.0} KB of the server's memory for each game and its two sockets"))?;
    }
    out.flush()?;
    match &loaded.reason {
        Some(reason) => Err(CliError::Check(format!("{} games failed: {reason}", loaded.failed))),
        None if on_disk < loaded.moves => Err(CliError::Check("acknowledged moves are not on disk".into())),
        None => Ok(()),
    }
}

struct Measured {
    loaded: Loaded,
    /// Kilobytes of the server's memory before the games were opened.
    before: u64,
    /// The same after they were played.
    after: u64,
    /// Moves in the log afterwards.
    on_disk: u64,
}

fn measure(args: &LoadArgs, data: &Path) -> Result<Measured, CliError> {
    let (mut server, address) = start(data)?;
    let before = memory_of(server.id());
    let load = Load {
        address,
        game: args.game.clone(),
        games: args.games,
        rate: Some(args.rate as f64).filter(|&rate| rate > 0.0),
        time: args.time,
        seed: args.seed,
    };
    say("opening the games");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let loaded = runtime.block_on(play(load, || say("playing")));
    let after = memory_of(server.id());
    // Killed, not asked to stop: what was acknowledged is there all the same.
    let _ = server.kill();
    server.wait()?;
    let loaded = loaded.map_err(|error| CliError::bad(format!("the games can't be opened: {error}")))?;
    say("counting what is on disk");
    let on_disk = runtime.block_on(parlor_server::storage::count_moves(data)).map_err(CliError::bad)?;
    Ok(Measured { loaded, before, after, on_disk })
}

/// Starts a server of this very program, with its limits raised.
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
        Err(_) => Err(CliError::bad("the server does not start")),
    }
}

/// Kilobytes of memory of a process; 0 where that can't be known.
fn memory_of(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

fn say(what: &str) {
    if io::stderr().is_terminal() {
        let _ = writeln!(io::stderr(), "{what}");
    }
}
