//! The transposition table for boards of up to 128 bits.
//!
//! An entry is two `AtomicU64`. The second word holds the bounds and the high part of the key bits that the
//! index does not give. The first word holds the low part of the key, XORed with a hash of the second word.
//! If two threads write an entry at the same time, a reader may see the first word of one and the second word
//! of the other. The key then does not match (except with a chance of 2^-64), so the entry counts as another
//! position's and is ignored.
//!
//! ```text
//!   second word:  63              22 21    18 17    14 13     7 6      0
//!                 rest of the key    work     column   lower    upper
//! ```

use std::sync::atomic::Ordering::Relaxed;

use super::entry::TableEntry;
use super::memory::{TableMemory, prefetch};
use super::table::Table;

const DATA_BITS: u32 = 22;
/// The key bits that an entry can hold: one whole word, and what the data leaves of the other.
const REST_BITS: u32 = 64 + (64 - DATA_BITS);
const SCORE_OFFSET: i32 = 64;
/// The entries of a bucket, in any of which a position may be stored, and their words.
const BUCKET: usize = 2;
const BUCKET_WORDS: usize = 2 * BUCKET;

pub(super) struct WideTable {
    words: TableMemory,
    key_bits: u32,
    rest_bits: u32,
}

impl WideTable {
    #[inline(always)]
    fn first_word(&self, hash: u128) -> usize {
        (hash >> self.rest_bits) as usize * BUCKET_WORDS
    }

    #[inline(always)]
    fn rest(&self, hash: u128) -> u128 {
        hash & ((1 << self.rest_bits) - 1)
    }
}

impl Drop for WideTable {
    fn drop(&mut self) {
        if TableMemory::IS_REUSED {
            self.clear();
        }
    }
}

/// Hashes the second word. It is one-to-one, so that a changed second word always changes the hash.
#[inline(always)]
fn scramble(second: u64) -> u64 {
    second.wrapping_mul(0xD6E8_FEB8_6659_FD93).rotate_left(32)
}

#[inline(always)]
fn unpack(second: u64) -> TableEntry {
    TableEntry {
        upper: (second & 127) as i32 - SCORE_OFFSET,
        lower: (second >> 7 & 127) as i32 - SCORE_OFFSET,
        column: (second >> 14 & 15) as u32,
        // Stored at a quarter of the precision to save bits.
        work: (second >> 18 & 15) as u32 * 4,
    }
}

#[inline(always)]
fn pack(rest: u128, entry: TableEntry) -> u64 {
    ((rest >> 64) as u64) << DATA_BITS
        | ((entry.work / 4).min(15) as u64) << 18
        | (entry.column as u64) << 14
        | ((entry.lower + SCORE_OFFSET) as u64) << 7
        | (entry.upper + SCORE_OFFSET) as u64
}

impl Table for WideTable {
    type Key = u128;

    fn new(key_bits: u32, bytes: usize) -> Option<Self> {
        let buckets = (bytes / (8 * BUCKET_WORDS)).max(1);
        let index_bits = buckets.ilog2().min(key_bits);
        let rest_bits = key_bits - index_bits;
        if rest_bits > REST_BITS {
            return None;
        }
        Some(WideTable { words: TableMemory::zeroed(BUCKET_WORDS << index_bits), key_bits, rest_bits })
    }

    #[inline(always)]
    fn hash(&self, key: u128) -> u128 {
        let folded = key ^ (key >> (self.key_bits / 2));
        let mixed = folded.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645);
        let unused = 128 - self.key_bits;
        mixed << unused >> unused
    }

    #[inline(always)]
    fn prefetch(&self, key: u128) {
        prefetch(&self.words[self.first_word(key)]);
    }

    #[inline(always)]
    fn get(&self, key: u128) -> Option<TableEntry> {
        let rest = self.rest(key);
        let first_word = self.first_word(key);
        for slot in self.words[first_word..first_word + BUCKET_WORDS].chunks_exact(2) {
            let second = slot[1].load(Relaxed);
            let low = slot[0].load(Relaxed) ^ scramble(second);
            if second != 0 && low == rest as u64 && second >> DATA_BITS == (rest >> 64) as u64 {
                return Some(unpack(second));
            }
        }
        None
    }

    fn put(&self, key: u128, entry: TableEntry) {
        let rest = self.rest(key);
        let first_word = self.first_word(key);
        let bucket = &self.words[first_word..first_word + BUCKET_WORDS];
        let same = |slot: usize| {
            let second = bucket[2 * slot + 1].load(Relaxed);
            let low = bucket[2 * slot].load(Relaxed) ^ scramble(second);
            second != 0 && low == rest as u64 && second >> DATA_BITS == (rest >> 64) as u64
        };
        let work = |slot: usize| bucket[2 * slot + 1].load(Relaxed) >> 18 & 15;
        let slot = if same(0) {
            0
        } else if same(1) {
            1
        } else {
            (work(1) < work(0)) as usize
        };
        let second = pack(rest, entry);
        bucket[2 * slot].store(rest as u64 ^ scramble(second), Relaxed);
        bucket[2 * slot + 1].store(second, Relaxed);
    }

    fn clear(&mut self) {
        for word in self.words.iter_mut() {
            *word.get_mut() = 0;
        }
    }

    // The table always has its full size, because large boards take long searches.
    fn grow_if_full(&self) {}
    fn grow_fully(&self) {}
}
