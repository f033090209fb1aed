//! The bus between processes that serve the same games: it only wakes, truth is re-read from the log.

use tokio::sync::broadcast;

/// Something was added to a game's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogAppended {
    /// The game.
    pub game: String,
    /// How many facts its log has at least.
    pub seq: u64,
}

/// Tells all processes that something was added to a game's log. A wake-up that is lost costs time, never truth.
pub trait Bus: Send + Sync {
    /// Wakes whoever listens.
    fn wake(&self, woken: LogAppended);

    /// Listens from now on.
    fn listen(&self) -> broadcast::Receiver<LogAppended>;
}

/// The bus of a server that is alone.
pub struct InProcessBus(broadcast::Sender<LogAppended>);

/// Wake-ups that may wait for a slow listener; who misses some re-reads everything.
const WAITING: usize = 1_024;

impl Default for InProcessBus {
    fn default() -> InProcessBus {
        InProcessBus(broadcast::channel(WAITING).0)
    }
}

impl Bus for InProcessBus {
    fn wake(&self, woken: LogAppended) {
        // Nobody listening is nobody to wake.
        let _ = self.0.send(woken);
    }

    fn listen(&self) -> broadcast::Receiver<LogAppended> {
        self.0.subscribe()
    }
}
