//! Notifications between processes that serve the same games.

use tokio::sync::broadcast;

/// A notification that a game's log has grown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogAppended {
    /// The game's id.
    pub game: String,
    /// The log's seq, or an earlier one.
    pub seq: u64,
}

/// Tells all processes that a game's log has grown. They read the log itself: a lost notification costs time, never
/// truth.
pub trait Bus: Send + Sync {
    /// Sends a notification to all subscribers.
    fn publish(&self, appended: LogAppended);

    /// Returns the notifications from now on.
    fn subscribe(&self) -> broadcast::Receiver<LogAppended>;
}

/// The bus of a server that is alone.
pub struct InProcessBus(broadcast::Sender<LogAppended>);

/// Notifications that may wait for a slow subscriber; one that misses some reads all logs again.
const CAPACITY: usize = 1_024;

impl Default for InProcessBus {
    fn default() -> InProcessBus {
        InProcessBus(broadcast::channel(CAPACITY).0)
    }
}

impl Bus for InProcessBus {
    fn publish(&self, appended: LogAppended) {
        // It is no error that nobody is subscribed.
        let _ = self.0.send(appended);
    }

    fn subscribe(&self) -> broadcast::Receiver<LogAppended> {
        self.0.subscribe()
    }
}
