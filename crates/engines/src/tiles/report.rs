//! The reports of the engines of 1024.

use crate::{Expectation, Report, Value, ValueKind};
use parlor_rules::Position as _;
use parlor_rules::tiles::{Direction, Move, Position};

/// Returns a chance to win that is not proven.
pub(super) fn estimate(chance: f64) -> Value {
    Value { score: chance, ..Value::UNKNOWN }
}

/// Returns a proven chance to win.
pub(super) fn exact(chance: f64, plies: Option<u32>) -> Value {
    let outcome = match chance {
        1.0 => Expectation::Win,
        0.0 => Expectation::Loss,
        _ => Expectation::Unknown,
    };
    Value { kind: ValueKind::Exact, outcome, plies, score: chance }
}

/// Creates the report of a position from the values of its presses, the best first.
///
/// An idle press on a full panel (`--idle-spawns`) has no value of its own, since it changes nothing: it is as
/// good as the best press, and comes last.
pub(super) fn report(position: &Position, valued: &[(Direction, Value)], nodes: u64) -> Report<Move> {
    let value = valued.first().map_or(Value::UNKNOWN, |&(_, value)| value);
    let mut moves: Vec<(Move, Value)> =
        valued.iter().map(|&(direction, value)| (Move::Press(direction), value)).collect();
    for played in position.moves() {
        if !moves.iter().any(|&(listed, _)| listed == played) {
            moves.push((played, Value { plies: None, ..value }));
        }
    }
    // Values must fall, so the idle presses stand right after the press they equal.
    moves.sort_by(|(_, one), (_, other)| other.score.total_cmp(&one.score));
    if let Some(&(best, _)) = valued.first() {
        let best = Move::Press(best);
        moves.sort_by_key(|&(played, _)| played != best);
    }
    Report { line: moves.iter().take(1).map(|&(played, _)| played).collect(), value, moves, nodes }
}
