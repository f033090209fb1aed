//! What has been found out about positions, kept as long as there is room.

/// How a kept value limits the real one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    /// It is the value.
    Same,
    /// The real one is this or more.
    AtLeast,
    /// The real one is this or less.
    AtMost,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    key: u64,
    /// From the position's own view: wins are counted in plies from here.
    pub(super) value: i16,
    /// How deep it was looked at.
    pub(super) depth: i8,
    /// How the value is meant.
    pub(super) limit: Limit,
    /// The best column.
    pub(super) best: u8,
}

/// A table of positions by their keys; a newer one replaces an older one.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    entries: Vec<Known>,
    /// Mixed into every key, so that what was found while thinking about another move is as good as
    /// forgotten: the same question gets the same answer, whatever was asked before.
    salt: u64,
}

const EMPTY: Known = Known { key: 0, value: 0, depth: -1, limit: Limit::AtLeast, best: u8::MAX };
/// The most entries that are of use: 32 MiB of them. More take too long to lay out for a short move.
const MOST: usize = 1 << 21;

impl Table {
    /// Forgets everything. There will be room for at most this many bytes and at least one entry, and no more
    /// than a search of so many positions needs.
    pub(super) fn renew(&mut self, bytes: usize, nodes: Option<u64>) {
        let fitting = (bytes / size_of::<Known>()).max(1);
        let wanted = nodes.map_or(MOST, |nodes| usize::try_from(nodes).unwrap_or(MOST)).clamp(1 << 10, MOST);
        // The largest power of two that is no more than either.
        let entries = (fitting.min(wanted) / 2 + 1).next_power_of_two();
        if self.entries.len() != entries {
            self.entries = vec![EMPTY; entries];
        }
        self.salt = self.salt.wrapping_add(0x9E37_79B9_7F4A_7C15);
    }

    /// Returns what is known about the position of this key.
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        let entry = self.entries[self.place(key)];
        (entry.key == key ^ self.salt && entry.depth >= 0).then_some(entry)
    }

    /// Keeps what was found.
    pub(super) fn put(&mut self, key: u64, value: i32, depth: i32, limit: Limit, best: usize) {
        let place = self.place(key);
        let depth = depth.clamp(0, 100) as i8;
        self.entries[place] =
            Known { key: key ^ self.salt, value: value as i16, depth, limit, best: best as u8 };
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }
}
