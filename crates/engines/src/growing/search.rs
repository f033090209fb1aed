//! The search of growing: full-width principal variation search with a threat search at the leaves.
//!
//! A node has all legal moves, including the new column. The one exception is an immediate threat of the
//! opponent: then only the block is searched, because every other move loses at once. So a value beyond
//! [`PROVEN`] is a proof: a win has one move that wins against all replies, and a loss was found for all
//! moves. All other values are estimates, which never mix with proofs.

use super::board::{Board, Columns, ROOM, WIDTH, columns_of};
use super::table::Table;
use crate::Budget;
use crate::bound::Bound;
use parlor_rules::SplitMix64;

/// The value of a win at the root. Each ply to the win subtracts one.
pub(super) const WIN: i32 = 30_000;
/// Values beyond this, positive or negative, are proven.
pub(super) const PROVEN: i32 = 29_000;
/// The deepest iteration.
pub(super) const MAX_DEPTH: i32 = 32;
/// The deepest ply of a line, threats included. The window has no room for more new columns.
const MAX_PLY: i32 = ROOM as i32 - THREAT_PLIES as i32 - 2;
/// The plies of the threat search at the leaves.
const THREAT_PLIES: u32 = 9;
/// The bonus for the player to move.
const TEMPO: i32 = 6;

/// A running search of one position.
#[derive(Debug)]
pub(super) struct Search<'a> {
    pub(super) board: Board,
    pub(super) table: &'a mut Table,
    /// The nodes searched.
    pub(super) nodes: u64,
    /// Whether a limit is reached. Results have no meaning then.
    pub(super) spent: bool,
    budget: &'a Budget,
    /// The history heuristic: how often a column caused a cutoff, for each player.
    history: [[u32; WIDTH]; 2],
    noise: EvalNoise,
}

/// The evaluation noise, a function of the seed and the position.
#[derive(Clone, Copy, Debug)]
pub(super) struct EvalNoise {
    pub(super) seed: u64,
    pub(super) max: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        board: Board,
        table: &'a mut Table,
        budget: &'a Budget,
        noise: EvalNoise,
    ) -> Search<'a> {
        Search { board, table, nodes: 0, spent: false, budget, history: [[0; WIDTH]; 2], noise }
    }

    /// Returns the value for the player to move, `ply` plies after the root, searching `depth` plies. It is
    /// exact within the window and a bound outside.
    pub(super) fn value(&mut self, depth: i32, ply: i32, mut alpha: i32, beta: i32) -> i32 {
        self.count();
        if self.spent {
            return 0;
        }
        let (own, other) = (self.board.next(), 1 - self.board.next());
        if self.board.wins(own) != 0 {
            return WIN - ply - 1;
        }
        let threats = self.board.wins(other);
        if threats & threats.wrapping_sub(1) != 0 {
            // Two threats and only one move to block.
            return -(WIN - ply - 2);
        }
        // The best remaining result is a win in three plies.
        if alpha >= WIN - ply - 3 {
            return alpha;
        }
        let moves = if threats != 0 { threats } else { self.board.playable() };
        if moves == 0 {
            return 0;
        }
        let key = self.board.key();
        let entry = self.table.get(key);
        if let Some(entry) = entry {
            let value = shift_plies(i32::from(entry.value), -ply);
            let deep = i32::from(entry.depth) >= depth;
            // A proof holds at any depth, but a deeper search may find a shorter win.
            let fails_high = value >= beta && entry.bound != Bound::AtMost && (deep || value > PROVEN);
            let fails_low = value <= alpha && entry.bound != Bound::AtLeast && (deep || value < -PROVEN);
            if fails_high || fails_low || deep && entry.bound == Bound::Exact {
                return value;
            }
        }
        if ply >= MAX_PLY {
            return self.estimate();
        }
        if depth <= 0 && threats == 0 {
            return self.leaf_value(key, ply);
        }
        let depth_below = if threats != 0 { depth } else { depth - 1 };
        let first = entry.map(|entry| usize::from(entry.best));
        let (mut best, mut choice) = (-WIN, WIDTH - 1);
        let before = alpha;
        let (order, count) = self.ordered_moves(moves, first);
        for (index, &column) in order[..count].iter().enumerate() {
            let column = usize::from(column);
            let undo = self.board.play(column);
            let mut value = alpha + 1;
            if index > 0 {
                value = -self.value(depth_below, ply + 1, -alpha - 1, -alpha);
            }
            if index == 0 || value > alpha && value < beta {
                value = -self.value(depth_below, ply + 1, -beta, -alpha);
            }
            self.board.undo(column, undo);
            if self.spent {
                return 0;
            }
            if value > best {
                (best, choice) = (value, column);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                let weight = (depth.max(0) * depth.max(0)) as u32 + 1;
                self.history[own][column] = self.history[own][column].saturating_add(weight);
                break;
            }
        }
        let bound = Bound::of(best, before, beta);
        self.table.put(key, shift_plies(best, ply), depth, bound, choice);
        best
    }

    /// Searches for a win by threats alone within this many plies. Returns the plies of the shortest one
    /// found and its first column.
    ///
    /// Each move of the attacker threatens to win at once, so the reply is forced. This proves a win against
    /// every reply, because any other reply leaves the threat open. If the opponent has a threat, only the
    /// move that blocks it is tried.
    pub(super) fn threat_search(&mut self, plies: u32) -> Option<(u32, usize)> {
        let (own, other) = (self.board.next(), 1 - self.board.next());
        let wins = self.board.wins(own);
        if wins != 0 {
            return Some((1, wins.trailing_zeros() as usize));
        }
        let threats = self.board.wins(other);
        if plies < 3 || threats & threats.wrapping_sub(1) != 0 {
            return None;
        }
        let moves = if threats != 0 { threats } else { self.board.playable() };
        let mut best: Option<(u32, usize)> = None;
        for column in columns_of(moves) {
            let max_plies = best.map_or(plies, |(found, _)| found - 2);
            if max_plies < 3 || self.spent {
                break;
            }
            let undo = self.board.play(column);
            let wins = self.board.wins(own);
            if wins != 0 && self.board.wins(other) == 0 {
                self.count();
                if wins & wins.wrapping_sub(1) != 0 {
                    best = Some((3, column));
                } else if max_plies >= 5 {
                    let reply = wins.trailing_zeros() as usize;
                    let undo = self.board.play(reply);
                    if let Some((found, _)) = self.threat_search(max_plies - 2) {
                        best = Some((found + 2, column));
                    }
                    self.board.undo(reply, undo);
                }
            }
            self.board.undo(column, undo);
        }
        best
    }

    /// Returns the value of a leaf without a threat of the opponent: a win by threats alone, or an estimate.
    fn leaf_value(&mut self, key: u64, ply: i32) -> i32 {
        match self.threat_search(THREAT_PLIES) {
            _ if self.spent => 0,
            Some((plies, column)) => {
                let value = WIN - ply - plies as i32;
                self.table.put(key, shift_plies(value, ply), 0, Bound::AtLeast, column);
                value
            }
            None => self.estimate(),
        }
    }

    fn estimate(&self) -> i32 {
        let mut value = self.board.evaluation() + TEMPO;
        if self.noise.max > 0 {
            let mut rng = SplitMix64::new(self.board.key() ^ self.noise.seed);
            value += rng.below(2 * self.noise.max + 1) as i32 - self.noise.max as i32;
        }
        value.clamp(-PROVEN / 2, PROVEN / 2)
    }

    /// Returns the moves in search order: the move of the table entry, threats, improvement of the
    /// evaluation, history.
    fn ordered_moves(&mut self, moves: Columns, first: Option<usize>) -> ([u8; WIDTH], usize) {
        let (own, other) = (self.board.next(), 1 - self.board.next());
        let mut order = [0; WIDTH];
        let mut weights = [0i64; WIDTH];
        let mut count = 0;
        for column in columns_of(moves) {
            let undo = self.board.play(column);
            let threats = i64::from(self.board.wins(own).count_ones());
            let blunder = self.board.wins(other) != 0;
            let gain = -i64::from(self.board.evaluation());
            self.board.undo(column, undo);
            let mut weight =
                gain * 16 + threats * 2_000 + i64::from(self.history[own][column].min(4_000)) / 16;
            if blunder {
                weight -= 1 << 20;
            }
            if first == Some(column) {
                weight += 1 << 30;
            }
            let mut place = count;
            while place > 0 && weights[place - 1] < weight {
                weights[place] = weights[place - 1];
                order[place] = order[place - 1];
                place -= 1;
            }
            (weights[place], order[place]) = (weight, column as u8);
            count += 1;
        }
        (order, count)
    }

    fn count(&mut self) {
        self.nodes += 1;
        // Reading the clock is slow, so it is read every 32 nodes.
        if self.nodes.is_multiple_of(32) && self.budget.is_spent(self.nodes) {
            self.spent = true;
        }
    }
}

/// Shifts a proven value by a number of plies, to convert between the root and a node.
fn shift_plies(value: i32, plies: i32) -> i32 {
    match value {
        _ if value > PROVEN => value + plies,
        _ if value < -PROVEN => value - plies,
        _ => value,
    }
}
