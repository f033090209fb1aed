//! A player that makes the mistakes people make.

use super::board::{Board, WIDTH};
use super::plain::Sight;
use crate::{Engine, Limits, Report, StopFlag, Value};
use parlor_rules::SplitMix64;
use parlor_rules::drop::growing::{Move, Position};

/// Of a hundred, how many of its own wins it sees.
const SEES_A_WIN: usize = 92;
/// Of a hundred, how many of the opponent's wins it sees in time to stop them.
const SEES_A_THREAT: usize = 80;
/// Of a hundred, how often it notices that its move lets the opponent win right above.
const SEES_ABOVE: usize = 60;
/// How much its opinion of a row is off.
const WHIM: usize = 40;

/// Looks one move ahead and not always well.
///
/// It likes long rows and stops those of the other, but overlooks a win, a threat, or what its own move makes
/// possible now and then, and never sees two threats coming. The same seed on the same position makes the
/// same mistakes.
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
        let sight = Sight::of(position)?;
        let mut board = Board::of(position);
        let mut rng = SplitMix64::new(self.seed ^ board.key());
        let mut sees = |chance: usize| rng.below(100) < chance;
        let wins: Vec<usize> = sight.wins.iter().copied().filter(|_| sees(SEES_A_WIN)).collect();
        let threats: Vec<usize> = sight.losses.iter().copied().filter(|_| sees(SEES_A_THREAT)).collect();
        let mut rated: Vec<(Move, i64)> = Vec::with_capacity(sight.legal.len());
        for &played in &sight.legal {
            let column = played.column;
            let mut liked = rng.below(2 * WHIM + 1) as i64;
            if let Some(column) = column.checked_sub(board.first()).filter(|&column| column < WIDTH) {
                let undo = board.play(column);
                liked -= i64::from(board.balance());
                board.undo(column, undo);
            }
            if wins.contains(&column) {
                liked += 1_000_000;
            }
            if threats.contains(&column) {
                liked += 100_000;
            }
            if sight.opens_a_win(position.board(), column) && rng.below(100) < SEES_ABOVE {
                liked -= 10_000;
            }
            rated.push((played, liked));
        }
        rated.sort_by_key(|&(_, liked)| -liked);
        let moves: Vec<(Move, Value)> =
            rated.iter().map(|&(played, liked)| (played, opinion(liked))).collect();
        let (chosen, value) = moves[0];
        report(&Report { line: vec![chosen], value, moves, nodes: sight.legal.len() as u64 });
        Some(chosen)
    }
}

/// Returns a guess at the chance to win.
fn opinion(liked: i64) -> Value {
    let score = 1.0 / (1.0 + 3f64.powf(-(liked as f64 - WHIM as f64) / 60.0));
    Value { score: score.clamp(0.02, 0.98), ..Value::UNKNOWN }
}
