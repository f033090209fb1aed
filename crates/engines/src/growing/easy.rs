//! The `easy` engine of growing: looks one move ahead and makes human mistakes.

use super::board::{Board, WIDTH};
use super::immediate::ImmediateWins;
use crate::{Engine, Limits, Report, StopFlag, Value};
use parlor_rules::SplitMix64;
use parlor_rules::drop::growing::{Move, Position};

/// The percentage of its own immediate wins that it sees.
const SEES_A_WIN: usize = 92;
/// The percentage of the opponent's immediate wins that it sees.
const SEES_A_THREAT: usize = 80;
/// The percentage of moves that let the opponent win directly above of which it sees this.
const SEES_ABOVE: usize = 60;
/// The evaluation noise.
const NOISE: usize = 40;

/// An engine that looks one move ahead, with mistakes.
///
/// It builds long rows and blocks those of the opponent, but sometimes overlooks a win, a threat or what its
/// own move allows, and it never foresees double threats. The same seed and position give the same mistakes.
#[derive(Clone, Debug)]
pub(super) struct Easy {
    pub(super) seed: u64,
}

impl Engine<Position> for Easy {
    fn think(
        &mut self,
        position: &Position,
        _limits: &Limits,
        _stop: &StopFlag,
        report: &mut dyn FnMut(&Report<Move>),
    ) -> Option<Move> {
        let position = &position.alternating();
        let immediate = ImmediateWins::of(position)?;
        let mut board = Board::of(position);
        let mut rng = SplitMix64::new(self.seed ^ board.key());
        let mut sees = |chance: usize| rng.below(100) < chance;
        let wins: Vec<usize> = immediate.wins.iter().copied().filter(|_| sees(SEES_A_WIN)).collect();
        let threats: Vec<usize> = immediate.losses.iter().copied().filter(|_| sees(SEES_A_THREAT)).collect();
        let mut scored: Vec<(Move, i64)> = Vec::with_capacity(immediate.legal.len());
        for &played in &immediate.legal {
            let column = played.column;
            let mut score = rng.below(2 * NOISE + 1) as i64;
            if let Some(column) = column.checked_sub(board.first()).filter(|&column| column < WIDTH) {
                let undo = board.play(column);
                score -= i64::from(board.evaluation());
                board.undo(column, undo);
            }
            if wins.contains(&column) {
                score += 1_000_000;
            }
            if threats.contains(&column) {
                score += 100_000;
            }
            if immediate.opens_a_win(position.board(), column) && rng.below(100) < SEES_ABOVE {
                score -= 10_000;
            }
            scored.push((played, score));
        }
        scored.sort_by_key(|&(_, score)| -score);
        let moves: Vec<(Move, Value)> =
            scored.iter().map(|&(played, score)| (played, to_value(score))).collect();
        let (chosen, value) = moves[0];
        report(&Report { line: vec![chosen], value, moves, nodes: immediate.legal.len() as u64 });
        Some(chosen)
    }
}

/// Returns an estimate of the chance to win.
fn to_value(score: i64) -> Value {
    let score = 1.0 / (1.0 + 3f64.powf(-(score as f64 - NOISE as f64) / 60.0));
    Value { score: score.clamp(0.02, 0.98), ..Value::UNKNOWN }
}
