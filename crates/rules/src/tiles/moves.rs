//! The moves of 1024 and their text form.

use crate::{BadMove, Cell, parse_whole_number};
use std::fmt;
use std::str::FromStr;

/// The direction of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Toward the top row.
    Up,
    /// Toward the bottom row.
    Down,
    /// Toward the first column.
    Left,
    /// Toward the last column.
    Right,
}

impl Direction {
    /// All four, in the order in which moves are listed.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// Returns 0 to 3, the index in [`Direction::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the word that line mode prints: `RIGHT`.
    pub const fn word(self) -> &'static str {
        match self {
            Direction::Up => "UP",
            Direction::Down => "DOWN",
            Direction::Left => "LEFT",
            Direction::Right => "RIGHT",
        }
    }

    /// Returns the letter that records and keys use.
    pub const fn letter(self) -> char {
        match self {
            Direction::Up => 'U',
            Direction::Down => 'D',
            Direction::Left => 'L',
            Direction::Right => 'R',
        }
    }

    /// Returns the direction with this letter. Lower-case letters have none.
    pub fn from_letter(letter: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.letter() == letter)
    }
}

/// A move of 1024: chance places a tile, or the player presses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A 1 appears in this cell: `@1,2`.
    Tile(Cell),
    /// The player presses: `U`, `D`, `L` or `R`.
    Press(Direction),
}

impl fmt::Display for Move {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Tile(cell) => write!(out, "@{},{}", cell.row, cell.column),
            Move::Press(direction) => write!(out, "{}", direction.letter()),
        }
    }
}

impl FromStr for Move {
    type Err = BadMove;

    fn from_str(text: &str) -> Result<Move, BadMove> {
        let parsed = match text.strip_prefix('@') {
            Some(cell) => parse_tile(cell),
            None => parse_press(text),
        };
        parsed.ok_or(BadMove { expected: "a tile like @1,2 or one of U, D, L, R" })
    }
}

fn parse_tile(text: &str) -> Option<Move> {
    let (row, column) = text.split_once(',')?;
    Some(Move::Tile(Cell::new(parse_whole_number(row)?, parse_whole_number(column)?)))
}

fn parse_press(text: &str) -> Option<Move> {
    let mut letters = text.chars();
    let direction = Direction::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(Move::Press(direction))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_tiles_and_presses() {
        let moves: Vec<Move> = "@1,1 @0,1 R @2,2 U".split(' ').map(|token| token.parse().unwrap()).collect();
        let expected = [
            Move::Tile(Cell::new(1, 1)),
            Move::Tile(Cell::new(0, 1)),
            Move::Press(Direction::Right),
            Move::Tile(Cell::new(2, 2)),
            Move::Press(Direction::Up),
        ];
        assert_eq!(moves, expected);
    }

    #[test]
    fn moves_round_trip() {
        let tiles = (0..16).flat_map(|row| (0..16).map(move |column| Move::Tile(Cell::new(row, column))));
        for played in tiles.chain(Direction::ALL.map(Move::Press)) {
            assert_eq!(played.to_string().parse(), Ok(played));
        }
    }

    #[test]
    fn rejects_other_text() {
        let wrong = [
            "", "@", "@1", "@1,", "@,1", "@1,2,3", "@+1,2", "@-1,2", "@1 ,2", "1,2", "r", "RR", "RIGHT", "Ü",
        ];
        for text in wrong {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
        let error = "x".parse::<Move>().unwrap_err();
        assert_eq!(error.to_string(), "not a tile like @1,2 or one of U, D, L, R");
    }

    #[test]
    fn words() {
        assert_eq!(Direction::ALL.map(Direction::word), ["UP", "DOWN", "LEFT", "RIGHT"]);
    }
}
