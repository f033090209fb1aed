//! A fast board of super: lines of both players found at once, columns closed by shifting.

use super::bits::{Dimensions, Word};
use crate::Player;

/// A fast board of super; the bit order is that of [`bits`](super::bits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuperBitBoard<W> {
    dimensions: Dimensions,
    discs: [W; 2],
    scores: [u64; 2],
    next: Player,
}

impl<W: Word> SuperBitBoard<W> {
    /// An empty board, if it fits.
    pub fn new(rows: usize, columns: usize) -> Option<SuperBitBoard<W>> {
        let dimensions = Dimensions::fitting::<W>(rows, columns)?;
        Some(SuperBitBoard::with(dimensions))
    }

    /// An empty board of dimensions that are known to fit.
    #[inline]
    pub(super) fn with(dimensions: Dimensions) -> SuperBitBoard<W> {
        SuperBitBoard { dimensions, discs: [W::ZERO; 2], scores: [0; 2], next: Player::One }
    }

    /// A player's discs.
    #[inline]
    pub fn discs(&self, player: Player) -> W {
        self.discs[player.index()]
    }

    /// The points so far.
    #[inline]
    pub fn scores(&self) -> [u64; 2] {
        self.scores
    }

    /// Who is to move.
    #[inline]
    pub fn next(&self) -> Player {
        self.next
    }

    /// Whether a disc fits into a column of the board.
    #[inline]
    pub fn has_room(&self, column: u32) -> bool {
        let top = self.dimensions.bottom::<W>(column) << (self.dimensions.rows - 1);
        self.filled() & top == W::ZERO
    }

    /// Whether no column has room: the game is over.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.filled() == self.dimensions.board()
    }

    /// Drops the next player's disc into a column with room and settles the board; whether anything vanished.
    #[inline]
    pub fn play(&mut self, column: u32) -> bool {
        let cells = self.dimensions.column::<W>(column);
        let free = cells & !self.filled();
        let mover = self.next.index();
        self.discs[mover] |= free & !(free << 1);
        self.next = self.next.other();
        // A effect board has no line, so a first one belongs to the mover.
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

    /// Takes cells away, from the highest bit down so that none moves before its turn, and closes the columns.
    fn vanish(&mut self, mut gone: W) {
        while gone != W::ZERO {
            let bit = gone.highest();
            let cell = W::ONE << bit;
            gone &= !cell;
            let below = cell - W::ONE;
            let above = self.dimensions.column::<W>(bit / (self.dimensions.rows + 1)) & !(below | cell);
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
