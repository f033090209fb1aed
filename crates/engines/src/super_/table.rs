//! A transposition table: what a search found out about boards it has met.

use super::report::{LOST, WON};

/// How a stored value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    AtLeast,
    /// The value is at most this.
    AtMost,
}

/// What is stored about a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<W> {
    /// The board, whole: two boards are never taken for one another.
    key: W,
    lead: i32,
    /// Its value for the player to move, wins counted from this board on.
    value: i32,
    /// How deep it was searched.
    pub(super) depth: i8,
    /// The column that was best; 255 if none was.
    pub(super) column: u8,
    /// How the value bounds the true one.
    pub(super) bound: Bound,
}

impl<W> Found<W> {
    /// Returns the value, seen from where the search began, this many plies before.
    #[inline]
    pub(super) fn value_at(&self, ply: i32) -> i32 {
        self.value - away(self.value) * ply
    }
}

/// 1 for a proven win, -1 for a proven loss: which way a ply changes it.
#[inline]
fn away(value: i32) -> i32 {
    i32::from(value >= WON) - i32::from(value <= LOST)
}

/// A table of fixed size; a newer entry takes the place of an older one.
#[derive(Clone, Debug)]
pub(super) struct Table<W> {
    slots: Vec<Option<Found<W>>>,
}

impl<W: Copy + Eq> Table<W> {
    /// Returns a table that takes at most this many bytes; at least one slot.
    pub(super) fn of_bytes(bytes: usize) -> Table<W> {
        let slots = (bytes / size_of::<Option<Found<W>>>()).max(2);
        let power = if slots.is_power_of_two() { slots } else { slots.next_power_of_two() / 2 };
        Table { slots: vec![None; power] }
    }

    /// Returns what is known about a board, by its key and lead.
    #[inline]
    pub(super) fn get(&self, hash: u64, key: W, lead: i32) -> Option<Found<W>> {
        let slot = self.slots[self.slot(hash)]?;
        (slot.key == key && slot.lead == lead).then_some(slot)
    }

    /// Remembers a board, `ply` plies from where the search began.
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
        let value = value + away(value) * ply;
        self.slots[slot] = Some(Found { key, lead, value, depth, column, bound });
    }

    #[inline]
    fn slot(&self, hash: u64) -> usize {
        hash as usize & (self.slots.len() - 1)
    }
}

/// Spreads a board's key and lead over all bits.
#[inline(always)]
pub(super) fn hash(folded: u64, lead: i32) -> u64 {
    let mixed = (folded ^ (lead as u64).rotate_left(50)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ (mixed >> 32)
}
