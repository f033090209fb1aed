//! The search of the strong engine: principal variation search with a table, reductions and a quiet end.

use super::board::{Board, Cells, Grid, each, outward};
use super::eval::Evaluator;
use super::report::{LOST, WIN, WON, full_board};
use super::table::{Bound, Table, hash};
use crate::Budget;
use parlor_rules::drop::Column;
use parlor_rules::drop::bits::Word;

/// The most columns a board of bits has.
const MOST_COLUMNS: usize = 25;
/// How many points in a row the quiet search follows.
const QUIET: i32 = 6;

/// A search under way.
pub(super) struct Search<'a, G: Grid, J> {
    /// What leaves are worth.
    pub(super) judge: &'a J,
    /// What earlier searches found out.
    pub(super) table: &'a mut Table<G::Word>,
    /// How long it may go on.
    pub(super) budget: &'a Budget,
    /// Positions looked at.
    pub(super) nodes: u64,
    /// Whether the budget is spent: whatever came back since is worth nothing.
    pub(super) spent: bool,
}

impl<G: Grid, J: Evaluator<G>> Search<'_, G, J> {
    /// Returns the value of a board for the player to move, exact within the window.
    pub(super) fn value(&mut self, board: &Board<G>, depth: i32, ply: i32, alpha: i32, beta: i32) -> i32 {
        if depth <= 0 {
            return self.quiet(board, QUIET, ply, alpha, beta);
        }
        if self.count() {
            return 0;
        }
        if board.is_full() {
            return ended(board.lead, ply);
        }
        let key = board.key();
        let lead = told_apart(board.lead, ply);
        let place = hash(key.fold(), lead);
        let mut first = u8::MAX;
        if let Some(found) = self.table.get(place, key, lead) {
            let value = found.value_at(ply);
            let fits = match found.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if i32::from(found.depth) >= depth && fits {
                return value;
            }
            first = found.column;
        }
        let moves = Moves::of(board, first);
        let (mut best, mut best_column) = (-WIN, u8::MAX);
        let mut lower = alpha;
        for (index, &(cell, interest)) in moves.list[..moves.count].iter().enumerate() {
            let next = board.after(cell);
            let value = if index == 0 {
                -self.value(&next, depth - 1, ply + 1, -beta, -lower)
            } else {
                // What comes late and does nothing at once is looked at less deeply at first.
                let reduced = i32::from(depth >= 3 && index >= 2 && interest <= QUIET_MOVE)
                    + i32::from(depth >= 6 && index >= 4 && interest <= QUIET_MOVE);
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
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best > alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.table.put(place, key, lead, best, ply, depth as i8, best_column, bound);
        best
    }

    /// Returns the value once nobody takes a point any more that is worth taking.
    fn quiet(&mut self, board: &Board<G>, depth: i32, ply: i32, alpha: i32, beta: i32) -> i32 {
        if self.count() {
            return 0;
        }
        if board.is_full() {
            return ended(board.lead, ply);
        }
        let mut best = self.judge.judge(board, is_hunter(ply)).clamp(LOST + 1, WON - 1);
        if best >= beta || depth == 0 {
            return best;
        }
        let scoring = board.threats(board.mover) & board.landings();
        let mut lower = alpha.max(best);
        for cell in each(scoring) {
            best = best.max(-self.quiet(&board.after(cell), depth - 1, ply + 1, -beta, -lower));
            lower = lower.max(best);
            if lower >= beta {
                break;
            }
        }
        best
    }

    /// Returns how the game goes on after a board, as far as the table remembers.
    pub(super) fn line(&self, board: &Board<G>, most: usize) -> Vec<Column> {
        let mut board = *board;
        let mut line = Vec::new();
        while line.len() < most && !board.is_full() {
            let key = board.key();
            let lead = told_apart(board.lead, line.len() as i32 + 1);
            let Some(found) = self.table.get(hash(key.fold(), lead), key, lead) else { break };
            let column = board.grid.dimensions().column(u32::from(found.column) % 32);
            let Some(cell) = each(board.landings() & column).next() else { break };
            line.push(Column(usize::from(found.column)));
            board = board.after(cell);
        }
        line
    }

    /// Counts a position; whether the search has to end.
    #[inline(always)]
    fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(512) && self.budget.is_spent(self.nodes) {
            self.spent = true;
        }
        self.spent
    }
}

/// What a draw is worth to the other side of whoever the search works for.
///
/// Between good players the board often fills before anybody is ahead. The one the search works for hunts: a
/// draw is nearer to a loss for it than to a win. In training a draw weighs less (0.4, which would be 424
/// here); this is what the engine was measured with.
pub(super) const DRAW: i32 = 693;

/// Returns whether the player to move this many plies after the root is the one the search works for.
#[inline(always)]
fn is_hunter(ply: i32) -> bool {
    ply % 2 == 0
}

/// Returns the value of a full board.
#[inline(always)]
fn ended(lead: i32, ply: i32) -> i32 {
    match lead {
        0 if is_hunter(ply) => -DRAW,
        0 => DRAW,
        _ => full_board(lead, ply),
    }
}

/// Returns the lead, told apart by who hunts: a board's value depends on both.
#[inline(always)]
fn told_apart(lead: i32, ply: i32) -> i32 {
    lead.clamp(-1_000_000, 1_000_000) * 2 + i32::from(is_hunter(ply))
}

/// Interest up to here: the move neither scores nor stops a point.
const QUIET_MOVE: i32 = 99;

/// The moves of a board, the most interesting first.
struct Moves<W> {
    list: [(W, i32); MOST_COLUMNS],
    count: usize,
}

impl<W: Cells> Moves<W> {
    #[inline(always)]
    fn of<G: Grid<Word = W>>(board: &Board<G>, first: u8) -> Moves<W> {
        let dimensions = board.grid.dimensions();
        let landings = board.landings();
        let (mine, theirs) = (board.threats(board.mover), board.threats(board.waiting));
        let mut moves = Moves { list: [(W::ZERO, 0); MOST_COLUMNS], count: 0 };
        for (order, column) in outward(dimensions.columns).enumerate() {
            let cell = landings & dimensions.column(column);
            if cell == W::ZERO {
                continue;
            }
            let above = cell << 1;
            let mut interest = 50 - order as i32;
            if cell & mine != W::ZERO {
                interest += 200;
            }
            if cell & theirs != W::ZERO {
                interest += 100;
            }
            if above & theirs != W::ZERO {
                interest -= 60;
            }
            if above & mine != W::ZERO {
                interest -= 30;
            }
            if column == u32::from(first) {
                interest = 1_000;
            }
            let mut at = moves.count;
            while at > 0 && moves.list[at - 1].1 < interest {
                moves.list[at] = moves.list[at - 1];
                at -= 1;
            }
            moves.list[at] = (cell, interest);
            moves.count += 1;
        }
        moves
    }
}
