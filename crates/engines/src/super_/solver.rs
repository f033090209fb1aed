//! A solver for boards near the end of the game.
//!
//! Vanishing lines make room again, so a game of super may have no end. The solver searches up to a horizon,
//! twice: once a game that is still open there counts as an unbounded loss, once as an unbounded win. If both
//! searches give the same final difference of points, it is exact. Otherwise the results are bounds.

use super::board::{BitWord, Board, Grid, bits_of};
use crate::Budget;
use std::collections::HashMap;

/// A number beyond any final difference of points.
const UNBOUNDED: i32 = 1_000_000;

/// Proven bounds of the final difference of points, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProvenBounds {
    /// The lower bound, or `-UNBOUNDED` if nothing is proven.
    low: i32,
    /// The upper bound, or `UNBOUNDED` if nothing is proven.
    high: i32,
}

impl ProvenBounds {
    /// The bounds of an unknown difference.
    pub(super) const UNKNOWN: ProvenBounds = ProvenBounds { low: -UNBOUNDED, high: UNBOUNDED };

    /// Returns the difference, if it is proven.
    pub(super) fn exact(self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }

    /// Clamps an estimate of the difference to the bounds.
    pub(super) fn clamp_estimate(self, guess: f64) -> f64 {
        guess.clamp(f64::from(self.low), f64::from(self.high))
    }

    /// Returns the upper bound, if there is one.
    pub(super) fn high(self) -> Option<i32> {
        (self.high < UNBOUNDED / 2).then_some(self.high)
    }

    /// Returns the bounds for the other player.
    pub(super) fn negated(self) -> ProvenBounds {
        ProvenBounds { low: -self.high, high: -self.low }
    }
}

/// A solver for boards of one size.
pub(super) struct Solver<'a, W> {
    budget: &'a Budget,
    /// The most nodes.
    max_nodes: u64,
    /// The largest fraction of the budget to use.
    max_fraction: f64,
    /// The nodes searched.
    pub(super) nodes: u64,
    /// Bounds on the points the mover gains from a board on, by board, horizon and how open games count.
    bounds_table: HashMap<(W, u8, bool), (i32, i32)>,
    spent: bool,
}

impl<'a, W: BitWord> Solver<'a, W> {
    /// Creates a solver with a node limit that uses at most this fraction of the budget.
    pub(super) fn new(budget: &'a Budget, max_nodes: u64, max_fraction: f64) -> Solver<'a, W> {
        Solver { budget, max_nodes, max_fraction, nodes: 0, bounds_table: HashMap::new(), spent: false }
    }

    /// Returns whether it has reached a limit.
    pub(super) fn is_spent(&self) -> bool {
        self.spent
    }

    fn has_used_its_fraction(&self) -> bool {
        self.budget.is_spent(self.nodes) || self.budget.fraction_used(self.nodes) > self.max_fraction
    }

    /// Returns proven bounds of the final difference for the player to move, searching `horizon` plies.
    pub(super) fn solve<G: Grid<Word = W>>(&mut self, board: &Board<G>, horizon: u8) -> ProvenBounds {
        let low = self.gain(board, horizon, false, -UNBOUNDED, UNBOUNDED);
        let high = self.gain(board, horizon, true, -UNBOUNDED, UNBOUNDED);
        if self.spent {
            return ProvenBounds::UNKNOWN;
        }
        let from_here = |gain: i32| if gain.abs() > UNBOUNDED / 2 { gain } else { gain + board.lead };
        ProvenBounds { low: from_here(low), high: from_here(high) }
    }

    /// Returns the points the mover gains from here to the end, exact within the window. `open_is_win` says
    /// whether a game that is still open at the horizon counts as an unbounded win of the mover or as a loss.
    fn gain<G: Grid<Word = W>>(
        &mut self,
        board: &Board<G>,
        horizon: u8,
        open_is_win: bool,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        if self.spent {
            return 0;
        }
        self.nodes += 1;
        if self.nodes >= self.max_nodes || (self.nodes.is_multiple_of(128) && self.has_used_its_fraction()) {
            self.spent = true;
        }
        if self.spent || board.is_full() {
            return 0;
        }
        let open = if open_is_win { UNBOUNDED } else { -UNBOUNDED };
        // Every ply fills one cell, so a board with more free cells can't be full at the horizon.
        if u32::from(horizon) < board.free() {
            return open;
        }
        let key = (board.key(), horizon, open_is_win);
        let (low, high) = self.bounds_table.get(&key).copied().unwrap_or((-UNBOUNDED, UNBOUNDED));
        if low >= beta || low == high {
            return low;
        }
        if high <= alpha {
            return high;
        }
        (alpha, beta) = (alpha.max(low), beta.min(high));
        let mut best = -UNBOUNDED;
        let mut lower = alpha;
        let landings = board.landings();
        let hot = landings & (board.threats(board.mover) | board.threats(board.waiting));
        for cell in bits_of(hot).chain(bits_of(landings & !hot)) {
            let next = board.after(cell);
            let made = -next.lead - board.lead;
            let rest =
                -self.gain(&next, horizon - 1, !open_is_win, saturate(made - beta), saturate(made - lower));
            best = best.max(saturate(made + rest));
            lower = lower.max(best);
            if lower >= beta {
                break;
            }
        }
        if !self.spent {
            let bounds = match best {
                _ if best >= beta => (best, high),
                _ if best <= alpha => (low, best),
                _ => (best, best),
            };
            self.bounds_table.insert(key, bounds);
        }
        best
    }
}

/// Keeps an unbounded gain unbounded after points were added to it.
fn saturate(gain: i32) -> i32 {
    match gain {
        _ if gain > UNBOUNDED / 2 => UNBOUNDED,
        _ if gain < -UNBOUNDED / 2 => -UNBOUNDED,
        _ => gain,
    }
}

/// Computes both bounds on the plain board, without table and window.
#[cfg(test)]
pub(super) fn plain_bounds(position: &mut parlor_rules::drop::super_::Position, horizon: u8) -> ProvenBounds {
    use parlor_rules::Position as _;
    let parlor_rules::Turn::Player(_) = position.turn() else {
        let difference = super::board::lead(position, position.last_mover().other());
        return ProvenBounds { low: difference, high: difference };
    };
    if horizon == 0 {
        return ProvenBounds::UNKNOWN;
    }
    let mut best = ProvenBounds { low: -UNBOUNDED, high: -UNBOUNDED };
    let moves: Vec<_> = position.moves().collect();
    for column in moves {
        let did = position.play_unchecked(column);
        let found = plain_bounds(position, horizon - 1).negated();
        position.undo(column, did);
        best = ProvenBounds { low: best.low.max(found.low), high: best.high.max(found.high) };
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::board::Narrow;
    use super::*;
    use crate::{Limits, StopFlag};
    use parlor_rules::drop::bits::Dimensions;
    use parlor_rules::drop::super_::Position;
    use parlor_rules::{Position as _, Size, SplitMix64};

    #[test]
    fn matches_the_plain_bounds() {
        let size = Dimensions::fitting(4, 4).unwrap();
        let (mut exact, mut points, mut unknown) = (0, 0, 0);
        for game in 0..200 {
            let mut rng = SplitMix64::at(17, game);
            let mut position = Position::sized(Size::new(4, 4)).unwrap();
            for _ in 0..400 {
                if 16 - position.board().discs() <= 3 {
                    break;
                }
                let Some(column) = position.sample(&mut rng) else { break };
                position.play_unchecked(column);
            }
            let free = 16 - position.board().discs();
            if position.turn().is_over() || free > 3 {
                continue;
            }
            let board = Board::of(Narrow(size), &position);
            let budget = Budget::new(&Limits::default(), &StopFlag::default());
            for horizon in 1..=9 {
                let found = Solver::new(&budget, u64::MAX, 1.0).solve(&board, horizon);
                assert_eq!(found, plain_bounds(&mut position, horizon), "{position:?} {horizon}");
                exact += usize::from(found.exact().is_some());
                points += usize::from(found.exact().is_some_and(|value| value != board.lead));
                unknown += usize::from(found == ProvenBounds::UNKNOWN);
            }
        }
        assert!(exact > 100 && points > 20 && unknown > 50, "{exact} {points} {unknown}");
    }

    #[test]
    fn spent_solver_proves_nothing() {
        let position = Position::sized(Size::new(4, 4)).unwrap();
        let board = Board::of(Narrow(Dimensions::fitting(4, 4).unwrap()), &position);
        let budget = Budget::new(&Limits::default(), &StopFlag::default());
        let mut solver = Solver::new(&budget, 1_000, 1.0);
        assert_eq!(solver.solve(&board, 30), ProvenBounds::UNKNOWN);
        assert!(solver.is_spent() && solver.nodes <= 1_000);
    }
}
