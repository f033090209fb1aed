//! The bus of a server that is alone: there is nobody to tell.

use super::{Bus, BusMessage};
use tokio::sync::broadcast;

/// A bus without other processes. Its messages go nowhere, and there are none.
pub struct Alone(broadcast::Sender<BusMessage>);

impl Default for Alone {
    fn default() -> Alone {
        Alone(broadcast::channel(1).0)
    }
}

impl Bus for Alone {
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
