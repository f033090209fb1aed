//! The two sides of a game.

use std::fmt;

/// One of the two sides. What it is called (red, O, Ann) is each game's own.
///
/// ```
/// use parlor_rules::Player;
/// assert_eq!(Player::One.other(), Player::Two);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The side that moves first.
    One,
    /// The side that answers.
    Two,
}

impl Player {
    /// Both sides, in order of play.
    pub const BOTH: [Player; 2] = [Player::One, Player::Two];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Player {
        match self {
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }

    /// 0 or 1: the place in an array of two.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// 1 or 2: how boards and records write the side.
    #[inline]
    pub const fn number(self) -> u64 {
        self as u64 + 1
    }

    /// The side written as 1 or 2.
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
