//! A drawn board that may be illegal.

use crate::{Cell, Player};
use std::fmt;

/// A board as somebody drew it: not necessarily legal, to be validated into a position by
/// [`Position::set_up`](crate::Position::set_up).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Top row first. 0 is empty; in games for two 1 and 2 are the players', in 1024 the values of the tiles.
    pub cells: Vec<Vec<u64>>,
    /// Who is to move; nobody in particular for 1024 and growing's free board, or when the game is over.
    pub next: Option<Player>,
    /// The points so far, where a game counts any on the board (super).
    pub scores: [u64; 2],
}

impl Setup {
    /// How many cells hold this value.
    pub fn count(&self, value: u64) -> usize {
        self.cells.iter().flatten().filter(|&&cell| cell == value).count()
    }

    /// The rows as text, one character a cell: `.`, `1`, `2`.
    pub fn lines(&self) -> Vec<String> {
        let symbol = |&cell: &u64| char::from_digit(cell as u32, 36).filter(|_| cell > 0).unwrap_or('.');
        self.cells.iter().map(|row| row.iter().map(symbol).collect()).collect()
    }
}

/// Why a drawn board is no position of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadSetup {
    /// The rows and columns are not those of the board.
    WrongSize {
        /// Rows and columns of the board.
        expected: (usize, usize),
    },
    /// A cell holds what this game has not.
    BadCell(Cell),
    /// A disc with nothing under it.
    Floating(Cell),
    /// The numbers of discs and the player to move do not fit together.
    WrongTurn,
    /// More points than any game can make.
    TooManyPoints,
    /// A line or chain that can't be there: of both players, of the wrong one, or not made by one move.
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
