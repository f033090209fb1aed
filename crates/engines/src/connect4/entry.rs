//! What the table remembers of a position.

/// No best move known (also used for columns that do not fit four bits).
pub(super) const NO_COLUMN: u32 = 15;

/// Bounds on a position's score, the column that was best, and how much work
/// (as a logarithm of nodes) it took to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableEntry {
    pub(super) lower: i32,
    pub(super) upper: i32,
    pub(super) column: u32,
    pub(super) work: u32,
}

impl TableEntry {
    /// Work is kept as the number of bits of the node count.
    #[inline(always)]
    pub(super) fn work_of(nodes: u64) -> u32 {
        64 - nodes.leading_zeros()
    }
}
