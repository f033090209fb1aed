//! Exact values of boards near their end.
//!
//! Lines that vanish make room again, so a game can go round in circles and has no longest line of play. What
//! can be proven is proven under a horizon: a game that is still open there counts as lost beyond measure for
//! one side, then as won beyond measure. Where both give the same final difference, it is exact whatever lies
//! past the horizon. Everything else stays unknown.

use super::board::{Board, Cells, Grid, each};
use crate::Budget;
use std::collections::HashMap;

/// Beyond any difference of points a solved game can end with.
const BEYOND: i32 = 1_000_000;

/// What is proven about a final difference of points: it lies between the two, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proven {
    /// At least this; `-BEYOND` where nothing is proven.
    low: i32,
    /// At most this; `BEYOND` where nothing is proven.
    high: i32,
}

impl Proven {
    /// Nothing.
    pub(super) const NOTHING: Proven = Proven { low: -BEYOND, high: BEYOND };

    /// Returns the difference itself, if it is proven.
    pub(super) fn exact(self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }

    /// Returns a guess at the difference, if it is not proven to be more or less.
    pub(super) fn within(self, guess: f64) -> f64 {
        guess.clamp(f64::from(self.low), f64::from(self.high))
    }

    /// At most this, if anything.
    pub(super) fn high(self) -> Option<i32> {
        (self.high < BEYOND / 2).then_some(self.high)
    }

    /// Returns the same for the other player.
    pub(super) fn turned(self) -> Proven {
        Proven { low: -self.high, high: -self.low }
    }
}

/// A solver for boards of one size.
pub(super) struct Solver<'a, W> {
    budget: &'a Budget,
    /// The most positions it may look at.
    most: u64,
    /// How much of the budget it takes at most.
    share: f64,
    /// Positions looked at.
    pub(super) nodes: u64,
    /// Bounds on what the mover gains from a board on, by board, horizon and who hopes for what lies past it.
    known: HashMap<(W, u8, bool), (i32, i32)>,
    spent: bool,
}

impl<'a, W: Cells> Solver<'a, W> {
    /// Creates a solver that looks at no more positions than this, and takes no more than this share of the
    /// budget.
    pub(super) fn new(budget: &'a Budget, most: u64, share: f64) -> Solver<'a, W> {
        Solver { budget, most, share, nodes: 0, known: HashMap::new(), spent: false }
    }

    /// Returns whether it has looked at all the positions it may.
    pub(super) fn is_spent(&self) -> bool {
        self.spent
    }

    fn has_had_its_share(&self) -> bool {
        self.budget.is_spent(self.nodes) || self.budget.fraction_used(self.nodes) > self.share
    }

    /// Returns what is proven about the final difference for the player to move, looking `horizon` plies
    /// ahead.
    pub(super) fn solve<G: Grid<Word = W>>(&mut self, board: &Board<G>, horizon: u8) -> Proven {
        let low = self.gain(board, horizon, false, -BEYOND, BEYOND);
        let high = self.gain(board, horizon, true, -BEYOND, BEYOND);
        if self.spent {
            return Proven::NOTHING;
        }
        let from_here = |gain: i32| if gain.abs() > BEYOND / 2 { gain } else { gain + board.lead };
        Proven { low: from_here(low), high: from_here(high) }
    }

    /// Returns how many points the mover gains from here to the end, exact within the window. `hopeful` says
    /// whether a game still open at the horizon is the mover's beyond measure, or the other's.
    fn gain<G: Grid<Word = W>>(
        &mut self,
        board: &Board<G>,
        horizon: u8,
        hopeful: bool,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        if self.spent {
            return 0;
        }
        self.nodes += 1;
        if self.nodes >= self.most || (self.nodes.is_multiple_of(128) && self.has_had_its_share()) {
            self.spent = true;
        }
        if self.spent || board.is_full() {
            return 0;
        }
        let open = if hopeful { BEYOND } else { -BEYOND };
        // Every ply fills one cell: a board with more of them free can't be full in time.
        if u32::from(horizon) < board.free() {
            return open;
        }
        let key = (board.key(), horizon, hopeful);
        let (low, high) = self.known.get(&key).copied().unwrap_or((-BEYOND, BEYOND));
        if low >= beta || low == high {
            return low;
        }
        if high <= alpha {
            return high;
        }
        (alpha, beta) = (alpha.max(low), beta.min(high));
        let mut best = -BEYOND;
        let mut lower = alpha;
        let landings = board.landings();
        let hot = landings & (board.threats(board.mover) | board.threats(board.waiting));
        for cell in each(hot).chain(each(landings & !hot)) {
            let next = board.after(cell);
            let made = -next.lead - board.lead;
            let rest = -self.gain(&next, horizon - 1, !hopeful, past(made - beta), past(made - lower));
            best = best.max(past(made + rest));
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
            self.known.insert(key, bounds);
        }
        best
    }
}

/// Keeps what is beyond measure just that, whatever points are added to it.
fn past(gain: i32) -> i32 {
    match gain {
        _ if gain > BEYOND / 2 => BEYOND,
        _ if gain < -BEYOND / 2 => -BEYOND,
        _ => gain,
    }
}

/// Returns both bounds by the plain rules: no table, no window, every line of play up to the horizon.
#[cfg(test)]
pub(super) fn by_the_rules(position: &mut parlor_rules::drop::super_::Position, horizon: u8) -> Proven {
    use parlor_rules::Position as _;
    let parlor_rules::Turn::Player(_) = position.turn() else {
        let difference = super::board::lead(position, position.last_mover().other());
        return Proven { low: difference, high: difference };
    };
    if horizon == 0 {
        return Proven::NOTHING;
    }
    let mut best = Proven { low: -BEYOND, high: -BEYOND };
    let moves: Vec<_> = position.moves().collect();
    for column in moves {
        let did = position.play_unchecked(column);
        let found = by_the_rules(position, horizon - 1).turned();
        position.undo(column, did);
        best = Proven { low: best.low.max(found.low), high: best.high.max(found.high) };
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
    fn small_boards_near_their_end_are_worth_what_every_line_of_play_says() {
        let size = Dimensions { rows: 4, columns: 4 };
        let (mut exact, mut points, mut unknown) = (0, 0, 0);
        for game in 0..200 {
            let mut dice = SplitMix64::at(17, game);
            let mut position = Position::sized(Size::new(4, 4)).unwrap();
            for _ in 0..400 {
                if 16 - position.board().discs() <= 3 {
                    break;
                }
                let Some(column) = position.sample(&mut dice) else { break };
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
                assert_eq!(found, by_the_rules(&mut position, horizon), "{position:?} {horizon}");
                exact += usize::from(found.exact().is_some());
                points += usize::from(found.exact().is_some_and(|value| value != board.lead));
                unknown += usize::from(found == Proven::NOTHING);
            }
        }
        assert!(exact > 100 && points > 20 && unknown > 50, "{exact} {points} {unknown}");
    }

    #[test]
    fn a_solver_that_runs_out_proves_nothing() {
        let position = Position::sized(Size::new(4, 4)).unwrap();
        let board = Board::of(Narrow(Dimensions { rows: 4, columns: 4 }), &position);
        let budget = Budget::new(&Limits::default(), &StopFlag::default());
        let mut solver = Solver::new(&budget, 1_000, 1.0);
        assert_eq!(solver.solve(&board, 30), Proven::NOTHING);
        assert!(solver.is_spent() && solver.nodes <= 1_000);
    }
}
