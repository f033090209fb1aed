//! Who is watching or playing a game right now.
//!
//! A client is told who is there when it connects, and then who comes and goes: many at once in one message, so that a
//! class that arrives at the same time costs each of its browsers a few messages and not one for every other browser.

use super::message::{PresentGuest, ServerMessage};
use super::{Game, Room};
use crate::guest::Guest;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The guests connected to a room, and the names of all it knows.
#[derive(Default)]
pub(super) struct Presence {
    pub(super) names: HashMap<Guest, String>,
    /// In the order they came, with how many sockets each has.
    connected: Vec<(Guest, u32)>,
    /// The guests connected through other processes, with when each process was last heard.
    elsewhere: HashMap<String, (Instant, Vec<(Guest, String)>)>,
    /// Whom clients were told of.
    told: Vec<PresentGuest>,
    /// How many they were told are there.
    told_count: usize,
    /// Whether a message about changes is on its way.
    is_due: bool,
}

/// The most spectators that are listed; players always are.
const MAX_LISTED: usize = 50;

/// How long arrivals and departures are collected before they are told.
const COLLECTING: Duration = Duration::from_millis(200);

impl Presence {
    /// Adds a socket of a guest, and returns whether it is the first one of all.
    fn enter(&mut self, guest: Guest) -> bool {
        let was_empty = self.connected.is_empty();
        match self.connected.iter_mut().find(|(connected, _)| *connected == guest) {
            Some((_, sockets)) => *sockets += 1,
            None => self.connected.push((guest, 1)),
        }
        was_empty
    }

    /// Removes one socket of a guest, and returns whether it was their last.
    fn leave(&mut self, guest: &Guest) -> bool {
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

    fn is_connected(&self, guest: &Guest) -> bool {
        self.connected.iter().any(|(connected, _)| connected == guest)
    }

    /// Whether the room knows a guest by another name.
    pub(super) fn is_known_otherwise(&self, guest: &Guest, name: &str) -> bool {
        self.names.get(guest).is_some_and(|known| known != name)
    }

    /// Sets who is connected through another process, and returns whether that has changed.
    pub(super) fn set_elsewhere(&mut self, node: String, guests: Vec<(Guest, String)>) -> bool {
        let heard = Instant::now();
        let before = match guests.is_empty() {
            true => self.elsewhere.remove(&node).map(|(_, guests)| guests),
            false => self.elsewhere.insert(node, (heard, guests.clone())).map(|(_, guests)| guests),
        };
        before.unwrap_or_default() != guests
    }

    /// Forgets the guests of processes that were silent for this long, and returns whether there were any.
    pub(super) fn forget_silent(&mut self, silence: Duration) -> bool {
        let before = self.elsewhere.len();
        self.elsewhere.retain(|_, (heard, _)| heard.elapsed() < silence);
        self.elsewhere.len() < before
    }

    /// Returns the guests who are connected here, with their names.
    pub(super) fn here(&self) -> Vec<(Guest, String)> {
        self.connected.iter().map(|(guest, _)| (guest.clone(), self.name(guest))).collect()
    }

    /// Returns everybody who is connected, those of this process first.
    fn present(&self) -> Vec<(Guest, String)> {
        let mut present = self.here();
        let mut known: HashSet<Guest> = present.iter().map(|(guest, _)| guest.clone()).collect();
        let mut elsewhere: Vec<_> = self.elsewhere.iter().collect();
        elsewhere.sort_by_key(|(node, _)| *node);
        for (guest, name) in elsewhere.into_iter().flat_map(|(_, (_, guests))| guests) {
            if known.insert(guest.clone()) {
                present.push((guest.clone(), name.clone()));
            }
        }
        present
    }

    fn name(&self, guest: &Guest) -> String {
        self.names.get(guest).cloned().unwrap_or_else(|| guest.default_name())
    }

    /// Returns the message for a client that connects: what the others were told.
    pub(super) fn to_newcomer(&self, seq: u64) -> String {
        ServerMessage::Presence { seq, count: self.told_count, guests: &self.told }.to_json()
    }

    /// Returns the message about who has come and gone since the last one, if anybody has.
    fn changes(&mut self, seq: u64, game: Option<&Game>) -> Option<String> {
        self.is_due = false;
        let present = self.present();
        let told_count = std::mem::replace(&mut self.told_count, present.len());
        let plays = |guest: &Guest| game.is_some_and(|game| !game.players_of(guest).is_empty());
        let (players, spectators): (Vec<_>, Vec<_>) =
            present.into_iter().partition(|(guest, _)| plays(guest));
        let listed = players.into_iter().chain(spectators.into_iter().take(MAX_LISTED));
        let listed = listed.map(|(guest, name)| PresentGuest { guest: guest.to_string(), name }).collect();
        let told = std::mem::replace(&mut self.told, listed);
        let arrived: Vec<&PresentGuest> = self.told.iter().filter(|guest| !told.contains(guest)).collect();
        let is_gone = |old: &&PresentGuest| !self.told.iter().any(|guest| guest.guest == old.guest);
        let left: Vec<&str> = told.iter().filter(is_gone).map(|old| old.guest.as_str()).collect();
        let has_changed = !arrived.is_empty() || !left.is_empty() || told_count != self.told_count;
        let count = self.told_count;
        has_changed.then(|| ServerMessage::PresenceChange { seq, count, arrived, left }.to_json())
    }
}

impl Room {
    /// Notes that a guest has opened a socket.
    pub(super) fn enter(self: &Arc<Room>, guest: &Guest) {
        if self.presence().enter(guest.clone()) {
            self.ask_presence();
        }
        self.presence_changed();
    }

    /// Ends a guest's subscription. The name of a spectator who has left is forgotten.
    pub(crate) async fn unsubscribe(self: &Arc<Room>, guest: &Guest) {
        let was_last = self.presence().leave(guest);
        self.touch();
        self.presence_changed();
        let state = self.state.lock().await;
        let plays = state.game.as_ref().is_none_or(|game| !game.players_of(guest).is_empty());
        let mut presence = self.presence();
        if was_last && !plays && !presence.is_connected(guest) {
            presence.names.remove(guest);
        }
    }

    /// Tells everybody, here and through other processes, that somebody here has come, gone or got another name.
    pub(super) fn presence_changed(self: &Arc<Room>) {
        self.sharing.presence_changed();
        self.tell_presence_soon();
    }

    /// Tells everybody here in a moment who has come and gone by then.
    pub(super) fn tell_presence_soon(self: &Arc<Room>) {
        if std::mem::replace(&mut self.presence().is_due, true) {
            return;
        }
        let room = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(COLLECTING).await;
            // Under the lock: whoever subscribes gets the list before this message or after it, never both.
            let state = room.state.lock().await;
            let message = room.presence().changes(state.seq, state.game.as_deref());
            if let Some(message) = message {
                // It is no error that nobody is subscribed.
                let _ = room.feed.send(message.into());
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn changes(presence: &mut Presence) -> Value {
        presence.changes(1, None).map_or(Value::Null, |text| serde_json::from_str(&text).unwrap())
    }

    #[test]
    fn changes_add_up_and_cancel_out() {
        let [ann, bob, carl] = ["ann", "bob", "carl"].map(Guest::from_secret);
        let mut presence = Presence::default();
        presence.enter(ann.clone());
        presence.enter(bob.clone());
        let told = changes(&mut presence);
        assert_eq!(told["count"], 2);
        assert_eq!(told["arrived"][1], json!({"guest": bob, "name": bob.default_name()}));
        // Somebody who comes and goes at once, and a second tab, are not told.
        presence.enter(carl.clone());
        presence.enter(ann.clone());
        presence.leave(&carl);
        assert_eq!(changes(&mut presence), Value::Null);
        presence.leave(&bob);
        presence.names.insert(ann.clone(), "Ann".into());
        let told = changes(&mut presence);
        assert_eq!((&told["left"], &told["arrived"][0]["name"]), (&json!([bob]), &json!("Ann")));
        let newcomer: Value = serde_json::from_str(&presence.to_newcomer(1)).unwrap();
        assert_eq!(newcomer["guests"], json!([{"guest": ann, "name": "Ann"}]));
    }

    #[test]
    fn a_crowd_is_counted() {
        let guests: Vec<Guest> = (0..400).map(|number| Guest::from_secret(&number.to_string())).collect();
        let mut presence = Presence::default();
        for guest in &guests {
            presence.enter(guest.clone());
        }
        let told = changes(&mut presence);
        assert_eq!((told["count"].as_u64(), told["arrived"].as_array().map(Vec::len)), (Some(400), Some(50)));
        // The next one of the crowd takes the place in the list.
        presence.leave(&guests[0]);
        let told = changes(&mut presence);
        assert_eq!((&told["count"], &told["left"]), (&json!(399), &json!([guests[0]])));
        assert_eq!(told["arrived"][0]["guest"], json!(guests[50]));
        presence.leave(&guests[399]);
        assert_eq!(changes(&mut presence)["count"], 398, "only the count is different");
    }
}
