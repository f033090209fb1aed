//! The values and reports of the super searches.

use super::board::{Board, Grid};
use super::solver::ProvenBounds;
use crate::{Expectation, Report, Value, ValueKind};
use parlor_rules::drop::Column;

/// The value of a win at the root. Each ply to the win subtracts one.
pub(super) const WIN: i32 = 1_000_000;
/// The lowest value of a proven win.
pub(super) const WON: i32 = WIN - 1_000;
/// The highest value of a proven loss.
pub(super) const LOST: i32 = -WON;

/// Returns the value of a full board for the player who would be to move, `ply` plies from the root.
#[inline(always)]
pub(super) fn decided_value(lead: i32, ply: i32) -> i32 {
    lead.signum() * (WIN - ply)
}

/// A legal move at the root, with the board it leads to and its value for the player who makes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootMove<G: Grid> {
    pub(super) column: Column,
    pub(super) board: Board<G>,
    pub(super) value: i32,
    /// The bounds of the final difference of points that the solver has proven.
    pub(super) proven: ProvenBounds,
}

impl<G: Grid> RootMove<G> {
    /// The value of a move that was not searched.
    pub(super) const UNSEARCHED: i32 = -2 * WIN;

    /// Creates a move that was not searched.
    pub(super) fn new(column: Column, board: Board<G>) -> RootMove<G> {
        RootMove { column, board, value: RootMove::<G>::UNSEARCHED, proven: ProvenBounds::UNKNOWN }
    }

    /// Returns the value for a report, in points. `points` converts a search value to points.
    fn reported_value(&self, points: impl Fn(i32) -> f64) -> Value {
        if let Some(difference) = self.proven.exact() {
            let outcome = match difference.signum() {
                1 => Expectation::Win,
                -1 => Expectation::Loss,
                _ => Expectation::Draw,
            };
            return Value { kind: ValueKind::Exact, outcome, plies: None, score: f64::from(difference) };
        }
        match self.value {
            value if value == RootMove::<G>::UNSEARCHED => {
                Value { score: f64::from(-self.board.lead), ..Value::UNKNOWN }
            }
            // The winner is proven but not the difference, which is at least one point.
            value if value >= WON => {
                let plies = Some((WIN - value) as u32);
                Value { kind: ValueKind::Bound, outcome: Expectation::Win, plies, score: 1.0 }
            }
            value if value <= LOST => {
                let plies = Some((WIN + value) as u32);
                Value { kind: ValueKind::Bound, outcome: Expectation::Loss, plies, score: -1.0 }
            }
            value => Value { score: self.proven.clamp_estimate(points(value)), ..Value::UNKNOWN },
        }
    }
}

/// Sorts moves by their reported values, of which some are proven and others estimates.
pub(super) fn sort_by_reported_value<G: Grid>(root_moves: &mut [RootMove<G>], points: impl Fn(i32) -> f64) {
    let key = |root_move: &RootMove<G>| {
        let reported_value = root_move.reported_value(&points);
        let sure = match reported_value.outcome {
            Expectation::Win => 1,
            Expectation::Loss => -1,
            Expectation::Draw | Expectation::Unknown => 0,
        };
        (sure, reported_value.score, reported_value.kind == ValueKind::Exact)
    };
    root_moves.sort_by(|one, other| {
        let (one, other) = (key(one), key(other));
        other.0.cmp(&one.0).then(other.1.total_cmp(&one.1)).then(other.2.cmp(&one.2))
    });
}

/// Returns the report of sorted moves. `line` continues after the first one.
pub(super) fn build_report<G: Grid>(
    root_moves: &[RootMove<G>],
    line: &[Column],
    nodes: u64,
    points: impl Fn(i32) -> f64,
) -> Report<Column> {
    let moves: Vec<(Column, Value)> =
        root_moves.iter().map(|root_move| (root_move.column, root_move.reported_value(&points))).collect();
    let first = moves.first().map(|&(column, _)| column);
    let value = moves.first().map_or(Value::UNKNOWN, |&(_, value)| value);
    Report { line: first.into_iter().chain(line.iter().copied()).collect(), value, moves, nodes }
}
