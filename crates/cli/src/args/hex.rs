//! The arguments of `convert` and `htp`, the commands for other Hex programs.

use super::contest::LimitArgs;
use super::{Notation, who};
use clap::Args as ClapArgs;
use parlor_play::PlayerSpec;

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
