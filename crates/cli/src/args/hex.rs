//! The arguments of `convert` and `htp`, the commands for other Hex programs.

use super::contest::LimitArgs;
use super::{Notation, who};
use clap::Args as ClapArgs;
use parlor_play::PlayerSpec;

pub(super) const CONVERT_HELP: &str = "\
The format of the input is recognized by its content: a record begins with {, SGF with (, a link has
a # or a size and a comma. Several games are converted one after the other. docs/hex-formats.md says
what becomes of comments, variations and results.

Examples:
  parlor convert game.sgf > game.jsonl
  parlor convert game.jsonl --to sgf
  parlor convert 'https://hexworld.org/board/#11c1,a2:sf7' --to sgf
  parlor convert --notation hexworld 'a10 b4 :s c3' --to sgf
  parlor convert game.sgf | parlor replay -";

pub(super) const HTP_HELP: &str = "\
Commands are read from standard input, one on a line, and answered as in GTP: = or ?, the answer, a
blank line. Cells are a1 to z26, a1 at the top left; black goes first and joins top and bottom.
list_commands lists them, docs/hex-formats.md explains them. time_left shortens the time of a move.

Examples:
  printf 'boardsize 5\\nplay b a3\\ngenmove w\\nshowboard\\n' | parlor htp --engine medium
  parlor htp --engine strong --time 5s";

/// The format to convert to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ConvertTo {
    /// A record, as play and replay use it.
    Parlor,
    /// SGF, version 4, of Hex.
    Sgf,
    /// A link to the board of HexWorld.
    Hexworld,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ConvertArgs {
    /// The file to convert, - for standard input, or a HexWorld link.
    #[arg(value_name = "FILE|-|LINK")]
    pub(crate) input: String,
    /// Read a list of moves in this notation, game or hexworld, from the file or from the argument itself.
    #[arg(long, value_enum, value_name = "NOTATION")]
    pub(crate) notation: Option<Notation>,
    /// The side of the board for a list of moves.
    #[arg(long, value_name = "N", requires = "notation", default_value_t = 11, value_parser = clap::value_parser!(u8).range(1..=26))]
    pub(crate) size: u8,
    /// The format to convert to.
    #[arg(long, value_enum, default_value = "parlor", value_name = "FORMAT")]
    pub(crate) to: ConvertTo,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct HtpArgs {
    /// Which engine of hex answers genmove [default: the strongest one].
    #[arg(long, value_name = "WHO", value_parser = who)]
    pub(crate) engine: Option<PlayerSpec>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// The seed of the engine's random numbers.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Threads for the engine, if it can use more than one.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(crate) threads: u64,
}
