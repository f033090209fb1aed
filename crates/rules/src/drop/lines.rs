//! Finding four or more in a line.

use super::{Board, Disc, Place};
use crate::Player;

/// How many equal neighbors make a line.
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
    /// Every direction, in the order in which shapes looks.
    pub const ALL: [Direction; 4] =
        [Direction::Horizontal, Direction::Vertical, Direction::Rising, Direction::Falling];

    /// The directions of growing: no diagonals.
    pub const STRAIGHT: [Direction; 2] = [Direction::Horizontal, Direction::Vertical];

    /// One step along the direction: columns, levels.
    const fn step(self) -> (isize, isize) {
        match self {
            Direction::Horizontal => (1, 0),
            Direction::Vertical => (0, 1),
            Direction::Rising => (1, 1),
            Direction::Falling => (1, -1),
        }
    }

    /// The place this many steps along; nothing left of or below the board.
    #[inline]
    fn along(self, place: Place, steps: isize) -> Option<Place> {
        let (columns, levels) = self.step();
        Some(Place {
            column: place.column.checked_add_signed(columns * steps)?,
            level: place.level.checked_add_signed(levels * steps)?,
        })
    }
}

/// Equal neighbors in a row, as many as there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The left-most place (the lowest of a vertical run).
    pub start: Place,
    /// Where it goes from there.
    pub direction: Direction,
    /// How many discs.
    pub length: usize,
    /// Whose discs.
    pub player: Player,
}

impl Run {
    /// The places of the run, from its start.
    pub fn places(self) -> impl Iterator<Item = Place> {
        (0..self.length as isize).filter_map(move |steps| self.direction.along(self.start, steps))
    }

    /// Whether it is long enough to count.
    #[inline]
    pub fn is_line(self) -> bool {
        self.length >= LINE
    }
}

/// The whole run of equal discs through a place, if there is a disc.
pub fn run_through<D: Disc>(board: &Board<D>, place: Place, direction: Direction) -> Option<Run> {
    let player = board.at(place.column, place.level)?.player();
    let back = steps(board, place, direction, -1, player);
    let start = direction.along(place, -(back as isize))?;
    let length = back + 1 + steps(board, place, direction, 1, player);
    Some(Run { start, direction, length, player })
}

/// The first line through a place, looking in these directions in their order.
pub fn line_through<D: Disc>(board: &Board<D>, place: Place, directions: &[Direction]) -> Option<Run> {
    directions.iter().filter_map(|&direction| run_through(board, place, direction)).find(|run| run.is_line())
}

/// Every line on the board in these directions, each once and whole.
pub fn lines<'a, D: Disc>(
    board: &'a Board<D>,
    directions: &'a [Direction],
) -> impl Iterator<Item = Run> + 'a {
    let places = (0..board.columns())
        .flat_map(|column| (0..board.height(column)).map(move |level| Place { column, level }));
    places
        .flat_map(move |place| {
            directions.iter().filter_map(move |&direction| starting_at(board, place, direction))
        })
        .filter(|run| run.is_line())
}

/// Whether the lines on a board, if any, can all come from one disc dropped last: by this player, if it is known
/// by whom. Boards that were drawn rather than played need not be possible.
pub fn made_by_one_disc<D: Disc>(board: &Board<D>, directions: &[Direction], last: Option<Player>) -> bool {
    let Some(line) = lines(board, directions).next() else { return true };
    if last.is_some_and(|last| last != line.player) {
        return false;
    }
    let mut board = board.clone();
    (0..board.columns()).any(|column| {
        let Some(disc) = board.pop(column) else { return false };
        let broken = disc.player() == line.player && lines(&board, directions).next().is_none();
        board.push(column, disc);
        broken
    })
}

/// The run that starts here: none if the disc before belongs to it too.
fn starting_at<D: Disc>(board: &Board<D>, place: Place, direction: Direction) -> Option<Run> {
    let player = board.at(place.column, place.level)?.player();
    if steps(board, place, direction, -1, player) > 0 {
        return None;
    }
    let length = 1 + steps(board, place, direction, 1, player);
    Some(Run { start: place, direction, length, player })
}

/// How many discs of this player follow each other from a place (not counted), forward or back.
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
        let mut board = Board::new(columns.len(), 8);
        for (column, discs) in columns.iter().enumerate() {
            for disc in discs.chars() {
                board.push(column, if disc == '1' { Player::One } else { Player::Two });
            }
        }
        board
    }

    #[test]
    fn a_run_is_found_whole_from_any_of_its_discs() {
        let board = board(&["1", "1", "1", "1", "1", "2"]);
        for column in 0..5 {
            let run = run_through(&board, Place { column, level: 0 }, Direction::Horizontal).unwrap();
            assert_eq!((run.start.column, run.length), (0, 5));
        }
    }

    #[test]
    fn both_diagonals_are_found_and_each_line_once() {
        let board = board(&["1221", "2112", "2112", "1221"]);
        let found: Vec<_> = lines(&board, &Direction::ALL).map(|run| (run.direction, run.player)).collect();
        assert_eq!(found, [(Direction::Rising, Player::One), (Direction::Falling, Player::One)]);
    }

    #[test]
    fn a_run_does_not_wrap_from_one_column_to_the_next() {
        let board = board(&["2211", "11"]);
        assert_eq!(lines(&board, &Direction::ALL).count(), 0);
    }
}
