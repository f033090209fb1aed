//! What happens at a table.

use parlor_rules::{Outcome, Player, Solo};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::fmt;

/// Something that happened, and when (milliseconds of whatever clock the table is run by).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// What happened.
    pub event: Event,
    /// When.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
}

/// Something that happened at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// A player made a move.
    Move(String),
    /// Chance made a move.
    Chance(String),
    /// This many plies were taken back.
    Undo(usize),
    /// This many plies that were taken back were made again.
    Redo(usize),
    /// The game was called off before everybody had come.
    Cancel,
    /// A player gave up.
    Resign(#[serde(with = "number")] Player),
    /// A player offers something.
    Offer {
        /// Who.
        #[serde(with = "number")]
        by: Player,
        /// What.
        what: Offer,
    },
    /// The other player takes the offer.
    Accept(#[serde(with = "number")] Player),
    /// The other player does not.
    Decline(#[serde(with = "number")] Player),
    /// The player who made the offer withdraws it.
    Withdraw(#[serde(with = "number")] Player),
    /// A player's program broke the rules of the match and loses the game.
    Forfeit {
        /// Who.
        #[serde(with = "number")]
        by: Player,
        /// What it did.
        fault: Fault,
    },
    /// A player's time ran out.
    Flag(#[serde(with = "number")] Player),
    /// The player continues after winning.
    #[serde(alias = "go_on")]
    Continue,
    /// A new game at the same table.
    Rematch {
        /// Whether the players exchange their seats.
        #[serde(default)]
        exchange: bool,
        /// The chance of the new game, where it has any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<u64>,
    },
    /// Somebody said something.
    Comment(String),
    /// The game ended like this.
    End(Ending),
}

impl Event {
    /// The longest comment, in characters.
    pub const LONGEST_COMMENT: usize = 1_000;
}

/// What can be offered to the other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// To call it a draw.
    Draw,
    /// To take back the offering player's last move.
    Undo,
    /// To play again, seats exchanged.
    Rematch,
}

/// What a program did that loses it a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It crashed, ended, or did not speak the protocol.
    Crash(String),
    /// It played a move that can't be made.
    Illegal(String),
    /// It took too long.
    Timeout,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Crash(reason) => write!(out, "crashed: {reason}"),
            Fault::Illegal(text) => write!(out, "illegal move: {text}"),
            Fault::Timeout => out.write_str("took too long"),
        }
    }
}

impl std::error::Error for Fault {}

/// How a game at a table ended: what the board says, and what it can't know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// This player won on the board.
    Won(#[serde(with = "number")] Player),
    /// The board is a draw.
    Drawn,
    /// The goal of a game for one was reached.
    Reached,
    /// The goal can't be reached any more.
    Stuck,
    /// This player gave up.
    Resigned(#[serde(with = "number")] Player),
    /// This player's program broke the rules of the match.
    Forfeited(#[serde(with = "number")] Player),
    /// This player's time ran out.
    Time(#[serde(with = "number")] Player),
    /// Both called it a draw.
    Agreed,
    /// The table's number of moves was reached: a draw.
    MoveLimit,
    /// It was called off before everybody had come.
    Canceled,
}

impl Ending {
    /// Who has won by it.
    pub fn winner(self) -> Option<Player> {
        match self {
            Ending::Won(player) => Some(player),
            Ending::Resigned(player) | Ending::Forfeited(player) | Ending::Time(player) => {
                Some(player.other())
            }
            _ => None,
        }
    }
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        match outcome {
            Outcome::Win(player) => Ending::Won(player),
            Outcome::Draw => Ending::Drawn,
            Outcome::Solo(Solo::Won) => Ending::Reached,
            Outcome::Solo(Solo::Lost) => Ending::Stuck,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Won(player) => write!(out, "won by player {player}"),
            Ending::Drawn => out.write_str("drawn"),
            Ending::Reached => out.write_str("won"),
            Ending::Stuck => out.write_str("lost"),
            Ending::Resigned(player) => write!(out, "resigned by player {player}"),
            Ending::Forfeited(player) => write!(out, "forfeited by player {player}"),
            Ending::Time(player) => write!(out, "lost on time by player {player}"),
            Ending::Agreed => out.write_str("a draw by agreement"),
            Ending::MoveLimit => out.write_str("a draw by the move limit"),
            Ending::Canceled => out.write_str("canceled"),
        }
    }
}

/// A player as 1 or 2.
pub(crate) mod number {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(player: &Player, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_u64(player.number())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Player, D::Error> {
        let number = u64::deserialize(input)?;
        Player::from_number(number).ok_or_else(|| D::Error::custom("a player is 1 or 2"))
    }
}
