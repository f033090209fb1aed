//! The bitboard of the growing search.
//!
//! Only rows and columns count in this game. A row is two 128-bit words, one per player, and a column needs
//! only the run of equal discs on its top. Bit 0 is the first column of the window:
//!
//! ```text
//! rows[2]    0   1   2   3  ...  127
//! rows[1]    0   1   2   3  ...  127
//! rows[0]    0   1   2   3  ...  127     bottom row
//! ```
//!
//! There are as many rows as needed, up to 10,000, and a window of 128 columns. A wider board, or one without
//! room to grow inside the window, is searched through the window, but then [`is_whole`](Board::is_whole) is
//! false and nothing counts as proven.

use parlor_rules::SplitMix64;
use parlor_rules::drop::growing::{MAX_INDEX, Position};
use parlor_rules::{Player, Position as _};

/// The columns of the window.
pub(super) const WIDTH: usize = 128;
/// The columns kept free on the right of the window, so that the board can grow during a search. No search is
/// deeper.
pub(super) const ROOM: usize = 48;

/// The value of two gaps of a player directly above each other.
const STACKED: i32 = 150;

/// A set of columns of the window.
pub(super) type Columns = u128;

/// The part of a growing board that the window shows.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The discs of each row, one word per player.
    rows: Vec<[Columns; 2]>,
    /// The empty cells of each row that would complete a line of four along it.
    gaps: Vec<[Columns; 2]>,
    heights: [u16; WIDTH],
    /// The run of equal discs on top of each column: its length and its player.
    tops: [(u16, u8); WIDTH],
    /// The columns where each player would win at once, including columns that can't be played.
    winning: [Columns; 2],
    /// The evaluation for player one.
    evaluation: i32,
    key: u64,
    next: usize,
    /// The number of columns, counted from the first of the window.
    columns: usize,
    /// The first column of the window.
    first: usize,
}

/// The state that a move changed, which undoing it needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undo {
    gaps: [Columns; 2],
    winning: [Columns; 2],
    top: (u16, u8),
    evaluation: i32,
    columns: usize,
}

impl Board {
    /// Creates the board of a position with alternating turns.
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
            winning: [0; 2],
            evaluation: 0,
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

    /// Returns whether the window shows the whole board with room to grow. Only then can anything be proven.
    pub(super) fn is_whole(&self) -> bool {
        self.first == 0
    }

    /// Returns the first column of the window.
    pub(super) fn first(&self) -> usize {
        self.first
    }

    /// Returns the player to move, 0 or 1.
    pub(super) fn next(&self) -> usize {
        self.next
    }

    /// Returns the number of columns, counted from the first of the window.
    #[cfg(test)]
    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the number of discs in a column.
    #[cfg(test)]
    pub(super) fn height(&self, column: usize) -> usize {
        usize::from(self.heights[column])
    }

    /// Returns the hash key of the position. It does not depend on the order of moves.
    pub(super) fn key(&self) -> u64 {
        // The number of columns is part of the key, because it determines the new column, and so is the
        // player to move.
        self.key ^ mix((self.columns * 2 + self.next) as u64 | 1 << 40)
    }

    /// Returns the columns with room, including the new one.
    pub(super) fn playable(&self) -> Columns {
        let all = first_columns(self.columns + 1);
        // A search reaches the height limit only if the board is close to it already.
        if self.rows.len() <= MAX_INDEX { all } else { all & self.not_full() }
    }

    /// Returns the columns where this player would win at once.
    pub(super) fn wins(&self, player: usize) -> Columns {
        let winning = self.winning[player];
        if winning == 0 { 0 } else { winning & self.playable() }
    }

    /// Returns the evaluation for the player to move.
    pub(super) fn evaluation(&self) -> i32 {
        if self.next == 0 { self.evaluation } else { -self.evaluation }
    }

    /// Drops a disc of the player to move into a column with room.
    pub(super) fn play(&mut self, column: usize) -> Undo {
        let level = usize::from(self.heights[column]);
        let player = self.next;
        let undo = Undo {
            gaps: self.gaps[level],
            winning: self.winning,
            top: self.tops[column],
            evaluation: self.evaluation,
            columns: self.columns,
        };
        if level + 4 >= self.rows.len() {
            self.rows.resize(level + 5, [0; 2]);
            self.gaps.resize(level + 5, [0; 2]);
        }
        self.evaluation -= row_value(self.rows[level]) + self.stacked_gaps(level);
        self.rows[level][player] |= 1 << column;
        self.gaps[level] = gaps(self.rows[level]);
        self.evaluation += row_value(self.rows[level]) + self.stacked_gaps(level);
        self.heights[column] += 1;
        let (count, whose) = self.tops[column];
        let count = if usize::from(whose) == player { count + 1 } else { 1 };
        self.tops[column] = (count, player as u8);
        self.columns = self.columns.max(column + 1);
        for near in column.saturating_sub(3)..(column + 4).min(WIDTH) {
            if usize::from(self.heights[near]) == level {
                self.update_wins(near);
            }
        }
        self.update_wins(column);
        self.key ^= disc_key(self.first + column, level, player);
        self.next = 1 - player;
        undo
    }

    /// Undoes the last move.
    pub(super) fn undo(&mut self, column: usize, undo: Undo) {
        self.next = 1 - self.next;
        self.heights[column] -= 1;
        let level = usize::from(self.heights[column]);
        self.key ^= disc_key(self.first + column, level, self.next);
        self.rows[level][self.next] &= !(1 << column);
        self.gaps[level] = undo.gaps;
        self.winning = undo.winning;
        self.tops[column] = undo.top;
        self.evaluation = undo.evaluation;
        self.columns = undo.columns;
    }

    /// Updates for whom the next cell of a column wins.
    fn update_wins(&mut self, column: usize) {
        let gaps = self.gaps[usize::from(self.heights[column])];
        let (count, whose) = self.tops[column];
        for (player, winning) in self.winning.iter_mut().enumerate() {
            let completes_column = count >= 3 && usize::from(whose) == player;
            let wins = completes_column || gaps[player] >> column & 1 != 0;
            *winning = *winning & !(1 << column) | Columns::from(wins) << column;
        }
    }

    /// Returns the value for player one of gaps directly above each other, in this row and its neighbors. A
    /// player who has two plays below them; the opponent must fill the lower one, and the upper one wins.
    fn stacked_gaps(&self, level: usize) -> i32 {
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
pub(super) fn columns_of(mut set: Columns) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let column = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (column < WIDTH).then_some(column)
    })
}

/// Returns the set of this many columns from the left.
fn first_columns(columns: usize) -> Columns {
    if columns >= WIDTH { !0 } else { (1 << columns) - 1 }
}

/// Returns the empty cells of a row that would complete a line of four along it, for each player.
fn gaps(row: [Columns; 2]) -> [Columns; 2] {
    let empty = !(row[0] | row[1]);
    row.map(|own| {
        let (left, right) = (own << 1, own >> 1);
        let (left_two, right_two) = (left & own << 2, right & own >> 2);
        empty & (left_two & own << 3 | right_two & own >> 3 | left & right_two | left_two & right)
    })
}

/// Returns the value for player one of the lines of four that are still possible along a row.
fn row_value(row: [Columns; 2]) -> i32 {
    if row[0] | row[1] == 0 {
        return 0;
    }
    let side_value = |own: Columns, other: Columns| {
        let free = !(other | other >> 1 | other >> 2 | other >> 3) & (!0 >> 3);
        let (a, b, c, d) = (own, own >> 1, own >> 2, own >> 3);
        let (odd, pair) = ((a ^ b, c ^ d), (a & b, c & d));
        let any_pair = pair.0 | pair.1;
        let three = (odd.0 ^ odd.1) & any_pair & free;
        let two = (odd.0 & odd.1 & !any_pair | (pair.0 ^ pair.1) & !(odd.0 | odd.1)) & free;
        let one = (odd.0 ^ odd.1) & !any_pair & free;
        (24 * three.count_ones() + 5 * two.count_ones() + one.count_ones()) as i32
    };
    side_value(row[0], row[1]) - side_value(row[1], row[0])
}

/// Returns the hash key of a disc at a place.
fn disc_key(column: usize, level: usize, player: usize) -> u64 {
    mix((column * 2 + player) as u64 | (level as u64) << 20)
}

fn mix(number: u64) -> u64 {
    SplitMix64::new(number.wrapping_mul(0xD134_2543_DE82_EF95)).next_u64()
}
