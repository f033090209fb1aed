//! Tracks the limits of a search.

use crate::clock::Instant;
use crate::{Limits, StopFlag};

/// The limits of a running search: a deadline, a node limit and the stop flag.
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
    /// Creates a budget. The time starts now.
    pub fn new(limits: &Limits, stop: &StopFlag) -> Budget {
        let started = Instant::now();
        let deadline = limits.time.and_then(|time| started.checked_add(time));
        Budget { deadline, nodes: limits.nodes, stop: stop.clone(), started }
    }

    /// Returns whether the search must end after this many nodes.
    ///
    /// It reads the clock, so it is too slow for the innermost loop.
    pub fn is_spent(&self, nodes: u64) -> bool {
        self.stop.is_stopped()
            || self.nodes.is_some_and(|max_nodes| nodes >= max_nodes)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Returns the seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Returns the fraction of the time or of the nodes that is used, from 0 to 1. It is 0 without limits.
    pub fn fraction_used(&self, nodes: u64) -> f64 {
        let time = self.deadline.map(|deadline| {
            let whole = deadline.duration_since(self.started).as_secs_f64();
            self.seconds() / whole.max(1e-9)
        });
        let counted = self.nodes.map(|max_nodes| nodes as f64 / max_nodes.max(1) as f64);
        time.unwrap_or(0.0).max(counted.unwrap_or(0.0)).min(1.0)
    }
}
