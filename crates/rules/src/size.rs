//! How large a board is asked to be.

use std::fmt;
use std::str::FromStr;

/// A size as somebody asked for it, rows by columns: any two numbers, negative ones too.
///
/// Each game corrects or refuses it in its own way; this type only reads and prints `6x7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Rows (capacity in shapes).
    pub rows: i64,
    /// Columns (bins in shapes).
    pub columns: i64,
}

impl Size {
    /// This many rows and columns.
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

    /// Reads `6x7`; a single number is a square.
    fn from_str(text: &str) -> Result<Size, BadSize> {
        match text.split_once(['x', 'X']) {
            Some((rows, columns)) => Ok(Size::new(side(rows)?, side(columns)?)),
            None => side(text).map(|side| Size::new(side, side)),
        }
    }
}

/// A side of any length: one past all numbers is as long as numbers get, and corrected or refused like others.
fn side(text: &str) -> Result<i64, BadSize> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(BadSize::NotASize);
    }
    let past_all = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Ok(text.parse().unwrap_or(past_all))
}

/// A size no board of the game can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadSize {
    /// Not of the form `6x7`.
    NotASize,
    /// A side is longer than the game allows.
    TooLarge {
        /// What was asked for.
        asked: Size,
        /// The longest side allowed.
        most: i64,
    },
    /// A side is shorter than the game allows, and the game does not correct it.
    TooSmall {
        /// What was asked for.
        asked: Size,
        /// The fewest cells or the shortest side, in words.
        least: &'static str,
    },
    /// The board has to be as wide as it is high.
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
