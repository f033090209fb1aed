//! The rollout of super. Games rarely end within a playout, so a short playout is evaluated by its points.

use super::{AmafMoves, Rollout, Tuning};
use parlor_rules::drop::super_::Position;
use parlor_rules::{Position as _, SplitMix64, Turn};

/// A rollout that plays super for some moves and compares the points.
#[derive(Clone, Copy, Debug, Default)]
pub struct PointsRollout;

/// The moves of a playout.
const MAX_PLIES: usize = 24;
/// The lead that is worth about three wins in four games.
const POINTS: f64 = 3.0;

impl Rollout<Position> for PointsRollout {
    fn play(&mut self, position: &Position, rng: &mut SplitMix64, _trace: &mut AmafMoves) -> f64 {
        let mut position = position.clone();
        for _ in 0..MAX_PLIES {
            if let Turn::Over(outcome) = position.turn() {
                return super::outcome_value(outcome);
            }
            if let Some(played) = position.sample(rng) {
                position.play_unchecked(played);
            }
        }
        let [one, two] = position.scores();
        let ahead = one as f64 - two as f64;
        0.5 + 0.5 * (ahead / (POINTS * 2.0)).tanh()
    }

    fn tuning(&self) -> Tuning {
        Tuning { exploration: 0.7, scale_by_deviation: true, ..Tuning::default() }
    }
}
