//! Boards of up to 16 cells in 64 bits, and the grid that presses them.

use super::lines::{LineTable, TABLE_LENGTH, line_table, press_first, press_last, reverse_cells};
use parlor_rules::Cell;
use parlor_rules::tiles::{Direction, Panel};

/// The tiles of a panel, four bits per cell: 0 is empty, n is a tile of 2^(n-1).
///
/// The first cell has the lowest bits. A panel of up to 4 x 4 has 16 bits per row, as if it were the top left
/// corner of 4 x 4; a longer one has four bits per column and no gaps between its rows:
///
/// ```text
///   0   4   8  12            0   4   8  12  16
///  16  20  24  28           20  24  28  32  36
///  32  36  40  44            (2 x 5)
///  48  52  56  60
///  (4 x 4)
/// ```
pub(super) type Board = u64;

/// The lowest bit of every cell.
const LOW_BITS: u64 = 0x1111_1111_1111_1111;

/// The size of a panel, with all that is needed to press its boards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    rows: usize,
    columns: usize,
    /// The bits of a row.
    row_bits: u32,
    /// The bits of a column on the transposed board.
    column_bits: u32,
    /// The lowest bit of each cell.
    cells: u64,
    /// The pressed rows and columns, if both are short.
    tables: Option<[&'static LineTable; 2]>,
}

/// Grids of the same size are equal.
impl PartialEq for Grid {
    fn eq(&self, other: &Grid) -> bool {
        (self.rows, self.columns) == (other.rows, other.columns)
    }
}

impl Grid {
    /// Creates the grid of this size, or `None` if it has more than 16 cells.
    pub(super) fn new(rows: usize, columns: usize) -> Option<Grid> {
        if rows == 0 || columns == 0 || rows * columns > 16 {
            return None;
        }
        let is_short = rows.max(columns) <= TABLE_LENGTH;
        let bits = |length: usize| 4 * if is_short { TABLE_LENGTH } else { length } as u32;
        let mut grid = Grid {
            rows,
            columns,
            row_bits: bits(columns),
            column_bits: bits(rows),
            cells: 0,
            tables: is_short.then(|| [line_table(columns), line_table(rows)]),
        };
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let bit = 1 << grid.lowest_bit(row, column);
            grid.cells |= bit;
        }
        Some(grid)
    }

    /// Returns the board of a panel, or `None` if it has another size or a tile above 2^14.
    pub(super) fn pack(&self, panel: &Panel) -> Option<Board> {
        if (panel.rows(), panel.columns()) != (self.rows, self.columns) {
            return None;
        }
        let mut board = 0;
        for (row, column) in (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)))
        {
            let rank = rank_of(panel.value(Cell::new(row, column)));
            if rank > 15 {
                return None;
            }
            board |= u64::from(rank) << self.lowest_bit(row, column);
        }
        Some(board)
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the lowest bit of each cell.
    #[cfg(test)]
    pub(super) fn cells(&self) -> u64 {
        self.cells
    }

    /// Returns the number of the lowest bit of a cell.
    pub(super) fn lowest_bit(&self, row: usize, column: usize) -> u32 {
        self.row_bits * row as u32 + 4 * column as u32
    }

    /// Returns the rank in a cell.
    pub(super) fn rank(&self, board: Board, row: usize, column: usize) -> u8 {
        (board >> self.lowest_bit(row, column) & 15) as u8
    }

    /// Returns the rows and the columns of a board of up to 4 x 4, each as a packed line.
    #[inline]
    pub(super) fn words(&self, board: Board) -> Option<[[u16; 4]; 2]> {
        let words = |board: Board| [0, 16, 32, 48].map(|bit| (board >> bit) as u16);
        self.tables.map(|_| [words(board), words(transpose(board))])
    }

    /// Returns the lowest bit of each empty cell.
    #[inline]
    pub(super) fn empty_cells(&self, board: Board) -> u64 {
        self.cells & !nonzero_cells(board)
    }

    /// Returns the boards after each press, in the order of [`Direction::ALL`]. A press that moves nothing
    /// leaves the board as it is.
    #[inline(always)]
    pub(super) fn press_all(&self, board: Board) -> [Board; 4] {
        let Some([rows, columns]) = self.tables else { return self.press_all_long(board) };
        let [left, right] = press_words(board, rows);
        let [up, down] = press_words(transpose(board), columns);
        [transpose(up), transpose(down), left, right]
    }

    /// Returns the board after a press, the same if nothing moves.
    pub(super) fn press(&self, board: Board, direction: Direction) -> Board {
        self.press_all(board)[direction.index()]
    }

    /// Returns whether the board is full and no two neighbors are equal.
    #[cfg(test)]
    pub(super) fn is_stuck(&self, board: Board) -> bool {
        self.empty_cells(board) == 0 && self.press_all(board) == [board; 4]
    }

    /// Returns the board mirrored left to right.
    #[cfg(test)]
    pub(super) fn mirror(&self, board: Board) -> Board {
        self.flip(self.rotate(board))
    }

    /// Returns the board upside down.
    #[inline]
    pub(super) fn flip(&self, board: Board) -> Board {
        if self.rows == 1 {
            return board;
        }
        let mask = (1u64 << self.row_bits) - 1;
        let mut flipped = 0;
        for row in 0..self.rows as u32 {
            let line = board >> (self.row_bits * row) & mask;
            flipped |= line << (self.row_bits * (self.rows as u32 - 1 - row));
        }
        flipped
    }

    /// Returns the board turned by half a turn.
    #[inline]
    pub(super) fn rotate(&self, board: Board) -> Board {
        reverse_cells(board) >> (60 - self.lowest_bit(self.rows - 1, self.columns - 1))
    }

    /// Returns the smallest of the board's symmetric images: the same one for all of them.
    #[inline]
    pub(super) fn canonical(&self, board: Board) -> Board {
        let four = |board| {
            let turned = self.rotate(board);
            board.min(turned).min(self.flip(board)).min(self.flip(turned))
        };
        if self.rows == self.columns { four(board).min(four(self.transposed(board))) } else { four(board) }
    }

    /// Returns the board with rows and columns exchanged.
    #[inline]
    fn transposed(&self, board: Board) -> Board {
        if self.tables.is_some() { transpose(board) } else { self.transpose_long(board) }
    }

    /// Presses a board that has a side of more than four cells.
    #[cold]
    fn press_all_long(&self, board: Board) -> [Board; 4] {
        let [left, right] = press_lines(board, self.rows, self.columns, self.row_bits);
        let turned = self.transpose_long(board);
        let vertical = press_lines(turned, self.columns, self.rows, self.column_bits);
        let back = Grid { rows: self.columns, columns: self.rows, row_bits: self.column_bits, ..*self };
        let back = Grid { column_bits: self.row_bits, ..back };
        let [up, down] = vertical.map(|board| back.transpose_long(board));
        [up, down, left, right]
    }

    fn transpose_long(&self, board: Board) -> Board {
        let mut turned = 0;
        for row in 0..self.rows as u32 {
            for column in 0..self.columns as u32 {
                let rank = board >> (self.row_bits * row + 4 * column) & 15;
                turned |= rank << (self.column_bits * column + 4 * row);
            }
        }
        turned
    }
}

/// Returns the rank of a tile's value, which is 0 or a power of two.
pub(super) fn rank_of(value: u128) -> u8 {
    if value == 0 { 0 } else { value.trailing_zeros() as u8 + 1 }
}

/// Returns the sum of all tiles.
pub(super) fn sum(board: Board) -> u32 {
    (0..16).map(|cell| 1u32 << (board >> (4 * cell) & 15) >> 1).sum()
}

/// Returns whether a cell has exactly this rank, 1 to 15.
#[inline]
pub(super) fn has_rank(board: Board, rank: u8) -> bool {
    LOW_BITS & !nonzero_cells(board ^ LOW_BITS.wrapping_mul(rank.into())) != 0
}

/// Returns the highest rank.
pub(super) fn highest_rank(board: Board) -> u8 {
    (0..16).map(|cell| (board >> (4 * cell) & 15) as u8).max().unwrap_or(0)
}

/// Returns the marked bit with this number, counted from the lowest.
#[inline]
pub(super) fn nth_bit(mut marks: u64, nth: usize) -> u64 {
    for _ in 0..nth {
        marks &= marks - 1;
    }
    marks & marks.wrapping_neg()
}

/// Returns each marked bit alone, from the lowest.
#[inline]
pub(super) fn bits_of(mut marks: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = marks & marks.wrapping_neg();
        marks ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// Sets the lowest bit of each cell that is not 0. The other bits of the result have no meaning.
#[inline(always)]
const fn nonzero_cells(bits: u64) -> u64 {
    let pairs = bits | bits >> 1;
    pairs | pairs >> 2
}

/// Presses the four words of a board toward their first and their last cells.
#[inline(always)]
fn press_words(board: Board, table: &LineTable) -> [Board; 2] {
    let pressed = |word: u32| u64::from(table[usize::from((board >> (16 * word)) as u16)]);
    let [first, second, third, fourth] = [pressed(0), pressed(1), pressed(2), pressed(3)];
    let low = |entry: u64| entry & 0xFFFF;
    [
        low(first) | low(second) << 16 | low(third) << 32 | fourth << 48,
        first >> 16 | second >> 16 << 16 | third >> 16 << 32 | fourth >> 16 << 48,
    ]
}

fn press_lines(board: Board, lines: usize, length: usize, bits: u32) -> [Board; 2] {
    let mask = u64::MAX >> (64 - bits);
    let mut pressed = [0; 2];
    for line in 0..lines as u32 {
        let cells = board >> (bits * line) & mask;
        pressed[0] |= press_first(cells) << (bits * line);
        pressed[1] |= press_last(cells, length) << (bits * line);
    }
    pressed
}

/// Exchanges rows and columns of a board of four words.
#[inline(always)]
pub(super) const fn transpose(board: Board) -> Board {
    let swap = (board ^ board >> 12) & 0x0000_F0F0_0000_F0F0;
    let half = board ^ swap ^ swap << 12;
    let swap = (half ^ half >> 24) & 0x0000_0000_FF00_FF00;
    half ^ swap ^ swap << 24
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::{Position as _, Setup, Size, SplitMix64, tiles::Position};

    /// All sizes of up to 16 cells.
    fn sizes() -> impl Iterator<Item = (usize, usize)> {
        let all = (1..=16).flat_map(|rows| (1..=16).map(move |columns| (rows, columns)));
        all.filter(|&(rows, columns)| (2..=16).contains(&(rows * columns)))
    }

    fn start(rows: usize, columns: usize) -> Position {
        Position::new(Size::new(rows as i64, columns as i64), None, false).unwrap()
    }

    /// Presses random boards of all sizes with the plain rules and on packed boards, and compares everything.
    #[test]
    fn matches_the_plain_rules_on_random_boards() {
        let mut rng = SplitMix64::new(5);
        for (rows, columns) in sizes() {
            let (grid, start) = (Grid::new(rows, columns).unwrap(), start(rows, columns));
            for round in 0..400 {
                let (lowest, kinds) = (rng.below(rows * columns), rng.below(3) + 1 + round % 2 * 10);
                let cell = |_| match (lowest + rng.below(kinds)) % (rows * columns).min(15) {
                    0 => 0,
                    rank => 1u64 << (rank - 1),
                };
                let cells: Vec<u64> = (0..rows * columns).map(cell).collect();
                let cells = cells.chunks(columns).map(<[u64]>::to_vec).collect();
                let plain = start.set_up(&Setup { cells, next: None, scores: [0, 0] }).unwrap();
                let board = grid.pack(plain.panel()).unwrap();
                assert_eq!(grid.is_stuck(board), plain.panel().is_stuck());
                assert_eq!(
                    grid.empty_cells(board),
                    plain
                        .panel()
                        .empty_cells()
                        .fold(0, |bits, cell| bits | 1 << grid.lowest_bit(cell.row, cell.column))
                );
                let total: u64 = plain.setup().cells.iter().flatten().sum();
                assert_eq!(u64::from(sum(board)), total);
                for direction in Direction::ALL {
                    let mut pressed = plain.panel().clone();
                    pressed.press(direction);
                    assert_eq!(
                        Some(grid.press(board, direction)),
                        grid.pack(&pressed),
                        "{}{direction:?}",
                        plain.panel()
                    );
                }
                let image = grid.canonical(board);
                for same in [grid.flip(board), grid.mirror(board), grid.rotate(board)] {
                    assert_eq!(grid.canonical(same), image);
                    assert_eq!(sum(same), sum(board));
                }
                if rows == columns {
                    assert_eq!(grid.canonical(grid.transposed(board)), image);
                }
            }
        }
    }

    #[test]
    fn symmetric_images() {
        let grid = Grid::new(2, 3).unwrap();
        let board = 0x0456_0123;
        assert_eq!(grid.mirror(board), 0x0654_0321);
        assert_eq!(grid.flip(board), 0x0123_0456);
        assert_eq!(grid.rotate(board), 0x0321_0654);
        let long = Grid::new(2, 5).unwrap();
        assert_eq!(long.rotate(0x0000_0000_0001), 1 << 36);
        assert_eq!(long.mirror(0x0000_0000_0001), 1 << 16);
        assert_eq!(long.flip(0x0000_0000_0001), 1 << 20);
        assert!(Grid::new(3, 6).is_none() && Grid::new(0, 3).is_none());
    }

    #[test]
    fn ranks_and_bits() {
        assert!(has_rank(0x50, 5) && !has_rank(0x50, 4) && !has_rank(0x50, 1));
        assert_eq!([highest_rank(0), highest_rank(0x1A2)], [0, 10]);
        assert_eq!(bits_of(0b1011).collect::<Vec<_>>(), [1, 2, 8]);
        assert_eq!([nth_bit(0b1011, 0), nth_bit(0b1011, 2)], [1, 8]);
        assert_eq!([0, 1, 2, 1 << 14, 1 << 127].map(rank_of), [0, 1, 2, 15, 128]);
    }
}
