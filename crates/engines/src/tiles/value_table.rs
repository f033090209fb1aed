//! A hash table from boards to exact chances, within a limit of memory.

use super::board::Board;

/// The boards of a bucket.
const BUCKET: usize = 8;
/// The buckets of a new table.
const FIRST_BUCKETS: usize = 1 << 10;
/// The bytes of a board with its chance.
const ENTRY_BYTES: usize = 12;

/// What is known of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Known {
    /// The best chance to win.
    Chance(f32),
    /// The win can't be forced, and the chance has not been computed.
    NotForced,
}

/// A table that grows up to its limit of memory. Then new boards replace old ones, so a search still ends,
/// only later.
#[derive(Debug)]
pub(super) struct ValueTable {
    /// The boards; 0 is a free place.
    boards: Vec<Board>,
    /// The chances; NaN is [`Known::NotForced`].
    chances: Vec<f32>,
    max_buckets: usize,
    replaced: u64,
}

impl ValueTable {
    /// Creates an empty table that takes at most this many bytes, or a few if that is less.
    pub(super) fn new(memory: usize) -> ValueTable {
        let most = (memory / (BUCKET * ENTRY_BYTES)).max(FIRST_BUCKETS);
        let max_buckets = 1 << most.ilog2();
        ValueTable {
            boards: vec![0; FIRST_BUCKETS * BUCKET],
            chances: vec![0.0; FIRST_BUCKETS * BUCKET],
            max_buckets,
            replaced: 0,
        }
    }

    /// Returns what is known of a board.
    #[inline]
    pub(super) fn get(&self, board: Board) -> Option<Known> {
        let first = self.bucket(board);
        let place = self.boards[first..first + BUCKET].iter().position(|&kept| kept == board)?;
        let chance = self.chances[first + place];
        Some(if chance.is_nan() { Known::NotForced } else { Known::Chance(chance) })
    }

    /// Keeps what is known of a board.
    pub(super) fn insert(&mut self, board: Board, known: Known) {
        let chance = match known {
            Known::Chance(chance) => chance,
            Known::NotForced => f32::NAN,
        };
        loop {
            let first = self.bucket(board);
            let bucket = &self.boards[first..first + BUCKET];
            let free = bucket.iter().position(|&kept| kept == board || kept == 0);
            let place = match free {
                Some(place) => first + place,
                None if self.boards.len() < self.max_buckets * BUCKET => {
                    self.grow();
                    continue;
                }
                None => {
                    self.replaced += 1;
                    first + self.replaced as usize % BUCKET
                }
            };
            self.boards[place] = board;
            self.chances[place] = chance;
            return;
        }
    }

    fn bucket(&self, board: Board) -> usize {
        let hash = (board ^ board >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let buckets = self.boards.len() / BUCKET;
        (((hash ^ hash >> 32).wrapping_mul(0xD134_2543_DE82_EF95) >> 32) as usize & (buckets - 1)) * BUCKET
    }

    /// Doubles the table in place: the boards of a bucket stay, or move to the bucket as far again.
    fn grow(&mut self) {
        let length = self.boards.len();
        self.boards.resize(2 * length, 0);
        self.chances.resize(2 * length, 0.0);
        for first in (0..length).step_by(BUCKET) {
            let (mut kept, mut moved) = (first, first + length);
            for place in first..first + BUCKET {
                let (board, chance) = (std::mem::take(&mut self.boards[place]), self.chances[place]);
                if board == 0 {
                    continue;
                }
                let to = if self.bucket(board) == first { &mut kept } else { &mut moved };
                self.boards[*to] = board;
                self.chances[*to] = chance;
                *to += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grows_and_then_replaces() {
        let mut table = ValueTable::new(16 << 20);
        for board in 1..=50_000 {
            table.insert(board, Known::Chance(board as f32));
        }
        table.insert(7, Known::NotForced);
        assert_eq!(table.get(7), Some(Known::NotForced));
        assert_eq!(table.get(50_001), None);
        let known = |board: u64| table.get(board) == Some(Known::Chance(board as f32));
        assert_eq!((8..=50_000).filter(|&board| known(board)).count(), 49_993);
        let mut table = ValueTable::new(1 << 20);
        for board in 1..=1_000_000 {
            table.insert(board, Known::Chance(board as f32));
        }
        assert!(table.boards.len() * ENTRY_BYTES <= 1 << 20);
        let known = |&board: &u64| match table.get(board) {
            Some(Known::Chance(chance)) => {
                assert_eq!(chance, board as f32);
                true
            }
            _ => false,
        };
        assert!((1..=1_000_000).filter(known).count() > 40_000);
    }
}
