//! The board the searches of super work on: one bit a cell, seen by the player to move.

use parlor_rules::drop::bits::{Dimensions, Word};
use parlor_rules::drop::super_::Position;
use parlor_rules::drop::{Column, Disc};
use parlor_rules::{Player, Position as _};
use std::fmt::Debug;
use std::hash::Hash;

/// A word of bits that can also be counted and hashed.
pub(super) trait Cells: Word + Hash + Send {
    /// Returns how many bits are set.
    fn count(self) -> u32;
    /// Returns the number of the lowest bit that is set; the word must not be zero.
    fn lowest(self) -> u32;
}

impl Cells for u64 {
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }
}

impl Cells for u128 {
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }
}

/// The size of a board and the word it lies in; a type of its own for 6 x 7, so that the compiler knows its
/// shifts.
pub(super) trait Grid: Copy + Debug + Send + 'static {
    /// The word a board lies in.
    type Word: Cells;
    /// Rows and columns.
    fn dimensions(self) -> Dimensions;
}

/// 6 rows and 7 columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standard;

/// A board of up to 64 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Narrow(pub(super) Dimensions);

/// A board of up to 128 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide(pub(super) Dimensions);

impl Grid for Standard {
    type Word = u64;

    #[inline(always)]
    fn dimensions(self) -> Dimensions {
        Dimensions { rows: 6, columns: 7 }
    }
}

impl Grid for Narrow {
    type Word = u64;

    #[inline(always)]
    fn dimensions(self) -> Dimensions {
        self.0
    }
}

impl Grid for Wide {
    type Word = u128;

    #[inline(always)]
    fn dimensions(self) -> Dimensions {
        self.0
    }
}

/// A settled board: whoever is to move is the mover, the other waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board<G: Grid> {
    /// How large it is.
    pub(super) grid: G,
    /// The discs of the player to move.
    pub(super) mover: G::Word,
    /// The discs of the other.
    pub(super) waiting: G::Word,
    /// How many points the player to move is ahead.
    pub(super) lead: i32,
}

impl<G: Grid> Board<G> {
    /// Returns the board of a position without waiting lines.
    pub(super) fn of(grid: G, position: &Position) -> Board<G> {
        let mover = position.last_mover().other();
        let zero = G::Word::ZERO;
        let mut board = Board { grid, mover: zero, waiting: zero, lead: lead(position, mover) };
        let discs = position.board();
        for column in 0..discs.columns() {
            for (level, disc) in discs.column(column).iter().enumerate() {
                let cell = grid.dimensions().bottom::<G::Word>(column as u32) << level as u32;
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
        (0..dimensions.columns).fold(G::Word::ZERO, |cells, column| cells | dimensions.bottom(column))
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

    /// Returns how many cells are free.
    #[inline(always)]
    pub(super) fn free(&self) -> u32 {
        let dimensions = self.grid.dimensions();
        dimensions.rows * dimensions.columns - self.filled().count()
    }

    /// Returns a word that no other board of this size has: the mover's discs and a bit above the top of
    /// every column.
    #[inline(always)]
    pub(super) fn key(&self) -> G::Word {
        let filled = self.filled();
        self.mover | (((filled << 1) | self.bottoms()) & !filled)
    }

    /// Returns the column a cell lies in.
    #[inline(always)]
    pub(super) fn column_of(&self, cell: G::Word) -> u32 {
        cell.lowest() / (self.grid.dimensions().rows + 1)
    }

    /// Returns the board after the mover's disc came to rest on this cell and the board has settled.
    #[inline(always)]
    pub(super) fn after(&self, cell: G::Word) -> Board<G> {
        let mover = self.mover | cell;
        let mut next = Board { grid: self.grid, mover: self.waiting, waiting: mover, lead: -self.lead };
        // A settled board has no line, so a first one belongs to the mover.
        if self.grid.dimensions().has_line(mover) {
            next.settle();
        }
        next
    }

    /// Returns the free cells, in reach or not, that would give the owner of these discs a line.
    #[inline(always)]
    pub(super) fn threats(&self, discs: G::Word) -> G::Word {
        let dimensions = self.grid.dimensions();
        let column = dimensions.rows + 1;
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
    fn settle(&mut self) {
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

    /// Takes cells away, from the highest down so that none moves before its turn, and closes the columns.
    fn vanish(&mut self, mut gone: G::Word) {
        let dimensions = self.grid.dimensions();
        while gone != G::Word::ZERO {
            let bit = gone.highest();
            let cell = G::Word::ONE << bit;
            gone &= !cell;
            let below = cell - G::Word::ONE;
            let above = dimensions.column::<G::Word>(bit / (dimensions.rows + 1)) & !(below | cell);
            for discs in [&mut self.mover, &mut self.waiting] {
                *discs = (*discs & !(above | cell)) | ((*discs & above) >> 1);
            }
        }
    }
}

/// Returns the single cells of a word, from the lowest.
#[inline(always)]
pub(super) fn each<W: Cells>(mut cells: W) -> impl Iterator<Item = W> {
    std::iter::from_fn(move || {
        (cells != W::ZERO).then(|| {
            let cell = W::ONE << cells.lowest();
            cells &= !cell;
            cell
        })
    })
}

/// Returns the columns from the middle outward: the middle ones lie in the most lines.
#[inline(always)]
pub(super) fn outward(columns: u32) -> impl Iterator<Item = u32> {
    (0..columns).map(move |step| {
        let away = step.div_ceil(2);
        if step % 2 == 0 { columns / 2 + away } else { columns / 2 - away }
    })
}

/// Returns the legal moves and the boards they lead to.
///
/// The first turn is played by the rules: a game that began on a drawn grid may have lines waiting for it,
/// which no board here has.
pub(super) fn children<G: Grid>(grid: G, position: &Position) -> Vec<(Column, Board<G>)> {
    let after = |column| {
        let mut next = position.clone();
        next.play_unchecked(column);
        (column, Board::of(grid, &next))
    };
    position.moves().map(after).collect()
}

/// Returns how many points a player is ahead; more than a billion count as a billion.
pub(super) fn lead(position: &Position, player: Player) -> i32 {
    let [one, two] = position.scores().map(|score| score.min(1 << 53) as i64);
    let ahead = if player == Player::One { one - two } else { two - one };
    ahead.clamp(-1_000_000_000, 1_000_000_000) as i32
}
