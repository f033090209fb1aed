//! Prints a panel as text.

use crate::tiles::Panel;
use crate::tiles::rank::value_of;
use std::fmt;

/// Prints a border above each row and below the last. Values are right-aligned in cells of width 4, or as
/// wide as the widest value. Every line ends in a newline.
impl fmt::Display for Panel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |&rank: &u8| match value_of(rank) {
            0 => String::new(),
            u128::MAX => format!("2^{}", rank - 1),
            value => value.to_string(),
        };
        let width = self.ranks().iter().map(|rank| text(rank).len()).fold(4, usize::max);
        let border = format!("+{}", format!("{:-<width$}+", "").repeat(self.columns()));
        for row in self.ranks().chunks(self.columns()) {
            write!(out, "{border}\n|")?;
            for rank in row {
                write!(out, "{:>width$}|", text(rank))?;
            }
            writeln!(out)?;
        }
        writeln!(out, "{border}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    fn printed<const CELLS: usize>(rows: i64, columns: i64, ranks: [u8; CELLS]) -> String {
        Panel::new(Size::new(rows, columns), None).unwrap().with_ranks(ranks.into()).to_string()
    }

    #[test]
    fn printing() {
        let text =
            "+----+----+----+\n|    |   1|    |\n+----+----+----+\n|   1| 128|   2|\n+----+----+----+\n";
        assert_eq!(printed(2, 3, [0, 1, 0, 1, 8, 2]), text);
        let wide = "+-----+-----+\n|16384|    1|\n+-----+-----+\n";
        assert_eq!(printed(1, 2, [15, 1]), wide);
    }

    #[test]
    fn huge_tiles() {
        assert_eq!(printed(1, 3, [129, 1, 0]).lines().nth(1), Some("|2^128|    1|     |"));
        assert!(printed(1, 2, [128, 1]).contains("|170141183460469231731687303715884105728|"));
    }
}
