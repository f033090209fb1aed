//! Why a panel of 1024 can't be had.

use crate::{BadSize, Size};
use std::fmt;

/// A size or a target that no panel can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadPanel {
    /// The size is past 16 x 16, or a single cell.
    Size(BadSize),
    /// Tiles start at 1, so a goal has to be 2 at least.
    TargetTooSmall(u64),
    /// Tiles are powers of two, so the goal has to be one.
    TargetNoPowerOfTwo(u64),
    /// More than can ever be made on so few cells.
    TargetOutOfReach {
        /// What was asked for.
        target: u64,
        /// The largest tile that can be made.
        highest: u64,
        /// The panel.
        size: Size,
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
    fn every_refusal_names_what_was_asked_for_and_why_not() {
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
