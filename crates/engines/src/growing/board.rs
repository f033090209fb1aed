//! A growing board for searches: one bit a cell along each row.
//!
//! Only rows and columns count in this game, so a row is two words (one a player) and what a column can still
//! do is told by the equal discs on its top. Rows are as many as are needed, up to the rules' 10,000; columns
//! are a window of 128. A board that has more, or that has no room left in the window to grow, is still
//! looked at through the window, but [`is_whole`](Board::is_whole) says no and nothing may be called proven.

use parlor_rules::SplitMix64;
use parlor_rules::drop::growing::{MAX_INDEX, Position};
use parlor_rules::{Player, Position as _};

/// Columns of the window.
pub(super) const WIDTH: usize = 128;
/// Columns kept free on the right of the window, so that a search can let the board grow: it never looks
/// deeper.
pub(super) const ROOM: usize = 48;

/// What two gaps of a player right above each other are worth.
const STACKED: i32 = 150;

/// A set of columns of the window.
pub(super) type Columns = u128;

/// A growing board, as much of it as the window shows.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The discs of each row, one word a player.
    rows: Vec<[Columns; 2]>,
    /// The empty cells of each row that would end a line of four along it.
    gaps: Vec<[Columns; 2]>,
    heights: [u16; WIDTH],
    /// The equal discs on top of each column: how many, and whose.
    tops: [(u16, u8); WIDTH],
    /// Where each player would win at once; columns that can't be played yet included.
    hot: [Columns; 2],
    /// What the rows are worth to player one.
    balance: i32,
    key: u64,
    next: usize,
    /// Columns there are, seen from the window's first.
    columns: usize,
    /// The window's first column.
    first: usize,
}

/// What a move changed: enough to take it back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undo {
    gaps: [Columns; 2],
    hot: [Columns; 2],
    top: (u16, u8),
    balance: i32,
    columns: usize,
}

impl Board {
    /// Returns the board of a position whose turns alternate.
    pub(super) fn of(position: &Position) -> Board {
        let from = position.board();
        let next = position.turn().player().unwrap_or(Player::One).index();
        let first = (from.columns() + ROOM).saturating_sub(WIDTH).min(MAX_INDEX + 1 - WIDTH);
        let columns = from.columns() - first;
        let mut board = Board {
            rows: vec![[0; 2]; from.rows() + ROOM],
            gaps: vec![[0; 2]; from.rows() + ROOM],
            heights: [0; WIDTH],
            tops: [(0, 0); WIDTH],
            hot: [0; 2],
            balance: 0,
            key: 0,
            next: 0,
            columns: WIDTH,
            first,
        };
        for column in 0..columns {
            for level in 0..from.tokens_in_column(first + column).unwrap_or(0) {
                if let Some(player) = from.token(level, first + column) {
                    board.next = player.index();
                    board.play(column);
                }
            }
        }
        board.next = next;
        board.columns = columns;
        board
    }

    /// Returns whether the window shows all there is and has room to grow: only then can anything be proven.
    pub(super) fn is_whole(&self) -> bool {
        self.first == 0
    }

    /// Returns the window's first column.
    pub(super) fn first(&self) -> usize {
        self.first
    }

    /// Returns whose turn it is: 0 or 1.
    pub(super) fn next(&self) -> usize {
        self.next
    }

    /// Returns how many columns there are, seen from the window's first.
    #[cfg(test)]
    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    /// Returns how many discs lie in a column.
    #[cfg(test)]
    pub(super) fn height(&self, column: usize) -> usize {
        usize::from(self.heights[column])
    }

    /// Returns a number for this position, the same however it came about.
    pub(super) fn key(&self) -> u64 {
        // The columns there are belong to it, for they say where the new one is, and so does whose turn it
        // is.
        self.key ^ mixed((self.columns * 2 + self.next) as u64 | 1 << 40)
    }

    /// Returns the columns with room, the new one included.
    pub(super) fn playable(&self) -> Columns {
        let all = below(self.columns + 1);
        // No search lets a column grow taller than the rules unless it was nearly so before.
        if self.rows.len() <= MAX_INDEX { all } else { all & self.not_full() }
    }

    /// Returns where this player, were it to move, would win at once.
    pub(super) fn wins(&self, player: usize) -> Columns {
        let hot = self.hot[player];
        if hot == 0 { 0 } else { hot & self.playable() }
    }

    /// Returns what the rows promise the player to move, in the evaluation's own unit.
    pub(super) fn balance(&self) -> i32 {
        if self.next == 0 { self.balance } else { -self.balance }
    }

    /// Lets a disc of the player to move fall into a column that has room.
    pub(super) fn play(&mut self, column: usize) -> Undo {
        let level = usize::from(self.heights[column]);
        let player = self.next;
        let undo = Undo {
            gaps: self.gaps[level],
            hot: self.hot,
            top: self.tops[column],
            balance: self.balance,
            columns: self.columns,
        };
        if level + 4 >= self.rows.len() {
            self.rows.resize(level + 5, [0; 2]);
            self.gaps.resize(level + 5, [0; 2]);
        }
        self.balance -= promise(self.rows[level]) + self.stacked(level);
        self.rows[level][player] |= 1 << column;
        self.gaps[level] = gaps(self.rows[level]);
        self.balance += promise(self.rows[level]) + self.stacked(level);
        self.heights[column] += 1;
        let (count, whose) = self.tops[column];
        let count = if usize::from(whose) == player { count + 1 } else { 1 };
        self.tops[column] = (count, player as u8);
        self.columns = self.columns.max(column + 1);
        for near in column.saturating_sub(3)..(column + 4).min(WIDTH) {
            if usize::from(self.heights[near]) == level {
                self.warm(near);
            }
        }
        self.warm(column);
        self.key ^= disc(self.first + column, level, player);
        self.next = 1 - player;
        undo
    }

    /// Takes the last move back.
    pub(super) fn undo(&mut self, column: usize, undo: Undo) {
        self.next = 1 - self.next;
        self.heights[column] -= 1;
        let level = usize::from(self.heights[column]);
        self.key ^= disc(self.first + column, level, self.next);
        self.rows[level][self.next] &= !(1 << column);
        self.gaps[level] = undo.gaps;
        self.hot = undo.hot;
        self.tops[column] = undo.top;
        self.balance = undo.balance;
        self.columns = undo.columns;
    }

    /// Finds out anew for whom the next cell of a column would win.
    fn warm(&mut self, column: usize) {
        let gaps = self.gaps[usize::from(self.heights[column])];
        let (count, whose) = self.tops[column];
        for (player, hot) in self.hot.iter_mut().enumerate() {
            let tower = count >= 3 && usize::from(whose) == player;
            let wins = tower || gaps[player] >> column & 1 != 0;
            *hot = *hot & !(1 << column) | Columns::from(wins) << column;
        }
    }

    /// Returns what gaps right above each other, in this row and its neighbors, are worth to player one:
    /// whoever has two plays below them, the other must fill the lower one, and the upper one wins.
    fn stacked(&self, level: usize) -> i32 {
        let here = self.gaps[level];
        let near = [level.checked_sub(1), Some(level + 1)];
        let pairs = |player: usize| -> u32 {
            if here[player] == 0 {
                return 0;
            }
            near.iter().flatten().map(|&other| (here[player] & self.gaps[other][player]).count_ones()).sum()
        };
        STACKED * (pairs(0) as i32 - pairs(1) as i32)
    }

    fn not_full(&self) -> Columns {
        (0..WIDTH)
            .filter(|&column| usize::from(self.heights[column]) <= MAX_INDEX)
            .fold(0, |set, column| set | 1 << column)
    }
}

/// Returns the columns of a set, from the left.
pub(super) fn each(mut set: Columns) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let column = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (column < WIDTH).then_some(column)
    })
}

/// Returns the set of this many columns from the left.
fn below(columns: usize) -> Columns {
    if columns >= WIDTH { !0 } else { (1 << columns) - 1 }
}

/// Returns the empty cells of a row that would end a line of four along it, for each player.
fn gaps(row: [Columns; 2]) -> [Columns; 2] {
    let empty = !(row[0] | row[1]);
    row.map(|own| {
        let (left, right) = (own << 1, own >> 1);
        let (left_two, right_two) = (left & own << 2, right & own >> 2);
        empty & (left_two & own << 3 | right_two & own >> 3 | left & right_two | left_two & right)
    })
}

/// Returns what the lines of four that are still possible along a row are worth to player one.
fn promise(row: [Columns; 2]) -> i32 {
    if row[0] | row[1] == 0 {
        return 0;
    }
    let worth = |own: Columns, other: Columns| {
        let free = !(other | other >> 1 | other >> 2 | other >> 3) & (!0 >> 3);
        let (a, b, c, d) = (own, own >> 1, own >> 2, own >> 3);
        let (odd, pair) = ((a ^ b, c ^ d), (a & b, c & d));
        let any_pair = pair.0 | pair.1;
        let three = (odd.0 ^ odd.1) & any_pair & free;
        let two = (odd.0 & odd.1 & !any_pair | (pair.0 ^ pair.1) & !(odd.0 | odd.1)) & free;
        let one = (odd.0 ^ odd.1) & !any_pair & free;
        (24 * three.count_ones() + 5 * two.count_ones() + one.count_ones()) as i32
    };
    worth(row[0], row[1]) - worth(row[1], row[0])
}

/// Returns the number of a disc at a place.
fn disc(column: usize, level: usize, player: usize) -> u64 {
    mixed((column * 2 + player) as u64 | (level as u64) << 20)
}

fn mixed(number: u64) -> u64 {
    SplitMix64::new(number.wrapping_mul(0xD134_2543_DE82_EF95)).next_u64()
}
