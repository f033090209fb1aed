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
use crate::{IllegalMove, Player, Position};
use std::fmt::Debug;
use std::marker::PhantomData;
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
    /// Returns the index of the highest set bit, or 0 if no bit is set.
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
        63 - (self | 1).leading_zeros()
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
        127 - (self | 1).leading_zeros()
    }
}

/// The rows and columns of a bitboard that fits into the word `W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dimensions<W> {
    pub(super) rows: u32,
    pub(super) columns: u32,
    word: PhantomData<W>,
}

impl Dimensions<u64> {
    /// 6 rows and 7 columns, known to the compiler.
    pub const STANDARD: Dimensions<u64> = Dimensions { rows: 6, columns: 7, word: PhantomData };

    /// 4 rows and 6 columns, known to the compiler.
    pub(super) const SHAPES: Dimensions<u64> = Dimensions { rows: 4, columns: 6, word: PhantomData };
}

impl<W: Word> Dimensions<W> {
    /// Creates the dimensions, or `None` if a side is 0 or if such a board does not fit into the word.
    ///
    /// It has to have as many bits, and a line of four must not be shifted out of it, which limits boards with few
    /// columns to 19 rows (`u64`) or 40 rows (`u128`).
    pub fn fitting(rows: usize, columns: usize) -> Option<Dimensions<W>> {
        let bits = rows.checked_add(1)?.checked_mul(columns)?;
        let fits = bits > 0 && bits <= W::BITS as usize && 3 * (rows + 2) < W::BITS as usize;
        let dimensions = Dimensions { rows: rows as u32, columns: columns as u32, word: PhantomData };
        (fits && rows > 0).then_some(dimensions)
    }

    /// Returns the number of rows, without the one that is always empty.
    #[inline]
    pub const fn rows(self) -> u32 {
        self.rows
    }

    /// Returns the number of columns.
    #[inline]
    pub const fn columns(self) -> u32 {
        self.columns
    }

    /// Returns the distances in bits between neighbors: up, right, and along both diagonals.
    #[inline]
    fn steps(self) -> [u32; 4] {
        let column = self.rows + 1;
        [1, column, column + 1, column - 1]
    }

    /// Returns the lowest cell of a column, or no cell if there is no such column.
    #[inline]
    pub fn bottom(self, column: u32) -> W {
        if column < self.columns { self.bottom_unchecked(column) } else { W::ZERO }
    }

    /// Like [`bottom`](Dimensions::bottom), for a column that is known to exist.
    ///
    /// # Panics
    /// May panic, or return any cells, if there is no such column.
    #[inline]
    pub fn bottom_unchecked(self, column: u32) -> W {
        W::ONE << (column * (self.rows + 1))
    }

    /// Returns all cells of a column, or no cell if there is no such column.
    #[inline]
    pub fn column(self, column: u32) -> W {
        if column < self.columns { self.column_unchecked(column) } else { W::ZERO }
    }

    /// Like [`column`](Dimensions::column), for a column that is known to exist.
    ///
    /// # Panics
    /// May panic, or return any cells, if there is no such column.
    #[inline]
    pub fn column_unchecked(self, column: u32) -> W {
        ((W::ONE << self.rows) - W::ONE) << (column * (self.rows + 1))
    }

    /// Returns all cells of the board. O(columns) time.
    #[inline]
    pub fn board(self) -> W {
        (0..self.columns).fold(W::ZERO, |cells, column| cells | self.column_unchecked(column))
    }

    /// Returns whether the discs contain a line of four.
    #[inline]
    pub fn has_line(self, discs: W) -> bool {
        let mut found = W::ZERO;
        for step in self.steps() {
            let pairs = discs & (discs >> step);
            found |= pairs & (pairs >> (2 * step));
        }
        found != W::ZERO
    }

    /// Returns the discs that are part of a line of four or more.
    #[inline]
    pub fn in_lines(self, discs: W) -> W {
        let mut all = W::ZERO;
        for step in self.steps() {
            let pairs = discs & (discs >> step);
            let starts = pairs & (pairs >> (2 * step));
            let halves = starts | (starts << step);
            all |= halves | (halves << (2 * step));
        }
        all
    }

    /// Returns whether a column exists and has room, given the cells that are filled.
    #[inline]
    pub(super) fn has_room(self, column: u32, filled: W) -> bool {
        column < self.columns && self.has_room_unchecked(column, filled)
    }

    /// Like [`has_room`](Dimensions::has_room), for a column that is known to exist.
    #[inline]
    pub(super) fn has_room_unchecked(self, column: u32, filled: W) -> bool {
        filled & (self.bottom_unchecked(column) << (self.rows - 1)) == W::ZERO
    }

    /// Returns an error if a column does not exist or is full, given the cells that are filled.
    pub(super) fn check_room(self, column: u32, filled: W) -> Result<(), IllegalMove> {
        match self.has_room(column, filled) {
            true => Ok(()),
            false if column < self.columns => Err(IllegalMove::ColumnFull(column as usize)),
            false => Err(IllegalMove::NoSuchColumn(column as usize)),
        }
    }
}

/// A bitboard of classic and shapes: one word per player, in the bit order of the [module](self).
///
/// ```
/// use parlor_rules::{Player, drop::bits::BitBoard};
/// let mut board = BitBoard::<u64>::new(6, 7).expect("49 bits fit");
/// for column in [0, 6, 0, 6, 0, 6, 0] {
///     board.play(column)?;
/// }
/// assert!(board.last_mover_has_won());
/// # Ok::<(), parlor_rules::IllegalMove>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitBoard<W> {
    dimensions: Dimensions<W>,
    discs: [W; 2],
    next: Player,
}

impl<W: Word> BitBoard<W> {
    /// Creates an empty board, or `None` if it does not fit into the word.
    pub fn new(rows: usize, columns: usize) -> Option<BitBoard<W>> {
        let dimensions = Dimensions::fitting(rows, columns)?;
        Some(BitBoard { dimensions, discs: [W::ZERO; 2], next: Player::One })
    }

    /// Creates the bitboard of a position, or `None` if it does not fit into the word. The player to move is the
    /// position's, whatever the numbers of discs are. O(discs) time.
    pub fn from_position<R: Rule>(position: &DropPosition<R>) -> Option<BitBoard<W>>
    where
        DropPosition<R>: Position<Move = Column>,
    {
        let mut fast = BitBoard::new(position.rows(), position.columns())?;
        fast.next = position.last_mover().other();
        let board = position.board();
        for column in 0..board.columns() {
            for (level, disc) in board.column(column).iter().enumerate() {
                let bit = fast.dimensions.bottom_unchecked(column as u32) << level as u32;
                fast.discs[super::Disc::player(*disc).index()] |= bit;
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
    pub fn dimensions(&self) -> Dimensions<W> {
        self.dimensions
    }

    /// Returns the player to move, also if no column has room.
    #[inline]
    pub fn next(&self) -> Player {
        self.next
    }

    /// Returns whether a column exists and has room for a disc.
    #[inline]
    pub fn has_room(&self, column: u32) -> bool {
        self.dimensions.has_room(column, self.discs[0] | self.discs[1])
    }

    /// Drops the disc of the player to move into a column. An error changes nothing.
    #[inline]
    pub fn play(&mut self, column: u32) -> Result<(), IllegalMove> {
        self.dimensions.check_room(column, self.discs[0] | self.discs[1])?;
        self.play_unchecked(column);
        Ok(())
    }

    /// Drops the disc of the player to move into a column that is known to have room.
    ///
    /// # Panics
    /// May panic, or leave an invalid board, if there is no such column or no room.
    #[inline]
    pub fn play_unchecked(&mut self, column: u32) {
        let cells = self.dimensions.column_unchecked(column);
        let free = cells & !(self.discs[0] | self.discs[1]);
        // Discs fill a column from below, so the lowest free bit is the cell where the disc lands.
        let bit = free & !(free << 1);
        self.discs[self.next.index()] |= bit;
        self.next = self.next.other();
    }

    /// Returns whether the player who moved last has a line.
    #[inline]
    pub fn last_mover_has_won(&self) -> bool {
        self.dimensions.has_line(self.discs[self.next.other().index()])
    }

    /// Returns whether no column has room.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.discs[0] | self.discs[1] == self.dimensions.board()
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

    fn cells<W: Word>(discs: [W; 2], dimensions: Dimensions<W>) -> Vec<Vec<u64>> {
        let cell = |column: u32, level: u32| {
            let bit = dimensions.bottom(column) << level;
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
                assert_eq!(fast.play(column as u32), Ok(()));
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
                assert_eq!(fast.play(column as u32), Ok(!did.searches.is_empty()));
                assert_eq!(fast.scores(), plain.scores());
                assert!(
                    (0..columns).all(
                        |column| fast.has_room(column as u32) == plain.board().check_room(column).is_ok()
                    )
                );
            }
            assert_eq!(fast.is_full(), plain.turn().is_over());
            let dimensions = Dimensions::fitting(rows, columns).unwrap();
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

    /// Boards that no alternating game reaches: the player to move is the position's all the same.
    #[test]
    fn any_fill_has_the_player_to_move_of_the_position() {
        for game in 0..2_000 {
            let mut rng = SplitMix64::at(8, game);
            let mut grid = classic::Grid::sized(Size::new(4, 5)).unwrap();
            for _ in 0..rng.below(20) {
                let _ = grid.push(rng.below(5), Player::BOTH[rng.below(2)]);
            }
            let mut plain = classic::Position::from_board(grid);
            for _ in 0..rng.below(4) {
                let Some(column) = plain.sample(&mut rng) else { break };
                plain.play(column).unwrap();
            }
            let mut fast = BitBoard::<u64>::from_position(&plain).unwrap();
            while let Some(Column(column)) = plain.sample(&mut rng) {
                let mover = plain.turn().player().unwrap();
                assert_eq!(fast.next(), mover);
                fast.play(column as u32).unwrap();
                plain.play(Column(column)).unwrap();
                assert_eq!(BitBoard::from_position(&plain), Some(fast));
                assert_eq!(fast.last_mover_has_won(), plain.turn() == Turn::Over(Outcome::Win(mover)));
                assert_eq!(fast.is_full(), plain.board().is_full());
            }
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
        for (rows, columns) in [(64, 64), (usize::MAX, 2), (2, usize::MAX), (0, 7), (6, 0), (41, 2)] {
            assert!(BitBoard::<u128>::new(rows, columns).is_none(), "{rows}x{columns}");
            assert!(SuperBitBoard::<u64>::new(rows, columns).is_none(), "{rows}x{columns}");
        }
    }

    #[test]
    fn illegal_columns() {
        let (mut board, mut scoring) =
            (BitBoard::<u64>::new(4, 4).unwrap(), SuperBitBoard::<u128>::new(4, 4).unwrap());
        for player in Player::BOTH.into_iter().cycle().take(4) {
            assert_eq!((board.play(1), scoring.play(1)), (Ok(()), Ok(false)), "{player}");
        }
        let before = (board, scoring);
        for (column, why) in [
            (1, IllegalMove::ColumnFull(1)),
            (4, IllegalMove::NoSuchColumn(4)),
            (u32::MAX, IllegalMove::NoSuchColumn(u32::MAX as usize)),
        ] {
            assert!(!board.has_room(column) && !scoring.has_room(column));
            assert_eq!((board.play(column), scoring.play(column)), (Err(why), Err(why)));
        }
        assert_eq!((board, scoring), before);
        assert_eq!(board.dimensions().bottom(u32::MAX), 0);
        assert_eq!(board.dimensions().column(4), 0);
        assert_eq!([0u64.highest(), u64::MAX.highest()], [0, 63]);
        assert_eq!([0u128.highest(), u128::MAX.highest()], [0, 127]);
    }
}
