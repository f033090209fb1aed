//! How many games wait for an engine, as this process last saw it.

use crate::storage::Waiting;
use std::sync::atomic::{AtomicU64, Ordering};

/// The length of the queue for engines.
#[derive(Debug, Default)]
pub(crate) struct QueueLength {
    waiting: AtomicU64,
    thinking: AtomicU64,
}

impl QueueLength {
    /// Takes in what the storage says.
    pub(crate) fn set(&self, waiting: &Waiting) {
        self.waiting.store(waiting.length, Ordering::Relaxed);
        self.thinking.store(waiting.thinking, Ordering::Relaxed);
    }

    /// Returns the share of its time that an engine gets. As many games as engines think are served at once: with twice
    /// as many each gets half of the time, and so on, and nobody waits much longer than for one engine's whole time.
    pub(crate) fn share_of_time(&self) -> f64 {
        let [waiting, thinking] =
            [&self.waiting, &self.thinking].map(|number| number.load(Ordering::Relaxed) as f64);
        let thinking = thinking.max(1.0);
        thinking / (thinking + waiting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_shrinks_when_the_queue_is_long() {
        let queue = QueueLength::default();
        let share = |length, thinking| {
            queue.set(&Waiting { length, thinking, ..Waiting::default() });
            queue.share_of_time()
        };
        assert_eq!([share(0, 0), share(0, 4), share(4, 4), share(9, 1)], [1.0, 1.0, 0.5, 0.1]);
    }
}
