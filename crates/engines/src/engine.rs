//! The interface between engines and the code that uses them.

use crate::clock::Instant;
use crate::{Limits, Value};
use parlor_rules::Position;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

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
    /// When the search must end by itself, where no other thread watches it.
    deadline: Option<Instant>,
}

impl StopFlag {
    /// Asks the search to end and return a move.
    pub fn stop(&self) {
        self.is_set.store(true, Ordering::Relaxed);
    }

    /// Returns whether the search should end. It reads the clock if the flag has a deadline.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Returns this flag, set as well once this time has passed.
    ///
    /// ```
    /// use parlor_engines::StopFlag;
    /// use std::time::Duration;
    /// let flag = StopFlag::default();
    /// assert!(flag.set_after(Duration::ZERO).is_stopped());
    /// let later = flag.set_after(Duration::from_secs(1_000));
    /// assert!(!later.is_stopped());
    /// flag.stop();
    /// assert!(later.is_stopped());
    /// ```
    #[must_use]
    pub fn set_after(&self, time: Duration) -> StopFlag {
        match Instant::now().checked_add(time) {
            Some(deadline) => self.with_deadline(deadline),
            None => self.clone(),
        }
    }

    /// Returns this flag, set as well at the deadline.
    pub(crate) fn with_deadline(&self, deadline: Instant) -> StopFlag {
        let deadline = self.deadline.map_or(deadline, |earlier| earlier.min(deadline));
        StopFlag { is_set: self.is_set.clone(), deadline: Some(deadline) }
    }
}
