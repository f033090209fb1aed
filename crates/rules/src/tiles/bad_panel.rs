//! The error of a size or a target that no panel of 1024 can have.

use crate::{BadSize, Cell, Size};
use std::fmt;

/// The reason why no panel can have a size or a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadPanel {
    /// The size is above 16 x 16, or a single cell.
    Size(BadSize),
    /// The target is below 2. Tiles start at 1, so the smallest merge makes a 2.
    TargetTooSmall(u64),
    /// The target is not a power of two, as all tiles are.
    TargetNoPowerOfTwo(u64),
    /// The target is larger than any tile that can be made on so few cells.
    TargetOutOfReach {
        /// The requested target.
        target: u64,
        /// The largest tile that can be made.
        highest: u64,
        /// The size of the panel.
        size: Size,
    },
    /// The rows of given values are not equally long.
    NotARectangle,
    /// A given value is not 0 and not a power of two.
    NotATile {
        /// The cell.
        cell: Cell,
        /// The value.
        value: u64,
    },
}

impl fmt::Display for BadPanel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadPanel::Size(size) => size.fmt(out),
            BadPanel::TargetTooSmall(target) => {
                write!(out, "target {target} is too small: the smallest is 2")
            }
            BadPanel::TargetNoPowerOfTwo(target) => write!(out, "target {target} is no power of two"),
            BadPanel::TargetOutOfReach { target, highest, size } => {
                write!(out, "target {target} is out of reach: no tile above {highest} can be made on {size}")
            }
            BadPanel::NotARectangle => out.write_str("the rows of a panel are equally long"),
            BadPanel::NotATile { cell, value } => {
                write!(out, "{value} in row {}, column {} is no power of two", cell.row, cell.column)
            }
        }
    }
}

impl std::error::Error for BadPanel {}

impl From<BadSize> for BadPanel {
    fn from(size: BadSize) -> BadPanel {
        BadPanel::Size(size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::Panel;

    fn refusal(rows: i64, columns: i64, target: u64) -> String {
        Panel::new(Size::new(rows, columns), Some(target)).unwrap_err().to_string()
    }

    #[test]
    fn messages() {
        assert_eq!(refusal(3, 3, 512), "target 512 is out of reach: no tile above 256 can be made on 3x3");
        assert_eq!(
            refusal(4, 4, 65536),
            "target 65536 is out of reach: no tile above 32768 can be made on 4x4"
        );
        assert_eq!(refusal(4, 4, 1000), "target 1000 is no power of two");
        assert_eq!(refusal(4, 4, 1), "target 1 is too small: the smallest is 2");
        assert_eq!(refusal(4, 4, 0), "target 0 is too small: the smallest is 2");
        assert_eq!(refusal(17, 4, 32), "17x4 is too large: a side is at most 16");
        assert_eq!(refusal(1, 1, 2), "1x1 is too small: a panel has at least 2 cells");
    }
}
