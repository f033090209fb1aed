//! How much of the limits is left.

use crate::{Limits, StopFlag};
use std::time::Instant;

/// What is left of an engine's limits while it thinks.
///
/// ```
/// use parlor_engines::{Budget, Limits, StopFlag};
/// let limits: Limits = "100n".parse()?;
/// let budget = Budget::new(&limits, &StopFlag::default());
/// assert!(!budget.is_spent(99));
/// assert!(budget.is_spent(100));
/// # Ok::<(), parlor_engines::BadLimit>(())
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    deadline: Option<Instant>,
    nodes: Option<u64>,
    stop: StopFlag,
    started: Instant,
}

impl Budget {
    /// Starts the clock.
    pub fn new(limits: &Limits, stop: &StopFlag) -> Budget {
        let started = Instant::now();
        let deadline = limits.time.and_then(|time| started.checked_add(time));
        Budget { deadline, nodes: limits.nodes, stop: stop.clone(), started }
    }

    /// Whether thinking has to end, this many positions having been looked at. Looks at the clock: not for the
    /// innermost loop.
    pub fn is_spent(&self, nodes: u64) -> bool {
        self.stop.is_stopped()
            || self.nodes.is_some_and(|most| nodes >= most)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// How many seconds have gone by.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// The share of the time, or of the positions, that is used up: 0 to 1; 0 without limits.
    pub fn share(&self, nodes: u64) -> f64 {
        let time = self.deadline.map(|deadline| {
            let whole = deadline.duration_since(self.started).as_secs_f64();
            self.seconds() / whole.max(1e-9)
        });
        let counted = self.nodes.map(|most| nodes as f64 / most.max(1) as f64);
        time.unwrap_or(0.0).max(counted.unwrap_or(0.0)).min(1.0)
    }
}
