//! The entry of the transposition table.

/// The best column is not known, or does not fit four bits.
pub(super) const NO_COLUMN: u32 = 15;

/// Bounds on the score of a position, its best column, and the work it took, as a logarithm of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableEntry {
    pub(super) lower: i32,
    pub(super) upper: i32,
    pub(super) column: u32,
    pub(super) work: u32,
}

impl TableEntry {
    /// Returns the number of bits of the node count.
    #[inline(always)]
    pub(super) fn work_of(nodes: u64) -> u32 {
        64 - nodes.leading_zeros()
    }
}
