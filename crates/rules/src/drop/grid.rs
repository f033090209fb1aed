//! The grid of classic and super (`docs/games/classic.md`). Row 0 is the top.

use super::Board;
use crate::{BadSize, Player, Size};
use std::fmt;

/// The grid of classic and super.
///
/// ```
/// use parlor_rules::{Player, drop::classic::Grid};
/// let mut grid = Grid::new(2, 6)?; // rows, columns; a side that is too small becomes 4
/// assert_eq!((grid.rows(), grid.columns()), (4, 6));
/// assert!(grid.insert(5, Player::One));
/// assert!(!grid.insert(6, Player::One));
/// assert_eq!(grid.disc(3, 5), Some(Player::One));
/// assert_eq!(grid.disc(99, 99), None);
/// # Ok::<(), parlor_rules::BadSize>(())
/// ```
pub type Grid = Board<Player>;

/// The shortest side of a grid. A shorter one is corrected to this.
const SHORTEST_SIDE: i64 = 4;
/// The longest side of a grid. A longer one is refused.
const LONGEST_SIDE: i64 = 64;

impl Grid {
    /// Creates an empty grid of this many rows and columns. A side below 4, also a negative one, becomes 4; a side
    /// above 64 is an error. O(columns) time and memory; each disc then takes one byte.
    pub fn new(rows: i64, columns: i64) -> Result<Grid, BadSize> {
        Grid::sized(Size::new(rows, columns))
    }

    /// Like [`new`](Grid::new), for a size that was parsed.
    pub fn sized(asked: Size) -> Result<Grid, BadSize> {
        if asked.rows > LONGEST_SIDE || asked.columns > LONGEST_SIDE {
            return Err(BadSize::TooLarge { asked, most: LONGEST_SIDE });
        }
        let side = |asked: i64| asked.max(SHORTEST_SIDE) as usize;
        Ok(Board::empty(side(asked.rows), side(asked.columns)))
    }

    /// Returns the number of rows.
    #[doc(alias("numRows", "rowCount"))]
    pub fn rows(&self) -> usize {
        self.capacity()
    }

    /// Drops a disc into a column. Returns `false`, and changes nothing, if the column is full or does not
    /// exist. [`push`](Board::push) says why.
    #[doc(alias("insertDisc", "dropDisc"))]
    pub fn insert(&mut self, column: usize, player: Player) -> bool {
        self.push(column, player).is_ok()
    }

    /// Returns the disc in this row, counted from the top, or `None` if the cell is empty or outside the
    /// grid.
    #[doc(alias("cellAt", "getCell"))]
    pub fn disc(&self, row: usize, column: usize) -> Option<Player> {
        self.at(column, self.rows().checked_sub(row)?.checked_sub(1)?)
    }

    /// Empties the grid. O(columns) time.
    #[doc(alias("resetGrid", "clear"))]
    pub fn reset(&mut self) {
        self.clear();
    }
}

/// Creates an empty grid of six rows and seven columns.
impl Default for Grid {
    fn default() -> Grid {
        Board::empty(6, 7)
    }
}

/// The symbols of the players' discs in text.
pub const DISCS: [char; 2] = ['O', 'X'];

/// Prints the top row first, with `.` for empty cells and the column numbers below. Every line ends in a
/// newline. O(rows x columns) time.
impl fmt::Display for Grid {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.columns();
        let width = columns.saturating_sub(1).to_string().len();
        for row in 0..self.rows() {
            for column in 0..columns {
                let symbol = self.disc(row, column).map_or('.', |player| DISCS[player.index()]);
                let gap = if column == 0 { "" } else { " " };
                write!(out, "{gap}{symbol:>width$}")?;
            }
            writeln!(out)?;
        }
        for column in 0..columns {
            let gap = if column == 0 { "" } else { " " };
            write!(out, "{gap}{column:>width$}")?;
        }
        writeln!(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_corrected_or_refused() {
        let sides = |rows, columns| Grid::new(rows, columns).map(|g| (g.rows(), g.columns()));
        assert_eq!(sides(2, 6), Ok((4, 6)));
        assert_eq!(sides(0, 2), Ok((4, 4)));
        assert_eq!(sides(-5, i64::MIN), Ok((4, 4)));
        assert_eq!(sides(64, 64), Ok((64, 64)));
        assert!(sides(65, 7).is_err() && sides(6, i64::MAX).is_err());
    }

    #[test]
    fn discs_stack() {
        let mut grid = Grid::default();
        for row in (0..6).rev() {
            assert!(grid.insert(2, Player::Two));
            assert_eq!(grid.disc(row, 2), Some(Player::Two));
        }
        assert!(!grid.insert(2, Player::Two), "full");
        assert!(!grid.insert(7, Player::One), "out of range");
        grid.reset();
        assert_eq!(grid, Grid::default());
    }

    #[test]
    fn outside_is_empty() {
        let mut grid = Grid::default();
        grid.insert(0, Player::One);
        assert_eq!(grid.disc(5, 0), Some(Player::One));
        assert_eq!(grid.disc(6, 0), None);
        assert_eq!(grid.disc(usize::MAX, 0), None);
        assert_eq!(grid.disc(5, usize::MAX), None);
    }

    #[test]
    fn wide_grids_align() {
        let grid = Grid::new(4, 11).unwrap();
        let text = grid.to_string();
        assert_eq!(text.lines().next(), Some(" .  .  .  .  .  .  .  .  .  .  ."));
        assert_eq!(text.lines().last(), Some(" 0  1  2  3  4  5  6  7  8  9 10"));
    }
}
