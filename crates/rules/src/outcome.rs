//! The result of a game.

use crate::Player;

/// The result of a game, as far as the board can tell.
///
/// Resigning, running out of time and move limits are not known to the board. They belong to the table in
/// `parlor-play`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Nobody won.
    Draw,
    /// The result of a game for one player.
    Solo(Solo),
}

/// The result of a game for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Solo {
    /// The target was reached.
    Won,
    /// No move is left and the target was not reached.
    Lost,
}

impl Outcome {
    /// Returns the winner of a game for two players.
    pub const fn winner(self) -> Option<Player> {
        match self {
            Outcome::Win(player) => Some(player),
            _ => None,
        }
    }

    /// Returns 1 for a win, 0 for a draw and -1 for a loss of this player. In a game for one the player is
    /// ignored.
    pub fn value_for(self, player: Player) -> i32 {
        match self {
            Outcome::Win(winner) if winner == player => 1,
            Outcome::Win(_) | Outcome::Solo(Solo::Lost) => -1,
            Outcome::Draw => 0,
            Outcome::Solo(Solo::Won) => 1,
        }
    }
}
