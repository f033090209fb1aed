//! Clocks as they are written and shown: `5+3` is five minutes and three seconds more for each move.

use parlor_play::TimeControl;

/// The longest clock: a day at the start, an hour for each move.
const MOST_MINUTES: f64 = 24.0 * 60.0;
const MOST_SECONDS: f64 = 3_600.0;

/// Parses `5+3` or `5`: minutes at the start, and seconds for each move.
pub(crate) fn parse_clock(text: &str) -> Result<TimeControl, String> {
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    let number = |text: &str, most: f64| {
        text.trim().parse::<f64>().ok().filter(|number| (0.0..=most).contains(number))
    };
    match (number(minutes, MOST_MINUTES), number(seconds, MOST_SECONDS)) {
        (Some(minutes), Some(seconds)) if minutes > 0.0 => Ok(TimeControl {
            initial: (minutes * 60_000.0).round() as u64,
            increment: (seconds * 1_000.0).round() as u64,
        }),
        _ => Err("write minutes + seconds for each move: 5+3, or 10 alone".into()),
    }
}

/// Returns milliseconds as a clock shows them: `4:59`, and tenths in the last ten seconds.
pub(crate) fn clock_text(left: u64) -> String {
    let (minutes, seconds, tenths) = (left / 60_000, left / 1_000 % 60, left / 100 % 10);
    match left {
        0..10_000 => format!("0:{seconds:02}.{tenths}"),
        _ => format!("{minutes}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_minutes_and_seconds() {
        assert_eq!(parse_clock("5+3"), Ok(TimeControl { initial: 300_000, increment: 3_000 }));
        assert_eq!(parse_clock("0.5"), Ok(TimeControl { initial: 30_000, increment: 0 }));
        for bad in ["", "0", "5+", "-1+3", "5+3+1", "x", "1e9", "nan", "5+inf"] {
            assert!(parse_clock(bad).is_err(), "{bad}");
        }
        assert_eq!(clock_text(300_000), "5:00");
        assert_eq!(clock_text(59_999), "0:59");
        assert_eq!(clock_text(9_876), "0:09.8");
        assert_eq!(clock_text(0), "0:00.0");
    }
}
