//! The arguments of `train`.

use clap::{Args as ClapArgs, Subcommand, ValueHint};
use parlor_arena::train::SUPER_GAMES;
use std::path::PathBuf;

#[derive(Subcommand, Debug)]
pub(crate) enum TrainCommand {
    /// Train the weights of super's evaluation and write them to a file.
    Super(TrainSuperArgs),
    /// Fit the conversion of super's search values to points.
    SuperPoints(TrainPointsArgs),
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
