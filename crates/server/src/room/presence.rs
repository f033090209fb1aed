//! Who is watching or playing a game right now.

use super::message::PresentGuest;
use crate::guest::Guest;
use std::collections::HashMap;

/// The guests connected to a room, and the names of all it knows.
#[derive(Default)]
pub(super) struct Presence {
    pub(super) names: HashMap<Guest, String>,
    /// In the order they came, with how many sockets each has.
    connected: Vec<(Guest, u32)>,
}

/// The most names that are listed.
const MAX_LISTED: usize = 50;

impl Presence {
    pub(super) fn enter(&mut self, guest: Guest) {
        match self.connected.iter_mut().find(|(connected, _)| *connected == guest) {
            Some((_, sockets)) => *sockets += 1,
            None => self.connected.push((guest, 1)),
        }
    }

    /// Removes one socket of a guest, and returns whether it was their last.
    pub(super) fn leave(&mut self, guest: &Guest) -> bool {
        let Some(index) = self.connected.iter().position(|(connected, _)| connected == guest) else {
            return false;
        };
        self.connected[index].1 -= 1;
        let was_last = self.connected[index].1 == 0;
        if was_last {
            self.connected.remove(index);
        }
        was_last
    }

    pub(super) fn is_connected(&self, guest: &Guest) -> bool {
        self.connected.iter().any(|(connected, _)| connected == guest)
    }

    /// Sets a guest's name, and returns whether the room knew them by another one.
    pub(super) fn rename(&mut self, guest: &Guest, name: &str) -> bool {
        let known = self.names.get_mut(guest).filter(|known| *known != name);
        known.map(|known| *known = name.to_string()).is_some()
    }

    /// Returns the connected guests as clients see them.
    pub(super) fn guests(&self) -> Vec<PresentGuest> {
        let present = |(guest, _): &(Guest, u32)| PresentGuest {
            guest: guest.to_string(),
            name: self.names.get(guest).cloned().unwrap_or_else(|| guest.default_name()),
        };
        self.connected.iter().take(MAX_LISTED).map(present).collect()
    }
}
