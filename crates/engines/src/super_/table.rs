//! The transposition table of the super searches.

use super::report::{LOST, WON};
use crate::bound::Bound;

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableEntry<W> {
    /// The whole board, so that two boards are never mistaken for each other.
    key: W,
    lead: i32,
    /// The value for the player to move. Plies to a win count from this board.
    value: i32,
    /// The search depth.
    pub(super) depth: i8,
    /// The best column, or 255 for none.
    pub(super) column: u8,
    /// The kind of the value.
    pub(super) bound: Bound,
}

impl<W> TableEntry<W> {
    /// Returns the value with plies counted from the root, `ply` plies before this board.
    #[inline]
    pub(super) fn value_at(&self, ply: i32) -> i32 {
        self.value - win_sign(self.value) * ply
    }
}

/// Returns 1 for a proven win and -1 for a proven loss: the sign of the ply correction.
#[inline]
fn win_sign(value: i32) -> i32 {
    i32::from(value >= WON) - i32::from(value <= LOST)
}

/// A table of fixed size. A new entry always replaces an old one.
#[derive(Clone, Debug)]
pub(super) struct Table<W> {
    slots: Vec<Option<TableEntry<W>>>,
}

impl<W: Copy + Eq> Table<W> {
    /// Creates a table of at most this many bytes, with at least one slot.
    pub(super) fn with_bytes(bytes: usize) -> Table<W> {
        let slots = (bytes / size_of::<Option<TableEntry<W>>>()).max(2);
        let power = if slots.is_power_of_two() { slots } else { slots.next_power_of_two() / 2 };
        Table { slots: vec![None; power] }
    }

    /// Returns the entry of a board, by its key and lead.
    #[inline]
    pub(super) fn get(&self, hash: u64, key: W, lead: i32) -> Option<TableEntry<W>> {
        let slot = self.slots[self.slot(hash)]?;
        (slot.key == key && slot.lead == lead).then_some(slot)
    }

    /// Stores a board that is `ply` plies from the root.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "a struct for one call would only rename them")]
    pub(super) fn put(
        &mut self,
        hash: u64,
        key: W,
        lead: i32,
        value: i32,
        ply: i32,
        depth: i8,
        column: u8,
        bound: Bound,
    ) {
        let slot = self.slot(hash);
        let value = value + win_sign(value) * ply;
        self.slots[slot] = Some(TableEntry { key, lead, value, depth, column, bound });
    }

    #[inline]
    fn slot(&self, hash: u64) -> usize {
        hash as usize & (self.slots.len() - 1)
    }
}

/// Hashes the key and lead of a board.
#[inline(always)]
pub(super) fn hash(folded: u64, lead: i32) -> u64 {
    let mixed = (folded ^ (lead as u64).rotate_left(50)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ (mixed >> 32)
}
