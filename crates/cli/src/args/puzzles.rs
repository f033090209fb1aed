//! The arguments of `puzzles`.

use super::{GameName, GameOptions};
use clap::{Args as ClapArgs, ValueHint};
use std::path::PathBuf;

#[derive(ClapArgs, Debug)]
pub(crate) struct PuzzlesArgs {
    #[command(flatten)]
    pub(crate) game: GameName,
    /// How many puzzles.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) count: u64,
    /// The seed of the games they are taken from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) options: GameOptions,
    /// Print one JSON object per puzzle.
    #[arg(long)]
    pub(crate) json: bool,
    /// Check the puzzles of a file instead, one JSON object per line; exit with 1 if one does not have exactly one solution.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["count", "seed", "json"])]
    pub(crate) check: Option<PathBuf>,
}
