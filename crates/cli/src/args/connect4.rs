//! The arguments of `solve`, `book` and `bench connect4`.

use super::contest::{memory, time};
use super::{Notation, help};
use clap::{Args as ClapArgs, Subcommand, ValueHint};
use parlor_rules::Size;
use std::path::PathBuf;
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

#[derive(Subcommand, Debug)]
pub(crate) enum BookCommand {
    /// Solve every early position and write the scores to a file, or continue an unfinished file.
    #[command(after_help = help::BOOK_BUILD)]
    Build(BookBuildArgs),
}

#[derive(ClapArgs, Debug)]
pub(crate) struct BookBuildArgs {
    /// The file to write [default: connect4-6x7.book in the data folder, where parlor looks for it].
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<PathBuf>,
    /// The largest number of discs of a position in the book.
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u32).range(0..=12))]
    pub(crate) discs: u32,
    /// Positions to solve at the same time [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(crate) threads: Option<u64>,
    /// Memory for the transposition table that all threads share: 256M, 1G.
    #[arg(long, value_name = "SIZE", value_parser = memory, default_value = "256M")]
    pub(crate) memory: usize,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct Connect4Args {
    /// A folder with test sets.
    #[arg(value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) folder: Option<PathBuf>,
    /// Solve whole sets, not just the first few hundred lines of each.
    #[arg(long)]
    pub(crate) all: bool,
    /// Measure the scores of all columns in N random positions for each number of discs, with the opening book.
    #[arg(long, value_name = "N", conflicts_with_all = ["folder", "all"], value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) columns: Option<u32>,
    /// The numbers of discs for --columns: 8 or 0-16.
    #[arg(long, value_name = "FROM-TO", requires = "columns", value_parser = discs, default_value = "0-41")]
    pub(crate) discs: (u32, u32),
    /// Threads that solve the columns.
    #[arg(long, value_name = "N", requires = "columns", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(crate) threads: u64,
    /// Leave out the empty board.
    #[arg(long)]
    pub(crate) no_empty: bool,
    /// Print one JSON object per set.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Parses `8` or `0-16`.
fn discs(text: &str) -> Result<(u32, u32), String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) if from <= to && to <= 41 => Ok((from, to)),
        _ => Err("numbers of discs are 0 to 41: write 8 or 0-16".into()),
    }
}
