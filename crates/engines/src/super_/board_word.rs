//! Selects the word type of a board, with the transposition table for it.

use super::board::{Narrow, Standard, Wide};
use super::table::Table;
use parlor_rules::drop::bits::Dimensions;
use parlor_rules::drop::super_::Position;

/// The smallest word a board fits into.
#[derive(Clone, Copy, Debug)]
pub(super) enum BoardWord {
    /// A board of 6 x 7.
    Standard(Standard),
    /// Any other board of up to 64 bits.
    Narrow(Narrow),
    /// A board of up to 128 bits.
    Wide(Wide),
    /// A larger board.
    TooLarge,
}

impl BoardWord {
    /// Returns the word of the board of a position.
    pub(super) fn of(position: &Position) -> BoardWord {
        let (rows, columns) = (position.rows(), position.columns());
        if (rows, columns) == (6, 7) {
            return BoardWord::Standard(Standard);
        }
        let narrow = Dimensions::fitting(rows, columns).map(|size| BoardWord::Narrow(Narrow(size)));
        let wide = || Dimensions::fitting(rows, columns).map(|size| BoardWord::Wide(Wide(size)));
        narrow.or_else(wide).unwrap_or(BoardWord::TooLarge)
    }
}

/// The transposition tables of an engine, created on first use and kept from move to move.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    memory: usize,
    /// The size of the boards in the tables. Keys are unique only among boards of one size.
    size: (usize, usize),
    narrow: Option<Table<u64>>,
    wide: Option<Table<u128>>,
}

impl Tables {
    /// Creates tables that take at most this many bytes.
    pub(super) fn new(memory: usize) -> Tables {
        Tables { memory, size: (0, 0), narrow: None, wide: None }
    }

    /// Returns the table for boards of 64 bits.
    pub(super) fn narrow(&mut self, position: &Position) -> &mut Table<u64> {
        self.resize(position);
        self.narrow.get_or_insert_with(|| Table::with_bytes(self.memory))
    }

    /// Returns the table for boards of 128 bits.
    pub(super) fn wide(&mut self, position: &Position) -> &mut Table<u128> {
        self.resize(position);
        self.wide.get_or_insert_with(|| Table::with_bytes(self.memory))
    }

    fn resize(&mut self, position: &Position) {
        let size = (position.rows(), position.columns());
        if self.size != size {
            *self = Tables { size, ..Tables::new(self.memory) };
        }
    }
}
