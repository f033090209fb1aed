//! The arguments of `puzzles`.

use super::{GameName, GameOptions};
use clap::{Args as ClapArgs, ValueHint};
use std::path::PathBuf;

pub(super) const HELP: &str = "\
Games with mistakes are played by the seed; a position in which one move does what no other does is a
puzzle. The exact engine values every move, and a fresh one checks each move by itself again. Where no
size is chosen and the game's own can't be solved, a smaller board is taken (hex 6, 1024 3x3 to 64).
With --json each line is an object: the page's puzzles are made like this.

Examples:
  parlor puzzles classic
  parlor puzzles hex --size 5 --count 20 --seed 7 --json
  parlor puzzles 1024 --check puzzles.jsonl";

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
    /// Check the puzzles of a file instead, one JSON object per line; exit 1 if one has not one solution.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["count", "seed", "json"])]
    pub(crate) check: Option<PathBuf>,
}
