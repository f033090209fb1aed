//! `bench`: the speed of a fixed amount of work, and its signature.

mod columns;
mod connect4;
mod playouts;
mod tiles;

use crate::error::TrainingError;
use clap::Subcommand;
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::LazyLock;
use std::time::Instant;

#[derive(Subcommand, Debug)]
pub(crate) enum BenchCommand {
    /// Play uniformly random games to the end, on one thread.
    #[command(after_help = playouts::HELP)]
    Playouts(playouts::PlayoutsArgs),
    /// Run the exact Connect Four solver on sets of 6x7 positions, on one thread with an empty table for each position.
    #[command(after_help = connect4::HELP)]
    Connect4(connect4::Connect4Args),
    /// Press packed boards of 1024, play random games, and play with the engines, on one thread.
    #[command(name = "1024", after_help = "Example:\n  parlor-training bench 1024 --json")]
    Tiles(tiles::TilesArgs),
}

pub(crate) fn run(bench: &BenchCommand) -> Result<(), TrainingError> {
    match bench {
        BenchCommand::Playouts(args) => playouts::run(args),
        BenchCommand::Connect4(args) => connect4::run(args),
        BenchCommand::Tiles(args) => tiles::run(args),
    }
}

/// Prints a result as text or as a JSON object.
fn print(result: &(impl Display + Serialize), json: bool) -> Result<(), TrainingError> {
    let mut out = io::stdout();
    if json {
        writeln!(out, "{}", serde_json::to_string(result).map_err(TrainingError::bad)?)?;
    } else {
        writeln!(out, "{result}")?;
    }
    Ok(())
}

/// Returns the CPU time that the current thread has used, in seconds, or the time since the first call where the system
/// does not tell it.
fn thread_seconds() -> f64 {
    static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);
    parlor_host::thread_cpu_time().unwrap_or_else(|| STARTED.elapsed()).as_secs_f64()
}
