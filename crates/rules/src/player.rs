//! The two players of a game.

use std::fmt;

/// One of the two players. Each game has its own names for them (red, O, Ann).
///
/// ```
/// use parlor_rules::Player;
/// assert_eq!(Player::One.other(), Player::Two);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The player who moves first.
    One,
    /// The player who moves second.
    Two,
}

impl Player {
    /// Both players, in order of play.
    pub const BOTH: [Player; 2] = [Player::One, Player::Two];

    /// Returns the opponent.
    #[inline]
    pub const fn other(self) -> Player {
        match self {
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }

    /// Returns 0 or 1, as an index into an array of two.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns 1 or 2, as boards and records write the player.
    #[inline]
    pub const fn number(self) -> u64 {
        self as u64 + 1
    }

    /// Creates the side written as 1 or 2.
    pub const fn from_number(number: u64) -> Option<Player> {
        match number {
            1 => Some(Player::One),
            2 => Some(Player::Two),
            _ => None,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.number())
    }
}
