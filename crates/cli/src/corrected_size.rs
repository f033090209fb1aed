//! Says that a board has another size than was asked for.

use parlor_play::{Game, Options};
use parlor_rules::Size;
use std::io::{self, Write};

/// Returns what to tell the user if the game corrects the size that was asked for.
pub(crate) fn corrected_size(game: &dyn Game, options: &Options) -> Option<String> {
    let asked = options.size?;
    let using = started(game, asked)?;
    if using == asked {
        return None;
    }
    let Size { rows, columns } = using;
    // Where a narrower board is played as it is, the correction is not the smallest one.
    let has_smaller = started(game, Size::new(1, 2)) == Some(Size::new(1, 2));
    if started(game, Size::new(0, 0)) == Some(using) && !has_smaller {
        return Some(format!("{rows} x {columns} is the smallest: using that"));
    }
    Some(format!("{} x {} is too small: using {rows} x {columns}", asked.rows, asked.columns))
}

/// Prints it to standard error.
pub(crate) fn print_corrected_size(game: &dyn Game, options: &Options) {
    if let Some(note) = corrected_size(game, options) {
        let _ = writeln!(io::stderr(), "parlor: {note}");
    }
}

/// Returns the size of the board that the game starts with.
fn started(game: &dyn Game, size: Size) -> Option<Size> {
    let session = game.start(&Options { size: Some(size), ..Options::default() }).ok()?;
    let (rows, columns) = session.size();
    Some(Size::new(rows as i64, columns as i64))
}

#[cfg(test)]
mod tests {
    use super::corrected_size;
    use parlor_play::{Options, game};

    #[test]
    fn corrected_sizes_are_named_and_others_are_not() {
        let note = |name: &str, size: &str| {
            let options = Options { size: Some(size.parse().unwrap()), ..Options::default() };
            corrected_size(game(name).unwrap(), &options).unwrap_or_default()
        };
        assert_eq!(note("classic", "0x0"), "4 x 4 is the smallest: using that");
        assert_eq!(note("classic", "2x9"), "2 x 9 is too small: using 4 x 9");
        assert_eq!(note("classic", "6x7"), "");
        assert_eq!(note("shapes", "-1"), "4 x 5 is the smallest: using that");
        assert_eq!(note("super", "4x4"), "");
        assert_eq!(note("1024", "0x5"), "0 x 5 is too small: using 3 x 3");
        assert_eq!(note("hex", "0"), "", "refused, not corrected");
        assert_eq!(corrected_size(game("classic").unwrap(), &Options::default()), None);
    }
}
