//! The cell of a board, counted the same way in every game.

/// A cell, counted from the top left in every game.
///
/// Some games number their rows from the bottom. Winning lines and drawings use this type instead, so that a
/// front end does not need to know how a game counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The row, counted from 0 at the top.
    pub row: usize,
    /// The column, counted from 0 at the left.
    pub column: usize,
}

impl Cell {
    /// Creates the cell in this row from the top and this column from the left.
    #[inline]
    pub const fn new(row: usize, column: usize) -> Cell {
        Cell { row, column }
    }
}
