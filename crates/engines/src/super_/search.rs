//! The search of the strong engine: principal variation search with a transposition table, late move
//! reductions and a quiescence search.

use super::board::{BitWord, Board, Grid, bits_of, center_out};
use super::eval::Evaluator;
use super::report::{LOST, WIN, WON, decided_value};
use super::table::{Table, hash};
use crate::Budget;
use crate::bound::Bound;
use parlor_rules::drop::Column;
use parlor_rules::drop::bits::Word;

/// The most columns of a bitboard.
const MAX_COLUMNS: usize = 25;
/// The depth of the quiescence search, in scoring moves.
const QUIESCENCE_DEPTH: i32 = 6;

/// A running search.
pub(super) struct Search<'a, G: Grid, E> {
    /// The static evaluation.
    pub(super) evaluator: &'a E,
    /// The transposition table.
    pub(super) table: &'a mut Table<G::Word>,
    /// The limits.
    pub(super) budget: &'a Budget,
    /// The nodes searched.
    pub(super) nodes: u64,
    /// Whether the budget is spent. Results have no meaning then.
    pub(super) spent: bool,
}

impl<G: Grid, E: Evaluator<G>> Search<'_, G, E> {
    /// Returns the value of a board for the player to move, exact within the window.
    pub(super) fn value(&mut self, board: &Board<G>, depth: i32, ply: i32, alpha: i32, beta: i32) -> i32 {
        if depth <= 0 {
            return self.quiescence(board, QUIESCENCE_DEPTH, ply, alpha, beta);
        }
        if self.count() {
            return 0;
        }
        if board.is_full() {
            return full_board_value(board.lead, ply);
        }
        let key = board.key();
        let lead = lead_key(board.lead, ply);
        let place = hash(key.fold(), lead);
        let mut first = u8::MAX;
        if let Some(found) = self.table.get(place, key, lead) {
            let value = found.value_at(ply);
            if i32::from(found.depth) >= depth && found.bound.answers(value, alpha, beta) {
                return value;
            }
            first = found.column;
        }
        let moves = Moves::of(board, first);
        let (mut best, mut best_column) = (-WIN, u8::MAX);
        let mut lower = alpha;
        for (index, &(cell, priority)) in moves.list[..moves.count].iter().enumerate() {
            let next = board.after(cell);
            let value = if index == 0 {
                -self.value(&next, depth - 1, ply + 1, -beta, -lower)
            } else {
                // Late move reduction: quiet moves late in the order are searched less deeply first.
                let reduced = i32::from(depth >= 3 && index >= 2 && priority <= QUIET_MOVE)
                    + i32::from(depth >= 6 && index >= 4 && priority <= QUIET_MOVE);
                let mut value = -self.value(&next, depth - 1 - reduced, ply + 1, -lower - 1, -lower);
                if value > lower && reduced > 0 {
                    value = -self.value(&next, depth - 1, ply + 1, -lower - 1, -lower);
                }
                if value > lower && value < beta {
                    value = -self.value(&next, depth - 1, ply + 1, -beta, -lower);
                }
                value
            };
            if self.spent {
                return 0;
            }
            if value > best {
                (best, best_column) = (value, board.column_of(cell) as u8);
                lower = lower.max(value);
                if lower >= beta {
                    break;
                }
            }
        }
        let bound = Bound::of(best, alpha, beta);
        self.table.put(place, key, lead, best, ply, depth as i8, best_column, bound);
        best
    }

    /// Returns the quiescence value: the static evaluation, or the result of scoring moves if that is better.
    fn quiescence(&mut self, board: &Board<G>, depth: i32, ply: i32, alpha: i32, beta: i32) -> i32 {
        if self.count() {
            return 0;
        }
        if board.is_full() {
            return full_board_value(board.lead, ply);
        }
        let mut best = self.evaluator.evaluate(board, has_contempt(ply)).clamp(LOST + 1, WON - 1);
        if best >= beta || depth == 0 {
            return best;
        }
        let scoring = board.threats(board.mover) & board.landings();
        let mut lower = alpha.max(best);
        for cell in bits_of(scoring) {
            best = best.max(-self.quiescence(&board.after(cell), depth - 1, ply + 1, -beta, -lower));
            lower = lower.max(best);
            if lower >= beta {
                break;
            }
        }
        best
    }

    /// Returns the principal variation after a board, from the table.
    pub(super) fn line(&self, board: &Board<G>, max_moves: usize) -> Vec<Column> {
        let mut board = *board;
        let mut line = Vec::new();
        while line.len() < max_moves && !board.is_full() {
            let key = board.key();
            let lead = lead_key(board.lead, line.len() as i32 + 1);
            let Some(found) = self.table.get(hash(key.fold(), lead), key, lead) else { break };
            let column = board.grid.dimensions().column_unchecked(u32::from(found.column) % 32);
            let Some(cell) = bits_of(board.landings() & column).next() else { break };
            line.push(Column(usize::from(found.column)));
            board = board.after(cell);
        }
        line
    }

    /// Counts a node. Returns whether the search must end.
    #[inline(always)]
    fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(512) && self.budget.is_spent(self.nodes) {
            self.spent = true;
        }
        self.spent
    }
}

/// The contempt: the value of a draw for the opponent of the root player.
///
/// Between good players the board often fills before anybody is ahead, so the root player avoids draws: a
/// draw is nearer to a loss than to a win. In training the contempt is smaller (0.4, which would be 424
/// here); the engine was measured with this number.
pub(super) const CONTEMPT: i32 = 693;

/// Returns whether the player to move this many plies after the root is the root player, who has contempt.
#[inline(always)]
fn has_contempt(ply: i32) -> bool {
    ply % 2 == 0
}

/// Returns the value of a full board.
#[inline(always)]
fn full_board_value(lead: i32, ply: i32) -> i32 {
    match lead {
        0 if has_contempt(ply) => -CONTEMPT,
        0 => CONTEMPT,
        _ => decided_value(lead, ply),
    }
}

/// Returns the lead combined with who has contempt, for the table key. The value of a board depends on both.
#[inline(always)]
fn lead_key(lead: i32, ply: i32) -> i32 {
    lead.clamp(-1_000_000, 1_000_000) * 2 + i32::from(has_contempt(ply))
}

/// The highest priority of a quiet move, which neither scores nor stops a point.
const QUIET_MOVE: i32 = 99;

/// The moves of a board in search order.
struct Moves<W> {
    list: [(W, i32); MAX_COLUMNS],
    count: usize,
}

impl<W: BitWord> Moves<W> {
    #[inline(always)]
    fn of<G: Grid<Word = W>>(board: &Board<G>, first: u8) -> Moves<W> {
        let dimensions = board.grid.dimensions();
        let landings = board.landings();
        let (mine, theirs) = (board.threats(board.mover), board.threats(board.waiting));
        let mut moves = Moves { list: [(W::ZERO, 0); MAX_COLUMNS], count: 0 };
        for (order, column) in center_out(dimensions.columns()).enumerate() {
            let cell = landings & dimensions.column_unchecked(column);
            if cell == W::ZERO {
                continue;
            }
            let above = cell << 1;
            let mut priority = 50 - order as i32;
            if cell & mine != W::ZERO {
                priority += 200;
            }
            if cell & theirs != W::ZERO {
                priority += 100;
            }
            if above & theirs != W::ZERO {
                priority -= 60;
            }
            if above & mine != W::ZERO {
                priority -= 30;
            }
            if column == u32::from(first) {
                priority = 1_000;
            }
            let mut at = moves.count;
            while at > 0 && moves.list[at - 1].1 < priority {
                moves.list[at] = moves.list[at - 1];
                at -= 1;
            }
            moves.list[at] = (cell, priority);
            moves.count += 1;
        }
        moves
    }
}
