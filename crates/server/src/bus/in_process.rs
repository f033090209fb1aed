//! The bus of several servers in one process, as tests run them: messages stay within the process.

use super::{Bus, BusMessage, CAPACITY};
use tokio::sync::broadcast;

/// A bus within one process.
pub struct InProcessBus(broadcast::Sender<BusMessage>);

impl Default for InProcessBus {
    fn default() -> InProcessBus {
        InProcessBus(broadcast::channel(CAPACITY).0)
    }
}

impl Bus for InProcessBus {
    fn publish(&self, message: BusMessage) {
        // It is no error that nobody is subscribed.
        let _ = self.0.send(message);
    }

    fn subscribe(&self) -> broadcast::Receiver<BusMessage> {
        self.0.subscribe()
    }

    fn follow(&self, _: &str) {}

    fn unfollow(&self, _: &str) {}

    fn is_connected(&self) -> Option<bool> {
        None
    }
}
