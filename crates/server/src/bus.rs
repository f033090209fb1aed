//! The bus between processes that serve the same games: it only wakes, truth is re-read from the log.

use tokio::sync::broadcast;

/// Something was added to a game's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Woken {
    /// The game.
    pub game: String,
    /// How many facts its log has at least.
    pub number: u64,
}

/// Tells all processes that something was added to a game's log. A wake-up that is lost costs time, never truth.
pub trait Bus: Send + Sync {
    /// Wakes whoever listens.
    fn wake(&self, woken: Woken);

    /// Listens from now on.
    fn listen(&self) -> broadcast::Receiver<Woken>;
}

/// The bus of a server that is alone.
pub struct Alone(broadcast::Sender<Woken>);

/// Wake-ups that may wait for a slow listener; who misses some re-reads everything.
const WAITING: usize = 1_024;

impl Default for Alone {
    fn default() -> Alone {
        Alone(broadcast::channel(WAITING).0)
    }
}

impl Bus for Alone {
    fn wake(&self, woken: Woken) {
        // Nobody listening is nobody to wake.
        let _ = self.0.send(woken);
    }

    fn listen(&self) -> broadcast::Receiver<Woken> {
        self.0.subscribe()
    }
}
