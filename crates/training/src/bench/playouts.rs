//! `bench playouts`: random games, whose signature changes only with the rules.

use super::{print, thread_seconds};
use crate::error::TrainingError;
use clap::Args;
use clap::builder::PossibleValuesParser;
use parlor_play::{Game, Options, game, games};
use parlor_rules::Size;
use serde::Serialize;

pub(super) const HELP: &str = "\
Examples:
  parlor-training bench playouts
  parlor-training bench playouts hex --size 7 --games 100000 --json";

#[derive(Args, Debug)]
pub(crate) struct PlayoutsArgs {
    /// The game [default: all six].
    #[arg(value_name = "GAME", value_parser = PossibleValuesParser::new(games().iter().map(|game| game.info().name)))]
    game: Option<String>,
    /// Rows x columns; for shapes capacity x bins, for hex one number.
    #[arg(long, value_name = "RxC", requires = "game", allow_hyphen_values = true)]
    size: Option<Size>,
    /// The tile to reach in 1024.
    #[arg(long, value_name = "N", requires = "game")]
    target: Option<u64>,
    /// In 1024, a press that moves nothing still counts as a move.
    #[arg(long, requires = "game")]
    idle_spawns: bool,
    /// How many games [default: as many as take about a second].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// The seed of all chance.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object per game.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &PlayoutsArgs) -> Result<(), TrainingError> {
    let games: Vec<&dyn Game> = match &args.game {
        Some(name) => game(name).into_iter().collect(),
        None => games().to_vec(),
    };
    let PlayoutsArgs { size, target, idle_spawns, .. } = *args;
    let options = Options { size, target, idle_spawns, ..Options::default() };
    for game in games {
        check_size(game, &options)?;
        print(&measure(game, &options, args.games, args.seed)?, args.json)?;
    }
    Ok(())
}

/// Refuses a size that the game corrects, because another board would be measured.
fn check_size(game: &dyn Game, options: &Options) -> Result<(), TrainingError> {
    let (rows, columns) = game.start(options).map_err(TrainingError::bad)?.size();
    let started = Size::new(rows as i64, columns as i64);
    match options.size.filter(|&size| size != started) {
        Some(size) => Err(TrainingError::bad(format!(
            "{} isn't played on {} x {}, the nearest size is {rows} x {columns}",
            game.info().name,
            size.rows,
            size.columns
        ))),
        None => Ok(()),
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

fn measure(
    game: &dyn Game,
    options: &Options,
    games: Option<u64>,
    seed: u64,
) -> Result<Playouts, TrainingError> {
    let name = game.info().name;
    let games = games.unwrap_or(game.info().bench_games);
    let started = thread_seconds();
    let tally = game.playouts(options, games, seed).map_err(TrainingError::bad)?;
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
