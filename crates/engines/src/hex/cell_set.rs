//! Sets of cells as bits.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of up to `64 * W` cells, one bit each.
///
/// One word serves boards to 8 x 8, two words boards to 11 x 11, four to 16 x 16 and eleven to 26 x 26.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct CellSet<const W: usize>([u64; W]);

impl<const W: usize> Default for CellSet<W> {
    fn default() -> CellSet<W> {
        CellSet::EMPTY
    }
}

impl<const W: usize> CellSet<W> {
    /// The empty set.
    pub(super) const EMPTY: CellSet<W> = CellSet([0; W]);

    /// Returns the set of the first `count` cells.
    pub(super) fn first(count: usize) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        for cell in 0..count {
            set.insert(cell);
        }
        set
    }

    /// Returns the set of one cell.
    #[inline]
    pub(super) fn of(cell: usize) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        set.insert(cell);
        set
    }

    /// Adds a cell.
    #[inline]
    pub(super) fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Returns whether the set has this cell.
    #[inline]
    pub(super) fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// Returns whether the set has no cells.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Returns whether the sets have a cell in common.
    #[inline]
    pub(super) fn intersects(&self, other: &CellSet<W>) -> bool {
        self.0.iter().zip(&other.0).any(|(one, two)| one & two != 0)
    }

    /// Returns whether every cell of this set is in the other.
    #[inline]
    pub(super) fn is_subset(&self, other: &CellSet<W>) -> bool {
        self.0.iter().zip(&other.0).all(|(one, two)| one & !two == 0)
    }

    /// Returns the number of cells.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the cells that are not in the other set.
    #[inline]
    pub(super) fn without(self, other: CellSet<W>) -> CellSet<W> {
        self & !other
    }

    /// Removes the lowest cell and returns it.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<usize> {
        for (place, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let cell = place * 64 + word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(cell);
            }
        }
        None
    }

    /// Returns the cells in ascending order.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || rest.pop())
    }
}

impl<const W: usize> FromIterator<usize> for CellSet<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> CellSet<W> {
        let mut set = CellSet::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl<const W: usize> BitAnd for CellSet<W> {
    type Output = CellSet<W>;
    #[inline]
    fn bitand(mut self, other: CellSet<W>) -> CellSet<W> {
        self &= other;
        self
    }
}

impl<const W: usize> BitOr for CellSet<W> {
    type Output = CellSet<W>;
    #[inline]
    fn bitor(mut self, other: CellSet<W>) -> CellSet<W> {
        self |= other;
        self
    }
}

impl<const W: usize> Not for CellSet<W> {
    type Output = CellSet<W>;
    #[inline]
    fn not(self) -> CellSet<W> {
        CellSet(self.0.map(|word| !word))
    }
}

impl<const W: usize> BitAndAssign for CellSet<W> {
    #[inline]
    fn bitand_assign(&mut self, other: CellSet<W>) {
        for (one, two) in self.0.iter_mut().zip(other.0) {
            *one &= two;
        }
    }
}

impl<const W: usize> BitOrAssign for CellSet<W> {
    #[inline]
    fn bitor_assign(&mut self, other: CellSet<W>) {
        for (one, two) in self.0.iter_mut().zip(other.0) {
            *one |= two;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_operations() {
        let some: CellSet<2> = [1, 63, 64, 120].into_iter().collect();
        let other: CellSet<2> = [63, 65].into_iter().collect();
        assert_eq!(some.iter().collect::<Vec<_>>(), [1, 63, 64, 120]);
        assert_eq!((some & other).iter().collect::<Vec<_>>(), [63]);
        assert_eq!((some | other).len(), 5);
        assert_eq!(some.without(other).len(), 3);
        assert!(some.intersects(&other) && !some.is_subset(&other) && CellSet::of(64).is_subset(&some));
        assert_eq!(CellSet::<1>::first(3).iter().collect::<Vec<_>>(), [0, 1, 2]);
    }
}
