//! What a room has to do with the rooms of the same game in other processes.

use super::broadcast::BoardChange;
use super::message::ServerMessage;
use super::{Room, RoomError, RoomState};
use crate::bus::BusMessage;
use crate::error::error_chain;
use crate::guest::Guest;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a process that was connected to a game may be silent before its guests count as gone.
const SILENCE: Duration = Duration::from_secs(30);

/// What a room's process knows about it without the room's lock.
#[derive(Default)]
pub(super) struct Sharing {
    /// Whether other processes have to be told who is connected here.
    has_presence_changed: AtomicBool,
    /// Whether only engines play.
    is_engines_only: AtomicBool,
    /// The place in the queue for engines that clients were last told; 0 for none.
    place: AtomicU64,
}

impl Sharing {
    pub(super) fn presence_changed(&self) {
        self.has_presence_changed.store(true, Ordering::Relaxed);
    }

    pub(super) fn set_engines_only(&self, is_engines_only: bool) {
        self.is_engines_only.store(is_engines_only, Ordering::Relaxed);
    }

    pub(super) fn is_engines_only(&self) -> bool {
        self.is_engines_only.load(Ordering::Relaxed)
    }
}

impl Room {
    /// Whether somebody is connected here.
    pub(crate) fn has_sockets(&self) -> bool {
        self.feed.receiver_count() > 0
    }

    /// Whether engines play by themselves and somebody is connected here.
    pub(crate) fn is_watched_by_itself(&self) -> bool {
        self.sharing.is_engines_only() && self.has_sockets()
    }

    /// Reads and broadcasts what another process has appended, if the log has at least this seq.
    pub(crate) async fn catch_up(&self, seq: u64) {
        let mut state = self.state.lock().await;
        if let Err(error) = self.catch_up_to(&mut state, seq).await {
            tracing::warn!(error = error_chain(&error), game = self.id, "room stays behind its log for now");
        }
    }

    /// Takes in what other processes have appended, and returns whether there was anything. If that was done after this
    /// instant, it isn't done again: many who wait for the room at the same time share one look at the storage.
    pub(super) async fn refresh(&self, state: &mut RoomState, since: Instant) -> Result<bool, RoomError> {
        if state.refreshed.is_some_and(|refreshed| refreshed >= since) {
            return Ok(false);
        }
        let began = Instant::now();
        let heads = self.shared.storage.heads(vec![self.id.clone()]).await?;
        let seq = heads.first().map_or(0, |(_, seq)| *seq);
        let is_behind = state.seq < seq;
        if is_behind {
            Box::pin(self.catch_up_to(state, seq)).await?;
        }
        state.refreshed = Some(began);
        Ok(is_behind)
    }

    async fn catch_up_to(&self, state: &mut RoomState, seq: u64) -> Result<(), RoomError> {
        if state.seq >= seq {
            return Ok(());
        }
        // Until all is read, this copy is not to be used.
        let Some(mut game) = state.game.take() else {
            return self.load_if_stale(state).await.map(drop);
        };
        let before = self.before(&game);
        let log = self.shared.storage.read(&self.id, game.seq).await?;
        let Ok((steps, kept)) = game.apply(&log) else {
            return self.load_if_stale(state).await.map(drop);
        };
        self.load_names(&game).await?;
        let command = log.first().and_then(|first| first.command.as_ref());
        self.sharing.set_engines_only(!game.has_people());
        self.set_seq(state, game.seq);
        if let Some(stop) = state.thinking.take() {
            stop.stop();
        }
        state.game = Some(game);
        self.broadcast_update(state, command, &before, BoardChange { steps: &steps, kept });
        Ok(())
    }

    /// Returns whether who is connected here has changed since this was last asked.
    pub(crate) fn take_presence_change(&self) -> bool {
        self.sharing.has_presence_changed.swap(false, Ordering::Relaxed)
    }

    /// Tells other processes who is connected here.
    pub(crate) fn tell_presence(&self) {
        let guests = self.presence().here();
        let (game, node) = (self.id.clone(), self.shared.node.clone());
        self.shared.bus.publish(BusMessage::Present { game, node, guests });
    }

    /// Asks other processes who is connected to them.
    pub(super) fn ask_presence(&self) {
        self.shared.bus.publish(BusMessage::WhoIsThere { game: self.id.clone() });
    }

    /// Takes in who is connected through another process.
    pub(crate) fn set_present(self: &Arc<Room>, node: String, guests: Vec<(Guest, String)>) {
        if self.presence().set_elsewhere(node, guests) {
            self.tell_presence_soon();
        }
    }

    /// Forgets guests of processes that have not been heard for a while.
    pub(crate) fn forget_silent_nodes(self: &Arc<Room>) {
        if self.presence().forget_silent(SILENCE) {
            self.tell_presence_soon();
        }
    }

    /// Tells everybody the game's place in the queue for engines, if it has changed.
    pub(crate) fn set_place(&self, place: Option<u64>) {
        if self.sharing.place.swap(place.unwrap_or(0), Ordering::Relaxed) != place.unwrap_or(0) {
            // It is no error that nobody is subscribed.
            let _ = self.feed.send(ServerMessage::Queue { seq: self.seq(), place }.to_json().into());
        }
    }
}
