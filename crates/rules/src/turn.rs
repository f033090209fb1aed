//! Who is to move.

use crate::{Outcome, Player};

/// Who is to move: a player, chance, or nobody because the game is over.
///
/// A finished position has nobody to move, and code that matches on this can't ask it to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// This player chooses the next move.
    Player(Player),
    /// The next move is drawn by chance (a new tile in 1024).
    Chance,
    /// The board says how the game ended.
    Over(Outcome),
}

impl Turn {
    /// The player to move, if it is a player's turn.
    pub const fn player(self) -> Option<Player> {
        match self {
            Turn::Player(player) => Some(player),
            _ => None,
        }
    }

    /// How it ended, if it has.
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Whether nobody is to move any more.
    pub const fn is_over(self) -> bool {
        matches!(self, Turn::Over(_))
    }
}
