//! What the searches of super tell about the moves.

use super::board::{Board, Grid};
use super::solver::Proven;
use crate::{Expectation, Report, Value, ValueKind};
use parlor_rules::drop::Column;

/// The value of a won game, less a unit for each ply it is away.
pub(super) const WIN: i32 = 1_000_000;
/// A value from here on is a proven win.
pub(super) const WON: i32 = WIN - 1_000;
/// A value down to here is a proven loss.
pub(super) const LOST: i32 = -WON;

/// Returns the value of a full board for the player who would be to move, `ply` plies from where the search
/// began.
#[inline(always)]
pub(super) fn full_board(lead: i32, ply: i32) -> i32 {
    lead.signum() * (WIN - ply)
}

/// A legal move, where it leads, and what it is worth to the player who makes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<G: Grid> {
    pub(super) column: Column,
    pub(super) board: Board<G>,
    pub(super) value: i32,
    /// What the solver has proven about the final difference of points.
    pub(super) proven: Proven,
}

impl<G: Grid> Candidate<G> {
    /// The value of a move nothing has looked at.
    pub(super) const UNSEEN: i32 = -2 * WIN;

    /// Creates a move nothing has looked at.
    pub(super) fn new(column: Column, board: Board<G>) -> Candidate<G> {
        Candidate { column, board, value: Candidate::<G>::UNSEEN, proven: Proven::NOTHING }
    }

    /// Returns what it is worth, in points; `points` makes points of a value.
    fn worth(&self, points: impl Fn(i32) -> f64) -> Value {
        if let Some(difference) = self.proven.exact() {
            let outcome = match difference.signum() {
                1 => Expectation::Win,
                -1 => Expectation::Loss,
                _ => Expectation::Draw,
            };
            return Value { kind: ValueKind::Exact, outcome, plies: None, score: f64::from(difference) };
        }
        match self.value {
            value if value == Candidate::<G>::UNSEEN => {
                Value { score: f64::from(-self.board.lead), ..Value::UNKNOWN }
            }
            // Who wins is proven, by how much is not: by one point at least.
            value if value >= WON => {
                let plies = Some((WIN - value) as u32);
                Value { kind: ValueKind::Bound, outcome: Expectation::Win, plies, score: 1.0 }
            }
            value if value <= LOST => {
                let plies = Some((WIN + value) as u32);
                Value { kind: ValueKind::Bound, outcome: Expectation::Loss, plies, score: -1.0 }
            }
            value => Value { score: self.proven.within(points(value)), ..Value::UNKNOWN },
        }
    }
}

/// Sorts moves by what is told about them: some of it may be proven, the rest a guess.
pub(super) fn sort_by_worth<G: Grid>(candidates: &mut [Candidate<G>], points: impl Fn(i32) -> f64) {
    let key = |candidate: &Candidate<G>| {
        let worth = candidate.worth(&points);
        let sure = match worth.outcome {
            Expectation::Win => 1,
            Expectation::Loss => -1,
            Expectation::Draw | Expectation::Unknown => 0,
        };
        (sure, worth.score, worth.kind == ValueKind::Exact)
    };
    candidates.sort_by(|one, other| {
        let (one, other) = (key(one), key(other));
        other.0.cmp(&one.0).then(other.1.total_cmp(&one.1)).then(other.2.cmp(&one.2))
    });
}

/// Returns the report of moves sorted by their worth; `line` goes on after the first of them.
pub(super) fn report_of<G: Grid>(
    candidates: &[Candidate<G>],
    line: &[Column],
    nodes: u64,
    points: impl Fn(i32) -> f64,
) -> Report<Column> {
    let moves: Vec<(Column, Value)> =
        candidates.iter().map(|candidate| (candidate.column, candidate.worth(&points))).collect();
    let first = moves.first().map(|&(column, _)| column);
    let value = moves.first().map_or(Value::UNKNOWN, |&(_, value)| value);
    Report { line: first.into_iter().chain(line.iter().copied()).collect(), value, moves, nodes }
}
