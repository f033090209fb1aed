//! The swap rule for any engine of Hex: takes the first stone if it is worth more than the answer to it, and opens with
//! a stone that is neither.

use super::Solver;
use super::perfect::proven_value;
use super::request::Request;
use crate::{Engine, Expectation, Limits, Report, Settings, StopFlag, Value};
use parlor_rules::hex::{Move, Position};
use parlor_rules::{Cell, Player, Position as _, SplitMix64};

/// The longest side on which every opening is solved at once.
const SOLVED_SIDE: usize = 5;

/// How far from every border an opening is that wins on each board from 6 x 6 on that anybody has solved.
const INNER_DISTANCE: usize = 2;
/// What such a stone is worth at least, whatever a short search says.
const INNER_SCORE: f64 = 0.6;

/// An engine that thinks about swapping.
///
/// After a swap the stone is mirrored and so are the players: the position is the same with exchanged roles. So `swap` is
/// worth one minus the best answer.
pub struct WithSwap<E> {
    inner: E,
    rng: SplitMix64,
}

impl<E: Engine<Position>> WithSwap<E> {
    /// Adds the swap rule to an engine.
    pub fn new(settings: &Settings, inner: E) -> WithSwap<E> {
        WithSwap { inner, rng: SplitMix64::new(settings.seed) }
    }

    /// Chooses between the swap and the best answer of the engine.
    fn answer(&mut self, request: Request<'_>, report: &mut dyn FnMut(&Report<Move>)) -> Option<Move> {
        let Request { position, limits, stop } = request;
        let plain = without_swap(position)?;
        let mut last = None;
        let solved = is_winning_opening(&plain, stop);
        let is_inner = has_inner_stone(&plain);
        let chosen = self.inner.think(&plain, limits, stop, &mut |thought| {
            let thought = with_swap_value(thought, solved, is_inner);
            report(&thought);
            last = Some(thought);
        })?;
        let takes_stone = match solved {
            Some(is_winning) => is_winning,
            None => last.is_some_and(|thought| thought.line.first() == Some(&Move::Swap)),
        };
        Some(if takes_stone { Move::Swap } else { chosen })
    }

    /// Chooses an opening that is neither clearly won nor clearly lost.
    fn opening(&mut self, request: Request<'_>, report: &mut dyn FnMut(&Report<Move>)) -> Option<Move> {
        let Request { position, limits, stop } = request;
        let plain = without_swap(position)?;
        let side = position.board().side();
        let openings = balanced_openings(side);
        let chosen = Move::Place(openings[self.rng.below(openings.len())]);
        self.inner.think(&plain, limits, stop, &mut |thought| {
            let mut thought = thought.clone();
            for (played, value) in &mut thought.moves {
                // The opponent takes a stone that is worth more than one half.
                value.score = value.score.min(1.0 - value.score);
                value.outcome = Expectation::Unknown;
                value.kind = crate::ValueKind::Estimate;
                if *played == chosen {
                    value.score = 0.5;
                }
            }
            thought.moves.sort_by(|(_, one), (_, two)| two.score.total_cmp(&one.score));
            thought.moves.sort_by_key(|&(played, _)| played != chosen);
            thought.value = thought.moves.first().map_or(Value::UNKNOWN, |&(_, value)| value);
            thought.line = vec![chosen];
            report(&thought);
        })?;
        Some(chosen)
    }
}

impl<E: Engine<Position>> Engine<Position> for WithSwap<E> {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<Move>),
    ) -> Option<Move> {
        let stones: usize = Player::BOTH.iter().map(|&player| position.board().count(player)).sum();
        if position.can_swap() {
            self.answer(Request { position, limits, stop }, report)
        } else if position.swap_rule() && stones == 0 && position.board().side() > 1 {
            self.opening(Request { position, limits, stop }, report)
        } else {
            self.inner.think(position, limits, stop, report)
        }
    }
}

/// Returns the same stones without the swap rule.
fn without_swap(position: &Position) -> Option<Position> {
    let plain = Position::new(position.board().side() as i64, false).ok()?;
    plain.set_up(&position.setup()).ok()
}

/// Returns whether the only stone wins, where that is solved at once.
fn is_winning_opening(plain: &Position, stop: &StopFlag) -> Option<bool> {
    let side = plain.board().side();
    if side > SOLVED_SIDE {
        return None;
    }
    let solved = Solver::new(side, 8 << 20).solve(plain, u64::MAX, stop)?;
    Some(solved.winner == Player::One)
}

/// Returns whether the only stone is well inside the board.
fn has_inner_stone(plain: &Position) -> bool {
    let board = plain.board();
    let side = board.side();
    let inner = INNER_DISTANCE..side.saturating_sub(INNER_DISTANCE);
    inner.clone().any(|row| inner.clone().any(|column| board.stone(Cell::new(row, column)).is_some()))
}

/// Adds `swap` to the values of the moves.
fn with_swap_value(thought: &Report<Move>, solved: Option<bool>, is_inner: bool) -> Report<Move> {
    let mut thought = thought.clone();
    let answer = thought.value;
    let swap = match solved {
        Some(is_winning) => proven_value(is_winning),
        None => Value {
            score: (1.0 - answer.score).max(if is_inner { INNER_SCORE } else { 0.0 }),
            outcome: match answer.outcome {
                Expectation::Win => Expectation::Loss,
                Expectation::Loss => Expectation::Win,
                other => other,
            },
            ..answer
        },
    };
    let is_better = solved.unwrap_or(swap.score > answer.score);
    thought.moves.retain(|&(played, _)| played != Move::Swap);
    let worse = thought.moves.iter().skip(1).position(|(_, value)| value.score < swap.score);
    let place = if is_better { 0 } else { worse.map_or(thought.moves.len(), |index| index + 1) };
    thought.moves.insert(place, (Move::Swap, swap));
    if is_better {
        thought.line = vec![Move::Swap];
        thought.value = swap;
    }
    thought
}

/// Returns openings that experienced players count as fair: near the acute corner on the first row, and their like on
/// the other side.
fn balanced_openings(side: usize) -> Vec<Cell> {
    let last = side - 1;
    match side {
        0..=3 => vec![Cell::new(0, 0)],
        4..=6 => vec![Cell::new(0, 1), Cell::new(last, last - 1)],
        _ => vec![Cell::new(0, last - 1), Cell::new(last, 1)],
    }
}
