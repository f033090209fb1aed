//! Playouts of super: games seldom end there, so the points of a short one are what it is worth.

use super::{Rollout, Trace, Tuning};
use parlor_rules::drop::super_::Position;
use parlor_rules::{Position as _, SplitMix64, Turn};

/// Plays super out for a while and looks at the points.
#[derive(Clone, Copy, Debug, Default)]
pub struct PointsRollout;

/// Moves after which the points are looked at.
const CUT: usize = 24;
/// This many points ahead are worth about three games of four.
const POINTS: f64 = 3.0;

impl Rollout<Position> for PointsRollout {
    fn play(&mut self, position: &Position, dice: &mut SplitMix64, _trace: &mut Trace) -> f64 {
        let mut position = position.clone();
        for _ in 0..CUT {
            if let Turn::Over(outcome) = position.turn() {
                return super::worth(outcome);
            }
            if let Some(played) = position.sample(dice) {
                position.play_unchecked(played);
            }
        }
        let [one, two] = position.scores();
        let ahead = one as f64 - two as f64;
        0.5 + 0.5 * (ahead / (POINTS * 2.0)).tanh()
    }

    fn tuning(&self) -> Tuning {
        Tuning { exploration: 0.7, by_spread: true, ..Tuning::default() }
    }
}
