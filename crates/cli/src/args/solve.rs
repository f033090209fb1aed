//! The arguments of `solve`.

use super::Notation;
use super::contest::{memory, time};
use clap::Args as ClapArgs;
use parlor_rules::Size;
use std::time::Duration;

#[derive(ClapArgs, Debug)]
pub(crate) struct SolveArgs {
    /// The game: classic, or shapes, which has the same rules, or hex.
    #[arg(value_name = "GAME", value_parser = ["classic", "shapes", "hex"])]
    pub(crate) game: String,
    /// The positions, one word each, or the moves of one position of hex; none to read lines from standard input.
    #[arg(value_name = "LINES")]
    pub(crate) lines: Vec<String>,
    /// Rows x columns, for hex one number; a board of classic or shapes must fit in 128 bits.
    #[arg(long, value_name = "RxC", allow_hyphen_values = true)]
    pub(crate) size: Option<Size>,
    /// Print only who wins: 1, 0 or -1.
    #[arg(long)]
    pub(crate) weak: bool,
    /// Also print the score of each column, - for a full one.
    #[arg(long)]
    pub(crate) each: bool,
    /// Compare each score (in hex the winner, 1 or 2) with the line's last field; exit with 1 if any differs.
    #[arg(long)]
    pub(crate) check: bool,
    /// Hex: solve every opening of the size, instead of positions.
    #[arg(long)]
    pub(crate) openings: bool,
    /// Hex: how moves are written, game or hexworld.
    #[arg(long, value_enum, default_value = "game", value_name = "NOTATION")]
    pub(crate) notation: Notation,
    /// Hex: print one JSON object per position.
    #[arg(long)]
    pub(crate) json: bool,
    /// Hex: give up on a position after this time: 2s, 100ms.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) time: Option<Duration>,
    /// Hex: give up on a position after this many nodes: repeatable on every machine.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Search early positions too, instead of looking them up in the opening book.
    #[arg(long)]
    pub(crate) no_book: bool,
    /// Threads that search a position.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(crate) threads: u64,
    /// Memory for the transposition table: 64M, 1G.
    #[arg(long, value_name = "SIZE", value_parser = memory, default_value = "64M")]
    pub(crate) memory: usize,
}
