//! The one seam between an engine and everything that seats one.

use crate::{Limits, Value};
use parlor_rules::Position;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Something that chooses moves.
pub trait Engine<P: Position>: Send {
    /// Thinks about a position within the limits, until it knows or is told to stop, and chooses a move.
    ///
    /// Reports come while it thinks, each better than the one before. Nothing is chosen only where no player is
    /// to move.
    fn think(
        &mut self,
        position: &P,
        limits: &Limits,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<P::Move>),
    ) -> Option<P::Move>;
}

/// What an engine thinks so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// How the game is expected to go on, best move first.
    pub line: Vec<M>,
    /// What the position is worth to the player to move.
    pub value: Value,
    /// What each legal move is worth, best first, as far as it is known.
    pub moves: Vec<(M, Value)>,
    /// Positions looked at.
    pub nodes: u64,
}

/// A flag that ends thinking from outside; copies share it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Tells whoever thinks to choose now.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether thinking should end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
