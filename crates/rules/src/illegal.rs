//! The error of a move that can't be played.

use crate::Player;
use std::fmt;

/// The reason why a move can't be played. The position is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game has ended.
    GameOver,
    /// The board has no such column.
    NoSuchColumn(usize),
    /// The column has no room.
    ColumnFull(usize),
    /// The column is as tall as a growing board may get.
    ColumnTooTall(usize),
    /// It is the other player's turn.
    NotTheTurnOf(Player),
    /// The board has no such cell.
    NoSuchCell,
    /// The cell is not empty.
    CellTaken,
    /// The swap rule is off, or its moment has passed.
    NoSwapNow,
    /// Pressing this way changes nothing.
    NothingMoves,
    /// A tile has to appear first.
    TileExpected,
    /// A press has to come first.
    PressExpected,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            IllegalMove::GameOver => out.write_str("the game is over"),
            IllegalMove::NoSuchColumn(column) => write!(out, "there is no column {column}"),
            IllegalMove::ColumnFull(column) => write!(out, "column {column} is full"),
            IllegalMove::ColumnTooTall(column) => {
                write!(out, "column {column} can grow no taller: rows end at 9999")
            }
            IllegalMove::NotTheTurnOf(player) => write!(out, "not p{player}'s turn"),
            IllegalMove::NoSuchCell => out.write_str("there is no such cell"),
            IllegalMove::CellTaken => out.write_str("the cell is taken"),
            IllegalMove::NoSwapNow => out.write_str("there is nothing to swap"),
            IllegalMove::NothingMoves => out.write_str("nothing moves that way"),
            IllegalMove::TileExpected => out.write_str("a tile has to appear first"),
            IllegalMove::PressExpected => out.write_str("a press has to come first"),
        }
    }
}

impl std::error::Error for IllegalMove {}
