//! Subscriptions to a room, and the messages that all of them get.

use super::change::SnapshotChange;
use super::message::ServerMessage;
use super::moves::Moves;
use super::presence::Presence;
use super::{Game, GameSnapshot, RECENT, Room, RoomError, RoomState};
use crate::display_name::name_of;
use crate::error::error_chain;
use crate::guest::Guest;
use crate::storage::CommandKey;
use parlor_play::Step;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Instant;
use tokio::sync::broadcast;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// The initial messages and the live feed of a subscription.
pub(crate) struct Subscription {
    pub(crate) initial: Vec<Utf8Bytes>,
    pub(crate) feed: broadcast::Receiver<Utf8Bytes>,
}

/// A game before a change, as clients know it.
pub(super) struct SnapshotBefore {
    snapshot: Box<GameSnapshot>,
    /// How long the list of moves is.
    length: usize,
}

/// What a change did to the board, and how many of the moves before are still there.
pub(super) struct BoardChange<'a> {
    pub(super) steps: &'a [Step],
    pub(super) kept: usize,
}

impl SnapshotBefore {
    /// Notes a game that is about to change.
    pub(super) fn of(game: &Game, snapshot: GameSnapshot) -> SnapshotBefore {
        SnapshotBefore { snapshot: Box::new(snapshot), length: game.table.timeline().len() }
    }

    /// Returns the update that leads from here to a game with this snapshot, if anything is different.
    pub(super) fn update<'a>(
        &self,
        game: &Game,
        after: GameSnapshot,
        command: Option<&'a CommandKey>,
        effect: BoardChange<'a>,
    ) -> Option<ServerMessage<'a>> {
        let (from, seq) = (self.snapshot.seq, after.seq);
        let change = SnapshotChange::between(&self.snapshot, after, effect.steps);
        (from < seq || !change.is_empty()).then(|| ServerMessage::Update {
            seq,
            from,
            command: command.map(|key| key.id.as_str()),
            by: command.and_then(|key| self.snapshot.player_of(key.guest.as_ref()?)),
            steps: effect.steps,
            moves: Moves::change(self.length, effect.kept, game.table.timeline()),
            change: Box::new(change),
        })
    }
}

impl Room {
    /// Subscribes a guest to the game; `last` is the seq of the last message they saw.
    pub(crate) async fn subscribe(
        self: &Arc<Room>,
        guest: &Guest,
        last: Option<u64>,
    ) -> Result<Subscription, RoomError> {
        let asked = Instant::now();
        let mut state = self.state.lock().await;
        self.refresh(&mut state, asked).await?;
        self.load_name(guest).await?;
        self.load_if_stale(&mut state).await?;
        let seq = state.seq;
        let feed = self.feed.subscribe();
        let missed = last.and_then(|last| state.updates_since(last));
        let game = state.game.as_deref().ok_or(RoomError::NoSuchGame)?;
        let snapshot = self.snapshot(game);
        let is_new = missed.is_none();
        let moves = is_new.then(|| game.table.timeline().moves());
        let hello =
            ServerMessage::Hello { seq, you: guest.as_str(), snapshot: is_new.then_some(&snapshot), moves };
        let mut initial: Vec<Utf8Bytes> = vec![hello.to_json().into()];
        if let Some(missed) = missed {
            initial.extend(missed);
            // Names may have changed meanwhile: no seq tells.
            let change = SnapshotChange::beside_the_log(snapshot);
            initial.push(ServerMessage::update_of(seq, seq, change).to_json().into());
        }
        initial.push(self.presence().to_newcomer(seq).into());
        self.enter(guest);
        Ok(Subscription { initial, feed })
    }

    /// Updates a guest's name, if the room knows them.
    pub(crate) async fn rename_guest(self: &Arc<Room>, guest: &Guest, name: &str) {
        if !self.presence().is_known_otherwise(guest, name) {
            return;
        }
        let mut state = self.state.lock().await;
        // Known before the name is another one: the change of name is told as a change.
        let before = self.load_if_stale(&mut state).await.map(|game| self.before(game));
        self.presence().names.insert(guest.clone(), name.to_string());
        match before {
            Ok(before) => {
                let effect = BoardChange { steps: &[], kept: before.length };
                self.broadcast_update(&mut state, None, &before, effect);
                self.presence_changed();
            }
            Err(error) => tracing::warn!(error = error_chain(&error), game = self.id, "new name not shown"),
        }
    }

    /// Returns what clients know of a game that is about to change.
    pub(super) fn before(&self, game: &Game) -> SnapshotBefore {
        SnapshotBefore::of(game, self.snapshot(game))
    }

    /// Sends everybody what led from there to now.
    pub(super) fn broadcast_update(
        &self,
        state: &mut RoomState,
        command: Option<&CommandKey>,
        before: &SnapshotBefore,
        effect: BoardChange<'_>,
    ) {
        let Some(game) = &state.game else { return };
        let seq = game.seq;
        let Some(update) = before.update(game, self.snapshot(game), command, effect) else { return };
        let text = Utf8Bytes::from(update.to_json());
        let from = before.snapshot.seq;
        if from < seq {
            if state.recent.len() == RECENT {
                state.recent.pop_front();
            }
            state.recent.push_back((from, text.clone()));
        }
        // It is no error that nobody is subscribed.
        let _ = self.feed.send(text);
    }

    /// Sends everybody the whole game, of which the copy that they know was lost.
    pub(super) fn broadcast_snapshot(&self, game: &Game) {
        let (snapshot, moves) = (self.snapshot(game), game.table.timeline().moves());
        let message = ServerMessage::Snapshot { seq: game.seq, snapshot: &snapshot, moves };
        let _ = self.feed.send(message.to_json().into());
    }

    pub(super) fn set_seq(&self, state: &mut RoomState, seq: u64) {
        state.seq = seq;
        self.seq.store(seq, Ordering::Relaxed);
    }

    /// Reads a guest's name from the storage, unless the room knows it.
    pub(super) async fn load_name(&self, guest: &Guest) -> Result<(), RoomError> {
        if !self.presence().names.contains_key(guest) {
            let name = self.shared.storage.name(guest).await?;
            self.presence().names.insert(guest.clone(), name_of(guest, name));
        }
        Ok(())
    }

    /// Reads the names of the guests who have seats.
    pub(super) async fn load_names(&self, game: &Game) -> Result<(), RoomError> {
        for guest in game.guests() {
            self.load_name(guest).await?;
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
