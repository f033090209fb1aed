//! Formats values, times and numbers.

use parlor_engines::{Expectation, Value, ValueKind};
use parlor_play::ValueUnit;
use std::time::Duration;

/// Returns the value of a move as text.
pub(super) fn value(unit: ValueUnit, value: &Value) -> String {
    let proven = match (value.kind, value.outcome, value.plies) {
        (ValueKind::Exact, Expectation::Win, Some(plies)) => format!("wins in {}", plies.div_ceil(2)),
        (ValueKind::Exact, Expectation::Win, None) => "wins".into(),
        (ValueKind::Exact, Expectation::Loss, Some(plies)) => format!("loses in {}", plies.div_ceil(2)),
        (ValueKind::Exact, Expectation::Loss, None) => "loses".into(),
        (ValueKind::Exact, Expectation::Draw, _) => "draw".into(),
        _ => String::new(),
    };
    if unit == ValueUnit::Points {
        return format!("{:+.2} points {proven}", value.score).trim_end().into();
    }
    if proven.is_empty() { format!("{:.1} %", 100.0 * value.score) } else { proven }
}

/// Returns the value of a move between 0 and 1, for the bar beside it.
pub(super) fn share(unit: ValueUnit, value: &Value) -> f64 {
    match (value.kind, value.outcome) {
        (ValueKind::Exact, Expectation::Win) => 1.0,
        (ValueKind::Exact, Expectation::Loss) => 0.0,
        (ValueKind::Exact, Expectation::Draw) => 0.5,
        _ if unit == ValueUnit::Points => 0.5 + 0.5 * (value.score / 4.0).tanh(),
        _ => value.score.clamp(0.0, 1.0),
    }
}

/// Returns a number with spaces between its thousands.
pub(super) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Returns a time in seconds with one decimal.
pub(super) fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// Returns how long ago a time was.
pub(super) fn ago(at: u64, now: u64) -> String {
    let seconds = now.saturating_sub(at) / 1_000;
    match seconds {
        0..60 => "just now".into(),
        60..3_600 => format!("{} min ago", seconds / 60),
        3_600..86_400 => format!("{} h ago", seconds / 3_600),
        _ => format!("{} days ago", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_are_short() {
        assert_eq!(thousands(7), "7");
        assert_eq!(thousands(1_234_567), "1 234 567");
        assert_eq!(ago(0, 59_999), "just now");
        assert_eq!(ago(0, 7_200_000), "2 h ago");
    }

    #[test]
    fn values_say_what_is_proven() {
        let win = Value { kind: ValueKind::Exact, outcome: Expectation::Win, plies: Some(5), score: 3.0 };
        assert_eq!(value(ValueUnit::SolverScore, &win), "wins in 3");
        let guess = Value { score: 0.531, ..Value::UNKNOWN };
        assert_eq!(value(ValueUnit::WinChance, &guess), "53.1 %");
        assert_eq!(value(ValueUnit::Points, &guess), "+0.53 points");
    }
}
