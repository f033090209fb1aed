//! Where something stands on a board.

/// A cell counted from the top left, whatever the game's own rows are called.
///
/// Lines, marks and drawings use this, so that a front end needs no game's way of counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Rows from the top, the first is 0.
    pub row: usize,
    /// Columns from the left, the first is 0.
    pub column: usize,
}

impl Cell {
    /// The cell in this row from the top and this column from the left.
    #[inline]
    pub const fn new(row: usize, column: usize) -> Cell {
        Cell { row, column }
    }
}
