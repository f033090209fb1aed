//! The opening book: exact scores of early 6 x 7 positions.
//!
//! A position is encoded as a number of base 3: a 1, then for each column the discs from the bottom up (1 for
//! the player to move, 2 for the other), with a 0 between two columns. A position and its mirror image share
//! the smaller of their two numbers. Positions with fewer discs have smaller numbers, so the positions of one
//! level are close together.
//!
//! A file is a header and the entries in the order of these numbers, all little-endian:
//!
//! ```text
//!  0  8 bytes   "PARLORC4"
//!  8  u8 u8     version 2, and 0
//! 10  u8 u8     rows, columns
//! 12  u32       the number of entries
//! 16  u64       checksum of the bytes that follow, eight at a time, each mixed into those before by SplitMix64
//! 24  ...       the entries: (difference to the previous number) << 6 | score + 32, as a LEB128 varint: seven bits
//!               per byte, lowest first, the highest bit set in all bytes but the last
//! ```
//!
//! Entries do not depend on each other, so a half-built book is a valid book. Most entries take two bytes.

use super::{Position, Size};
use crate::data_file::{DataFile, embedded_data};
use parlor_rules::SplitMix64;
use std::fmt;
use std::sync::OnceLock;

/// An opening book: the exact scores of early positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    entries: Vec<u64>,
}

const MAGIC: &[u8; 8] = b"PARLORC4";
const HEADER: usize = 24;
const VERSION: u8 = 2;

/// An entry has the score in its lowest bits and the position's number above it.
const SCORE_BITS: u32 = 6;
const SCORE_MASK: u64 = (1 << SCORE_BITS) - 1;
const SCORE_OFFSET: i32 = 1 << (SCORE_BITS - 1);

/// The most discs of a position in a book. With more, its number would not fit an entry.
const MAX_DISCS: u32 = 24;

/// The book that comes with the program.
pub(crate) static BOOK_FILE: DataFile =
    DataFile::new("connect4-6x7.book", embedded_data!("connect4-6x7.book"), || !Book::shared().is_empty());

/// The book that engines use.
static SHARED: OnceLock<Book> = OnceLock::new();

impl Book {
    /// Reads the book that comes with the program.
    pub fn embedded() -> Book {
        BOOK_FILE.bytes().and_then(|bytes| Book::read(bytes).ok()).unwrap_or_default()
    }

    /// Returns the book that engines use: the one that comes with the program, unless another was installed
    /// first.
    pub fn shared() -> &'static Book {
        static EMPTY: Book = Book { entries: Vec::new() };
        // A book that is still to be given at run time must not be taken for an empty one for ever.
        if SHARED.get().is_none() && !BOOK_FILE.is_loaded() {
            return &EMPTY;
        }
        SHARED.get_or_init(Book::embedded)
    }

    /// Makes engines use this book, if it has more entries than the one that comes with the program and no
    /// engine has used a book yet. Returns whether they will.
    pub fn install(self) -> bool {
        self.len() > Book::embedded().len() && SHARED.set(self).is_ok()
    }

    /// Parses a book file. A damaged file is an error.
    pub fn read(bytes: &[u8]) -> Result<Book, BadBook> {
        let (header, body) = bytes.split_at_checked(HEADER).ok_or(BadBook::NotABook)?;
        if &header[..8] != MAGIC || header[8..12] != [VERSION, 0, 6, 7] {
            return Err(BadBook::NotABook);
        }
        let count = u32::from_le_bytes(header[12..16].try_into().map_err(|_| BadBook::NotABook)?) as usize;
        let checksum = u64::from_le_bytes(header[16..24].try_into().map_err(|_| BadBook::NotABook)?);
        // An entry takes at least one byte, so a wrong count can't make us allocate more than the file's size
        // allows.
        if count > body.len() || checksum_of(body) != checksum {
            return Err(BadBook::Damaged);
        }
        let mut entries = Vec::with_capacity(count);
        let (mut number, mut value, mut bits) = (0u64, 0u64, 0);
        for &byte in body {
            if bits > 56 {
                return Err(BadBook::Damaged);
            }
            value |= u64::from(byte & 0x7F) << bits;
            bits += 7;
            if byte & 0x80 == 0 {
                number = number.checked_add(value >> SCORE_BITS).ok_or(BadBook::Damaged)?;
                entries.push(number << SCORE_BITS | value & SCORE_MASK);
                (value, bits) = (0, 0);
            }
        }
        if entries.len() != count || bits != 0 || !entries.is_sorted() {
            return Err(BadBook::Damaged);
        }
        Ok(Book { entries })
    }

    /// Returns the book as a file.
    pub fn write(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(3 * self.entries.len());
        let mut before = 0;
        for entry in &self.entries {
            let number = entry >> SCORE_BITS;
            let mut value = (number - before) << SCORE_BITS | entry & SCORE_MASK;
            before = number;
            while value > 0x7F {
                body.push(value as u8 | 0x80);
                value >>= 7;
            }
            body.push(value as u8);
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, 0, 6, 7]);
        bytes.extend((self.entries.len() as u32).to_le_bytes());
        bytes.extend(checksum_of(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Returns the score of a position for the player to move, if the book has it.
    pub fn score(&self, position: &Position) -> Option<i32> {
        self.score_of_number(number_if_fits(position)?)
    }

    /// Returns whether the book has every position after one move that is not over.
    pub fn covers(&self, position: &Position) -> bool {
        (0..position.size().columns).all(|column| {
            let mut after = *position;
            after.drop_disc(column).is_err() || after.is_over() || self.score(&after).is_some()
        })
    }

    /// Returns a lower bound on the score of a position, if the book has a position one move before it.
    ///
    /// The opponent chose the last move and could not get more than the score of their own position.
    pub fn lower_bound(&self, position: &Position) -> Option<i32> {
        number_if_fits(position)?;
        let (mover, other) = words(position);
        let filled = mover | other;
        // The opponent's discs on top of a column. Any of them may have been the last.
        let mut last = (filled + BOTTOM) >> 1 & other;
        let mut lower_bound = None;
        while last != 0 {
            let disc = last & last.wrapping_neg();
            let before = self.score_of_number(number_of(other ^ disc, filled ^ disc));
            lower_bound = lower_bound.max(before.map(|score| -score));
            last ^= disc;
        }
        lower_bound
    }

    fn score_of_number(&self, number: u64) -> Option<i32> {
        let index = self.find(number).ok()?;
        Some((self.entries[index] & SCORE_MASK) as i32 - SCORE_OFFSET)
    }

    /// Returns the index of a number, or the index where it would be inserted.
    fn find(&self, number: u64) -> Result<usize, usize> {
        self.entries.binary_search_by_key(&number, |entry| entry >> SCORE_BITS)
    }

    /// Adds scores. Existing entries stay, and positions that do not fit the book are skipped.
    pub fn add(&mut self, scores: impl IntoIterator<Item = (Position, i32)>) {
        for (position, score) in scores {
            let Some(number) = number_if_fits(&position) else { continue };
            if let Err(index) = self.find(number) {
                self.entries.insert(index, number << SCORE_BITS | (score + SCORE_OFFSET) as u64);
            }
        }
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether it has no positions.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// Returns every position with this many discs that is not over, in the order of the book. Mirror images
/// count once.
pub fn positions_after(discs: u32) -> Vec<Position> {
    let mut level: Vec<Position> = Position::new(Size::STANDARD).into_iter().collect();
    for _ in 0..discs {
        let mut next: Vec<(u64, Position)> = Vec::new();
        for position in &level {
            for column in 0..7 {
                let mut after = *position;
                if after.drop_disc(column).is_ok() && !after.is_over() {
                    next.push((number_of_position(&after), after));
                }
            }
        }
        next.sort_unstable_by_key(|(number, _)| *number);
        next.dedup_by_key(|(number, _)| *number);
        level = next.into_iter().map(|(_, position)| position).collect();
    }
    level
}

/// The lowest cell of every column, in the bit order of `geometry`.
const BOTTOM: u64 = 0x408_1020_4081;

/// Returns the discs of the player to move and of the other player. 6 x 7 takes 49 bits.
fn words(position: &Position) -> (u64, u64) {
    let (mover, other) = position.mover_and_other();
    (mover as u64, other as u64)
}

/// Returns the number of a position, if it can be in a book.
fn number_if_fits(position: &Position) -> Option<u64> {
    let fits = position.size() == Size::STANDARD && position.played() <= MAX_DISCS && !position.is_won();
    fits.then(|| number_of_position(position))
}

fn number_of_position(position: &Position) -> u64 {
    let (mover, other) = words(position);
    number_of(mover, mover | other)
}

/// Returns the number of the position with these discs of the player to move and these filled cells.
fn number_of(mover: u64, filled: u64) -> u64 {
    let column = |number: u64, column: u32| {
        let (mut mover, mut filled) = (mover >> (7 * column), filled >> (7 * column) & 0x7F);
        let mut number = number;
        while filled != 0 {
            number = 3 * number + 2 - (mover & 1);
            (mover, filled) = (mover >> 1, filled >> 1);
        }
        3 * number
    };
    // The last column needs no separator, so the last 0 is divided away.
    ((0..7).fold(1, column) / 3).min((0..7).rev().fold(1, column) / 3)
}

fn checksum_of(bytes: &[u8]) -> u64 {
    let word = |chunk: &[u8]| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    };
    bytes.chunks(8).fold(0, |sum, chunk| SplitMix64::new(sum ^ word(chunk)).next_u64())
}

/// The reason why bytes are not a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadBook {
    /// The bytes do not start like a book.
    NotABook,
    /// The checksum or the entries are wrong.
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
    use crate::StopFlag;

    #[test]
    fn counts_of_early_positions() {
        // The known counts are 1, 7, 49, 238, 1120 and 4263. Here mirror images count once.
        let counts: Vec<usize> = (0..=5).map(|discs| positions_after(discs).len()).collect();
        assert_eq!(counts, [1, 4, 25, 121, 568, 2144]);
    }

    #[test]
    fn files_round_trip() {
        let mut book = Book::default();
        let positions = positions_after(3);
        book.add(positions.iter().enumerate().map(|(number, position)| (*position, number as i32 % 37 - 18)));
        assert_eq!(book.len(), 121);
        let bytes = book.write();
        assert_eq!(Book::read(&bytes).as_ref(), Ok(&book));
        assert_eq!(book.score(&positions[20]), Some(2));
        for index in [0, 9, 13, 17, 30, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[index] ^= 0x40;
            assert!(Book::read(&damaged).is_err(), "{index}");
        }
        assert!(Book::read(&bytes[..bytes.len() - 3]).is_err() && Book::read(b"").is_err());
    }

    #[test]
    fn mirror_images() {
        let mut book = Book::default();
        let left = Position::from_digits(Size::STANDARD, "1223").unwrap();
        let right = Position::from_digits(Size::STANDARD, "7665").unwrap();
        book.add([(left, 5)]);
        assert_eq!((book.score(&left), book.score(&right)), (Some(5), Some(5)));
    }

    #[test]
    fn lower_bounds_hold() {
        let book = Book::embedded();
        let mut bounds_met = 0;
        for discs in 1..6 {
            for position in positions_after(discs) {
                let (lower_bound, score) =
                    (book.lower_bound(&position).unwrap(), book.score(&position).unwrap());
                assert!(lower_bound <= score, "{position:?}");
                bounds_met += u32::from(lower_bound == score);
            }
        }
        // The best move of each position leads to a position with the opposite score.
        assert!(bounds_met > 600, "{bounds_met}");
        let start = Position::new(Size::STANDARD).unwrap();
        assert_eq!(book.lower_bound(&start), None);
        let after = Position::from_digits(Size::STANDARD, "4").unwrap();
        assert_eq!(book.lower_bound(&after), Some(-1), "the first player wins by one");
    }

    /// Returns the positions of the embedded book by number of discs.
    fn levels(book: &Book) -> Vec<Vec<Position>> {
        let whole = |level: &Vec<Position>| level.iter().all(|position| book.score(position).is_some());
        (0..).map(positions_after).take_while(whole).collect()
    }

    #[test]
    fn embedded_book_is_consistent() {
        let book = Book::embedded();
        assert_eq!(Book::read(BOOK_FILE.bytes().unwrap()), Ok(book.clone()), "the file is not damaged");
        assert!(BOOK_FILE.bytes().unwrap().len() <= 4_000_000, "no larger than it may be");
        assert_eq!(book.score(&Position::new(Size::STANDARD).unwrap()), Some(1), "the first player wins");
        let levels = levels(&book);
        assert_eq!(levels.iter().map(Vec::len).sum::<usize>(), book.len(), "whole levels and nothing else");
        // The score of a position is the best score of its moves.
        for position in levels.iter().rev().skip(1).flatten() {
            let moves = (0..7).filter_map(|column| {
                let mut after = *position;
                after.drop_disc(column).ok()?;
                let lost = -((42 - after.played() as i32) / 2 + 1);
                Some(-if after.is_won() { lost } else { book.score(&after).unwrap() })
            });
            assert_eq!(book.score(position), moves.max(), "{position:?}");
        }
    }

    #[test]
    fn entries_match_the_solver() {
        const SAMPLE: usize = 100;
        let book = Book::embedded();
        let deepest = levels(&book).pop().unwrap();
        let mut solver = Solver::new(Size::STANDARD, 64 << 20).unwrap();
        for position in deepest.iter().step_by(deepest.len() / SAMPLE) {
            let solved = solver.solve(position, &StopFlag::default()).unwrap();
            assert_eq!(book.score(position), Some(solved.score), "{position:?}");
        }
    }
}
