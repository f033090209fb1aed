//! The transposition table of the growing search.

use crate::bound::Bound;

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableEntry {
    key: u64,
    /// The value. Plies to a win count from this position.
    pub(super) value: i16,
    /// The search depth.
    pub(super) depth: i8,
    /// The kind of the value.
    pub(super) bound: Bound,
    /// The best column.
    pub(super) best: u8,
}

/// A table of fixed size. A new entry always replaces an old one.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    entries: Vec<TableEntry>,
    /// XORed into every key. A new salt makes all old entries unreachable, so a search does not depend on
    /// earlier ones.
    salt: u64,
}

const EMPTY: TableEntry = TableEntry { key: 0, value: 0, depth: -1, bound: Bound::AtLeast, best: u8::MAX };
/// The most entries, which take 32 MiB. Allocating more takes too long for a short search.
const MAX_ENTRIES: usize = 1 << 21;

impl Table {
    /// Clears the table and gives it at most this many bytes, at least one entry, and no more than a search
    /// of `nodes` nodes needs.
    pub(super) fn clear(&mut self, bytes: usize, nodes: Option<u64>) {
        let fitting = (bytes / size_of::<TableEntry>()).max(1);
        let wanted = nodes
            .map_or(MAX_ENTRIES, |nodes| usize::try_from(nodes).unwrap_or(MAX_ENTRIES))
            .clamp(1 << 10, MAX_ENTRIES);
        // The largest power of two that is not above either.
        let entries = (fitting.min(wanted) / 2 + 1).next_power_of_two();
        if self.entries.len() != entries {
            self.entries = vec![EMPTY; entries];
        }
        self.salt = self.salt.wrapping_add(0x9E37_79B9_7F4A_7C15);
    }

    /// Returns the entry of a key.
    pub(super) fn get(&self, key: u64) -> Option<TableEntry> {
        let entry = self.entries[self.place(key)];
        (entry.key == key ^ self.salt && entry.depth >= 0).then_some(entry)
    }

    /// Stores an entry.
    pub(super) fn put(&mut self, key: u64, value: i32, depth: i32, bound: Bound, best: usize) {
        let place = self.place(key);
        let depth = depth.clamp(0, 100) as i8;
        self.entries[place] =
            TableEntry { key: key ^ self.salt, value: value as i16, depth, bound, best: best as u8 };
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }
}
