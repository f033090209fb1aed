//! Formats values, times and numbers.

use crate::count::count;
use parlor_engines::{Expectation, Value, ValueKind};
use parlor_play::ValueUnit;
use std::time::Duration;

/// Returns the value of a move as text.
pub(super) fn value(unit: ValueUnit, value: &Value) -> String {
    let proven = match (value.kind, value.outcome, value.plies) {
        (ValueKind::Exact, Expectation::Win, Some(plies)) => format!("wins in {}", moves(plies)),
        (ValueKind::Exact, Expectation::Win, None) => "wins".into(),
        (ValueKind::Exact, Expectation::Loss, Some(plies)) => format!("loses in {}", moves(plies)),
        (ValueKind::Exact, Expectation::Loss, None) => "loses".into(),
        (ValueKind::Exact, Expectation::Draw, _) => "draw".into(),
        _ => String::new(),
    };
    match (unit, proven.is_empty()) {
        (ValueUnit::Points, true) => format!("{:+.2} points", value.score),
        // The exact difference at the end, short enough for the panel at 80 columns.
        (ValueUnit::Points, false) if value.score != 0.0 => format!("{:+} {proven}", value.score),
        (_, true) => format!("{:.1} %", 100.0 * value.score),
        (_, false) => proven,
    }
}

/// Returns the winner's moves within these plies, in words.
fn moves(plies: u32) -> String {
    count(plies.div_ceil(2), "move")
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

/// Sorts moves by the value that is shown, the best first: the shortest win, and of losses the longest.
pub(super) fn sort_by_value(unit: ValueUnit, moves: &mut [(String, Value)]) {
    let rank = |value: &Value| match (value.kind, value.outcome, value.plies) {
        (ValueKind::Exact, Expectation::Win, plies) => (2.0, -f64::from(plies.unwrap_or(u32::MAX))),
        (ValueKind::Exact, Expectation::Loss, plies) => (-1.0, f64::from(plies.unwrap_or(u32::MAX))),
        _ if unit == ValueUnit::Points => (share(unit, value), value.score),
        // As it is rounded, so that equal numbers stay in the engine's order.
        _ => ((1_000.0 * share(unit, value)).round() / 1_000.0, 0.0),
    };
    moves.sort_by(|(_, one), (_, two)| {
        let (one, two) = (rank(one), rank(two));
        two.0.total_cmp(&one.0).then(two.1.total_cmp(&one.1))
    });
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
        86_400..172_800 => "1 day ago".into(),
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
    fn values_are_sorted_by_the_number_shown() {
        let exact =
            |outcome, plies| Value { kind: ValueKind::Exact, outcome, plies: Some(plies), score: 0.0 };
        let guess = |score| Value { score, ..Value::UNKNOWN };
        let mut moves: Vec<(String, Value)> = [
            ("guess 40", guess(0.4)),
            ("loss 4", exact(Expectation::Loss, 4)),
            ("win 9", exact(Expectation::Win, 9)),
            ("draw", exact(Expectation::Draw, 20)),
            ("loss 10", exact(Expectation::Loss, 10)),
            ("guess 60", guess(0.6)),
            ("win 3", exact(Expectation::Win, 3)),
        ]
        .map(|(text, value)| (text.to_string(), value))
        .to_vec();
        sort_by_value(ValueUnit::WinChance, &mut moves);
        let order: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(order, ["win 3", "win 9", "guess 60", "draw", "guess 40", "loss 10", "loss 4"]);
    }

    #[test]
    fn values_say_what_is_proven() {
        let win = Value { kind: ValueKind::Exact, outcome: Expectation::Win, plies: Some(5), score: 3.0 };
        assert_eq!(value(ValueUnit::SolverScore, &win), "wins in 3 moves");
        let loss = Value { outcome: Expectation::Loss, plies: Some(2), ..win };
        assert_eq!(value(ValueUnit::SolverScore, &loss), "loses in 1 move");
        let guess = Value { score: 0.531, ..Value::UNKNOWN };
        assert_eq!(value(ValueUnit::WinChance, &guess), "53.1 %");
        assert_eq!(value(ValueUnit::Points, &guess), "+0.53 points");
        assert_eq!(value(ValueUnit::Points, &Value { score: -2.0, ..loss }), "-2 loses in 1 move");
        let draw = Value { outcome: Expectation::Draw, score: 0.0, ..win };
        assert_eq!(value(ValueUnit::Points, &draw), "draw");
    }
}
