//! The transposition table for boards of up to 64 bits.
//!
//! One entry is one `AtomicU64`, so it can never be read half written, and it
//! holds the whole key: the part that the bucket's index does not already
//! give. No two positions are ever mistaken for each other.
//!
//! ```text
//!   63              22 21    16 15    12 11     6 5      0
//!   rest of the key    work     column   lower    upper
//! ```
//!
//! The table starts small and grows with the search until it has its full
//! size: an easy position then stays within the processor's first caches, and
//! clearing costs only what was used.

use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::entry::TableEntry;
use super::memory::{prefetch, zeroed_words};

/// Bits of an entry that are not key.
const DATA_BITS: u32 = 22;
/// Added to scores so that they are stored positive.
const SCORE_OFFSET: i32 = 32;
/// Entries side by side that a position may be kept in.
const BUCKET: usize = 2;
/// The smallest size, in bits of the bucket index.
const FIRST_INDEX_BITS: u32 = 8;
/// How many index bits a growth step adds.
const GROWTH_BITS: u32 = 3;

/// What a search needs of a table, for either word.
pub(super) trait Table: Send + Sync + Sized {
    type Key: Copy + Default + Send + Sync;

    /// A table for keys of `key_bits` bits in at most `bytes` bytes, or `None`
    /// if the keys do not fit the entries of a table that small.
    fn new(key_bits: u32, bytes: usize) -> Option<Self>;
    /// Scrambles a position's key once for all later calls.
    fn hash(&self, key: u128) -> Self::Key;
    fn prefetch(&self, key: Self::Key);
    fn get(&self, key: Self::Key) -> Option<TableEntry>;
    fn put(&self, key: Self::Key, entry: TableEntry);
    /// Forgets everything. Not to be called while a search runs.
    fn clear(&mut self);
    /// Makes room if the part in use is filling up. Only while no other
    /// thread uses the table.
    fn grow_if_full(&self);
    /// Goes to full size at once; needed before several threads share it,
    /// and only while none does.
    fn grow_fully(&self);
}

/// The table for one-word keys.
pub(super) struct NarrowTable {
    entries: Box<[AtomicU64]>,
    key_bits: u32,
    full_index_bits: u32,
    /// Index bits in use; entries beyond are all empty.
    index_bits: AtomicU32,
    /// Filled entries since the last growth.
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

    /// Makes the table larger and spreads the entries over it.
    #[cold]
    fn grow(&self, target_index_bits: u32) {
        let old_rest_bits = self.rest_bits();
        let old_buckets = 1usize << (self.key_bits - old_rest_bits);
        self.index_bits.store(target_index_bits, Relaxed);
        self.filled.store(0, Relaxed);
        // From the top down: a bucket's entries never land below it, so none
        // that is still to be moved is overwritten.
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
            entries: zeroed_words(BUCKET << full_index_bits),
            key_bits,
            full_index_bits,
            index_bits: AtomicU32::new(first),
            filled: AtomicUsize::new(0),
        })
    }

    /// A one-to-one scrambling of `key_bits` bits: both steps can be undone.
    /// The multiplication carries every bit into the top ones, which become
    /// the index.
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

    /// Keeps the position in its own entry if it has one, else in place of
    /// the entry of the bucket that took the least work.
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
            // Several threads may lose counts, but then nothing grows.
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
