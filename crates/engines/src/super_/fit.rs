//! Which word a board fits into, and the tables that go with it.

use super::board::{Narrow, Standard, Wide};
use super::table::Table;
use parlor_rules::drop::bits::Dimensions;
use parlor_rules::drop::super_::Position;

/// Which word a board fits into.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fit {
    /// 6 x 7.
    Standard(Standard),
    /// Any other of up to 64 bits.
    Narrow(Narrow),
    /// Up to 128 bits.
    Wide(Wide),
    /// Larger.
    None,
}

impl Fit {
    /// Returns where the board of a position fits.
    pub(super) fn of(position: &Position) -> Fit {
        let (rows, columns) = (position.rows(), position.columns());
        if (rows, columns) == (6, 7) {
            return Fit::Standard(Standard);
        }
        let narrow = Dimensions::fitting::<u64>(rows, columns).map(|size| Fit::Narrow(Narrow(size)));
        let wide = || Dimensions::fitting::<u128>(rows, columns).map(|size| Fit::Wide(Wide(size)));
        narrow.or_else(wide).unwrap_or(Fit::None)
    }
}

/// The tables of an engine, kept from move to move and made when first needed.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    memory: usize,
    /// The size of the boards in them: keys of different sizes would be mistaken for one another.
    size: (usize, usize),
    narrow: Option<Table<u64>>,
    wide: Option<Table<u128>>,
}

impl Tables {
    /// Tables that take at most this many bytes.
    pub(super) fn new(memory: usize) -> Tables {
        Tables { memory, size: (0, 0), narrow: None, wide: None }
    }

    /// Returns the table for boards of 64 bits.
    pub(super) fn narrow(&mut self, position: &Position) -> &mut Table<u64> {
        self.resize(position);
        self.narrow.get_or_insert_with(|| Table::of_bytes(self.memory))
    }

    /// Returns the table for boards of 128 bits.
    pub(super) fn wide(&mut self, position: &Position) -> &mut Table<u128> {
        self.resize(position);
        self.wide.get_or_insert_with(|| Table::of_bytes(self.memory))
    }

    fn resize(&mut self, position: &Position) {
        let size = (position.rows(), position.columns());
        if self.size != size {
            *self = Tables { size, ..Tables::new(self.memory) };
        }
    }
}
