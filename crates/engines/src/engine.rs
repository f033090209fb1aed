//! The interface between engines and the code that uses them.

#[cfg(target_family = "wasm")]
use crate::clock::Instant;
use crate::{Limits, Value};
use parlor_rules::Position;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A program that chooses moves.
pub trait Engine<P: Position>: Send {
    /// Searches a position until it is solved, a limit is reached or the stop flag is set, and returns a
    /// move.
    ///
    /// It calls `report` while it searches; each report is better than the one before. It returns `None` only
    /// if no player is to move.
    fn think(
        &mut self,
        position: &P,
        limits: &Limits,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<P::Move>),
    ) -> Option<P::Move>;
}

/// The result of a search so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The principal variation, from the best move on.
    pub line: Vec<M>,
    /// The value of the position for the player to move.
    pub value: Value,
    /// The value of each legal move, best first.
    pub moves: Vec<(M, Value)>,
    /// The number of nodes searched.
    pub nodes: u64,
}

/// A flag that stops a search from another thread. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag {
    is_set: Arc<AtomicBool>,
    /// When the search must end by itself, where no thread can tell it.
    #[cfg(target_family = "wasm")]
    deadline: Option<Instant>,
}

impl StopFlag {
    /// Asks the search to end and return a move.
    pub fn stop(&self) {
        self.is_set.store(true, Ordering::Relaxed);
    }

    /// Returns whether the search should end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        #[cfg(target_family = "wasm")]
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return true;
        }
        self.is_set.load(Ordering::Relaxed)
    }

    /// Returns this flag, set at the deadline as well.
    #[cfg(target_family = "wasm")]
    pub(crate) fn with_deadline(&self, deadline: Instant) -> StopFlag {
        StopFlag { is_set: self.is_set.clone(), deadline: Some(deadline) }
    }
}
