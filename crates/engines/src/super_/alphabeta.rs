//! The `alphabeta` engine, the baseline of super: alpha-beta with a transposition table, evaluated by the
//! points.
//!
//! It knows the rules and nothing else. It must not change, so that the gain of other engines over it stays
//! comparable.

use super::board::{BitWord, Board, Grid, center_out, children};
use super::board_word::{BoardWord, Tables};
use super::plain_search;
use super::report::{LOST, RootMove, WIN, WON, build_report, decided_value};
use super::table::{Table, hash};
use crate::bound::Bound;
use crate::{Budget, Engine, Limits, Report, Settings, StopFlag};
use parlor_rules::Position as _;
use parlor_rules::drop::Column;
use parlor_rules::drop::super_::Position;
use std::time::Duration;

/// The time for a move without limits.
const DEFAULT_TIME: Duration = Duration::from_millis(100);
/// The deepest iteration.
const MAX_DEPTH: i32 = 60;

/// Plain alpha-beta, the baseline for other engines.
#[derive(Clone, Debug)]
pub struct AlphaBeta {
    tables: Tables,
}

impl AlphaBeta {
    /// Creates the engine. It makes no random choices.
    pub fn new(settings: &Settings) -> AlphaBeta {
        AlphaBeta { tables: Tables::new(settings.memory) }
    }
}

impl Engine<Position> for AlphaBeta {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<Column>),
    ) -> Option<Column> {
        position.turn().player()?;
        let budget = Budget::new(&limits.or_default_time(DEFAULT_TIME), stop);
        match BoardWord::of(position) {
            BoardWord::Standard(grid) => {
                iterative_deepening(position, grid, self.tables.narrow(position), &budget, report)
            }
            BoardWord::Narrow(grid) => {
                iterative_deepening(position, grid, self.tables.narrow(position), &budget, report)
            }
            BoardWord::Wide(grid) => {
                iterative_deepening(position, grid, self.tables.wide(position), &budget, report)
            }
            BoardWord::TooLarge => {
                plain_search::search(position, MAX_DEPTH, &budget, report).first().map(|&(column, _)| column)
            }
        }
    }
}

/// Searches by iterative deepening until the budget is spent.
fn iterative_deepening<G: Grid>(
    position: &Position,
    grid: G,
    table: &mut Table<G::Word>,
    budget: &Budget,
    report: &mut dyn FnMut(&Report<Column>),
) -> Option<Column> {
    let mut root_moves: Vec<RootMove<G>> =
        children(grid, position).into_iter().map(|(column, board)| RootMove::new(column, board)).collect();
    let order: Vec<u32> = center_out(grid.dimensions().columns()).collect();
    root_moves
        .sort_by_key(|root_move| order.iter().position(|&column| column as usize == root_move.column.0));
    let mut search = Search { table, budget, nodes: 0, spent: false };
    for depth in 1..=MAX_DEPTH {
        let mut searched = root_moves.clone();
        let mut lower = -WIN;
        for root_move in &mut searched {
            // Moves that are worse than the best so far get only an upper bound.
            root_move.value = -search.value(&root_move.board, depth - 1, 1, -WIN, -lower);
            lower = lower.max(root_move.value);
        }
        if search.spent {
            break;
        }
        searched.sort_by_key(|root_move| -root_move.value);
        root_moves = searched;
        report(&build_report(&root_moves, &[], search.nodes, f64::from));
        if root_moves[0].value >= WON || root_moves[0].value <= LOST {
            break;
        }
    }
    if search.nodes == 0 || root_moves[0].value == RootMove::<G>::UNSEARCHED {
        report(&build_report(&root_moves, &[], search.nodes, f64::from));
    }
    Some(root_moves[0].column)
}

struct Search<'a, W> {
    table: &'a mut Table<W>,
    budget: &'a Budget,
    nodes: u64,
    spent: bool,
}

impl<W: BitWord> Search<'_, W> {
    /// Returns the value of a board for the player to move, exact within the window.
    fn value<G: Grid<Word = W>>(
        &mut self,
        board: &Board<G>,
        depth: i32,
        ply: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(512) && self.budget.is_spent(self.nodes) {
            self.spent = true;
        }
        if self.spent {
            return 0;
        }
        if board.is_full() {
            return decided_value(board.lead, ply);
        }
        if depth <= 0 {
            return board.lead.clamp(LOST + 1, WON - 1);
        }
        let key = board.key();
        let place = hash(key.fold(), board.lead);
        let mut first = W::ZERO;
        let landings = board.landings();
        if let Some(found) = self.table.get(place, key, board.lead) {
            let value = found.value_at(ply);
            if i32::from(found.depth) >= depth && found.bound.answers(value, alpha, beta) {
                return value;
            }
            first = landings & board.grid.dimensions().column_unchecked(u32::from(found.column));
        }
        let (mut best, mut best_cell) = (-WIN, landings);
        let mut lower = alpha;
        let dimensions = board.grid.dimensions();
        let in_order = center_out(dimensions.columns())
            .map(|column| landings & !first & dimensions.column_unchecked(column));
        for cell in std::iter::once(first).chain(in_order).filter(|&cell| cell != W::ZERO) {
            let value = -self.value(&board.after(cell), depth - 1, ply + 1, -beta, -lower);
            if value > best {
                (best, best_cell) = (value, cell);
                lower = lower.max(value);
                if lower >= beta {
                    break;
                }
            }
        }
        if !self.spent {
            let bound = Bound::of(best, alpha, beta);
            self.table.put(
                place,
                key,
                board.lead,
                best,
                ply,
                depth as i8,
                board.column_of(best_cell) as u8,
                bound,
            );
        }
        best
    }
}
