//! Finds lines: four or more equal discs in a row, a column or a diagonal.

use super::{Board, Disc, Place};
use crate::Player;

/// The number of equal neighbors that make a line.
pub const LINE: usize = 4;

/// A direction in which discs can line up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Along a row.
    Horizontal,
    /// Up a column.
    Vertical,
    /// A diagonal that rises to the right.
    Rising,
    /// A diagonal that falls to the right.
    Falling,
}

impl Direction {
    /// All directions, in the order in which shapes searches them.
    pub const ALL: [Direction; 4] =
        [Direction::Horizontal, Direction::Vertical, Direction::Rising, Direction::Falling];

    /// The directions of growing, without diagonals.
    pub const STRAIGHT: [Direction; 2] = [Direction::Horizontal, Direction::Vertical];

    /// Returns one step along the direction, as (columns, levels).
    const fn step(self) -> (isize, isize) {
        match self {
            Direction::Horizontal => (1, 0),
            Direction::Vertical => (0, 1),
            Direction::Rising => (1, 1),
            Direction::Falling => (1, -1),
        }
    }

    /// Returns the place this many steps along, or `None` to the left of or below the board.
    #[inline]
    fn along(self, place: Place, steps: isize) -> Option<Place> {
        let (columns, levels) = self.step();
        Some(Place {
            column: place.column.checked_add_signed(columns * steps)?,
            level: place.level.checked_add_signed(levels * steps)?,
        })
    }
}

/// A longest run of equal discs in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Run {
    /// The leftmost place (the lowest one of a vertical run).
    pub start: Place,
    /// The direction it runs in.
    pub direction: Direction,
    /// The number of discs.
    pub length: usize,
    /// The player whose discs they are.
    pub player: Player,
}

impl Run {
    /// Returns the places of the run, from its start. O(length) time for all of them.
    pub fn places(self) -> impl Iterator<Item = Place> {
        (0..self.length as isize).map_while(move |steps| self.direction.along(self.start, steps))
    }

    /// Returns whether the run is long enough to be a line.
    #[inline]
    pub fn is_line(self) -> bool {
        self.length >= LINE
    }
}

/// Returns the whole run of equal discs through a place, or `None` if the place is empty. O(length) time.
pub fn run_through<D: Disc>(board: &Board<D>, place: Place, direction: Direction) -> Option<Run> {
    let player = board.at(place.column, place.level)?.player();
    let back = steps(board, place, direction, -1, player);
    let start = direction.along(place, -(back as isize))?;
    let length = back + 1 + steps(board, place, direction, 1, player);
    Some(Run { start, direction, length, player })
}

/// Returns the first line through a place, searching the directions in the order given. O(length of the runs)
/// time, at most O(rows + columns).
pub fn line_through<D: Disc>(board: &Board<D>, place: Place, directions: &[Direction]) -> Option<Run> {
    directions.iter().filter_map(|&direction| run_through(board, place, direction)).find(|run| run.is_line())
}

/// Returns every line on the board in these directions, each one once and in full length. O(discs) steps for all
/// of them, each up to O(length).
pub fn lines<'a, D: Disc>(
    board: &'a Board<D>,
    directions: &'a [Direction],
) -> impl Iterator<Item = Run> + 'a {
    let places = (0..board.columns())
        .flat_map(|column| (0..board.height(column)).map(move |level| Place { column, level }));
    places
        .flat_map(move |place| {
            directions.iter().filter_map(move |&direction| run_starting_at(board, place, direction))
        })
        .filter(|run| run.is_line())
}

/// Returns whether one last disc can have made all lines on a board, if there are any. `last` is the player
/// who dropped it, if known. This checks boards that were drawn and not played. O(columns x discs) time.
pub fn made_by_one_disc<D: Disc>(board: &Board<D>, directions: &[Direction], last: Option<Player>) -> bool {
    let Some(line) = lines(board, directions).next() else { return true };
    if last.is_some_and(|last| last != line.player) {
        return false;
    }
    let mut board = board.clone();
    (0..board.columns()).any(|column| {
        let Some(disc) = board.pop(column) else { return false };
        let broken = disc.player() == line.player && lines(&board, directions).next().is_none();
        board.push_unchecked(column, disc);
        broken
    })
}

/// Returns the run that starts at a place, or `None` if it starts earlier.
fn run_starting_at<D: Disc>(board: &Board<D>, place: Place, direction: Direction) -> Option<Run> {
    let player = board.at(place.column, place.level)?.player();
    if steps(board, place, direction, -1, player) > 0 {
        return None;
    }
    let length = 1 + steps(board, place, direction, 1, player);
    Some(Run { start: place, direction, length, player })
}

/// Counts the player's discs that follow a place without a gap, forward (`sign` 1) or backward (-1).
#[inline]
fn steps<D: Disc>(board: &Board<D>, from: Place, direction: Direction, sign: isize, player: Player) -> usize {
    let mut count = 0;
    while let Some(place) = direction.along(from, sign * (count as isize + 1)) {
        if board.at(place.column, place.level).map(Disc::player) != Some(player) {
            break;
        }
        count += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(columns: &[&str]) -> Board {
        let mut board = Board::empty(8, columns.len());
        for (column, discs) in columns.iter().enumerate() {
            for disc in discs.chars() {
                board.push_unchecked(column, if disc == '1' { Player::One } else { Player::Two });
            }
        }
        board
    }

    #[test]
    fn runs_through_each_disc() {
        let board = board(&["1", "1", "1", "1", "1", "2"]);
        for column in 0..5 {
            let run = run_through(&board, Place { column, level: 0 }, Direction::Horizontal).unwrap();
            assert_eq!((run.start.column, run.length), (0, 5));
        }
    }

    #[test]
    fn diagonals() {
        let board = board(&["1221", "2112", "2112", "1221"]);
        let found: Vec<_> = lines(&board, &Direction::ALL).map(|run| (run.direction, run.player)).collect();
        assert_eq!(found, [(Direction::Rising, Player::One), (Direction::Falling, Player::One)]);
    }

    #[test]
    fn lines_do_not_wrap() {
        let board = board(&["2211", "11"]);
        assert_eq!(lines(&board, &Direction::ALL).count(), 0);
    }
}
