//! A panel of up to 4 x 4 in 64 bits. A press looks up each line in a table.
//!
//! It is for searches and random games. Tests compare it with [`Panel`] on random games.

use crate::Cell;
use crate::tiles::press::press_line;
use crate::tiles::rank::{rank_of, value_of};
use crate::tiles::{Direction, Panel};

/// The longest side of a packed panel.
const SIDE: usize = 4;

/// The lowest bit of every cell. Times a rank, it is a panel with that rank in every cell.
const LOW_BITS: u64 = 0x1111_1111_1111_1111;

/// A panel of up to 4 rows and columns, four bits per cell: 0 is empty, n is a tile of 2^(n-1).
///
/// The number of each cell's lowest bit:
///
/// ```text
///   0   4   8  12
///  16  20  24  28
///  32  36  40  44
///  48  52  56  60
/// ```
///
/// A smaller panel uses the top left corner, and the other bits are 0. The [`PressTable`] knows the size.
///
/// The largest tile is 2^14 = 16384. Two of them merge into one that stays 2^14, so games with a higher
/// target need a [`Panel`]. The largest tile made by merging is not stored: in a game it is the largest tile
/// above 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackedPanel(u64);

impl PackedPanel {
    /// The highest target that packed games support.
    pub const MAX_TARGET: u64 = 1 << 14;

    /// Packs a panel. Returns `None` if it is larger than 4 x 4 or has a tile above 2^14.
    pub fn from_panel(panel: &Panel) -> Option<PackedPanel> {
        if panel.rows() > SIDE || panel.columns() > SIDE {
            return None;
        }
        let mut bits = 0;
        for (index, &rank) in panel.ranks().iter().enumerate() {
            if rank > 15 {
                return None;
            }
            bits |= u64::from(rank) << lowest_bit(index / panel.columns(), index % panel.columns());
        }
        Some(PackedPanel(bits))
    }

    /// Returns all cells as one number. Equal panels have equal numbers.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the value of the tile in a cell, or 0 if the cell is empty or outside 4 x 4.
    pub fn value(self, cell: Cell) -> u32 {
        if cell.row >= SIDE || cell.column >= SIDE {
            return 0;
        }
        let rank = self.0 >> lowest_bit(cell.row, cell.column) & 15;
        value_of(rank as u8) as u32
    }

    /// Returns whether a cell holds a tile of exactly this value.
    #[inline]
    pub fn has_tile(self, value: u64) -> bool {
        let filled = LOW_BITS.wrapping_mul(rank_of(value).into());
        let is_possible = value.is_power_of_two() && value <= PackedPanel::MAX_TARGET;
        is_possible && LOW_BITS & !nonzero_cells(self.0 ^ filled) != 0
    }

    /// Returns the panel after a press. It is the same panel if nothing moves.
    #[inline]
    pub fn press(self, direction: Direction, table: &PressTable) -> PackedPanel {
        self.press_index(direction.index(), table)
    }

    /// Returns the lowest bit of each empty cell. [`with_tile`](PackedPanel::with_tile) takes one of these
    /// bits.
    #[inline]
    pub fn empty_cells(self, table: &PressTable) -> u64 {
        table.cells & !nonzero_cells(self.0)
    }

    /// Returns the panel with a 1 in the empty cell with this lowest bit. Bits that are no lowest bits of empty cells
    /// place no tile.
    #[inline]
    pub fn with_tile(self, tile: u64, table: &PressTable) -> PackedPanel {
        PackedPanel(self.0 | tile & self.empty_cells(table))
    }

    /// Returns the panel with a 1 in the cell with this lowest bit, which is known to be empty. 0 places no tile.
    /// Otherwise the panel is invalid afterwards.
    #[inline]
    pub const fn with_tile_unchecked(self, tile: u64) -> PackedPanel {
        PackedPanel(self.0 | tile)
    }

    /// Returns the panel with rows and columns exchanged.
    #[inline]
    pub const fn transposed(self) -> PackedPanel {
        PackedPanel(transpose_if(self.0, u64::MAX))
    }

    /// Returns whether the panel is full and no two neighbors are equal.
    #[inline]
    pub fn is_stuck(self, table: &PressTable) -> bool {
        let equal_right = table.with_right & !nonzero_cells(self.0 ^ self.0 >> 4);
        let equal_below = table.with_below & !nonzero_cells(self.0 ^ self.0 >> 16);
        equal_right | equal_below | self.empty_cells(table) == 0
    }

    /// Like [`press`](PackedPanel::press), for a random direction given by its index.
    ///
    /// It has no branch that could be mispredicted: for a vertical press columns become rows before the
    /// lookup and columns again after it, and a horizontal press goes through the same steps without
    /// transposing.
    #[inline(always)]
    pub(super) fn press_index(self, direction: usize, table: &PressTable) -> PackedPanel {
        let vertical = ((direction as u64 >> 1) & 1).wrapping_sub(1);
        let block = (direction & 1) + (table.columns_block & vertical as usize);
        let lines = transpose_if(self.0, vertical);
        let pressed = |line: u32| {
            let number = (lines >> (16 * line)) as u16;
            u64::from(table.lines[(block & 3) << 16 | usize::from(number)]) << (16 * line)
        };
        let lines = pressed(0) | pressed(1) | pressed(2) | pressed(3);
        PackedPanel(transpose_if(lines, vertical))
    }
}

/// A lookup table of pressed lines, for packed panels of one size.
///
/// It takes half a megabyte, so make one and share it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PressTable {
    /// The lowest bit of each cell of the panel.
    cells: u64,
    /// The cells that have a neighbor to the right.
    with_right: u64,
    /// The cells that have a neighbor below.
    with_below: u64,
    /// The first block for columns. Square panels use the blocks of the rows.
    columns_block: usize,
    /// Four blocks of 65536 lines: rows pressed left, rows pressed right, columns pressed up, columns pressed
    /// down.
    lines: Box<[u16; 4 << 16]>,
}

impl PressTable {
    /// Creates the table for panels of this size, or `None` if a side is not 1 to 4.
    pub fn new(rows: usize, columns: usize) -> Option<PressTable> {
        if !(1..=SIDE).contains(&rows) || !(1..=SIDE).contains(&columns) {
            return None;
        }
        let mut lines: Box<[u16; 4 << 16]> = vec![0; 4 << 16].try_into().ok()?;
        let columns_block = if rows == columns { 0 } else { 2 };
        fill(&mut lines, columns_block, rows);
        fill(&mut lines, 0, columns);
        Some(PressTable {
            cells: cells(rows, columns),
            with_right: cells(rows, columns - 1),
            with_below: cells(rows - 1, columns),
            columns_block,
            lines,
        })
    }

    /// Returns the lowest bit of each cell of the panel.
    #[inline]
    pub fn cells(&self) -> u64 {
        self.cells
    }
}

/// Sets the lowest bit of each cell that is not 0. The other bits of the result have no meaning.
#[inline(always)]
const fn nonzero_cells(bits: u64) -> u64 {
    let pairs = bits | bits >> 1;
    pairs | pairs >> 2
}

/// Picks one of up to 15 marked cells by a random number, uniform over 2^64. Returns 0 if no cell is marked.
///
/// Multiplying the marks by [`LOW_BITS`] gives the number of marks up to each cell. The result is the marked
/// cell with the wanted count.
#[inline(always)]
pub(super) const fn pick_marked(marks: u64, number: u64) -> u64 {
    let counts = marks.wrapping_mul(LOW_BITS);
    let nth = ((number as u128 * (counts >> 60) as u128) >> 64) as u64;
    marks & !nonzero_cells(counts ^ (nth + 1).wrapping_mul(LOW_BITS))
}

/// Exchanges rows and columns if `vertical` is all ones. Changes nothing if it is 0.
#[inline(always)]
const fn transpose_if(bits: u64, vertical: u64) -> u64 {
    // First within each square of four cells, then the squares themselves. Transposing always and selecting
    // the result is measurably faster than masking the swaps: only the selection waits for the random number.
    let swap = (bits ^ bits >> 12) & 0x0000_F0F0_0000_F0F0;
    let half = bits ^ swap ^ swap << 12;
    let swap = (half ^ half >> 24) & 0x0000_0000_FF00_FF00;
    let whole = half ^ swap ^ swap << 24;
    bits ^ (bits ^ whole) & vertical
}

const fn lowest_bit(row: usize, column: usize) -> usize {
    4 * (SIDE * row + column)
}

fn cells(rows: usize, columns: usize) -> u64 {
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    cells.fold(0, |bits, (row, column)| bits | 1 << lowest_bit(row, column))
}

/// Fills two blocks with all lines of this length, pressed toward the first and the last cell.
fn fill(lines: &mut [u16; 4 << 16], block: usize, length: usize) {
    for number in 0..1 << (4 * length) {
        let mut line = [0, 4, 8, 12].map(|bit| (number >> bit & 15) as u8);
        let line = &mut line[..length];
        let mirrored = pack_line(line.iter().rev());
        press_line(line, |_| {});
        lines[block << 16 | number] = pack_line(line.iter()) as u16;
        lines[(block + 1) << 16 | mirrored] = pack_line(line.iter().rev()) as u16;
    }
}

fn pack_line<'a>(line: impl DoubleEndedIterator<Item = &'a u8>) -> usize {
    line.rev().fold(0, |number, &rank| number << 4 | usize::from(rank.min(15)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Size, SplitMix64};

    fn sizes() -> impl Iterator<Item = (usize, usize)> {
        (1..=4).flat_map(|rows| (1..=4).map(move |columns| (rows, columns))).filter(|&size| size != (1, 1))
    }

    fn panel(rows: usize, columns: usize) -> Panel {
        Panel::new(Size::new(rows as i64, columns as i64), None).unwrap()
    }

    /// Returns the lowest bits of these cells.
    fn marks<'a>(cells: impl Iterator<Item = Cell> + 'a) -> u64 {
        cells.fold(0, |bits, cell| bits | 1 << lowest_bit(cell.row, cell.column))
    }

    #[test]
    fn bit_order() {
        let mut plain = panel(4, 4);
        for (row, column) in [(0, 1), (1, 0), (3, 3)] {
            plain.place(Cell::new(row, column)).unwrap();
        }
        let packed = PackedPanel::from_panel(&plain).unwrap();
        assert_eq!(packed.bits(), 1 << 4 | 1 << 16 | 1 << 60);
        assert_eq!([packed.value(Cell::new(3, 3)), packed.value(Cell::new(0, 0))], [1, 0]);
        assert_eq!(packed.value(Cell::new(4, 0)), 0);
        assert_eq!(PackedPanel(5 << 8).transposed(), PackedPanel(5 << 32));
    }

    #[test]
    fn examples_of_the_docs() {
        let table = PressTable::new(1, 4).unwrap();
        let pressed = |bits, direction| PackedPanel(bits).press(direction, &table).bits();
        // The first cell has the lowest bits, so 2 _ 2 2 reads backward in hexadecimal.
        assert_eq!(pressed(0x2202, Direction::Left), 0x0023);
        assert_eq!(pressed(0x2202, Direction::Right), 0x3200);
        assert_eq!(pressed(0x2222, Direction::Left), 0x0033);
        assert_eq!(pressed(0x2202, Direction::Up), 0x2202);
    }

    /// Compares every press, empty cells, stuck and values of each position of long random games of all
    /// sizes.
    #[test]
    fn matches_the_plain_panel() {
        for (rows, columns) in sizes() {
            let table = PressTable::new(rows, columns).unwrap();
            for seed in 0..60 {
                let mut rng = SplitMix64::at(rows as u64 * 10 + columns as u64, seed);
                let mut plain = panel(rows, columns);
                plain.place_random(&mut rng);
                while !plain.is_stuck() {
                    let packed = PackedPanel::from_panel(&plain).unwrap();
                    assert_eq!(packed.empty_cells(&table), marks(plain.empty_cells()));
                    assert!(!packed.is_stuck(&table));
                    for direction in Direction::ALL {
                        let mut pressed = plain.clone();
                        pressed.press(direction);
                        let expected = PackedPanel::from_panel(&pressed).unwrap();
                        assert_eq!(packed.press(direction, &table), expected, "{plain}\n{direction:?}");
                    }
                    assert!(plain.max() == 0 || packed.has_tile(plain.max() as u64));
                    plain.press(Direction::ALL[rng.below(4)]);
                    plain.place_random(&mut rng);
                }
                assert!(PackedPanel::from_panel(&plain).unwrap().is_stuck(&table));
            }
        }
    }

    /// Random games seldom pass 64, so panels of any tiles are pressed too.
    #[test]
    fn packed_and_plain_press_any_tiles_alike() {
        let mut rng = SplitMix64::new(2);
        for (rows, columns) in sizes() {
            let (table, empty) = (PressTable::new(rows, columns).unwrap(), panel(rows, columns));
            for _ in 0..2_000 {
                let (lowest, kinds) = (rng.below(12), rng.below(3) + 1);
                let ranks = (0..rows * columns).map(|_| ((lowest + rng.below(kinds)) % 15) as u8).collect();
                let plain = empty.with_ranks(ranks);
                let packed = PackedPanel::from_panel(&plain).unwrap();
                assert_eq!(packed.is_stuck(&table), plain.is_stuck(), "{plain}");
                for direction in Direction::ALL {
                    let mut pressed = plain.clone();
                    pressed.press(direction);
                    assert_eq!(Some(packed.press(direction, &table)), PackedPanel::from_panel(&pressed));
                }
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(PressTable::new(5, 4).is_none() && PressTable::new(4, 0).is_none());
        assert!(PackedPanel::from_panel(&panel(4, 5)).is_none());
        assert!(PackedPanel::from_panel(&panel(1, 2).with_ranks(vec![16, 0])).is_none());
        let highest = PackedPanel::from_panel(&panel(1, 2).with_ranks(vec![15, 15])).unwrap();
        assert!(highest.has_tile(PackedPanel::MAX_TARGET));
        assert!(![0, 1, 3, 2 << 14, u64::MAX].into_iter().any(|value| highest.has_tile(value)));
        assert_eq!(highest.press(Direction::Left, &PressTable::new(1, 2).unwrap()).bits(), 15);
    }

    #[test]
    fn every_marked_cell_is_picked_equally_often() {
        let marks = 1 << 4 | 1 << 20 | 1 << 56;
        let mut rng = SplitMix64::new(4);
        let mut counts = [0; 16];
        for _ in 0..30_000 {
            let picked = pick_marked(marks, rng.next_u64());
            assert!(picked.is_power_of_two() && picked & marks != 0);
            counts[picked.trailing_zeros() as usize / 4] += 1;
        }
        assert!([1, 5, 14].iter().all(|&cell| (9_700..10_300).contains(&counts[cell])), "{counts:?}");
        assert_eq!(pick_marked(0, u64::MAX), 0);
        assert_eq!([pick_marked(0x0111, 0), pick_marked(0x0111, u64::MAX)], [0x0001, 0x0100]);
    }
}
