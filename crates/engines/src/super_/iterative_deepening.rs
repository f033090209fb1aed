//! The root search of super: the solver near the end of the game, then iterative deepening.

use super::board::{Grid, center_out, children, lead};
use super::eval::Evaluator;
use super::report::{LOST, RootMove, WIN, WON, build_report, sort_by_reported_value};
use super::search::{CONTEMPT, Search};
use super::solver::Solver;
use super::table::Table;
use crate::{Budget, Report};
use parlor_rules::Position as _;
use parlor_rules::drop::Column;
use parlor_rules::drop::super_::Position;

/// The solver is used when fewer cells than this are free.
const SOLVER_FREE_CELLS: u32 = 12;
/// The plies that the solver searches beyond those that fill the board.
const SOLVER_EXTRA_PLIES: u32 = 10;
/// The most nodes of the solver, and the largest fraction of the budget it may use.
const SOLVER_LIMITS: (u64, f64) = (200_000, 0.1);
/// The same limits if every move has to be solved.
const SOLVER_LIMITS_ALL: (u64, f64) = (1_000_000, 0.5);
/// The longest principal variation that is reported.
const MAX_LINE: usize = 16;
/// The depth reduction of the searches that give the other moves a value for the report.
const REPORT_REDUCTION: i32 = 4;

/// The options of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchOptions {
    /// The deepest iteration.
    pub(super) max_depth: i32,
    /// Whether every move is searched with a full window and not only the best one.
    pub(super) full_windows: bool,
    /// Whether the solver is used near the end.
    pub(super) use_solver: bool,
    /// Whether every move needs a value in the report.
    pub(super) score_all_moves: bool,
}

/// Returns the moves of a position with their values, best first, and reports after each iteration.
pub(super) fn iterative_deepening<G: Grid, E: Evaluator<G>>(
    position: &Position,
    grid: G,
    evaluator: &E,
    table: &mut Table<G::Word>,
    options: SearchOptions,
    budget: &Budget,
    report: &mut dyn FnMut(&Report<Column>),
) -> Vec<RootMove<G>> {
    let mut root_moves = ordered(grid, position);
    let mut search = Search { evaluator, table, budget, nodes: 0, spent: false };
    // The lead before the move, the same for all moves, so that a higher value always gives more points.
    let lead = position.turn().player().map_or(0, |mover| lead(position, mover));
    // A draw is a difference of 0, whatever its value with contempt is.
    let points = |value: i32| if value == -CONTEMPT { 0.0 } else { evaluator.points(value, lead) };
    if options.use_solver {
        let (nodes, decided) = solve(&mut root_moves, budget, options.score_all_moves);
        search.nodes = nodes;
        if decided {
            report(&build_report(&root_moves, &[], nodes, points));
            return root_moves;
        }
    }
    let max_depth = if root_moves.len() == 1 { options.max_depth.min(8) } else { options.max_depth };
    let mut reported = None;
    for depth in 1..=max_depth {
        let done = iterate(&mut search, &mut root_moves, depth, options.full_windows);
        if search.spent && (done == 0 || depth == 1) {
            break;
        }
        if !search.spent && !options.full_windows {
            score_other_moves(&mut search, &mut root_moves, depth - REPORT_REDUCTION);
        }
        if options.score_all_moves {
            sort_by_reported_value(&mut root_moves, points);
        }
        let line = search.line(&root_moves[0].board, MAX_LINE);
        report(&build_report(&root_moves, &line, search.nodes, points));
        reported = Some(root_moves[0].column);
        if search.spent || root_moves[0].value >= WON || root_moves[0].value <= LOST {
            break;
        }
    }
    if reported.is_none() {
        report(&build_report(&root_moves, &[], search.nodes, points));
    }
    root_moves
}

/// Returns the legal moves, from the middle outward.
fn ordered<G: Grid>(grid: G, position: &Position) -> Vec<RootMove<G>> {
    let mut root_moves: Vec<RootMove<G>> =
        children(grid, position).into_iter().map(|(column, board)| RootMove::new(column, board)).collect();
    let order: Vec<u32> = center_out(grid.dimensions().columns()).collect();
    root_moves
        .sort_by_key(|root_move| order.iter().position(|&column| column as usize == root_move.column.0));
    root_moves
}

/// Searches the moves to a depth and sorts them. Returns the number of moves searched before the budget was
/// spent.
fn iterate<G: Grid, E: Evaluator<G>>(
    search: &mut Search<'_, G, E>,
    root_moves: &mut [RootMove<G>],
    depth: i32,
    full_windows: bool,
) -> usize {
    let before = root_moves.to_vec();
    let mut lower = -WIN;
    let mut done = 0;
    for root_move in root_moves.iter_mut() {
        let mut value = lower + 1;
        if done > 0 && !full_windows {
            value = -search.value(&root_move.board, depth - 1, 1, -lower - 1, -lower);
        }
        if value > lower {
            let floor = if full_windows { -WIN } else { lower };
            value = -search.value(&root_move.board, depth - 1, 1, -WIN, -floor);
        }
        if search.spent {
            break;
        }
        root_move.value = value;
        lower = lower.max(value);
        done += 1;
    }
    if full_windows && search.spent {
        // Values of different depths can't be compared.
        root_moves.copy_from_slice(&before);
        return 0;
    }
    // A completely searched move counts even if the budget was spent before the last one.
    root_moves[..done].sort_by_key(|root_move| -root_move.value);
    done
}

/// Gives the other moves values of their own. So far they have only an upper bound.
fn score_other_moves<G: Grid, E: Evaluator<G>>(
    search: &mut Search<'_, G, E>,
    root_moves: &mut [RootMove<G>],
    depth: i32,
) {
    let Some((best, others)) = root_moves.split_first_mut() else { return };
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
    others.sort_by_key(|root_move| -root_move.value);
}

/// Runs the solver with a part of the budget. Returns its nodes, and whether the best move (or with
/// `solve_all` every move) is proven. The best move is then the first.
fn solve<G: Grid>(root_moves: &mut [RootMove<G>], budget: &Budget, solve_all: bool) -> (u64, bool) {
    let free = root_moves.iter().map(|root_move| root_move.board.free()).min().unwrap_or(u32::MAX);
    if free >= SOLVER_FREE_CELLS {
        return (0, false);
    }
    let (max_nodes, max_fraction) = if solve_all { SOLVER_LIMITS_ALL } else { SOLVER_LIMITS };
    let mut solver = Solver::new(budget, max_nodes, max_fraction);
    for horizon in (free..=free + SOLVER_EXTRA_PLIES).step_by(2) {
        for root_move in root_moves.iter_mut().filter(|root_move| root_move.proven.exact().is_none()) {
            let proven = solver.solve(&root_move.board, horizon as u8).negated();
            if solver.is_spent() {
                return (solver.nodes, false);
            }
            root_move.proven = proven;
        }
        // An unknown move could be the best, so its upper bound counts as infinite.
        let best = root_moves.iter().filter_map(|root_move| root_move.proven.exact()).max();
        let upper = root_moves.iter().map(|root_move| root_move.proven.high().unwrap_or(i32::MAX)).max();
        let all = root_moves.iter().all(|root_move| root_move.proven.exact().is_some());
        if best.is_some() && best >= upper && (all || !solve_all) {
            root_moves.sort_by_key(|root_move| {
                let exact = root_move.proven.exact();
                (exact.is_none(), std::cmp::Reverse(exact.or(root_move.proven.high())))
            });
            return (solver.nodes, true);
        }
    }
    (solver.nodes, false)
}
