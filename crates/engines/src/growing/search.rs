//! Deepening search over the fast board: full width, so that what it proves is proven against every reply.
//!
//! No move is ever left out of a node, the new column included, and a cell that must be filled is the only
//! one left out for a reason: whoever does not fill it loses at once. A value beyond [`PROVEN`] is therefore
//! a proof: a win has one move that wins against all replies, a loss was found for all own moves. What ends a
//! line short of that is an estimate, and an estimate never mixes into a proof.

use super::board::{Board, Columns, ROOM, WIDTH, each};
use super::table::{Limit, Table};
use crate::Budget;
use parlor_rules::SplitMix64;

/// What a win in no plies is worth; each ply to it costs one.
pub(super) const WIN: i32 = 30_000;
/// Values beyond this, either way, are proven.
pub(super) const PROVEN: i32 = 29_000;
/// The deepest iteration.
pub(super) const DEEPEST: i32 = 32;
/// No line is followed further than this, threats included: the window has room for no more new columns.
const LONGEST: i32 = ROOM as i32 - FOURS as i32 - 2;
/// How many plies of threats and forced replies are looked at where the depth ends.
const FOURS: u32 = 9;
/// What being on the move is worth.
const MOVE: i32 = 6;

/// A search of one position.
#[derive(Debug)]
pub(super) struct Search<'a> {
    pub(super) board: Board,
    pub(super) table: &'a mut Table,
    /// Positions looked at.
    pub(super) nodes: u64,
    /// Whether the limits are reached: what is returned then is worth nothing.
    pub(super) spent: bool,
    budget: &'a Budget,
    /// How often a column was best, for each player.
    history: [[u32; WIDTH]; 2],
    noise: Noise,
}

/// How much an estimate is off, and which way: the same for the same seed and position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Noise {
    pub(super) seed: u64,
    pub(super) most: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(board: Board, table: &'a mut Table, budget: &'a Budget, noise: Noise) -> Search<'a> {
        Search { board, table, nodes: 0, spent: false, budget, history: [[0; WIDTH]; 2], noise }
    }

    /// Returns the value to the player to move, `ply` moves after the position asked about, looking `depth`
    /// moves ahead; exact between the bounds, else a bound itself.
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
            // Two cells to fill and one move.
            return -(WIN - ply - 2);
        }
        // Nothing better than a win in three is left.
        if alpha >= WIN - ply - 3 {
            return alpha;
        }
        let moves = if threats != 0 { threats } else { self.board.playable() };
        if moves == 0 {
            return 0;
        }
        let key = self.board.key();
        let known = self.table.get(key);
        if let Some(known) = known {
            let value = from_here(i32::from(known.value), -ply);
            let deep = i32::from(known.depth) >= depth;
            // A proof holds at any depth, but a deeper look may find a shorter way.
            let least = value >= beta && known.limit != Limit::AtMost && (deep || value > PROVEN);
            let most = value <= alpha && known.limit != Limit::AtLeast && (deep || value < -PROVEN);
            if least || most || deep && known.limit == Limit::Same {
                return value;
            }
        }
        if ply >= LONGEST {
            return self.estimate();
        }
        if depth <= 0 && threats == 0 {
            return self.settled(key, ply);
        }
        let depth_below = if threats != 0 { depth } else { depth - 1 };
        let first = known.map(|known| usize::from(known.best));
        let (mut best, mut choice) = (-WIN, WIDTH - 1);
        let before = alpha;
        let (order, count) = self.ordered(moves, first);
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
        let limit = match best {
            _ if best >= beta => Limit::AtLeast,
            _ if best <= before => Limit::AtMost,
            _ => Limit::Same,
        };
        self.table.put(key, from_here(best, ply), depth, limit, choice);
        best
    }

    /// Returns the shortest way to win by threats alone that is found within so many plies, and its first
    /// column.
    ///
    /// Each own move threatens to win at once and the reply is forced: a proof against every reply, for any
    /// other than the forced one, however far away, leaves the threat open. Where the opponent has a threat,
    /// only the move that fills it is tried; where a reply makes one, it has to be filled next.
    pub(super) fn fours(&mut self, plies: u32) -> Option<(u32, usize)> {
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
        for column in each(moves) {
            let most = best.map_or(plies, |(found, _)| found - 2);
            if most < 3 || self.spent {
                break;
            }
            let undo = self.board.play(column);
            let wins = self.board.wins(own);
            if wins != 0 && self.board.wins(other) == 0 {
                self.count();
                if wins & wins.wrapping_sub(1) != 0 {
                    best = Some((3, column));
                } else if most >= 5 {
                    let reply = wins.trailing_zeros() as usize;
                    let undo = self.board.play(reply);
                    if let Some((found, _)) = self.fours(most - 2) {
                        best = Some((found + 2, column));
                    }
                    self.board.undo(reply, undo);
                }
            }
            self.board.undo(column, undo);
        }
        best
    }

    /// Returns the value where the depth ends and nothing has to be filled: a win by threats alone, or an
    /// estimate.
    fn settled(&mut self, key: u64, ply: i32) -> i32 {
        match self.fours(FOURS) {
            _ if self.spent => 0,
            Some((plies, column)) => {
                let value = WIN - ply - plies as i32;
                self.table.put(key, from_here(value, ply), 0, Limit::AtLeast, column);
                value
            }
            None => self.estimate(),
        }
    }

    fn estimate(&self) -> i32 {
        let mut value = self.board.balance() + MOVE;
        if self.noise.most > 0 {
            let mut rng = SplitMix64::new(self.board.key() ^ self.noise.seed);
            value += rng.below(2 * self.noise.most + 1) as i32 - self.noise.most as i32;
        }
        value.clamp(-PROVEN / 2, PROVEN / 2)
    }

    /// Returns the moves, the most promising first: what was best before, threats, what improves the rows,
    /// what was best elsewhere.
    fn ordered(&mut self, moves: Columns, first: Option<usize>) -> ([u8; WIDTH], usize) {
        let (own, other) = (self.board.next(), 1 - self.board.next());
        let mut order = [0; WIDTH];
        let mut weights = [0i64; WIDTH];
        let mut count = 0;
        for column in each(moves) {
            let undo = self.board.play(column);
            let threats = i64::from(self.board.wins(own).count_ones());
            let blunder = self.board.wins(other) != 0;
            let gain = -i64::from(self.board.balance());
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
        // The clock is looked at now and then only.
        if self.nodes.is_multiple_of(32) && self.budget.is_spent(self.nodes) {
            self.spent = true;
        }
    }
}

/// Creates a proven value counted from `plies` further on: from the position asked about to the one looked
/// at, or back.
fn from_here(value: i32, plies: i32) -> i32 {
    match value {
        _ if value > PROVEN => value + plies,
        _ if value < -PROVEN => value - plies,
        _ => value,
    }
}
