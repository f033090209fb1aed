//! How a board says the game ended.

use crate::Player;

/// How a game ended, as far as the board can tell.
///
/// Resigning, running out of time and move limits belong to the table where a game is played, not here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Nobody won.
    Draw,
    /// The result of a game for one.
    Solo(Solo),
}

/// How a game for one ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Solo {
    /// The goal was reached.
    Won,
    /// The goal can't be reached any more.
    Lost,
}

impl Outcome {
    /// The winner of a game for two.
    pub const fn winner(self) -> Option<Player> {
        match self {
            Outcome::Win(player) => Some(player),
            _ => None,
        }
    }

    /// 1 for a win, 0 for a draw, -1 for a loss, seen by this player (in a game for one: by its player).
    pub fn value_for(self, player: Player) -> i32 {
        match self {
            Outcome::Win(winner) if winner == player => 1,
            Outcome::Win(_) | Outcome::Solo(Solo::Lost) => -1,
            Outcome::Draw => 0,
            Outcome::Solo(Solo::Won) => 1,
        }
    }
}
