//! What can be chosen about a game before it starts.

use crate::GameInfo;
use parlor_rules::drop::growing::BadTokens;
use parlor_rules::tiles::BadPanel;
use parlor_rules::{BadSetup, BadSize, Size};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One thing that can be chosen about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum OptionKind {
    /// Rows by columns.
    Size,
    /// The tile to reach.
    Target,
    /// Two tokens and a blank.
    Tokens,
    /// The swap rule.
    Swap,
    /// A press that changes nothing is a move.
    IdleSpawns,
    /// Either player places at any time.
    Free,
}

impl OptionKind {
    /// How it is written, on the command line and in words.
    pub const fn name(self) -> &'static str {
        match self {
            OptionKind::Size => "size",
            OptionKind::Target => "target",
            OptionKind::Tokens => "tokens",
            OptionKind::Swap => "swap",
            OptionKind::IdleSpawns => "idle-spawns",
            OptionKind::Free => "free",
        }
    }
}

/// What was chosen; what is left open takes the game's default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Rows by columns (capacity by bins in shapes; hex is square).
    #[serde(skip_serializing_if = "Option::is_none", with = "size_text")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>, default = json!(null), example = "6x7"))]
    pub size: Option<Size>,
    /// The tile to reach in 1024.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<u64>,
    /// Player one's token, player two's, and the blank, in growing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<[String; 3]>,
    /// The swap rule of hex.
    #[serde(skip_serializing_if = "is_off")]
    pub swap: bool,
    /// A press of 1024 that changes nothing is a move.
    #[serde(skip_serializing_if = "is_off")]
    pub idle_spawns: bool,
    /// Growing's free board: either player places at any time, anywhere.
    #[serde(skip_serializing_if = "is_off")]
    pub free: bool,
}

fn is_off(flag: &bool) -> bool {
    !flag
}

impl Options {
    /// Returns an error if something was chosen that the game does not have.
    pub(crate) fn check(&self, info: &GameInfo) -> Result<(), BadOptions> {
        let chosen = [
            (OptionKind::Size, self.size.is_some()),
            (OptionKind::Target, self.target.is_some()),
            (OptionKind::Tokens, self.tokens.is_some()),
            (OptionKind::Swap, self.swap),
            (OptionKind::IdleSpawns, self.idle_spawns),
            (OptionKind::Free, self.free),
        ];
        match chosen.into_iter().find(|(option, is_chosen)| *is_chosen && !info.has_option(*option)) {
            Some((option, _)) => Err(BadOptions::NoSuchOption { game: info.name, option }),
            None => Ok(()),
        }
    }
}

/// Why a game can't be started like this.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadOptions {
    /// No game of this name.
    NoSuchGame(String),
    /// The game has no such option.
    NoSuchOption {
        /// The game.
        game: &'static str,
        /// What was chosen.
        option: OptionKind,
    },
    /// A size no board can have.
    Size(BadSize),
    /// A panel that can't be.
    Panel(BadPanel),
    /// Strings that are no tokens.
    Tokens(BadTokens),
    /// A drawn board that is no position.
    Setup(BadSetup),
    /// A name that can't be shown.
    Name(String),
    /// The wrong number of names.
    Names(usize),
    /// The wrong number of seats.
    Seats(usize),
    /// A record of a later version.
    Version(u32),
    /// A game of no moves at all.
    NoPlies,
}

impl fmt::Display for BadOptions {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadOptions::NoSuchGame(name) => {
                let shown: String = name.chars().take(2 * LONGEST_NAME).collect();
                write!(out, "there is no game {shown:?}")
            }
            BadOptions::NoSuchOption { game, option } => write!(out, "{game} has no {}", option.name()),
            BadOptions::Size(size) => size.fmt(out),
            BadOptions::Panel(panel) => panel.fmt(out),
            BadOptions::Tokens(tokens) => tokens.fmt(out),
            BadOptions::Setup(setup) => setup.fmt(out),
            BadOptions::Name(name) => {
                write!(
                    out,
                    "not a name: {name:?} (1 to {LONGEST_NAME} characters, none of them control characters)"
                )
            }
            BadOptions::Names(1) => out.write_str("there must be one name"),
            BadOptions::Names(expected) => write!(out, "there must be {expected} names"),
            BadOptions::Seats(1) => out.write_str("there must be one seat"),
            BadOptions::Seats(expected) => write!(out, "there must be {expected} seats"),
            BadOptions::Version(version) => {
                write!(out, "the record's version is {version}, this program reads 1 and 2")
            }
            BadOptions::NoPlies => out.write_str("a game needs room for at least one move"),
        }
    }
}

impl std::error::Error for BadOptions {}

impl From<BadSize> for BadOptions {
    fn from(size: BadSize) -> BadOptions {
        BadOptions::Size(size)
    }
}

const LONGEST_NAME: usize = 64;

/// A player's name as it may be shown: some characters, not too many, none that move the cursor.
pub fn checked_name(name: &str) -> Result<&str, BadOptions> {
    let fits = (1..=LONGEST_NAME).contains(&name.chars().count());
    let shows = !name.chars().any(char::is_control) && !name.trim().is_empty();
    if fits && shows {
        Ok(name)
    } else {
        Err(BadOptions::Name(name.chars().take(2 * LONGEST_NAME).collect()))
    }
}

/// A size as `6x7`.
mod size_text {
    use parlor_rules::Size;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(size: &Option<Size>, out: S) -> Result<S::Ok, S::Error> {
        match size {
            Some(size) => out.collect_str(size),
            None => out.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Size>, D::Error> {
        let text = Option::<String>::deserialize(input)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}
