//! The bitboard of super, with cascades.

use super::bits::{Dimensions, Word};
use crate::{IllegalMove, Player};

/// A bitboard of super: one word per player, and the points so far.
///
/// The bit order is that of [`bits`](super::bits). For 6 rows and 7 columns:
///
/// ```text
///  6 13 20 27 34 41 48   always empty
///  5 12 19 26 33 40 47   top row
///           ...
///  0  7 14 21 28 35 42   bottom row
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuperBitBoard<W> {
    dimensions: Dimensions<W>,
    discs: [W; 2],
    scores: [u64; 2],
    next: Player,
}

impl<W: Word> SuperBitBoard<W> {
    /// Creates an empty board, or `None` if it does not fit into the word.
    pub fn new(rows: usize, columns: usize) -> Option<SuperBitBoard<W>> {
        let dimensions = Dimensions::fitting(rows, columns)?;
        Some(SuperBitBoard::with_dimensions(dimensions))
    }

    /// Creates an empty board of dimensions that are known to fit.
    #[inline]
    pub(super) fn with_dimensions(dimensions: Dimensions<W>) -> SuperBitBoard<W> {
        SuperBitBoard { dimensions, discs: [W::ZERO; 2], scores: [0; 2], next: Player::One }
    }

    /// Returns a player's discs.
    #[inline]
    pub fn discs(&self, player: Player) -> W {
        self.discs[player.index()]
    }

    /// Returns the points so far.
    #[inline]
    pub fn scores(&self) -> [u64; 2] {
        self.scores
    }

    /// Returns the player to move.
    #[inline]
    pub fn next(&self) -> Player {
        self.next
    }

    /// Returns whether a column exists and has room for a disc.
    #[inline]
    pub fn has_room(&self, column: u32) -> bool {
        self.dimensions.has_room(column, self.filled())
    }

    /// Like [`has_room`](SuperBitBoard::has_room), for a column that is known to exist.
    #[inline]
    pub(super) fn has_room_unchecked(&self, column: u32) -> bool {
        self.dimensions.has_room_unchecked(column, self.filled())
    }

    /// Returns whether no column has room, which ends the game.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.filled() == self.dimensions.board()
    }

    /// Drops the disc of the player to move into a column and runs the cascade. Returns whether discs vanished. An
    /// error changes nothing.
    #[inline]
    pub fn play(&mut self, column: u32) -> Result<bool, IllegalMove> {
        self.dimensions.check_room(column, self.filled())?;
        Ok(self.play_unchecked(column))
    }

    /// Like [`play`](SuperBitBoard::play), for a column that is known to have room.
    ///
    /// # Panics
    /// May panic, or leave an invalid board, if there is no such column or no room.
    #[inline]
    pub fn play_unchecked(&mut self, column: u32) -> bool {
        let cells = self.dimensions.column_unchecked(column);
        let free = cells & !self.filled();
        let mover = self.next.index();
        self.discs[mover] |= free & !(free << 1);
        self.next = self.next.other();
        // Between turns the board has no line, so the first one belongs to the player who moved.
        let scores = self.dimensions.has_line(self.discs[mover]);
        if scores {
            self.cascade();
        }
        scores
    }

    fn cascade(&mut self) {
        loop {
            let lines = self.discs.map(|discs| self.dimensions.in_lines(discs));
            let gone = lines[0] | lines[1];
            if gone == W::ZERO {
                return;
            }
            for (score, line) in self.scores.iter_mut().zip(lines) {
                *score += u64::from(line != W::ZERO);
            }
            self.vanish(gone);
        }
    }

    /// Removes cells and lets the discs above fall. It goes from the highest bit down, so that no cell moves
    /// before it is removed itself.
    fn vanish(&mut self, mut gone: W) {
        while gone != W::ZERO {
            let bit = gone.highest();
            let cell = W::ONE << bit;
            gone &= !cell;
            let below = cell - W::ONE;
            let above = self.dimensions.column_unchecked(bit / (self.dimensions.rows + 1)) & !(below | cell);
            for discs in &mut self.discs {
                *discs = (*discs & !(above | cell)) | ((*discs & above) >> 1);
            }
        }
    }

    #[inline]
    fn filled(&self) -> W {
        self.discs[0] | self.discs[1]
    }
}
