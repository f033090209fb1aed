//! Cells and moves as text.

use crate::{BadMove, Cell, parse_whole_number};
use std::fmt;
use std::str::FromStr;

/// A move of Hex: a stone on a cell, or taking over the first stone.
///
/// Written `F3`, column letter and row number, or `swap`. Reading is syntax only: `Z99` is a move, though no
/// board has such a cell.
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
    /// X takes the first stone, mirrored along the long diagonal.
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

/// The letter of a column: A for 0. Past Z, where no board has columns, a question mark.
pub const fn column_letter(column: usize) -> char {
    if column < 26 { (b'A' + column as u8) as char } else { '?' }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_a_capital_letter_and_a_row() {
        for (text, row, column) in
            [("A0", 0, 0), ("F3", 3, 5), ("K10", 10, 10), ("Z25", 25, 25), ("B99", 99, 1)]
        {
            let placed = Move::Place(Cell::new(row, column));
            assert_eq!(text.parse(), Ok(placed));
            assert_eq!(placed.to_string(), text);
        }
    }

    #[test]
    fn swap_is_written_out() {
        assert_eq!("swap".parse(), Ok(Move::Swap));
        assert_eq!(Move::Swap.to_string(), "swap");
    }

    #[test]
    fn anything_else_is_no_move() {
        let huge = "A99999999999999999999999999";
        for text in ["", "F", "3", "f3", "F-1", "F+1", "F 3", "3F", "FF3", "F3 ", "Ä3", "Swap", "swap ", huge]
        {
            assert_eq!(text.parse::<Move>(), Err(BadMove { expected: "a cell like F3" }), "{text:?}");
        }
    }

    #[test]
    fn every_cell_of_the_largest_board_survives_printing_and_reading() {
        for (row, column) in (0..26).flat_map(|row| (0..26).map(move |column| (row, column))) {
            let placed = Move::Place(Cell::new(row, column));
            assert_eq!(placed.to_string().parse(), Ok(placed));
        }
    }

    #[test]
    fn printing_a_cell_no_board_has_does_no_harm() {
        assert_eq!(Move::Place(Cell::new(0, 26)).to_string(), "?0");
    }
}
