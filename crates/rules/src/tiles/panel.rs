//! The panel, which is the board of 1024. Each operation is usable alone.

use crate::tiles::press::press_line;
use crate::tiles::rank::{merged_rank, rank_of, value_of};
use crate::tiles::{BadPanel, Direction, Press, Slide};
use crate::{BadSize, Cell, IllegalMove, Size, SplitMix64};

/// The longest side of a panel.
const MAX_SIDE: usize = 16;
/// The smallest panel, as a sentence.
const FEWEST_CELLS: &str = "a panel has at least 2 cells";

/// A panel of tiles with its target and the largest tile made so far.
///
/// Cells hold ranks and not values: 0 is empty, n is a tile of 2^(n-1). On 16 x 16 the rules allow values
/// that no integer type holds, but a rank always fits. Values are exact up to 2^127, the last power of two in
/// a `u128`. Above that, which no real game reaches, [`value`](Panel::value) and [`max`](Panel::max) return
/// `u128::MAX` (no tile has that value), and printing writes `2^128`. The largest tile is 2^254; two of them
/// merge into one that stays 2^254.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Panel {
    rows: usize,
    columns: usize,
    target: u64,
    max: u8,
    ranks: Vec<u8>,
}

impl Panel {
    /// Creates an empty panel of this size. A side below 1 makes it 3 x 3. O(cells) time and memory.
    ///
    /// The default target is 1024, or the highest tile the panel allows if that is less. Since only 1s
    /// appear, no tile above 2^(cells-1) can be made.
    pub fn new(size: Size, target: Option<u64>) -> Result<Panel, BadPanel> {
        let size = if size.rows < 1 || size.columns < 1 { Size::new(3, 3) } else { size };
        if size.rows.max(size.columns) > MAX_SIDE as i64 {
            return Err(BadSize::TooLarge { asked: size, most: MAX_SIDE as i64 }.into());
        }
        let (rows, columns) = (size.rows as usize, size.columns as usize);
        let cells = rows * columns;
        if cells < 2 {
            return Err(BadSize::TooSmall { asked: size, least: FEWEST_CELLS }.into());
        }
        let highest = 1u64 << (cells - 1).min(63);
        let target = match target {
            None => highest.min(1024),
            Some(target) if target < 2 => return Err(BadPanel::TargetTooSmall(target)),
            Some(target) if !target.is_power_of_two() => return Err(BadPanel::TargetNoPowerOfTwo(target)),
            Some(target) if target > highest => {
                return Err(BadPanel::TargetOutOfReach { target, highest, size });
            }
            Some(target) => target,
        };
        Ok(Panel { rows, columns, target, max: 0, ranks: vec![0; cells] })
    }

    /// Creates a panel with these values, top row first: 0 for an empty cell, or any power of two. No game needs to lead
    /// to it. O(cells) time and memory.
    ///
    /// The target is as in [`new`](Panel::new). The largest tile above 1 counts as made by merging.
    ///
    /// ```
    /// use parlor_rules::tiles::{Direction, Panel};
    /// let mut panel = Panel::from_values(&[&[2, 0, 2, 2]], None)?;
    /// panel.press(Direction::Left);
    /// assert_eq!(panel, Panel::from_values(&[&[4, 2, 0, 0]], None)?);
    /// # Ok::<(), parlor_rules::tiles::BadPanel>(())
    /// ```
    pub fn from_values(rows: &[&[u64]], target: Option<u64>) -> Result<Panel, BadPanel> {
        let columns = rows.first().map_or(0, |row| row.len());
        if rows.iter().any(|row| row.len() != columns) {
            return Err(BadPanel::NotARectangle);
        }
        let size = Size::new(side(rows.len()), side(columns));
        if rows.len().saturating_mul(columns) < 2 {
            return Err(BadSize::TooSmall { asked: size, least: FEWEST_CELLS }.into());
        }
        let panel = Panel::new(size, target)?;
        let mut ranks = Vec::with_capacity(panel.ranks.len());
        for (row, values) in rows.iter().enumerate() {
            for (column, &value) in values.iter().enumerate() {
                if value != 0 && !value.is_power_of_two() {
                    return Err(BadPanel::NotATile { cell: Cell::new(row, column), value });
                }
                ranks.push(rank_of(value));
            }
        }
        Ok(panel.with_ranks(ranks))
    }

    /// Returns the number of rows.
    #[doc(alias("numRows", "rowCount"))]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    #[doc(alias("numColumns", "columnCount"))]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the value to reach, a power of two.
    #[doc(alias("goal"))]
    pub fn target(&self) -> u64 {
        self.target
    }

    /// Returns the largest tile made by merging so far, 0 at the start.
    #[doc(alias("maxValue", "getMax"))]
    pub fn max(&self) -> u128 {
        value_of(self.max)
    }

    /// Returns whether the largest tile made is at least the target.
    pub fn has_reached_target(&self) -> bool {
        self.max >= rank_of(self.target)
    }

    /// Returns whether the panel has this cell.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }

    /// Returns the value of the tile in a cell, or 0 if the cell is empty or outside the panel.
    #[doc(alias("cellAt"))]
    pub fn value(&self, cell: Cell) -> u128 {
        value_of(self.rank(cell))
    }

    /// Returns the empty cells, row by row. O(cells) time for all of them.
    #[doc(alias("emptyCells", "getEmptyCells"))]
    pub fn empty_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let empty = self.ranks.iter().enumerate().filter(|&(_, &rank)| rank == 0);
        empty.map(|(index, _)| Cell::new(index / self.columns, index % self.columns))
    }

    /// Returns whether every cell holds a tile. O(cells) time.
    #[doc(alias("isFull"))]
    pub fn is_full(&self) -> bool {
        !self.ranks.contains(&0)
    }

    /// Returns whether the panel is full and no two neighbors in a row or a column are equal. Empty cells never count
    /// as equal. O(cells) time.
    #[doc(alias("noAdjacentSameValue", "gameOver"))]
    pub fn is_stuck(&self) -> bool {
        self.is_full() && !Direction::ALL.into_iter().any(|direction| self.can_press(direction))
    }

    /// Returns whether a press this way would change anything. O(cells) time.
    pub fn can_press(&self, direction: Direction) -> bool {
        // Comparing neighbors is enough: the first tile behind a gap has an empty cell before it.
        (0..self.lines(direction)).any(|line| {
            (1..self.length(direction)).any(|place| {
                let rank = self.rank(self.cell(direction, line, place));
                let before = self.rank(self.cell(direction, line, place - 1));
                rank != 0 && (before == 0 || before == rank)
            })
        })
    }

    /// Slides and merges all tiles in a direction and returns what moved and what merged. No new tile appears. O(cells)
    /// time and memory.
    #[doc(alias("pressUp", "pressDown", "pressLeft", "pressRight", "slide", "merge"))]
    pub fn press(&mut self, direction: Direction) -> Press {
        let mut press = Press::new(direction, self.max);
        let mut buffer = [0; MAX_SIDE];
        let ranks = &mut buffer[..self.length(direction)];
        for line in 0..self.lines(direction) {
            for (place, rank) in ranks.iter_mut().enumerate() {
                *rank = self.rank(self.cell(direction, line, place));
            }
            press_line(ranks, |shift| {
                let [from, to] = [shift.from, shift.to].map(|place| self.cell(direction, line, place));
                press.push(Slide { from, to, merged: shift.merged, rank: shift.rank });
            });
            for (place, &rank) in ranks.iter().enumerate() {
                self.set(self.cell(direction, line, place), rank);
            }
        }
        let made = press.slides().iter().filter(|slide| slide.merged).map(|slide| merged_rank(slide.rank));
        self.max = made.fold(self.max, u8::max);
        press
    }

    /// Places a 1 in an empty cell. An error changes nothing.
    pub fn place(&mut self, cell: Cell) -> Result<(), IllegalMove> {
        self.check_place(cell)?;
        self.set(cell, 1);
        Ok(())
    }

    /// Places a 1 in a random empty cell and returns the cell, or `None` on a full panel. All empty cells are equally
    /// likely. O(cells) time.
    #[doc(alias("selectRandomCell"))]
    pub fn place_random(&mut self, rng: &mut SplitMix64) -> Option<Cell> {
        let cell = self.random_empty_cell(rng)?;
        self.set(cell, 1);
        Some(cell)
    }

    /// Removes all tiles and resets the largest tile made. O(cells) time.
    #[doc(alias("reset"))]
    pub fn clear(&mut self) {
        self.ranks.fill(0);
        self.max = 0;
    }

    pub(super) fn check_place(&self, cell: Cell) -> Result<(), IllegalMove> {
        match self.rank(cell) {
            _ if !self.contains(cell) => Err(IllegalMove::NoSuchCell),
            0 => Ok(()),
            _ => Err(IllegalMove::CellTaken),
        }
    }

    pub(super) fn random_empty_cell(&self, rng: &mut SplitMix64) -> Option<Cell> {
        match self.empty_cells().count() {
            0 => None,
            empty => self.empty_cells().nth(rng.below(empty)),
        }
    }

    pub(super) fn undo_press(&mut self, press: &Press) {
        for slide in press.slides().iter().rev() {
            self.set(slide.to, if slide.merged { slide.rank } else { 0 });
            self.set(slide.from, slide.rank);
        }
        self.max = press.max_before();
    }

    pub(super) fn undo_tile(&mut self, cell: Cell) {
        self.set(cell, 0);
    }

    /// Returns all cells row by row, as ranks.
    pub(super) fn ranks(&self) -> &[u8] {
        &self.ranks
    }

    /// Returns this panel with other tiles. The largest tile above 1 counts as made by merging.
    pub(super) fn with_ranks(&self, ranks: Vec<u8>) -> Panel {
        debug_assert_eq!(ranks.len(), self.ranks.len());
        let max = ranks.iter().copied().filter(|&rank| rank > 1).max().unwrap_or(0);
        Panel { max, ranks, ..*self }
    }

    fn rank(&self, cell: Cell) -> u8 {
        if self.contains(cell) { self.ranks[cell.row * self.columns + cell.column] } else { 0 }
    }

    fn set(&mut self, cell: Cell, rank: u8) {
        self.ranks[cell.row * self.columns + cell.column] = rank;
    }

    /// Returns the number of lines along a direction.
    fn lines(&self, direction: Direction) -> usize {
        match direction {
            Direction::Up | Direction::Down => self.columns,
            Direction::Left | Direction::Right => self.rows,
        }
    }

    /// Returns the number of cells in a line along a direction.
    fn length(&self, direction: Direction) -> usize {
        match direction {
            Direction::Up | Direction::Down => self.rows,
            Direction::Left | Direction::Right => self.columns,
        }
    }

    /// Returns a cell of a line. Places count from the edge pressed toward.
    fn cell(&self, direction: Direction, line: usize, place: usize) -> Cell {
        match direction {
            Direction::Up => Cell::new(place, line),
            Direction::Down => Cell::new(self.rows - 1 - place, line),
            Direction::Left => Cell::new(line, place),
            Direction::Right => Cell::new(line, self.columns - 1 - place),
        }
    }
}

/// Returns the length of a side as a size has it.
fn side(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// Creates an empty panel of 4 x 4 with target 1024.
impl Default for Panel {
    fn default() -> Panel {
        Panel { rows: 4, columns: 4, target: 1024, max: 0, ranks: vec![0; 16] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panel(rows: &[&[u64]]) -> Panel {
        Panel::from_values(rows, None).unwrap()
    }

    fn values(panel: &Panel) -> Vec<Vec<u128>> {
        panel.ranks.chunks(panel.columns).map(|row| row.iter().copied().map(value_of).collect()).collect()
    }

    #[test]
    fn bad_sides_become_three() {
        for (rows, columns) in [(0, 5), (5, 0), (-1, 100), (i64::MIN, i64::MAX)] {
            let panel = Panel::new(Size::new(rows, columns), None).unwrap();
            assert_eq!((panel.rows(), panel.columns()), (3, 3));
        }
        assert_eq!(Panel::new(Size::new(16, 16), None).unwrap().empty_cells().count(), 256);
        assert!(Panel::new(Size::new(16, 17), None).is_err());
        assert!(Panel::new(Size::new(1, 1), None).is_err());
    }

    #[test]
    fn given_values() {
        let drawn = |rows: &[&[u64]]| Panel::from_values(rows, None);
        let made = drawn(&[&[0, 1 << 63], &[1, 2]]).unwrap();
        assert_eq!(values(&made), [[0, 1 << 63], [1, 2]], "any power of two, also one that no game reaches");
        assert_eq!((made.max(), made.target(), made.has_reached_target()), (1 << 63, 8, true));
        assert_eq!(drawn(&[&[1, 1]]).unwrap().max(), 0, "a 1 is not made by merging");
        let wrong = |cell, value| Err(BadPanel::NotATile { cell, value });
        assert_eq!(drawn(&[&[1, 3]]), wrong(Cell::new(0, 1), 3));
        assert_eq!(drawn(&[&[0, 0], &[u64::MAX, 0]]), wrong(Cell::new(1, 0), u64::MAX));
        assert_eq!(drawn(&[&[1, 2], &[1]]), Err(BadPanel::NotARectangle));
        for too_small in [&[][..], &[&[][..]], &[&[][..], &[]], &[&[1][..]]] {
            assert!(
                matches!(drawn(too_small), Err(BadPanel::Size(BadSize::TooSmall { .. }))),
                "{too_small:?}"
            );
        }
        let long = [0; 17];
        assert!(matches!(drawn(&[&long]), Err(BadPanel::Size(BadSize::TooLarge { .. }))));
        assert!(matches!(Panel::from_values(&[&[0, 0]], Some(4)), Err(BadPanel::TargetOutOfReach { .. })));
        assert_eq!(drawn(&[&[1, 3]]).unwrap_err().to_string(), "3 in row 0, column 1 is no power of two");
    }

    #[test]
    fn default_targets() {
        let target = |rows, columns| Panel::new(Size::new(rows, columns), None).unwrap().target();
        assert_eq!([target(4, 4), target(16, 16), target(1, 11)], [1024; 3]);
        assert_eq!([target(3, 3), target(2, 2), target(2, 1), target(1, 10)], [256, 8, 2, 512]);
        let panel = Panel::new(Size::new(8, 8), Some(1 << 63)).unwrap();
        assert_eq!(panel.target(), 1 << 63);
        assert_eq!(Panel::default(), Panel::new(Size::new(4, 4), None).unwrap());
    }

    #[test]
    fn placing() {
        let mut panel = Panel::new(Size::new(3, 3), Some(32)).unwrap();
        assert_eq!(panel.place(Cell::new(1, 1)), Ok(()));
        assert_eq!(panel.place(Cell::new(1, 1)), Err(IllegalMove::CellTaken));
        assert_eq!(panel.place(Cell::new(3, 0)), Err(IllegalMove::NoSuchCell));
        assert_eq!(panel.place(Cell::new(0, usize::MAX)), Err(IllegalMove::NoSuchCell));
        assert_eq!(values(&panel), [[0, 0, 0], [0, 1, 0], [0, 0, 0]]);
        assert_eq!([panel.value(Cell::new(1, 1)), panel.value(Cell::new(0, 3))], [1, 0]);
    }

    #[test]
    fn empty_cell_order() {
        let empty: Vec<Cell> = panel(&[&[1, 0, 2], &[0, 4, 0]]).empty_cells().collect();
        assert_eq!(empty, [Cell::new(0, 1), Cell::new(1, 0), Cell::new(1, 2)]);
    }

    #[test]
    fn random_tiles() {
        let mut counts = [0; 6];
        for ply in 0..40_000 {
            let mut panel = panel(&[&[2, 0, 0], &[0, 8, 0]]);
            let cell = panel.place_random(&mut SplitMix64::at(9, ply)).unwrap();
            assert_eq!((panel.value(cell), panel.max()), (1, 8));
            counts[cell.row * 3 + cell.column] += 1;
        }
        assert_eq!([counts[0], counts[4]], [0, 0]);
        assert!([1, 2, 3, 5].iter().all(|&cell| (9_600..10_400).contains(&counts[cell])), "{counts:?}");
        assert_eq!(panel(&[&[1, 2]]).place_random(&mut SplitMix64::new(1)), None);
    }

    #[test]
    fn four_directions() {
        let start = panel(&[&[0, 1, 0], &[0, 1, 2], &[4, 0, 2]]);
        let after = |direction| {
            let mut panel = start.clone();
            assert!(panel.press(direction).changed());
            values(&panel)
        };
        assert_eq!(after(Direction::Up), [[4, 2, 4], [0, 0, 0], [0, 0, 0]]);
        assert_eq!(after(Direction::Down), [[0, 0, 0], [0, 0, 0], [4, 2, 4]]);
        assert_eq!(after(Direction::Left), [[1, 0, 0], [1, 2, 0], [4, 2, 0]]);
        assert_eq!(after(Direction::Right), [[0, 0, 1], [0, 1, 2], [0, 4, 2]]);
    }

    #[test]
    fn press_lists_slides() {
        let mut panel = panel(&[&[0, 2, 2], &[0, 4, 0]]);
        let press = panel.press(Direction::Right);
        let told: Vec<_> =
            press.slides().iter().map(|slide| (slide.from, slide.to, slide.value(), slide.merged)).collect();
        let cell = Cell::new;
        assert_eq!(told, [(cell(0, 1), cell(0, 2), 2, true), (cell(1, 1), cell(1, 2), 4, false)]);
        assert_eq!(press.direction(), Direction::Right);
    }

    #[test]
    fn idle_press_changes_nothing() {
        let mut panel = panel(&[&[1, 2], &[0, 0]]);
        let before = panel.clone();
        for (direction, can) in Direction::ALL.into_iter().zip([false, true, false, false]) {
            assert_eq!(panel.can_press(direction), can);
        }
        assert!(!panel.press(Direction::Left).changed());
        assert_eq!(panel, before);
    }

    #[test]
    fn undo_press_restores_the_panel() {
        let mut rng = SplitMix64::new(3);
        for sides in 0..256 {
            let mut panel = Panel::new(Size::new(sides / 16 + 1, sides % 16 + 1), None).unwrap_or_default();
            for _ in 0..60 {
                panel.place_random(&mut rng);
                let (before, direction) = (panel.clone(), Direction::ALL[rng.below(4)]);
                let can = panel.can_press(direction);
                let press = panel.press(direction);
                assert_eq!((press.changed(), panel != before), (can, can));
                let after = panel.clone();
                panel.undo_press(&press);
                assert_eq!(panel, before);
                panel = after;
            }
        }
    }

    #[test]
    fn max_counts_merges_only() {
        let mut panel = panel(&[&[1, 1, 1]]);
        assert_eq!((panel.max(), panel.has_reached_target()), (0, false));
        panel.press(Direction::Left);
        assert_eq!((panel.max(), panel.has_reached_target()), (2, false));
        panel.clear();
        assert_eq!((panel.max(), values(&panel)), (0, vec![vec![0; 3]]));
    }

    #[test]
    fn stuck_panels() {
        assert!(panel(&[&[1, 2], &[2, 1]]).is_stuck());
        assert!(!panel(&[&[1, 2], &[2, 0]]).is_stuck());
        assert!(!panel(&[&[1, 2], &[4, 2]]).is_stuck());
        assert!(!panel(&[&[1, 2], &[4, 4]]).is_stuck());
        // Empty cells never count as equal, and an empty panel is not full.
        assert!(!panel(&[&[0, 0], &[0, 0]]).is_stuck());
    }

    #[test]
    fn huge_tiles() {
        let start = Panel::new(Size::new(1, 3), None).unwrap();
        assert_eq!(start.with_ranks(vec![128, 0, 0]).max(), 1 << 127);
        let mut panel = start.with_ranks(vec![128, 128, 1]);
        panel.press(Direction::Left);
        assert_eq!((panel.max(), panel.value(Cell::new(0, 0))), (u128::MAX, u128::MAX));
        let mut panel = start.with_ranks(vec![255, 255, 0]);
        panel.press(Direction::Left);
        assert_eq!(panel.ranks, [255, 0, 0]);
    }
}
