//! Bitboards for the drop games: one bit per cell.
//!
//! A column takes one bit more than it has rows, so that no line can run from the top of one column into the
//! next. The bit numbers for 6 rows and 7 columns:
//!
//! ```text
//!  6 13 20 27 34 41 48   always empty
//!  5 12 19 26 33 40 47   top row
//!  4 11 18 25 32 39 46
//!  3 10 17 24 31 38 45
//!  2  9 16 23 30 37 44
//!  1  8 15 22 29 36 43
//!  0  7 14 21 28 35 42   bottom row
//! ```

use super::{Column, DropPosition, Rule};
use crate::{Player, Position};
use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr, Sub};

/// An integer that holds a bitboard: `u64` (6x7, 7x7) or `u128` (up to 10x11).
pub trait Word:
    Copy
    + Eq
    + Debug
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Sub<Output = Self>
{
    /// The number of bits.
    const BITS: u32;
    /// No bit set.
    const ZERO: Self;
    /// The lowest bit.
    const ONE: Self;
    /// Returns all bits folded into 64, for fingerprints and hashes.
    fn fold(self) -> u64;
    /// Returns the index of the highest set bit. The word must not be zero.
    fn highest(self) -> u32;
}

impl Word for u64 {
    const BITS: u32 = 64;
    const ZERO: u64 = 0;
    const ONE: u64 = 1;

    #[inline]
    fn fold(self) -> u64 {
        self
    }

    #[inline]
    fn highest(self) -> u32 {
        63 - self.leading_zeros()
    }
}

impl Word for u128 {
    const BITS: u32 = 128;
    const ZERO: u128 = 0;
    const ONE: u128 = 1;

    #[inline]
    fn fold(self) -> u64 {
        self as u64 ^ ((self >> 64) as u64).rotate_left(29)
    }

    #[inline]
    fn highest(self) -> u32 {
        127 - self.leading_zeros()
    }
}

/// The rows and columns of a bitboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dimensions {
    /// The rows, without the one that is always empty.
    pub rows: u32,
    /// The columns.
    pub columns: u32,
}

impl Dimensions {
    /// Creates the dimensions, or `None` if such a board does not fit into the word.
    pub fn fitting<W: Word>(rows: usize, columns: usize) -> Option<Dimensions> {
        let bits = rows.checked_add(1)?.checked_mul(columns)?;
        (bits <= W::BITS as usize).then_some(Dimensions { rows: rows as u32, columns: columns as u32 })
    }

    /// Returns the distances in bits between neighbors: up, right, and along both diagonals.
    #[inline]
    fn steps(self) -> [u32; 4] {
        let column = self.rows + 1;
        [1, column, column + 1, column - 1]
    }

    /// Returns the lowest cell of a column.
    #[inline]
    pub fn bottom<W: Word>(self, column: u32) -> W {
        W::ONE << (column * (self.rows + 1))
    }

    /// Returns all cells of a column.
    #[inline]
    pub fn column<W: Word>(self, column: u32) -> W {
        ((W::ONE << self.rows) - W::ONE) << (column * (self.rows + 1))
    }

    /// Returns all cells of the board.
    #[inline]
    pub fn board<W: Word>(self) -> W {
        (0..self.columns).fold(W::ZERO, |cells, column| cells | self.column(column))
    }

    /// Returns whether the discs contain a line of four.
    #[inline]
    pub fn has_line<W: Word>(self, discs: W) -> bool {
        let mut found = W::ZERO;
        for step in self.steps() {
            let pairs = discs & (discs >> step);
            found |= pairs & (pairs >> (2 * step));
        }
        found != W::ZERO
    }

    /// Returns the discs that are part of a line of four or more.
    #[inline]
    pub fn in_lines<W: Word>(self, discs: W) -> W {
        let mut all = W::ZERO;
        for step in self.steps() {
            let pairs = discs & (discs >> step);
            let starts = pairs & (pairs >> (2 * step));
            let halves = starts | (starts << step);
            all |= halves | (halves << (2 * step));
        }
        all
    }
}

/// A bitboard of classic and shapes: one word per player, in the bit order of the [module](self).
///
/// ```
/// use parlor_rules::{Player, drop::bits::BitBoard};
/// let mut board = BitBoard::<u64>::new(6, 7).expect("49 bits fit");
/// for column in [0, 6, 0, 6, 0, 6, 0] {
///     assert!(board.has_room(column));
///     board.play(column);
/// }
/// assert!(board.last_mover_has_won());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitBoard<W> {
    dimensions: Dimensions,
    discs: [W; 2],
    plies: u32,
}

impl<W: Word> BitBoard<W> {
    /// Creates an empty board, or `None` if it does not fit into the word.
    pub fn new(rows: usize, columns: usize) -> Option<BitBoard<W>> {
        let dimensions = Dimensions::fitting::<W>(rows, columns)?;
        Some(BitBoard { dimensions, discs: [W::ZERO; 2], plies: 0 })
    }

    /// Creates the bitboard of a position, or `None` if it does not fit into the word.
    pub fn from_position<R: Rule>(position: &DropPosition<R>) -> Option<BitBoard<W>>
    where
        DropPosition<R>: Position<Move = Column>,
    {
        let mut fast = BitBoard::new(position.rows(), position.columns())?;
        let board = position.board();
        for column in 0..board.columns() {
            for (level, disc) in board.column(column).iter().enumerate() {
                let bit = fast.dimensions.bottom::<W>(column as u32) << level as u32;
                fast.discs[super::Disc::player(*disc).index()] |= bit;
                fast.plies += 1;
            }
        }
        Some(fast)
    }

    /// Returns a player's discs.
    #[inline]
    pub fn discs(&self, player: Player) -> W {
        self.discs[player.index()]
    }

    /// Returns the rows and columns.
    pub fn dimensions(&self) -> Dimensions {
        self.dimensions
    }

    /// Returns whether a column of the board has room for a disc.
    #[inline]
    pub fn has_room(&self, column: u32) -> bool {
        let top = self.dimensions.bottom::<W>(column) << (self.dimensions.rows - 1);
        (self.discs[0] | self.discs[1]) & top == W::ZERO
    }

    /// Drops the disc of the player to move into a column with room.
    #[inline]
    pub fn play(&mut self, column: u32) {
        let filled = (self.discs[0] | self.discs[1]) & self.dimensions.column(column);
        let free = self.dimensions.column::<W>(column) & !filled;
        // Discs fill a column from below, so the lowest free bit is the cell where the disc lands.
        let bit = free & !(free << 1);
        self.discs[(self.plies & 1) as usize] |= bit;
        self.plies += 1;
    }

    /// Returns whether the player who moved last has a line.
    #[inline]
    pub fn last_mover_has_won(&self) -> bool {
        self.plies > 0 && self.dimensions.has_line(self.discs[((self.plies - 1) & 1) as usize])
    }

    /// Returns whether no column has room.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.plies == self.dimensions.rows * self.dimensions.columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drop::super_bits::SuperBitBoard;
    use crate::drop::{classic, super_};
    use crate::{Outcome, Size, SplitMix64, Turn};

    const SIZES: [(usize, usize); 10] =
        [(6, 7), (4, 4), (4, 6), (7, 7), (7, 8), (4, 12), (10, 11), (15, 8), (4, 25), (31, 4)];

    fn cells<W: Word>(discs: [W; 2], dimensions: Dimensions) -> Vec<Vec<u64>> {
        let cell = |column: u32, level: u32| {
            let bit = dimensions.bottom::<W>(column) << level;
            (0..2).filter(|&player| discs[player] & bit != W::ZERO).map(|player| player as u64 + 1).sum()
        };
        let row = |level| (0..dimensions.columns).map(|column| cell(column, level)).collect();
        (0..dimensions.rows).rev().map(row).collect()
    }

    fn classic_games<W: Word>(rows: usize, columns: usize, games: u64) {
        let Some(empty) = BitBoard::<W>::new(rows, columns) else { return };
        for game in 0..games {
            let mut rng = SplitMix64::at(3, game);
            let (mut fast, mut plain) =
                (empty, classic::Position::sized(Size::new(rows as i64, columns as i64)).unwrap());
            while let Some(Column(column)) = plain.sample(&mut rng) {
                assert!(
                    (0..columns)
                        .all(|column| fast.has_room(column as u32) == plain.check(Column(column)).is_ok())
                );
                let mover = plain.turn().player().unwrap();
                fast.play(column as u32);
                plain.play(Column(column)).unwrap();
                assert_eq!(fast.last_mover_has_won(), plain.turn() == Turn::Over(Outcome::Win(mover)));
                assert_eq!(fast.is_full(), plain.board().is_full());
            }
            assert_eq!(BitBoard::from_position(&plain), Some(fast));
            assert_eq!(
                cells(Player::BOTH.map(|player| fast.discs(player)), fast.dimensions()),
                plain.setup().cells
            );
        }
    }

    fn super_games<W: Word>(rows: usize, columns: usize, games: u64) {
        let Some(empty) = SuperBitBoard::<W>::new(rows, columns) else { return };
        for game in 0..games {
            let mut rng = SplitMix64::at(4, game);
            let (mut fast, mut plain) =
                (empty, super_::Position::sized(Size::new(rows as i64, columns as i64)).unwrap());
            for _ in 0..1_500 {
                let Some(Column(column)) = plain.sample(&mut rng) else { break };
                assert_eq!(Some(fast.next()), plain.turn().player());
                let did = plain.play(Column(column)).unwrap();
                assert_eq!(fast.play(column as u32), !did.searches.is_empty());
                assert_eq!(fast.scores(), plain.scores());
                assert!(
                    (0..columns).all(
                        |column| fast.has_room(column as u32) == plain.board().check_room(column).is_ok()
                    )
                );
            }
            assert_eq!(fast.is_full(), plain.turn().is_over());
            let dimensions = Dimensions { rows: rows as u32, columns: columns as u32 };
            assert_eq!(cells(Player::BOTH.map(|player| fast.discs(player)), dimensions), plain.setup().cells);
        }
    }

    #[test]
    fn classic_matches_the_plain_board() {
        for (rows, columns) in SIZES {
            classic_games::<u64>(rows, columns, 300);
            classic_games::<u128>(rows, columns, 100);
        }
    }

    #[test]
    fn super_matches_the_plain_board() {
        for (rows, columns) in SIZES {
            super_games::<u64>(rows, columns, 12);
            super_games::<u128>(rows, columns, 6);
        }
    }

    #[test]
    fn too_large_for_the_word() {
        assert!(BitBoard::<u64>::new(7, 9).is_none() && BitBoard::<u128>::new(7, 9).is_some());
        assert!(BitBoard::<u128>::new(64, 64).is_none() && BitBoard::<u128>::new(usize::MAX, 2).is_none());
    }
}
