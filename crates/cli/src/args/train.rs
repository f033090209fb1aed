//! The arguments of `train`, and of the bench of 1024.

use super::contest::time;
use super::help;
use clap::{Args as ClapArgs, Subcommand, ValueHint};
use parlor_arena::train::SUPER_GAMES;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Subcommand, Debug)]
pub(crate) enum TrainCommand {
    /// Train the weights of super's evaluation and write them to a file.
    #[command(after_help = help::TRAIN_SUPER)]
    Super(TrainSuperArgs),
    /// Fit the conversion of super's search values to points.
    #[command(after_help = help::TRAIN_SUPER_POINTS)]
    SuperPoints(TrainPointsArgs),
    /// Train the network of hex and write it to a file.
    #[command(after_help = help::TRAIN_HEX)]
    Hex(TrainHexArgs),
    /// Train the weights of 1024's evaluation of 4x4 and write them to a file.
    #[command(name = TILES, after_help = help::TRAIN_TILES)]
    Tiles(TrainTilesArgs),
}

#[derive(ClapArgs, Debug)]
pub(crate) struct TrainHexArgs {
    /// The file to write the network to.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// The seed of the games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games to learn from, those of an earlier run included.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) games: u64,
    /// Positions to search for a move. With fewer than 100 only who wins is learned from a game, and not its moves.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// The side of the board, 3 to 14.
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = clap::value_parser!(u64).range(3..=14))]
    pub(crate) size: u64,
    /// Batches of 128 positions to learn from.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) steps: u64,
    /// The network that guides the games [default: the one in the program].
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) network: Option<PathBuf>,
    /// Start learning from the weights of that network, not from random ones.
    #[arg(long)]
    pub(crate) improve: bool,
    /// Games to play, and positions to learn from, at the same time [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(crate) threads: Option<u64>,
}

/// The name of the commands about 1024.
pub(super) const TILES: &str = "1024";

#[derive(ClapArgs, Debug)]
pub(crate) struct TrainTilesArgs {
    /// The file to write the weights to.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// The seed of the games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games to learn from, those before a checkpoint included.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// How often the checkpoint is written.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = time)]
    pub(crate) checkpoint_every: Duration,
    /// Games to play at the same time [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(crate) threads: Option<u64>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct TrainSuperArgs {
    /// The file to write the weights to.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// The seed of the games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games to learn from.
    #[arg(long, value_name = "N", default_value_t = SUPER_GAMES as u64, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct TrainPointsArgs {
    /// The seed of the games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games to play.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Positions to search for each move.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// Games to play at the same time [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(crate) threads: Option<u64>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct TilesBenchArgs {
    /// Print one JSON object per line.
    #[arg(long)]
    pub(crate) json: bool,
}
