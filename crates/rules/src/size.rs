//! A requested board size, as text like `6x7`.

use crate::parse_integer;
use std::fmt;
use std::str::FromStr;

/// A requested board size, rows by columns. Any two numbers are a size, also negative ones.
///
/// This type only parses and prints `6x7`. Each game corrects or refuses a size by its own rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// The rows (the capacity in shapes).
    pub rows: i64,
    /// The columns (the bins in shapes).
    pub columns: i64,
}

impl Size {
    /// Creates a size of this many rows and columns.
    pub const fn new(rows: i64, columns: i64) -> Size {
        Size { rows, columns }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}x{}", self.rows, self.columns)
    }
}

impl FromStr for Size {
    type Err = BadSize;

    /// Parses `6x7`. A single number is a square.
    fn from_str(text: &str) -> Result<Size, BadSize> {
        match text.split_once(['x', 'X']) {
            Some((rows, columns)) => Ok(Size::new(parse_side(rows)?, parse_side(columns)?)),
            None => parse_side(text).map(|side| Size::new(side, side)),
        }
    }
}

/// Parses one side.
fn parse_side(text: &str) -> Result<i64, BadSize> {
    parse_integer(text).ok_or(BadSize::NotASize)
}

/// The reason why no board of the game can have a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadSize {
    /// The text is not of the form `6x7`.
    NotASize,
    /// A side is longer than the game allows.
    TooLarge {
        /// The requested size.
        asked: Size,
        /// The longest side that is allowed.
        most: i64,
    },
    /// A side is shorter than the game allows, and the game does not correct it.
    TooSmall {
        /// The requested size.
        asked: Size,
        /// The smallest size that is allowed, as a sentence.
        least: &'static str,
    },
    /// The board must have as many rows as columns.
    NotSquare(Size),
}

impl fmt::Display for BadSize {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadSize::NotASize => out.write_str("a size is two numbers like 6x7"),
            BadSize::TooLarge { asked, most } => {
                write!(out, "{asked} is too large: a side is at most {most}")
            }
            BadSize::TooSmall { asked, least } => write!(out, "{asked} is too small: {least}"),
            BadSize::NotSquare(asked) => write!(out, "{asked} is not square: give one number"),
        }
    }
}

impl std::error::Error for BadSize {}
