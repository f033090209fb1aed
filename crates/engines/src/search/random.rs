//! The `random` engine.

use crate::{Engine, Limits, Report, StopFlag, Value};
use parlor_rules::{Position, SplitMix64, Turn};

/// An engine that plays uniformly random legal moves, the same ones for the same seed.
#[derive(Clone, Debug)]
pub struct Random {
    rng: SplitMix64,
}

impl Random {
    /// Creates the engine with this seed.
    pub fn new(seed: u64) -> Random {
        Random { rng: SplitMix64::new(seed) }
    }
}

impl<P: Position> Engine<P> for Random {
    fn think(
        &mut self,
        position: &P,
        _limits: &Limits,
        _stop: &StopFlag,
        report: &mut dyn FnMut(&Report<P::Move>),
    ) -> Option<P::Move> {
        let Turn::Player(_) = position.turn() else { return None };
        let chosen = position.sample(&mut self.rng)?;
        let moves = position.moves().map(|legal| (legal, Value::UNKNOWN)).collect();
        report(&Report { line: vec![chosen], value: Value::UNKNOWN, moves, nodes: 1 });
        Some(chosen)
    }
}
