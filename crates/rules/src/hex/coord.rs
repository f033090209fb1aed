//! The moves of hex and their text form.

use crate::{BadMove, Cell, parse_whole_number};
use std::fmt;
use std::str::FromStr;

/// A move of hex: a stone on a cell, or the swap.
///
/// A cell is written as column letter and row number, `F3`; the swap is written `swap`. Parsing checks the
/// syntax only: `Z99` is a move, although no board has such a cell.
///
/// ```
/// use parlor_rules::{Cell, hex};
/// assert_eq!("F3".parse(), Ok(hex::Move::Place(Cell::new(3, 5))));
/// assert_eq!(hex::Move::Place(Cell::new(10, 0)).to_string(), "A10");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone of the player to move on this cell.
    Place(Cell),
    /// X takes over the first stone, mirrored on the long diagonal.
    Swap,
}

impl fmt::Display for Move {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(cell) => write!(out, "{}{}", column_letter(cell.column), cell.row),
            Move::Swap => out.write_str("swap"),
        }
    }
}

impl FromStr for Move {
    type Err = BadMove;

    fn from_str(text: &str) -> Result<Move, BadMove> {
        if text == "swap" {
            return Ok(Move::Swap);
        }
        let cell = || {
            let letter = text.chars().next().filter(char::is_ascii_uppercase)?;
            let column = letter as usize - 'A' as usize;
            Some(Cell::new(parse_whole_number(&text[1..])?, column))
        };
        cell().map(Move::Place).ok_or(BadMove { expected: "a cell like F3" })
    }
}

/// Returns the letter of a column: A for 0, and a question mark after Z, where no board has columns.
pub const fn column_letter(column: usize) -> char {
    if column < 26 { (b'A' + column as u8) as char } else { '?' }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_cells() {
        for (text, row, column) in
            [("A0", 0, 0), ("F3", 3, 5), ("K10", 10, 10), ("Z25", 25, 25), ("B99", 99, 1)]
        {
            let placed = Move::Place(Cell::new(row, column));
            assert_eq!(text.parse(), Ok(placed));
            assert_eq!(placed.to_string(), text);
        }
    }

    #[test]
    fn parses_swap() {
        assert_eq!("swap".parse(), Ok(Move::Swap));
        assert_eq!(Move::Swap.to_string(), "swap");
    }

    #[test]
    fn rejects_other_text() {
        let huge = "A99999999999999999999999999";
        for text in ["", "F", "3", "f3", "F-1", "F+1", "F 3", "3F", "FF3", "F3 ", "Ä3", "Swap", "swap ", huge]
        {
            assert_eq!(text.parse::<Move>(), Err(BadMove { expected: "a cell like F3" }), "{text:?}");
        }
    }

    #[test]
    fn cells_round_trip() {
        for (row, column) in (0..26).flat_map(|row| (0..26).map(move |column| (row, column))) {
            let placed = Move::Place(Cell::new(row, column));
            assert_eq!(placed.to_string().parse(), Ok(placed));
        }
    }

    #[test]
    fn prints_cells_outside_any_board() {
        assert_eq!(Move::Place(Cell::new(0, 26)).to_string(), "?0");
    }
}
