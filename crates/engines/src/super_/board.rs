//! The bitboard of the super searches, from the point of view of the player to move.
//!
//! The bit order is that of [`parlor_rules::drop::bits`]. For 6 rows and 7 columns:
//!
//! ```text
//!  6 13 20 27 34 41 48   always empty
//!  5 12 19 26 33 40 47   top row
//!           ...
//!  0  7 14 21 28 35 42   bottom row
//! ```

use parlor_rules::drop::bits::{Dimensions, Word};
use parlor_rules::drop::super_::Position;
use parlor_rules::drop::{Column, Disc};
use parlor_rules::{Player, Position as _};
use std::fmt::Debug;
use std::hash::Hash;

/// A bitboard word that can be counted and hashed.
pub(super) trait BitWord: Word + Hash + Send {
    /// Returns the number of set bits.
    fn count(self) -> u32;
    /// Returns the index of the lowest set bit. The word must not be zero.
    fn lowest(self) -> u32;
}

impl BitWord for u64 {
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }
}

impl BitWord for u128 {
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }
}

/// The size of a board and its word type. 6 x 7 has a type of its own, so that the compiler knows the shifts.
pub(super) trait Grid: Copy + Debug + Send + 'static {
    /// The word of a bitboard.
    type Word: BitWord;
    /// Returns the rows and columns.
    fn dimensions(self) -> Dimensions<Self::Word>;
}

/// 6 rows and 7 columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standard;

/// A board of up to 64 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Narrow(pub(super) Dimensions<u64>);

/// A board of up to 128 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide(pub(super) Dimensions<u128>);

impl Grid for Standard {
    type Word = u64;

    #[inline(always)]
    fn dimensions(self) -> Dimensions<Self::Word> {
        Dimensions::STANDARD
    }
}

impl Grid for Narrow {
    type Word = u64;

    #[inline(always)]
    fn dimensions(self) -> Dimensions<Self::Word> {
        self.0
    }
}

impl Grid for Wide {
    type Word = u128;

    #[inline(always)]
    fn dimensions(self) -> Dimensions<Self::Word> {
        self.0
    }
}

/// A board between two turns, without lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board<G: Grid> {
    /// The size.
    pub(super) grid: G,
    /// The discs of the player to move.
    pub(super) mover: G::Word,
    /// The discs of the other player.
    pub(super) waiting: G::Word,
    /// How many points the player to move is ahead.
    pub(super) lead: i32,
}

impl<G: Grid> Board<G> {
    /// Creates the board of a position that has no pending lines.
    pub(super) fn of(grid: G, position: &Position) -> Board<G> {
        let mover = position.last_mover().other();
        let zero = G::Word::ZERO;
        let mut board = Board { grid, mover: zero, waiting: zero, lead: lead(position, mover) };
        let discs = position.board();
        for column in 0..discs.columns() {
            for (level, disc) in discs.column(column).iter().enumerate() {
                let cell = grid.dimensions().bottom_unchecked(column as u32) << level as u32;
                if disc.player() == mover {
                    board.mover |= cell;
                } else {
                    board.waiting |= cell;
                }
            }
        }
        board
    }

    /// Returns all discs.
    #[inline(always)]
    pub(super) fn filled(&self) -> G::Word {
        self.mover | self.waiting
    }

    /// Returns the lowest cell of every column.
    #[inline(always)]
    pub(super) fn bottoms(&self) -> G::Word {
        let dimensions = self.grid.dimensions();
        (0..dimensions.columns())
            .fold(G::Word::ZERO, |cells, column| cells | dimensions.bottom_unchecked(column))
    }

    /// Returns the cells discs can come to rest on: one in each column with room.
    #[inline(always)]
    pub(super) fn landings(&self) -> G::Word {
        let filled = self.filled();
        ((filled << 1) | self.bottoms()) & !filled & self.grid.dimensions().board()
    }

    /// Returns whether no column has room: the game is over.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.filled() == self.grid.dimensions().board()
    }

    /// Returns the number of free cells.
    #[inline(always)]
    pub(super) fn free(&self) -> u32 {
        let dimensions = self.grid.dimensions();
        dimensions.rows() * dimensions.columns() - self.filled().count()
    }

    /// Returns a key that is unique among boards of this size: the mover's discs and a bit above the top of
    /// every column.
    #[inline(always)]
    pub(super) fn key(&self) -> G::Word {
        let filled = self.filled();
        self.mover | (((filled << 1) | self.bottoms()) & !filled)
    }

    /// Returns the column a cell lies in.
    #[inline(always)]
    pub(super) fn column_of(&self, cell: G::Word) -> u32 {
        cell.lowest() / (self.grid.dimensions().rows() + 1)
    }

    /// Returns the board after the mover's disc has landed on this cell and the cascade has ended.
    #[inline(always)]
    pub(super) fn after(&self, cell: G::Word) -> Board<G> {
        let mover = self.mover | cell;
        let mut next = Board { grid: self.grid, mover: self.waiting, waiting: mover, lead: -self.lead };
        // Between turns the board has no line, so the first one belongs to the mover.
        if self.grid.dimensions().has_line(mover) {
            next.cascade();
        }
        next
    }

    /// Returns the threats of these discs: the free cells that would complete a line, playable now or not.
    #[inline(always)]
    pub(super) fn threats(&self, discs: G::Word) -> G::Word {
        let dimensions = self.grid.dimensions();
        let column = dimensions.rows() + 1;
        let mut found = (discs << 1) & (discs << 2) & (discs << 3);
        for step in [column, column + 1, column - 1] {
            let above = (discs << step) & (discs << (2 * step));
            let below = (discs >> step) & (discs >> (2 * step));
            found |= above & ((discs << (3 * step)) | (discs >> step));
            found |= below & ((discs << step) | (discs >> (3 * step)));
        }
        found & dimensions.board() & !self.filled()
    }

    #[inline(never)]
    fn cascade(&mut self) {
        let dimensions = self.grid.dimensions();
        loop {
            let mine = dimensions.in_lines(self.mover);
            let theirs = dimensions.in_lines(self.waiting);
            let gone = mine | theirs;
            if gone == G::Word::ZERO {
                return;
            }
            self.lead += i32::from(mine != G::Word::ZERO) - i32::from(theirs != G::Word::ZERO);
            self.vanish(gone);
        }
    }

    /// Removes cells and lets the discs above fall. It goes from the highest bit down, so that no cell moves
    /// before it is removed itself.
    fn vanish(&mut self, mut gone: G::Word) {
        let dimensions = self.grid.dimensions();
        while gone != G::Word::ZERO {
            let bit = gone.highest();
            let cell = G::Word::ONE << bit;
            gone &= !cell;
            let below = cell - G::Word::ONE;
            let above = dimensions.column_unchecked(bit / (dimensions.rows() + 1)) & !(below | cell);
            for discs in [&mut self.mover, &mut self.waiting] {
                *discs = (*discs & !(above | cell)) | ((*discs & above) >> 1);
            }
        }
    }
}

/// Returns the single bits of a word, from the lowest.
#[inline(always)]
pub(super) fn bits_of<W: BitWord>(mut cells: W) -> impl Iterator<Item = W> {
    std::iter::from_fn(move || {
        (cells != W::ZERO).then(|| {
            let cell = W::ONE << cells.lowest();
            cells &= !cell;
            cell
        })
    })
}

/// Returns the columns from the middle outward. The middle ones are part of the most lines.
#[inline(always)]
pub(super) fn center_out(columns: u32) -> impl Iterator<Item = u32> {
    (0..columns).map(move |step| {
        let away = step.div_ceil(2);
        if step % 2 == 0 { columns / 2 + away } else { columns / 2 - away }
    })
}

/// Returns the legal moves and the boards they lead to.
///
/// The moves are played on the plain board, because a game that starts from a drawn grid may have pending
/// lines.
pub(super) fn children<G: Grid>(grid: G, position: &Position) -> Vec<(Column, Board<G>)> {
    let after = |column| {
        let mut next = position.clone();
        next.play_unchecked(column);
        (column, Board::of(grid, &next))
    };
    position.moves().map(after).collect()
}

/// Returns the lead of a player in points, at most a billion.
pub(super) fn lead(position: &Position, player: Player) -> i32 {
    let [one, two] = position.scores().map(|score| score.min(1 << 53) as i64);
    let ahead = if player == Player::One { one - two } else { two - one };
    ahead.clamp(-1_000_000_000, 1_000_000_000) as i32
}
