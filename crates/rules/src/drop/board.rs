//! The board of all drop games: columns of discs, filled from the bottom up.

use crate::{BadMove, BadSetup, Cell, IllegalMove, Player, Setup, parse_whole_number};
use std::fmt;
use std::str::FromStr;

/// A disc that belongs to a player. Shapes adds a mark to it.
pub trait Disc: Copy + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// Returns the player the disc belongs to.
    fn player(self) -> Player;
}

impl Disc for Player {
    #[inline]
    fn player(self) -> Player {
        self
    }
}

/// A column to drop a disc into: the move of shapes, classic and super.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Column(pub usize);

impl fmt::Display for Column {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl FromStr for Column {
    type Err = BadMove;

    fn from_str(text: &str) -> Result<Column, BadMove> {
        parse_whole_number(text).map(Column).ok_or(BadMove { expected: "a column" })
    }
}

/// A place on a board, with levels counted from the bottom, as discs stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The column, counted from 0 at the left.
    pub column: usize,
    /// The level, counted from 0 at the bottom.
    pub level: usize,
}

/// A board of columns. Only the discs are stored, not the empty cells above them.
///
/// Each game makes its own: [`classic::Grid`](super::classic::Grid), [`shapes::Board`](super::shapes::Board).
/// No column ever holds more than its capacity.
///
/// ```
/// use parlor_rules::{IllegalMove, Player, drop::classic::Grid};
/// let mut grid = Grid::new(4, 7)?;
/// for level in 0..4 {
///     assert_eq!(grid.push(3, Player::One), Ok(level));
/// }
/// assert_eq!(grid.push(3, Player::Two), Err(IllegalMove::ColumnFull(3)));
/// assert_eq!((grid.at(3, 0), grid.height(3)), (Some(Player::One), 4));
/// # Ok::<(), parlor_rules::BadSize>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board<D = Player> {
    columns: Vec<Vec<D>>,
    capacity: usize,
}

impl<D: Disc> Board<D> {
    /// Creates an empty board. Each game checks or corrects the size before.
    pub(super) fn empty(rows: usize, columns: usize) -> Board<D> {
        Board { columns: vec![Vec::new(); columns], capacity: rows }
    }

    /// Returns the number of columns.
    #[doc(alias("numColumns", "columnCount", "numBins"))]
    #[inline]
    pub fn columns(&self) -> usize {
        self.columns.len()
    }

    /// Returns the number of discs a column can hold.
    #[inline]
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Returns the number of discs in a column, or 0 if there is no such column.
    #[inline]
    pub fn height(&self, column: usize) -> usize {
        self.columns.get(column).map_or(0, Vec::len)
    }

    /// Returns the disc at this column and level, counted from the bottom, or `None` if the place is empty or
    /// outside the board.
    #[inline]
    pub fn at(&self, column: usize, level: usize) -> Option<D> {
        self.columns.get(column)?.get(level).copied()
    }

    /// Returns the top disc of a column and where it is.
    pub fn top(&self, column: usize) -> Option<(Place, D)> {
        let disc = *self.columns.get(column)?.last()?;
        Some((Place { column, level: self.height(column) - 1 }, disc))
    }

    /// Returns the discs of a column, from the bottom up.
    pub fn column(&self, column: usize) -> &[D] {
        self.columns.get(column).map_or(&[], Vec::as_slice)
    }

    /// Returns an error if the column does not exist or is full.
    #[inline]
    pub fn check_room(&self, column: usize) -> Result<(), IllegalMove> {
        match self.columns.get(column) {
            None => Err(IllegalMove::NoSuchColumn(column)),
            Some(discs) if discs.len() >= self.capacity => Err(IllegalMove::ColumnFull(column)),
            Some(_) => Ok(()),
        }
    }

    /// Returns the columns with room, from the left. O(columns) time for all of them.
    pub fn open_columns(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.columns.len()).filter(|&column| self.columns[column].len() < self.capacity)
    }

    /// Returns whether no column has room. O(columns) time.
    #[doc(alias("full", "isFull", "tie"))]
    pub fn is_full(&self) -> bool {
        self.open_columns().next().is_none()
    }

    /// Drops a disc into a column. Returns the level it lands on, or an error if the column does not exist or is
    /// full; then nothing has changed. Amortized O(1) time.
    #[inline]
    pub fn push(&mut self, column: usize, disc: D) -> Result<usize, IllegalMove> {
        self.check_room(column)?;
        Ok(self.push_unchecked(column, disc))
    }

    /// Drops a disc into a column that is known to have room.
    #[inline]
    pub(super) fn push_unchecked(&mut self, column: usize, disc: D) -> usize {
        self.columns[column].push(disc);
        self.columns[column].len() - 1
    }

    /// Removes the top disc of a column.
    #[inline]
    pub fn pop(&mut self, column: usize) -> Option<D> {
        self.columns.get_mut(column)?.pop()
    }

    /// Inserts a disc into a column. The discs above it rise by one.
    pub(super) fn insert_at(&mut self, place: Place, disc: D) {
        self.columns[place.column].insert(place.level, disc);
    }

    /// Removes a disc from a column. The discs above it fall by one.
    pub(super) fn remove_at(&mut self, place: Place) -> D {
        self.columns[place.column].remove(place.level)
    }

    /// Replaces the disc at a place.
    pub(super) fn replace(&mut self, place: Place, disc: D) {
        self.columns[place.column][place.level] = disc;
    }

    /// Adds or removes empty columns on the right.
    pub(super) fn set_columns(&mut self, columns: usize) {
        self.columns.resize_with(columns, Vec::new);
    }

    /// Gives back the memory that columns hold beyond their discs.
    pub(super) fn shrink_to_fit(&mut self) {
        self.columns.iter_mut().for_each(Vec::shrink_to_fit);
        self.columns.shrink_to_fit();
    }

    /// Returns the height of the tallest column. O(columns) time.
    pub fn tallest(&self) -> usize {
        self.columns.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Empties every column. O(columns) time; the memory is kept for the next game.
    pub fn clear(&mut self) {
        self.columns.iter_mut().for_each(Vec::clear);
    }

    /// Returns the number of discs of both players. O(columns) time.
    pub fn discs(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    /// Converts a place, counted from the bottom, to a cell, counted from the top of a board of `rows` rows.
    pub(super) fn cell(rows: usize, place: Place) -> Cell {
        Cell::new(rows - 1 - place.level, place.column)
    }

    /// Returns the board as cells of `rows` rows, top row first.
    pub(super) fn cells(&self, rows: usize) -> Vec<Vec<u64>> {
        let value = |column, level| self.at(column, level).map_or(0, |disc| disc.player().number());
        (0..rows)
            .rev()
            .map(|level| (0..self.columns()).map(|column| value(column, level)).collect())
            .collect()
    }

    /// Creates the board drawn in a setup. It must have `rows` rows, as many columns as this board, and no
    /// floating disc.
    pub(super) fn read_setup(
        &self,
        rows: usize,
        setup: &Setup,
        disc: fn(Player) -> D,
    ) -> Result<Board<D>, BadSetup> {
        let columns = self.columns();
        if setup.cells.len() != rows || setup.cells.iter().any(|row| row.len() != columns) {
            return Err(BadSetup::WrongSize { expected: (rows, columns) });
        }
        let mut board = Board::empty(self.capacity, columns);
        for (row, cells) in setup.cells.iter().enumerate().rev() {
            for (column, &value) in cells.iter().enumerate() {
                let cell = Cell::new(row, column);
                match Player::from_number(value) {
                    None if value == 0 => {}
                    None => return Err(BadSetup::BadCell(cell)),
                    Some(_) if board.height(column) != rows - 1 - row => {
                        return Err(BadSetup::Floating(cell));
                    }
                    Some(player) => drop(board.push_unchecked(column, disc(player))),
                }
            }
        }
        Ok(board)
    }
}
