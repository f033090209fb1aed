//! The player to move, or why there is none.

use crate::{Outcome, Player};

/// Who is to move: a player, chance, or nobody because the game is over.
///
/// A finished position has no player to move, so code that matches on this can't ask it for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// This player chooses the next move.
    Player(Player),
    /// The next move is random (a new tile in 1024).
    Chance,
    /// The game has ended with this outcome.
    Over(Outcome),
}

impl Turn {
    /// Returns the player to move, if it is a player's turn.
    pub const fn player(self) -> Option<Player> {
        match self {
            Turn::Player(player) => Some(player),
            _ => None,
        }
    }

    /// Returns the outcome, if the game is over.
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Returns whether the game is over.
    pub const fn is_over(self) -> bool {
        matches!(self, Turn::Over(_))
    }
}
