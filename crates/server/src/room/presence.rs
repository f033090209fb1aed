//! Who is in a room, and what they are called.

use super::PresentGuest;
use crate::guest::Guest;
use std::collections::HashMap;

/// Who is in a room, and what they are called.
#[derive(Default)]
pub(super) struct Presence {
    pub(super) names: HashMap<Guest, String>,
    /// In the order they came, with how many sockets each has.
    here: Vec<(Guest, u32)>,
}

/// People shown by name; more make nobody wiser.
const MOST_SHOWN: usize = 50;

impl Presence {
    pub(super) fn enter(&mut self, guest: Guest) {
        match self.here.iter_mut().find(|(here, _)| *here == guest) {
            Some((_, sockets)) => *sockets += 1,
            None => self.here.push((guest, 1)),
        }
    }

    /// One socket less; whether it was the guest's last.
    pub(super) fn leave(&mut self, guest: &Guest) -> bool {
        let Some(place) = self.here.iter().position(|(here, _)| here == guest) else { return false };
        self.here[place].1 -= 1;
        let last = self.here[place].1 == 0;
        if last {
            self.here.remove(place);
        }
        last
    }

    pub(super) fn is_here(&self, guest: &Guest) -> bool {
        self.here.iter().any(|(here, _)| here == guest)
    }

    /// Whether the guest was known here under another name.
    pub(super) fn rename(&mut self, guest: &Guest, name: &str) -> bool {
        let known = self.names.get_mut(guest).filter(|known| *known != name);
        known.map(|known| *known = name.to_string()).is_some()
    }

    pub(super) fn present(&self) -> Vec<PresentGuest> {
        let person = |(guest, _): &(Guest, u32)| PresentGuest {
            guest: guest.to_string(),
            name: self.names.get(guest).cloned().unwrap_or_else(|| guest.first_name()),
        };
        self.here.iter().take(MOST_SHOWN).map(person).collect()
    }
}
