//! A panel of up to 4 x 4 in one number, pressed by looking lines up.
//!
//! For searches and random play: proven equal to [`Panel`] by random games, and many times as fast.

use crate::Cell;
use crate::tiles::press::press_line;
use crate::tiles::rank::{rank_of, value_of};
use crate::tiles::{Direction, Panel};

/// The longest side of a packed panel.
const SIDE: usize = 4;

/// The lowest bit of every cell: times a rank, that rank everywhere.
const EVERYWHERE: u64 = 0x1111_1111_1111_1111;

/// A panel of up to 4 rows and columns: four bits a cell, 0 when empty, n for a tile of 2^(n-1).
///
/// The numbers are those of each cell's lowest bit:
///
/// ```text
///   0   4   8  12
///  16  20  24  28
///  32  36  40  44
///  48  52  56  60
/// ```
///
/// A smaller panel lies in the top left corner, and the rest is 0. It is [`PressTable`] that knows the size.
///
/// The largest tile is 2^14 = 16384: two of them merge into one that stays 2^14, so games with a higher
/// target need a [`Panel`]. The largest tile made is not kept either: from a start of 1s it is the largest
/// above 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackedPanel(u64);

impl PackedPanel {
    /// The highest target a game can be played to.
    pub const MAX_TARGET: u64 = 1 << 14;

    /// The same tiles packed, unless the panel is larger than 4 x 4 or has a tile above 2^14.
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

    /// All cells as one number: equal panels of a size have equal numbers.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The tile in a cell; 0 when it is empty, or no cell of 4 x 4.
    pub fn value(self, cell: Cell) -> u32 {
        if cell.row >= SIDE || cell.column >= SIDE {
            return 0;
        }
        let rank = self.0 >> lowest_bit(cell.row, cell.column) & 15;
        value_of(rank as u8) as u32
    }

    /// Whether any cell holds a tile of exactly this value.
    #[inline]
    pub fn has(self, value: u64) -> bool {
        let everywhere = EVERYWHERE.wrapping_mul(rank_of(value).into());
        let can = value.is_power_of_two() && value <= PackedPanel::MAX_TARGET;
        can && EVERYWHERE & !any_bit(self.0 ^ everywhere) != 0
    }

    /// The panel after a press; the same panel when nothing moves.
    #[inline]
    pub fn press(self, direction: Direction, slides: &PressTable) -> PackedPanel {
        self.press_index(direction.index(), slides)
    }

    /// The lowest bit of each empty cell. [`with_tile`](PackedPanel::with_tile) takes any one of them.
    #[inline]
    pub fn empty_cells(self, slides: &PressTable) -> u64 {
        slides.cells & !any_bit(self.0)
    }

    /// The panel with a 1 where an empty cell has its lowest bit; 0 places none.
    #[inline]
    pub const fn with_tile(self, tile: u64) -> PackedPanel {
        PackedPanel(self.0 | tile)
    }

    /// The panel with its rows as columns.
    #[inline]
    pub const fn transposed(self) -> PackedPanel {
        PackedPanel(transposed(self.0, u64::MAX))
    }

    /// Whether the panel is full and no two neighbors are equal.
    #[inline]
    pub fn is_stuck(self, slides: &PressTable) -> bool {
        let like_right = slides.with_right & !any_bit(self.0 ^ self.0 >> 4);
        let like_below = slides.with_below & !any_bit(self.0 ^ self.0 >> 16);
        like_right | like_below | self.empty_cells(slides) == 0
    }

    /// [`press`](PackedPanel::press) for a direction drawn as a number, without a branch to mispredict:
    /// columns become rows before the look-up and columns again after it, rows go through the same steps
    /// unturned.
    #[inline(always)]
    pub(super) fn press_index(self, direction: usize, slides: &PressTable) -> PackedPanel {
        let upright = ((direction as u64 >> 1) & 1).wrapping_sub(1);
        let block = (direction & 1) + (slides.columns_block & upright as usize);
        let lines = transposed(self.0, upright);
        let pressed = |line: u32| {
            let number = (lines >> (16 * line)) as u16;
            u64::from(slides.lines[(block & 3) << 16 | usize::from(number)]) << (16 * line)
        };
        let lines = pressed(0) | pressed(1) | pressed(2) | pressed(3);
        PackedPanel(transposed(lines, upright))
    }
}

/// What every line becomes when it is pressed, for packed panels of one size.
///
/// Half a megabyte, a quarter of it in use on a square panel: make one, keep it, and share it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PressTable {
    /// The lowest bit of each cell of the panel.
    cells: u64,
    /// Those that have a neighbor to the right.
    with_right: u64,
    /// Those that have a neighbor below.
    with_below: u64,
    /// Where the two blocks of the columns begin: those of the rows if both are equally long.
    columns_block: usize,
    /// Blocks of 65536 lines: rows pressed left, right, columns pressed up, down.
    lines: Box<[u16; 4 << 16]>,
}

impl PressTable {
    /// The lines of panels with this many rows and columns, each from 1 to 4; none for others.
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

    /// The lowest bit of each cell of the panel, which are all empty at the start.
    #[inline]
    pub fn cells(&self) -> u64 {
        self.cells
    }
}

/// Whether a cell is anything but 0, in its lowest bit; the other bits mean nothing.
#[inline(always)]
const fn any_bit(bits: u64) -> u64 {
    let pairs = bits | bits >> 1;
    pairs | pairs >> 2
}

/// The `nth` of up to 15 marked cells, chosen by how far `number` is on the way from 0 to 2^64; 0 of none.
///
/// Times [`EVERYWHERE`], the marks become how many there are up to each cell: the one wanted is the marked
/// cell with the right count.
#[inline(always)]
pub(super) const fn pick(marks: u64, number: u64) -> u64 {
    let counts = marks.wrapping_mul(EVERYWHERE);
    let nth = ((number as u128 * (counts >> 60) as u128) >> 64) as u64;
    marks & !any_bit(counts ^ (nth + 1).wrapping_mul(EVERYWHERE))
}

/// Rows become columns where `upright` is all ones; nothing changes where it is 0.
#[inline(always)]
const fn transposed(bits: u64, upright: u64) -> u64 {
    // First within each square of four cells, then the squares themselves. Turning first and choosing last is
    // measurably faster than masking the swaps: only the choice has to wait for the dice.
    let swap = (bits ^ bits >> 12) & 0x0000_F0F0_0000_F0F0;
    let half = bits ^ swap ^ swap << 12;
    let swap = (half ^ half >> 24) & 0x0000_0000_FF00_FF00;
    let whole = half ^ swap ^ swap << 24;
    bits ^ (bits ^ whole) & upright
}

const fn lowest_bit(row: usize, column: usize) -> usize {
    4 * (SIDE * row + column)
}

fn cells(rows: usize, columns: usize) -> u64 {
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    cells.fold(0, |bits, (row, column)| bits | 1 << lowest_bit(row, column))
}

/// Fills two blocks with all lines of this length, pressed toward their first and their last place.
fn fill(lines: &mut [u16; 4 << 16], block: usize, length: usize) {
    for number in 0..1 << (4 * length) {
        let mut line = [0, 4, 8, 12].map(|bit| (number >> bit & 15) as u8);
        let line = &mut line[..length];
        let mirrored = number_of(line.iter().rev());
        press_line(line, |_| {});
        lines[block << 16 | number] = number_of(line.iter()) as u16;
        lines[(block + 1) << 16 | mirrored] = number_of(line.iter().rev()) as u16;
    }
}

fn number_of<'a>(line: impl DoubleEndedIterator<Item = &'a u8>) -> usize {
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

    /// The marks of these cells.
    fn marks<'a>(cells: impl Iterator<Item = Cell> + 'a) -> u64 {
        cells.fold(0, |bits, cell| bits | 1 << lowest_bit(cell.row, cell.column))
    }

    #[test]
    fn the_picture_is_true() {
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
    fn the_examples_of_the_page() {
        let slides = PressTable::new(1, 4).unwrap();
        let pressed = |bits, direction| PackedPanel(bits).press(direction, &slides).bits();
        // 2 _ 2 2 is written back to front, the first cell having the lowest bits.
        assert_eq!(pressed(0x2202, Direction::Left), 0x0023);
        assert_eq!(pressed(0x2202, Direction::Right), 0x3200);
        assert_eq!(pressed(0x2222, Direction::Left), 0x0033);
        assert_eq!(pressed(0x2202, Direction::Up), 0x2202);
    }

    /// Long random games, all sizes: every press of every position, empty cells, stuck, values.
    #[test]
    fn packed_and_plain_are_the_same_game() {
        for (rows, columns) in sizes() {
            let slides = PressTable::new(rows, columns).unwrap();
            for seed in 0..60 {
                let mut dice = SplitMix64::at(rows as u64 * 10 + columns as u64, seed);
                let mut plain = panel(rows, columns);
                plain.place_random(&mut dice);
                while !plain.is_stuck() {
                    let packed = PackedPanel::from_panel(&plain).unwrap();
                    assert_eq!(packed.empty_cells(&slides), marks(plain.empty_cells()));
                    assert!(!packed.is_stuck(&slides));
                    for direction in Direction::ALL {
                        let mut pressed = plain.clone();
                        pressed.press(direction);
                        let expected = PackedPanel::from_panel(&pressed).unwrap();
                        assert_eq!(packed.press(direction, &slides), expected, "{plain}\n{direction:?}");
                    }
                    assert!(plain.max() == 0 || packed.has(plain.max() as u64));
                    plain.press(Direction::ALL[dice.below(4)]);
                    plain.place_random(&mut dice);
                }
                assert!(PackedPanel::from_panel(&plain).unwrap().is_stuck(&slides));
            }
        }
    }

    /// Random games seldom pass 64, so panels of any tiles are pressed too.
    #[test]
    fn packed_and_plain_press_any_tiles_alike() {
        let mut dice = SplitMix64::new(2);
        for (rows, columns) in sizes() {
            let (slides, empty) = (PressTable::new(rows, columns).unwrap(), panel(rows, columns));
            for _ in 0..2_000 {
                let (lowest, kinds) = (dice.below(12), dice.below(3) + 1);
                let ranks = (0..rows * columns).map(|_| ((lowest + dice.below(kinds)) % 15) as u8).collect();
                let plain = empty.with_ranks(ranks);
                let packed = PackedPanel::from_panel(&plain).unwrap();
                assert_eq!(packed.is_stuck(&slides), plain.is_stuck(), "{plain}");
                for direction in Direction::ALL {
                    let mut pressed = plain.clone();
                    pressed.press(direction);
                    assert_eq!(Some(packed.press(direction, &slides)), PackedPanel::from_panel(&pressed));
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
        assert!(highest.has(PackedPanel::MAX_TARGET));
        assert!(![0, 1, 3, 2 << 14, u64::MAX].into_iter().any(|value| highest.has(value)));
        assert_eq!(highest.press(Direction::Left, &PressTable::new(1, 2).unwrap()).bits(), 15);
    }

    #[test]
    fn every_marked_cell_is_picked_equally_often() {
        let marks = 1 << 4 | 1 << 20 | 1 << 56;
        let mut dice = SplitMix64::new(4);
        let mut counts = [0; 16];
        for _ in 0..30_000 {
            let picked = pick(marks, dice.next_u64());
            assert!(picked.is_power_of_two() && picked & marks != 0);
            counts[picked.trailing_zeros() as usize / 4] += 1;
        }
        assert!([1, 5, 14].iter().all(|&cell| (9_700..10_300).contains(&counts[cell])), "{counts:?}");
        assert_eq!(pick(0, u64::MAX), 0);
        assert_eq!([pick(0x0111, 0), pick(0x0111, u64::MAX)], [0x0001, 0x0100]);
    }
}
