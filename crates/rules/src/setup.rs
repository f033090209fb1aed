//! A board that somebody drew. It may be illegal.

use crate::{Cell, Player};
use std::fmt;

/// A board that somebody drew, not necessarily a legal one.
///
/// [`Position::set_up`](crate::Position::set_up) checks it and makes a position of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rows, top row first. 0 is an empty cell. 1 and 2 are the players' discs or stones; in 1024 a
    /// number is the value of a tile.
    pub cells: Vec<Vec<u64>>,
    /// The player to move. It is `None` in 1024, on growing's free board, and when the game is over.
    pub next: Option<Player>,
    /// The points so far in super, 0 in the other games.
    pub scores: [u64; 2],
}

impl Setup {
    /// Returns how many cells hold this value. O(cells) time.
    pub fn count(&self, value: u64) -> usize {
        self.cells.iter().flatten().filter(|&&cell| cell == value).count()
    }

    /// Returns the rows as text, one character per cell: `.`, `1`, `2`. A value that has no character is `?`. O(cells)
    /// time and memory.
    pub fn lines(&self) -> Vec<String> {
        let symbol = |&cell: &u64| match u32::try_from(cell) {
            Ok(0) => '.',
            Ok(value) => char::from_digit(value, 36).unwrap_or('?'),
            Err(_) => '?',
        };
        self.cells.iter().map(|row| row.iter().map(symbol).collect()).collect()
    }
}

/// The reason why a drawn board is not a position of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadSetup {
    /// The rows and columns are not those of the board.
    WrongSize {
        /// The rows and columns of the board.
        expected: (usize, usize),
    },
    /// A cell holds a value that this game does not have.
    BadCell(Cell),
    /// A disc has no disc under it.
    Floating(Cell),
    /// The player to move does not match the numbers of discs.
    WrongTurn,
    /// The points are more than any game can make.
    TooManyPoints,
    /// A line or chain is impossible: both players have one, the wrong player has it, or one move can't have
    /// made it.
    ImpossibleWin,
}

impl fmt::Display for BadSetup {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadSetup::WrongSize { expected: (rows, columns) } => {
                write!(out, "the board has to be {rows}x{columns}")
            }
            BadSetup::BadCell(cell) => {
                write!(out, "no such thing can stand in row {}, column {}", cell.row, cell.column)
            }
            BadSetup::Floating(cell) => {
                write!(out, "nothing holds the disc in row {}, column {}", cell.row, cell.column)
            }
            BadSetup::WrongTurn => out.write_str("the player to move does not fit the board"),
            BadSetup::TooManyPoints => out.write_str("no game can have made so many points"),
            BadSetup::ImpossibleWin => out.write_str("no game can have won like this"),
        }
    }
}

impl std::error::Error for BadSetup {}
