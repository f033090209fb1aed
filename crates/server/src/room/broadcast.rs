//! Subscriptions to a room, and the messages that all of them get.

use super::message::ServerMessage;
use super::moves::Moves;
use super::presence::Presence;
use super::{RECENT, Room, RoomError, RoomState};
use crate::error::error_chain;
use crate::guest::Guest;
use axum::extract::ws::Utf8Bytes;
use parlor_play::Step;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use tokio::sync::broadcast;

/// The initial messages and the live feed of a subscription.
pub(crate) struct Subscription {
    pub(crate) initial: Vec<Utf8Bytes>,
    pub(crate) feed: broadcast::Receiver<Utf8Bytes>,
}

impl Room {
    /// Subscribes a guest to the game; `last` is the seq of the last message they saw.
    pub(crate) async fn subscribe(
        &self,
        guest: &Guest,
        last: Option<u64>,
    ) -> Result<Subscription, RoomError> {
        let mut state = self.state.lock().await;
        self.load_name(guest).await?;
        self.load_if_stale(&mut state).await?;
        let seq = state.seq;
        let feed = self.feed.subscribe();
        let missed = last.and_then(|last| state.updates_since(last));
        let game = state.game.as_ref().ok_or(RoomError::NoSuchGame)?;
        let snapshot = missed.is_none().then(|| self.snapshot(game));
        let moves = missed.is_none().then(|| game.table.timeline().moves());
        let hello = ServerMessage::Hello { seq, you: guest.as_str(), snapshot: snapshot.as_ref(), moves };
        let mut initial: Vec<Utf8Bytes> = vec![hello.to_json().into()];
        initial.extend(missed.unwrap_or_default());
        // Sent under the lock, so that nobody gets a presence message before the game itself.
        self.presence().enter(guest.clone());
        self.broadcast_presence();
        Ok(Subscription { initial, feed })
    }

    /// Ends a guest's subscription. The name of a spectator who has left is forgotten.
    pub(crate) async fn unsubscribe(&self, guest: &Guest) {
        let was_last = self.presence().leave(guest);
        self.touch();
        self.broadcast_presence();
        let state = self.state.lock().await;
        let plays = state.game.as_ref().is_none_or(|game| !game.players_of(guest).is_empty());
        let mut presence = self.presence();
        if was_last && !plays && !presence.is_connected(guest) {
            presence.names.remove(guest);
        }
    }

    /// Updates a guest's name, if the room knows them.
    pub(crate) async fn rename_guest(&self, guest: &Guest, name: &str) {
        if !self.presence().rename(guest, name) {
            return;
        }
        let mut state = self.state.lock().await;
        match self.load_if_stale(&mut state).await {
            Ok(game) => {
                let moves = Moves::all(game.table.timeline());
                let seq = state.seq;
                self.broadcast_update(&mut state, seq, None, &[], moves);
                self.broadcast_presence();
            }
            Err(error) => tracing::warn!(error = error_chain(&error), game = self.id, "new name not shown"),
        }
    }

    /// Reads and broadcasts what another process has appended, if the log has at least this seq.
    pub(crate) async fn catch_up(&self, seq: u64) {
        let mut state = self.state.lock().await;
        if state.seq >= seq {
            return;
        }
        let Some(mut game) = state.game.take() else { return };
        let Ok(log) = self.shared.storage.read(&self.id, game.seq).await else { return };
        if let Ok((steps, kept)) = game.apply(&log) {
            let moves = Moves::after(kept, game.table.timeline());
            let command = log.first().and_then(|first| first.command.as_deref());
            let from = state.seq;
            self.set_seq(&mut state, game.seq);
            state.game = Some(game);
            self.broadcast_update(&mut state, from, command, &steps, moves);
        }
    }

    /// Sends everybody the game after what led from seq `from` to now.
    pub(super) fn broadcast_update(
        &self,
        state: &mut RoomState,
        from: u64,
        command: Option<&str>,
        steps: &[Step],
        moves: Moves,
    ) {
        let Some(game) = &state.game else { return };
        let snapshot = self.snapshot(game);
        let update = ServerMessage::Update { seq: game.seq, command, steps, moves, snapshot: &snapshot };
        let text = Utf8Bytes::from(update.to_json());
        if from < game.seq {
            if state.recent.len() == RECENT {
                state.recent.pop_front();
            }
            state.recent.push_back((from, text.clone()));
        }
        // It is no error that nobody is subscribed.
        let _ = self.feed.send(text);
    }

    /// Sends everybody who is connected.
    pub(super) fn broadcast_presence(&self) {
        let (guests, seq) = (self.presence().guests(), self.seq());
        let _ = self.feed.send(ServerMessage::Presence { seq, guests }.to_json().into());
    }

    pub(super) fn set_seq(&self, state: &mut RoomState, seq: u64) {
        state.seq = seq;
        self.seq.store(seq, Ordering::Relaxed);
    }

    /// Reads a guest's name from the storage, unless the room knows it.
    pub(super) async fn load_name(&self, guest: &Guest) -> Result<(), RoomError> {
        if !self.presence().names.contains_key(guest) {
            let name = self.shared.storage.name(guest).await?.unwrap_or_else(|| guest.default_name());
            self.presence().names.insert(guest.clone(), name);
        }
        Ok(())
    }

    pub(super) fn presence(&self) -> std::sync::MutexGuard<'_, Presence> {
        self.presence.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RoomState {
    /// Returns the updates after this seq, if they are all still here.
    fn updates_since(&self, seq: u64) -> Option<Vec<Utf8Bytes>> {
        if seq == self.seq {
            return Some(Vec::new());
        }
        let first = self.recent.iter().position(|(from, _)| *from == seq)?;
        Some(self.recent.iter().skip(first).map(|(_, text)| text.clone()).collect())
    }
}
