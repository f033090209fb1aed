//! The opening book: exact scores of early 6 x 7 positions.
//!
//! A file is a header and sorted entries, all little-endian:
//!
//! ```text
//!  0  8 bytes   "PARLORC4"
//!  8  u8 u8     version 1, and 0
//! 10  u8 u8     rows, columns
//! 12  u32       how many entries
//! 16  u64       checksum: every entry mixed into the one before by SplitMix64
//! 24  u64 ...   the entries: key << 8 | score + 128, ascending
//! ```
//!
//! A position's key is that of the solver's table, its own or its mirror image's, whichever is smaller. Every entry
//! stands for itself, so a book that is half built is a book.

use super::{Position, Size};
use parlor_rules::Dice;
use std::fmt;
use std::sync::OnceLock;

/// Exact scores of early positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    entries: Vec<u64>,
}

const MAGIC: &[u8; 8] = b"PARLORC4";
const HEADER: usize = 24;
const SCORE_OFFSET: i32 = 128;

/// The book that is part of the program.
static EMBEDDED: &[u8] = include_bytes!("../../data/connect4-6x7.book");

/// The book that engines look into.
static KNOWN: OnceLock<Book> = OnceLock::new();

impl Book {
    /// The book that comes with the program.
    pub fn embedded() -> Book {
        Book::read(EMBEDDED).unwrap_or_default()
    }

    /// The book that engines look into: the one that comes with the program, unless another was installed before.
    pub fn known() -> &'static Book {
        KNOWN.get_or_init(Book::embedded)
    }

    /// Lets engines look into this book, if it knows more than the one that comes with the program and none of them
    /// has looked yet; whether they will.
    pub fn install(self) -> bool {
        self.len() > Book::embedded().len() && KNOWN.set(self).is_ok()
    }

    /// Reads a book; a damaged one is refused.
    pub fn read(bytes: &[u8]) -> Result<Book, BadBook> {
        let header = bytes.get(..HEADER).ok_or(BadBook::NotABook)?;
        if &header[..8] != MAGIC || header[8..12] != [1, 0, 6, 7] {
            return Err(BadBook::NotABook);
        }
        let count = u32::from_le_bytes(header[12..16].try_into().map_err(|_| BadBook::NotABook)?);
        let checksum = u64::from_le_bytes(header[16..24].try_into().map_err(|_| BadBook::NotABook)?);
        let words = bytes[HEADER..].chunks_exact(8).map(|word| {
            // chunks_exact gives chunks of eight.
            u64::from_le_bytes(word.try_into().unwrap_or_default())
        });
        let entries: Vec<u64> = words.collect();
        if entries.len() != count as usize || mixed(&entries) != checksum || !entries.is_sorted() {
            return Err(BadBook::Damaged);
        }
        Ok(Book { entries })
    }

    /// The book as a file.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([1, 0, 6, 7]);
        bytes.extend((self.entries.len() as u32).to_le_bytes());
        bytes.extend(mixed(&self.entries).to_le_bytes());
        bytes.extend(self.entries.iter().flat_map(|entry| entry.to_le_bytes()));
        bytes
    }

    /// The score of a position for the player to move, if the book has it.
    pub fn score(&self, position: &Position) -> Option<i32> {
        if position.size() != Size::STANDARD || position.is_won() {
            return None;
        }
        self.score_by(key(position))
    }

    /// What a position is worth at least for the player to move, if the book has one of the positions before it: the
    /// opponent, who had the choice, could not leave less than what their own position was worth.
    pub fn least(&self, position: &Position) -> Option<i32> {
        if position.size() != Size::STANDARD || position.is_won() {
            return None;
        }
        let (mover, other) = words(position);
        let filled = mover | other;
        // The opponent's discs that lie on top of a column: any of them may have been the last.
        let mut last = (filled + BOTTOM) >> 1 & other;
        let mut least = None;
        while last != 0 {
            let disc = last & last.wrapping_neg();
            let before = self.score_by(key_of(other ^ disc, filled ^ disc));
            least = least.max(before.map(|score| -score));
            last ^= disc;
        }
        least
    }

    fn score_by(&self, key: u64) -> Option<i32> {
        let place = self.entries.partition_point(|entry| entry >> 8 < key);
        let entry = self.entries.get(place).filter(|&&entry| entry >> 8 == key)?;
        Some((entry & 0xFF) as i32 - SCORE_OFFSET)
    }

    /// Adds scores; what is there already stays.
    pub fn add(&mut self, scores: impl IntoIterator<Item = (Position, i32)>) {
        let new =
            scores.into_iter().map(|(position, score)| key(&position) << 8 | (score + SCORE_OFFSET) as u64);
        for entry in new {
            let place = self.entries.partition_point(|known| known >> 8 < entry >> 8);
            if self.entries.get(place).is_none_or(|known| known >> 8 != entry >> 8) {
                self.entries.insert(place, entry);
            }
        }
    }

    /// How many positions it knows.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it knows nothing.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// Every position after so many discs that is not over, mirror images once, in the order of their keys.
pub fn positions_after(discs: u32) -> Vec<Position> {
    let mut level: Vec<Position> = Position::new(Size::STANDARD).into_iter().collect();
    for _ in 0..discs {
        let mut next: Vec<(u64, Position)> = Vec::new();
        for position in &level {
            for column in 0..7 {
                let mut after = *position;
                if after.drop_disc(column).is_ok() && !after.is_over() {
                    next.push((key(&after), after));
                }
            }
        }
        next.sort_unstable_by_key(|(key, _)| *key);
        next.dedup_by_key(|(key, _)| *key);
        level = next.into_iter().map(|(_, position)| position).collect();
    }
    level
}

/// The lowest cell of every column.
const BOTTOM: u64 = 0x408_1020_4081;

/// The discs of the player to move and of the other; 6 x 7 fits 49 bits.
fn words(position: &Position) -> (u64, u64) {
    let (mover, other) = position.mover_and_other();
    (mover as u64, other as u64)
}

fn key(position: &Position) -> u64 {
    let (mover, other) = words(position);
    key_of(mover, mover | other)
}

/// The mover's discs and one bit on top of every column, or the same of the mirror image if that is smaller.
fn key_of(mover: u64, filled: u64) -> u64 {
    let own = mover | (filled + BOTTOM);
    let mirrored =
        (0..7).fold(0, |mirrored, column| mirrored | ((own >> (7 * column)) & 0x7F) << (7 * (6 - column)));
    own.min(mirrored)
}

fn mixed(entries: &[u64]) -> u64 {
    entries.iter().fold(0, |sum, &entry| Dice::new(sum ^ entry).next_number())
}

/// Why bytes are no book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadBook {
    /// They are something else.
    NotABook,
    /// They were one, but have changed.
    Damaged,
}

impl fmt::Display for BadBook {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            BadBook::NotABook => "not an opening book",
            BadBook::Damaged => "the opening book is damaged",
        })
    }
}

impl std::error::Error for BadBook {}

#[cfg(test)]
mod tests {
    use super::super::Solver;
    use super::*;
    use crate::Stop;

    #[test]
    fn the_numbers_of_early_positions_are_the_known_ones() {
        // 1, 7, 49, 238, 1120 and 4263 positions; mirror images once.
        let counts: Vec<usize> = (0..=5).map(|discs| positions_after(discs).len()).collect();
        assert_eq!(counts, [1, 4, 25, 121, 568, 2144]);
    }

    #[test]
    fn a_book_survives_its_file_and_a_damaged_one_is_refused() {
        let mut book = Book::default();
        let positions = positions_after(3);
        book.add(positions.iter().enumerate().map(|(number, position)| (*position, number as i32 % 37 - 18)));
        assert_eq!(book.len(), 121);
        let bytes = book.write();
        assert_eq!(Book::read(&bytes).as_ref(), Ok(&book));
        assert_eq!(book.score(&positions[20]), Some(2));
        for place in [0, 9, 13, 17, 30, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x40;
            assert!(Book::read(&damaged).is_err(), "{place}");
        }
        assert!(Book::read(&bytes[..bytes.len() - 3]).is_err() && Book::read(b"").is_err());
    }

    #[test]
    fn a_mirror_image_has_the_same_score() {
        let mut book = Book::default();
        let left = Position::from_digits(Size::STANDARD, "1223").unwrap();
        let right = Position::from_digits(Size::STANDARD, "7665").unwrap();
        book.add([(left, 5)]);
        assert_eq!((book.score(&left), book.score(&right)), (Some(5), Some(5)));
    }

    #[test]
    fn a_position_is_worth_at_least_what_those_before_it_leave() {
        let book = Book::embedded();
        let mut bounds_met = 0;
        for discs in 1..6 {
            for position in positions_after(discs) {
                let (least, score) = (book.least(&position).unwrap(), book.score(&position).unwrap());
                assert!(least <= score, "{position:?}");
                bounds_met += u32::from(least == score);
            }
        }
        // The best move of every position is a position of its own.
        assert!(bounds_met > 600, "{bounds_met}");
        let start = Position::new(Size::STANDARD).unwrap();
        assert_eq!(book.least(&start), None);
        let after = Position::from_digits(Size::STANDARD, "4").unwrap();
        assert_eq!(book.least(&after), Some(-1), "the first player wins by one");
    }

    #[test]
    fn the_embedded_book_is_whole_and_true_on_a_sample() {
        let book = Book::embedded();
        assert_eq!(Book::read(EMBEDDED), Ok(book.clone()), "the file is not damaged");
        assert_eq!(book.score(&Position::new(Size::STANDARD).unwrap()), Some(1), "the first player wins");
        // The deepest positions are the quickest to solve again.
        let deepest =
            (0..9).rev().map(positions_after).find(|level| level.iter().any(|one| book.score(one).is_some()));
        let mut solver = Solver::new(Size::STANDARD, 64 << 20).unwrap();
        let known: Vec<Position> =
            deepest.unwrap().into_iter().filter(|position| book.score(position).is_some()).collect();
        for position in known.iter().step_by(known.len() / 3 + 1) {
            let solved = solver.solve(position, &Stop::default()).unwrap();
            assert_eq!(book.score(position), Some(solved.score), "{position:?}");
        }
    }
}
