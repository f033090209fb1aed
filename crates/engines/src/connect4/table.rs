//! The transposition table for boards of up to 64 bits.
//!
//! One entry is one `AtomicU64`, so it can't be read half written. It holds the part of the key that the
//! index of the bucket does not give, so two positions are never mistaken for each other.
//!
//! ```text
//!   63              22 21    16 15    12 11     6 5      0
//!   rest of the key    work     column   lower    upper
//! ```
//!
//! The table starts small and grows with the search up to its full size. So an easy search stays within the
//! processor's fastest caches, and clearing costs only what was used.

use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::entry::TableEntry;
use super::memory::{TableMemory, prefetch};

/// The bits of an entry that are not key.
const DATA_BITS: u32 = 22;
/// The number added to scores, so that they are stored as positive numbers.
const SCORE_OFFSET: i32 = 32;
/// The entries of a bucket, in any of which a position may be stored.
const BUCKET: usize = 2;
/// The smallest size, in bits of the bucket index.
const FIRST_INDEX_BITS: u32 = 8;
/// The index bits that a growth step adds.
const GROWTH_BITS: u32 = 3;

/// A transposition table, for either word size.
pub(super) trait Table: Send + Sync + Sized {
    type Key: Copy + Default + Send + Sync;

    /// Creates a table for keys of `key_bits` bits in at most `bytes` bytes, or `None` if the keys do not fit
    /// the entries of a table that small.
    fn new(key_bits: u32, bytes: usize) -> Option<Self>;
    /// Hashes the key of a position. The other methods take the result.
    fn hash(&self, key: u128) -> Self::Key;
    fn prefetch(&self, key: Self::Key);
    fn get(&self, key: Self::Key) -> Option<TableEntry>;
    fn put(&self, key: Self::Key, entry: TableEntry);
    /// Removes all entries. It must not be called while a search runs.
    fn clear(&mut self);
    /// Grows the table if the part in use is half full. No other thread may use the table.
    fn grow_if_full(&self);
    /// Grows the table to its full size, which is needed before several threads share it. No other thread may
    /// use the table.
    fn grow_fully(&self);
}

/// The table for one-word keys.
pub(super) struct NarrowTable {
    entries: TableMemory,
    key_bits: u32,
    full_index_bits: u32,
    /// The index bits in use. Entries beyond them are empty.
    index_bits: AtomicU32,
    /// The entries filled since the last growth.
    filled: AtomicUsize,
}

impl NarrowTable {
    #[inline(always)]
    fn rest_bits(&self) -> u32 {
        self.key_bits - self.index_bits.load(Relaxed)
    }

    #[inline(always)]
    fn bucket(&self, hash: u64, rest_bits: u32) -> &[AtomicU64] {
        let first = (hash >> rest_bits) as usize * BUCKET;
        &self.entries[first..first + BUCKET]
    }

    #[inline(always)]
    fn rest(hash: u64, rest_bits: u32) -> u64 {
        hash & ((1 << rest_bits) - 1)
    }

    /// Makes the table larger and moves the entries to their new buckets.
    #[cold]
    fn grow(&self, target_index_bits: u32) {
        let old_rest_bits = self.rest_bits();
        let old_buckets = 1usize << (self.key_bits - old_rest_bits);
        self.index_bits.store(target_index_bits, Relaxed);
        self.filled.store(0, Relaxed);
        // From the top down: entries never move to a lower bucket, so no entry that is still to be moved is
        // overwritten.
        for index in (0..old_buckets).rev() {
            let words: [u64; BUCKET] =
                std::array::from_fn(|slot| self.entries[index * BUCKET + slot].swap(0, Relaxed));
            for word in words.into_iter().filter(|word| *word != 0) {
                let hash = ((index as u64) << old_rest_bits) | (word >> DATA_BITS);
                self.put(hash, unpack(word));
            }
        }
    }

    fn first_index_bits(key_bits: u32, full_index_bits: u32) -> u32 {
        let fits_entry = (key_bits + DATA_BITS).saturating_sub(64);
        FIRST_INDEX_BITS.max(fits_entry).min(full_index_bits)
    }
}

impl Drop for NarrowTable {
    fn drop(&mut self) {
        if TableMemory::IS_REUSED {
            self.clear();
        }
    }
}

#[inline(always)]
fn unpack(word: u64) -> TableEntry {
    TableEntry {
        upper: (word & 63) as i32 - SCORE_OFFSET,
        lower: (word >> 6 & 63) as i32 - SCORE_OFFSET,
        column: (word >> 12 & 15) as u32,
        work: (word >> 16 & 63) as u32,
    }
}

#[inline(always)]
fn pack(rest: u64, entry: TableEntry) -> u64 {
    rest << DATA_BITS
        | (entry.work as u64) << 16
        | (entry.column as u64) << 12
        | ((entry.lower + SCORE_OFFSET) as u64) << 6
        | (entry.upper + SCORE_OFFSET) as u64
}

impl Table for NarrowTable {
    type Key = u64;

    fn new(key_bits: u32, bytes: usize) -> Option<Self> {
        let buckets = (bytes / (8 * BUCKET)).max(1);
        let full_index_bits = buckets.ilog2().min(key_bits);
        if key_bits - full_index_bits + DATA_BITS > 64 {
            return None;
        }
        let first = Self::first_index_bits(key_bits, full_index_bits);
        Some(NarrowTable {
            entries: TableMemory::zeroed(BUCKET << full_index_bits),
            key_bits,
            full_index_bits,
            index_bits: AtomicU32::new(first),
            filled: AtomicUsize::new(0),
        })
    }

    /// Hashes `key_bits` bits one-to-one, as both steps are invertible. The multiplication carries every bit
    /// into the top ones, which become the index.
    #[inline(always)]
    fn hash(&self, key: u128) -> u64 {
        let key = key as u64;
        let folded = key ^ (key >> (self.key_bits / 2));
        let mixed = folded.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let unused = 64 - self.key_bits;
        mixed << unused >> unused
    }

    #[inline(always)]
    fn prefetch(&self, key: u64) {
        prefetch(&self.bucket(key, self.rest_bits())[0]);
    }

    #[inline(always)]
    fn get(&self, key: u64) -> Option<TableEntry> {
        let rest_bits = self.rest_bits();
        let rest = Self::rest(key, rest_bits);
        for slot in self.bucket(key, rest_bits) {
            let word = slot.load(Relaxed);
            if word >> DATA_BITS == rest && word != 0 {
                return Some(unpack(word));
            }
        }
        None
    }

    /// Stores the position in its own entry if it has one, and otherwise replaces the entry of the bucket
    /// that took the least work.
    #[inline(always)]
    fn put(&self, key: u64, entry: TableEntry) {
        let rest_bits = self.rest_bits();
        let rest = Self::rest(key, rest_bits);
        let bucket = self.bucket(key, rest_bits);
        let words: [u64; BUCKET] = std::array::from_fn(|slot| bucket[slot].load(Relaxed));
        let same = |word: u64| word >> DATA_BITS == rest && word != 0;
        let work = |word: u64| word >> 16 & 63;
        let slot = if same(words[0]) {
            0
        } else if same(words[1]) {
            1
        } else {
            (work(words[1]) < work(words[0])) as usize
        };
        bucket[slot].store(pack(rest, entry), Relaxed);
        if words[slot] == 0 {
            // Several threads may lose counts, but then the table does not grow.
            self.filled.store(self.filled.load(Relaxed) + 1, Relaxed);
        }
    }

    #[inline(always)]
    fn grow_if_full(&self) {
        let index_bits = self.index_bits.load(Relaxed);
        if self.filled.load(Relaxed) > BUCKET << index_bits >> 1 && index_bits < self.full_index_bits {
            self.grow((index_bits + GROWTH_BITS).min(self.full_index_bits));
        }
    }

    fn clear(&mut self) {
        let used = BUCKET << self.index_bits.load(Relaxed);
        for entry in &mut self.entries[..used] {
            *entry.get_mut() = 0;
        }
        let first = Self::first_index_bits(self.key_bits, self.full_index_bits);
        self.index_bits.store(first, Relaxed);
        self.filled.store(0, Relaxed);
    }

    fn grow_fully(&self) {
        if self.index_bits.load(Relaxed) < self.full_index_bits {
            self.grow(self.full_index_bits);
        }
    }
}
