//! The baseline: alpha-beta with a table, and the points as they stand for an evaluation.
//!
//! It knows the rules and nothing else. It stays as it is, so that what other engines gain over it can be
//! measured next year as well.

use super::board::{Board, Cells, Grid, children, outward};
use super::fit::{Fit, Tables};
use super::plain;
use super::report::{Candidate, LOST, WIN, WON, full_board, report_of};
use super::table::{Bound, Table, hash};
use crate::{Budget, Engine, Limits, Report, Settings, StopFlag};
use parlor_rules::Position as _;
use parlor_rules::drop::Column;
use parlor_rules::drop::super_::Position;
use std::time::Duration;

/// How long it thinks unless told otherwise.
const USUAL: Duration = Duration::from_millis(100);
/// As deep as it ever looks.
const DEEPEST: i32 = 60;

/// Plain alpha-beta, the measure of other engines.
#[derive(Clone, Debug)]
pub struct AlphaBeta {
    tables: Tables,
}

impl AlphaBeta {
    /// One with these settings; chance plays no part in it.
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
        let budget = Budget::new(&limits.or_default_time(USUAL), stop);
        match Fit::of(position) {
            Fit::Standard(grid) => deepen(position, grid, self.tables.narrow(position), &budget, report),
            Fit::Narrow(grid) => deepen(position, grid, self.tables.narrow(position), &budget, report),
            Fit::Wide(grid) => deepen(position, grid, self.tables.wide(position), &budget, report),
            Fit::None => plain::think(position, DEEPEST, &budget, report).first().map(|&(column, _)| column),
        }
    }
}

/// Searches one ply deeper at a time until the budget is spent.
fn deepen<G: Grid>(
    position: &Position,
    grid: G,
    table: &mut Table<G::Word>,
    budget: &Budget,
    report: &mut dyn FnMut(&Report<Column>),
) -> Option<Column> {
    let mut candidates: Vec<Candidate<G>> =
        children(grid, position).into_iter().map(|(column, board)| Candidate::new(column, board)).collect();
    let order: Vec<u32> = outward(grid.dimensions().columns).collect();
    candidates
        .sort_by_key(|candidate| order.iter().position(|&column| column as usize == candidate.column.0));
    let mut search = Search { table, budget, nodes: 0, spent: false };
    for depth in 1..=DEEPEST {
        let mut searched = candidates.clone();
        let mut lower = -WIN;
        for candidate in &mut searched {
            // Once a move is better than these, how much worse they are is not looked into.
            candidate.value = -search.value(&candidate.board, depth - 1, 1, -WIN, -lower);
            lower = lower.max(candidate.value);
        }
        if search.spent {
            break;
        }
        searched.sort_by_key(|candidate| -candidate.value);
        candidates = searched;
        report(&report_of(&candidates, &[], search.nodes, f64::from));
        if candidates[0].value >= WON || candidates[0].value <= LOST {
            break;
        }
    }
    if search.nodes == 0 || candidates[0].value == Candidate::<G>::UNSEEN {
        report(&report_of(&candidates, &[], search.nodes, f64::from));
    }
    Some(candidates[0].column)
}

struct Search<'a, W> {
    table: &'a mut Table<W>,
    budget: &'a Budget,
    nodes: u64,
    spent: bool,
}

impl<W: Cells> Search<'_, W> {
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
            return full_board(board.lead, ply);
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
            let fits = match found.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if i32::from(found.depth) >= depth && fits {
                return value;
            }
            first = landings & board.grid.dimensions().column(u32::from(found.column));
        }
        let (mut best, mut best_cell) = (-WIN, landings);
        let mut lower = alpha;
        let dimensions = board.grid.dimensions();
        let in_order =
            outward(dimensions.columns).map(|column| landings & !first & dimensions.column(column));
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
            let bound = match best {
                _ if best >= beta => Bound::AtLeast,
                _ if best > alpha => Bound::Exact,
                _ => Bound::AtMost,
            };
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
