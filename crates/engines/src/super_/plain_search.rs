//! A shallow alpha-beta search on the plain board, for boards that fit no word.

use super::board::lead;
use super::report::{LOST, WIN, WON, decided_value};
use crate::{Budget, Expectation, Report, Value, ValueKind};
use parlor_rules::drop::Column;
use parlor_rules::drop::super_::Position;
use parlor_rules::{Position as _, Turn};

/// The deepest iteration. On a board this wide each ply takes many times as long.
const MAX_DEPTH: i32 = 6;
/// The value of a move that was not searched, below all others.
const UNSEARCHED: i32 = -2 * WIN;
/// The value of a point.
const POINT: i32 = 1_000;

/// Returns the moves of a position with their values in thousandths of a point, best first, and reports after
/// each iteration.
pub(super) fn search(
    position: &Position,
    max_depth: i32,
    budget: &Budget,
    report: &mut dyn FnMut(&Report<Column>),
) -> Vec<(Column, i32)> {
    let middle = position.columns() as i64 - 1;
    let mut moves: Vec<(Column, i32)> = position.moves().map(|column| (column, UNSEARCHED)).collect();
    moves.sort_by_key(|&(Column(column), _)| (2 * column as i64 - middle).abs());
    let mut search = Search { position: position.clone(), budget, nodes: 0, spent: false };
    for depth in 1..=max_depth.min(MAX_DEPTH) {
        let mut searched = moves.clone();
        for (column, value) in &mut searched {
            *value = search.after(*column, depth - 1, 1, -WIN, WIN);
        }
        if search.spent {
            break;
        }
        searched.sort_by_key(|&(_, value)| -value);
        moves = searched;
        report(&build_report(&moves, search.nodes));
        if !(LOST + 1..WON).contains(&moves[0].1) {
            break;
        }
    }
    if moves[0].1 == UNSEARCHED {
        report(&build_report(&moves, search.nodes));
    }
    moves
}

fn build_report(moves: &[(Column, i32)], nodes: u64) -> Report<Column> {
    let to_value = |value: i32| {
        let plies = Some((WIN - value.saturating_abs()).max(0) as u32);
        match value {
            UNSEARCHED => Value::UNKNOWN,
            WON.. => Value { kind: ValueKind::Bound, outcome: Expectation::Win, plies, score: 1.0 },
            ..=LOST => Value { kind: ValueKind::Bound, outcome: Expectation::Loss, plies, score: -1.0 },
            _ => Value { score: f64::from(value) / f64::from(POINT), ..Value::UNKNOWN },
        }
    };
    let moves: Vec<(Column, Value)> =
        moves.iter().map(|&(column, value)| (column, to_value(value))).collect();
    Report { line: vec![moves[0].0], value: moves[0].1, moves, nodes }
}

struct Search<'a> {
    position: Position,
    budget: &'a Budget,
    nodes: u64,
    spent: bool,
}

impl Search<'_> {
    /// Returns the value of a move for the player who makes it.
    fn after(&mut self, column: Column, depth: i32, ply: i32, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        self.spent = self.spent || (self.nodes.is_multiple_of(16) && self.budget.is_spent(self.nodes));
        if self.spent {
            return 0;
        }
        let did = self.position.play_unchecked(column);
        let value = -self.value(depth, ply, -beta, -alpha);
        self.position.undo(column, did);
        value
    }

    fn value(&mut self, depth: i32, ply: i32, alpha: i32, beta: i32) -> i32 {
        let Turn::Player(mover) = self.position.turn() else {
            return decided_value(lead(&self.position, self.position.last_mover().other()), ply);
        };
        if depth <= 0 {
            return lead(&self.position, mover).clamp(LOST / POINT + 1, WON / POINT - 1) * POINT;
        }
        let (mut best, mut lower) = (-WIN, alpha);
        for column in 0..self.position.columns() {
            if self.position.check(Column(column)).is_err() {
                continue;
            }
            best = best.max(self.after(Column(column), depth - 1, ply + 1, lower, beta));
            lower = lower.max(best);
            if lower >= beta {
                break;
            }
        }
        best
    }
}
