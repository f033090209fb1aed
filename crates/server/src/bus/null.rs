//! The bus of a server that shares its games with no other process: messages go nowhere.

use super::{Bus, BusMessage};
use tokio::sync::broadcast;

/// A bus without other processes. Its messages go nowhere, and there are none.
pub struct NullBus(broadcast::Sender<BusMessage>);

impl Default for NullBus {
    fn default() -> NullBus {
        NullBus(broadcast::channel(1).0)
    }
}

impl Bus for NullBus {
    fn publish(&self, _: BusMessage) {}

    fn subscribe(&self) -> broadcast::Receiver<BusMessage> {
        self.0.subscribe()
    }

    fn follow(&self, _: &str) {}

    fn unfollow(&self, _: &str) {}

    fn is_connected(&self) -> Option<bool> {
        None
    }
}
