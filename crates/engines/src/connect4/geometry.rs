//! The layout of the bitboard.
//!
//! Every column takes `rows + 1` bits, lowest cell first. The extra bit on top (the header) is never set in a
//! set of discs, so that lines can't run from the top of one column into the bottom of the next. For 6 rows
//! and 7 columns:
//!
//! ```text
//!   6 13 20 27 34 41 48   <- headers, no cells
//!   5 12 19 26 33 40 47   <- top row
//!   4 11 18 25 32 39 46
//!   3 10 17 24 31 38 45
//!   2  9 16 23 30 37 44
//!   1  8 15 22 29 36 43
//!   0  7 14 21 28 35 42   <- bottom row
//! ```
//!
//! Neighbors are therefore 1 (vertical), `rows + 1` (horizontal), `rows` and
//! `rows + 2` (diagonals) bits apart.

use super::word::Word;

/// The size of a board with its masks, known at compile time ([`Fixed`]) or at run time ([`Flexible`]).
pub(super) trait Geometry: Copy + Send + Sync + 'static {
    type Word: Word;

    fn rows(&self) -> u32;
    fn columns(&self) -> u32;
    /// Returns the lowest cell of every column.
    fn bottom(&self) -> Self::Word;
    /// Returns every cell.
    fn board(&self) -> Self::Word;
    /// Returns the header bit of every column.
    fn headers(&self) -> Self::Word;
    /// Returns the cells an even number of rows below the top row, which a player gets who always answers in
    /// the same column (see `follow_up`).
    fn reply_cells(&self) -> Self::Word;

    #[inline(always)]
    fn cells(&self) -> u32 {
        self.rows() * self.columns()
    }

    /// Returns the cells that the next disc of each column lands on.
    #[inline(always)]
    fn playable(&self, discs: Self::Word) -> Self::Word {
        (discs + self.bottom()) & self.board()
    }

    /// Returns the cells of the columns from `first_column` on, one word each, and no cells after the last
    /// column.
    #[inline(always)]
    fn column_masks<const LANES: usize>(&self, first_column: u32) -> [Self::Word; LANES] {
        let one = (Self::Word::ONE << self.rows()).wrapping_decrement();
        std::array::from_fn(|lane| {
            let column = first_column + lane as u32;
            if column < self.columns() { one << (column * (self.rows() + 1)) } else { Self::Word::ZERO }
        })
    }

    /// Returns all cells of the column that contains a cell.
    #[inline(always)]
    fn column_of(&self, cell: Self::Word) -> Self::Word {
        let column = cell.lowest_index() / (self.rows() + 1);
        ((Self::Word::ONE << self.rows()).wrapping_decrement()) << (column * (self.rows() + 1))
    }

    /// Returns the mirror image, with left and right exchanged.
    #[inline(always)]
    fn mirror(&self, word: Self::Word) -> Self::Word {
        let width = self.rows() + 1;
        let column_bits = low_bits::<Self::Word>(width);
        let mut mirrored = Self::Word::ZERO;
        for column in 0..self.columns() {
            let opposite = self.columns() - 1 - column;
            mirrored |= ((word >> (column * width)) & column_bits) << (opposite * width);
        }
        mirrored
    }
}

#[inline(always)]
fn low_bits<W: Word>(count: u32) -> W {
    if count >= W::BITS { !W::ZERO } else { (W::ONE << count).wrapping_decrement() }
}

/// Returns the bottom cell of every column.
const fn bottom_cells(rows: u32, columns: u32) -> u128 {
    let mut cells = 0;
    let mut column = 0;
    while column < columns {
        cells |= 1u128 << (column * (rows + 1));
        column += 1;
    }
    cells
}

/// Returns the cells of one column at an even distance from its top cell.
const fn reply_column(rows: u32) -> u128 {
    let mut cells = 0;
    let mut row = rows as i32 - 1;
    while row >= 0 {
        cells |= 1u128 << row;
        row -= 2;
    }
    cells
}

const fn every_column(column_cells: u128, rows: u32, columns: u32) -> u128 {
    let mut cells = 0;
    let mut column = 0;
    while column < columns {
        cells |= column_cells << (column * (rows + 1));
        column += 1;
    }
    cells
}

/// A board of at most 64 bits whose size is known at compile time, so that all masks and shifts are
/// constants.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fixed<const ROWS: u32, const COLUMNS: u32>;

impl<const ROWS: u32, const COLUMNS: u32> Fixed<ROWS, COLUMNS> {
    const BOTTOM: u64 = bottom_cells(ROWS, COLUMNS) as u64;
    const BOARD: u64 = every_column((1 << ROWS) - 1, ROWS, COLUMNS) as u64;
    const HEADERS: u64 = (bottom_cells(ROWS, COLUMNS) << ROWS) as u64;
    const REPLY_CELLS: u64 = every_column(reply_column(ROWS), ROWS, COLUMNS) as u64;
}

impl<const ROWS: u32, const COLUMNS: u32> Geometry for Fixed<ROWS, COLUMNS> {
    type Word = u64;

    #[inline(always)]
    fn rows(&self) -> u32 {
        ROWS
    }
    #[inline(always)]
    fn columns(&self) -> u32 {
        COLUMNS
    }
    #[inline(always)]
    fn bottom(&self) -> u64 {
        Self::BOTTOM
    }
    #[inline(always)]
    fn board(&self) -> u64 {
        Self::BOARD
    }
    #[inline(always)]
    fn headers(&self) -> u64 {
        Self::HEADERS
    }
    #[inline(always)]
    fn reply_cells(&self) -> u64 {
        Self::REPLY_CELLS
    }
}

/// A board whose size is known at run time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flexible<W> {
    rows: u32,
    columns: u32,
    bottom: W,
    board: W,
    headers: W,
    reply_cells: W,
}

impl<W: Word> Flexible<W> {
    /// Creates a geometry. The caller has checked that `columns * (rows + 1)` bits fit the word.
    pub(super) fn new(rows: u32, columns: u32) -> Self {
        let word = |cells: u128| W::from_wide(cells);
        Flexible {
            rows,
            columns,
            bottom: word(bottom_cells(rows, columns)),
            board: word(every_column((1 << rows) - 1, rows, columns)),
            headers: word(bottom_cells(rows, columns) << rows),
            reply_cells: word(every_column(reply_column(rows), rows, columns)),
        }
    }
}

impl<W: Word> Geometry for Flexible<W> {
    type Word = W;

    #[inline(always)]
    fn rows(&self) -> u32 {
        self.rows
    }
    #[inline(always)]
    fn columns(&self) -> u32 {
        self.columns
    }
    #[inline(always)]
    fn bottom(&self) -> W {
        self.bottom
    }
    #[inline(always)]
    fn board(&self) -> W {
        self.board
    }
    #[inline(always)]
    fn headers(&self) -> W {
        self.headers
    }
    #[inline(always)]
    fn reply_cells(&self) -> W {
        self.reply_cells
    }
}
