//! From a position to the values of its moves: the solver near the end, then a ply deeper at a time.

use super::board::{Grid, children, lead, outward};
use super::eval::Evaluator;
use super::report::{Candidate, LOST, WIN, WON, report_of, sort_by_worth};
use super::search::{DRAW, Search};
use super::solver::Solver;
use super::table::Table;
use crate::{Budget, Report};
use parlor_rules::Position as _;
use parlor_rules::drop::Column;
use parlor_rules::drop::super_::Position;

/// The solver is asked when no more cells than this are free.
const NEAR_THE_END: u32 = 12;
/// How far the solver looks past the plies that would fill the board.
const PAST_THE_END: u32 = 10;
/// The most positions the solver looks at, and how much of the budget it takes at most.
const SOLVED: (u64, f64) = (200_000, 0.1);
/// The same where every move is to be solved.
const ALL_SOLVED: (u64, f64) = (1_000_000, 0.5);
/// The longest line that is reported.
const LINE: usize = 16;
/// How much less deeply the moves are searched that are not best, to give each a value for the report.
const SHALLOWER: i32 = 4;

/// How a search is carried out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// As deep as it looks.
    pub(super) deepest: i32,
    /// Whether every move is searched to the full depth, and not only the best.
    pub(super) every_move: bool,
    /// Whether the solver is asked near the end.
    pub(super) solve: bool,
    /// Whether what each move is worth is to be told, and not only which is best.
    pub(super) tell_each: bool,
}

/// Returns the moves of a position, best first, with their values; reports on the way.
pub(super) fn deepen<G: Grid, J: Evaluator<G>>(
    position: &Position,
    grid: G,
    judge: &J,
    table: &mut Table<G::Word>,
    plan: Plan,
    budget: &Budget,
    report: &mut dyn FnMut(&Report<Column>),
) -> Vec<Candidate<G>> {
    let mut candidates = ordered(grid, position);
    let mut search = Search { judge, table, budget, nodes: 0, spent: false };
    // Seen from before the move, so that what has the higher value has the more points.
    let lead = position.turn().player().map_or(0, |mover| lead(position, mover));
    // A draw is no points, whatever a hunter thinks of it.
    let points = |value: i32| if value == -DRAW { 0.0 } else { judge.points(value, lead) };
    if plan.solve {
        let (nodes, decided) = solve(&mut candidates, budget, plan.tell_each);
        search.nodes = nodes;
        if decided {
            report(&report_of(&candidates, &[], nodes, points));
            return candidates;
        }
    }
    let deepest = if candidates.len() == 1 { plan.deepest.min(8) } else { plan.deepest };
    let mut told = None;
    for depth in 1..=deepest {
        let done = iterate(&mut search, &mut candidates, depth, plan.every_move);
        if search.spent && (done == 0 || depth == 1) {
            break;
        }
        if !search.spent && !plan.every_move {
            value_the_others(&mut search, &mut candidates, depth - SHALLOWER);
        }
        if plan.tell_each {
            sort_by_worth(&mut candidates, points);
        }
        let line = search.line(&candidates[0].board, LINE);
        report(&report_of(&candidates, &line, search.nodes, points));
        told = Some(candidates[0].column);
        if search.spent || candidates[0].value >= WON || candidates[0].value <= LOST {
            break;
        }
    }
    if told.is_none() {
        report(&report_of(&candidates, &[], search.nodes, points));
    }
    candidates
}

/// Returns the legal moves, from the middle outward.
fn ordered<G: Grid>(grid: G, position: &Position) -> Vec<Candidate<G>> {
    let mut candidates: Vec<Candidate<G>> =
        children(grid, position).into_iter().map(|(column, board)| Candidate::new(column, board)).collect();
    let order: Vec<u32> = outward(grid.dimensions().columns).collect();
    candidates
        .sort_by_key(|candidate| order.iter().position(|&column| column as usize == candidate.column.0));
    candidates
}

/// Searches the moves to a depth and sorts them; how many were searched before the budget was spent.
fn iterate<G: Grid, J: Evaluator<G>>(
    search: &mut Search<'_, G, J>,
    candidates: &mut [Candidate<G>],
    depth: i32,
    every_move: bool,
) -> usize {
    let before = candidates.to_vec();
    let mut lower = -WIN;
    let mut done = 0;
    for candidate in candidates.iter_mut() {
        let mut value = lower + 1;
        if done > 0 && !every_move {
            value = -search.value(&candidate.board, depth - 1, 1, -lower - 1, -lower);
        }
        if value > lower {
            let floor = if every_move { -WIN } else { lower };
            value = -search.value(&candidate.board, depth - 1, 1, -WIN, -floor);
        }
        if search.spent {
            break;
        }
        candidate.value = value;
        lower = lower.max(value);
        done += 1;
    }
    if every_move && search.spent {
        // Values of different depths are not to be compared.
        candidates.copy_from_slice(&before);
        return 0;
    }
    // A move that was searched in full counts even when the budget ran out before the last.
    candidates[..done].sort_by_key(|candidate| -candidate.value);
    done
}

/// Gives the moves that are not best a value of their own: so far it is only known that they are not better.
fn value_the_others<G: Grid, J: Evaluator<G>>(
    search: &mut Search<'_, G, J>,
    candidates: &mut [Candidate<G>],
    depth: i32,
) {
    let Some((best, others)) = candidates.split_first_mut() else { return };
    for other in others.iter_mut() {
        // A proven loss stays one.
        if other.value > LOST {
            let value = -search.value(&other.board, depth.max(0), 1, -WIN, WIN);
            if search.spent {
                return;
            }
            other.value = value.min(best.value);
        }
    }
    others.sort_by_key(|candidate| -candidate.value);
}

/// Asks the solver, with a part of the budget; how many positions it looked at, and whether the best move is
/// proven, or `each` is: the best is then the first.
fn solve<G: Grid>(candidates: &mut [Candidate<G>], budget: &Budget, each: bool) -> (u64, bool) {
    let free = candidates.iter().map(|candidate| candidate.board.free()).min().unwrap_or(u32::MAX);
    if free >= NEAR_THE_END {
        return (0, false);
    }
    let (most, share) = if each { ALL_SOLVED } else { SOLVED };
    let mut solver = Solver::new(budget, most, share);
    for horizon in (free..=free + PAST_THE_END).step_by(2) {
        for candidate in candidates.iter_mut().filter(|candidate| candidate.proven.exact().is_none()) {
            let proven = solver.solve(&candidate.board, horizon as u8).turned();
            if solver.is_spent() {
                return (solver.nodes, false);
            }
            candidate.proven = proven;
        }
        // Unknown is more than any difference, so that an unknown move keeps others from being best.
        let best = candidates.iter().filter_map(|candidate| candidate.proven.exact()).max();
        let most = candidates.iter().map(|candidate| candidate.proven.high().unwrap_or(i32::MAX)).max();
        let all = candidates.iter().all(|candidate| candidate.proven.exact().is_some());
        if best.is_some() && best >= most && (all || !each) {
            candidates.sort_by_key(|candidate| {
                let exact = candidate.proven.exact();
                (exact.is_none(), std::cmp::Reverse(exact.or(candidate.proven.high())))
            });
            return (solver.nodes, true);
        }
    }
    (solver.nodes, false)
}
