//! The arguments of `train`.

use clap::{Args as ClapArgs, Subcommand, ValueHint};
use parlor_arena::train::SUPER_GAMES;
use std::path::PathBuf;

#[derive(Subcommand, Debug)]
pub(crate) enum TrainCommand {
    /// Learn the weights of super's evaluation and write them to a file.
    Super(TrainSuperArgs),
    /// Measure how many points the values of super's search are worth.
    SuperPoints(TrainPointsArgs),
}

#[derive(ClapArgs, Debug)]
pub(crate) struct TrainSuperArgs {
    /// The weights.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// Fixes the games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games are learned from.
    #[arg(long, value_name = "N", default_value_t = SUPER_GAMES as u64, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct TrainPointsArgs {
    /// Fixes the games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games are played.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Positions looked at for a move.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// Games at once [default: one a core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(crate) threads: Option<u64>,
}
