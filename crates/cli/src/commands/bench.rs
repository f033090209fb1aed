//! `parlor bench`: the speed of a fixed amount of work, and its signature, which changes only with the rules.

use super::find_game;
use crate::args::{BenchCommand, PlayoutsArgs};
use crate::corrected_size::print_corrected_size;
use crate::error::CliError;
use crate::output::Output;
use parlor_play::{Game, Options, games};
use serde::Serialize;
use std::sync::LazyLock;
use std::time::Instant;

pub(crate) fn run(bench: BenchCommand) -> Result<(), CliError> {
    match bench {
        BenchCommand::Playouts(args) => playouts(args),
        BenchCommand::Connect4(args) => super::bench_connect4::run(&args),
        BenchCommand::Tiles(args) => super::bench_tiles::run(&args),
    }
}

/// The object that `bench playouts --json` prints.
#[derive(Serialize)]
struct Playouts {
    game: &'static str,
    games: u64,
    moves: u64,
    seconds: f64,
    games_per_second: f64,
    moves_per_second: f64,
    signature: String,
}

fn playouts(args: PlayoutsArgs) -> Result<(), CliError> {
    let games: Vec<&dyn Game> = match &args.game {
        Some(name) => vec![find_game(name)?],
        None => games().to_vec(),
    };
    let options = args.options.options(false);
    if args.game.is_none() && options != Options::default() {
        return Err(CliError::bad("options need a game: name one"));
    }
    if options.swap {
        return Err(CliError::bad("random games are played without the swap rule"));
    }
    let mut out = Output::new();
    for game in games {
        print_corrected_size(game, &options);
        let playouts = measure(game, &options, args.games, args.seed)?;
        if args.json {
            out.line(serde_json::to_string(&playouts).map_err(CliError::bad)?)?;
        } else {
            out.line(&playouts)?;
        }
        out.flush()?;
    }
    Ok(())
}

fn measure(game: &dyn Game, options: &Options, games: Option<u64>, seed: u64) -> Result<Playouts, CliError> {
    let name = game.info().name;
    let games = games.unwrap_or(game.info().bench_games);
    let started = thread_seconds();
    let tally = game.playouts(options, games, seed).map_err(CliError::bad)?;
    let seconds = (thread_seconds() - started).max(1e-9);
    Ok(Playouts {
        game: name,
        games: tally.games,
        moves: tally.moves,
        seconds,
        games_per_second: tally.games as f64 / seconds,
        moves_per_second: tally.moves as f64 / seconds,
        signature: format!("{:016x}", tally.signature),
    })
}

/// Returns the CPU time that the current thread has used, in seconds, or the time since the first call where the system
/// does not tell it.
pub(super) fn thread_seconds() -> f64 {
    static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);
    parlor_host::thread_cpu_time().unwrap_or_else(|| STARTED.elapsed()).as_secs_f64()
}

impl std::fmt::Display for Playouts {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            out,
            "{:8} {:>10.0} games/s {:>12.0} moves/s   {} games, {} moves in {:.2} s, signature {}",
            self.game,
            self.games_per_second,
            self.moves_per_second,
            self.games,
            self.moves,
            self.seconds,
            self.signature
        )
    }
}
