//! Those who look at a game, and what they are seq.

use super::presence::Presence;
use super::{Message, Moves, RECENT, Room, RoomError, RoomState, Subscription};
use crate::guest::Guest;
use axum::extract::ws::Utf8Bytes;
use parlor_play::Step;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

impl Room {
    /// Starts following the game: what to send first, and the feed from then on.
    pub(crate) async fn join(&self, guest: &Guest, last: Option<u64>) -> Result<Subscription, RoomError> {
        let mut state = self.state.lock().await;
        self.learn_name(guest).await?;
        self.load_if_stale(&mut state).await?;
        let seq = state.seq;
        let feed = self.feed.subscribe();
        let missed = |last: u64| -> Option<Vec<Utf8Bytes>> {
            if last == seq {
                return Some(Vec::new());
            }
            let known = state.recent.iter().position(|(before, _)| *before == last)?;
            Some(state.recent.iter().skip(known).map(|(_, text)| text.clone()).collect())
        };
        let missed = last.and_then(missed);
        let game = state.game.as_ref().ok_or(RoomError::NoSuchGame)?;
        let snapshot = missed.is_none().then(|| self.snapshot(game));
        let moves = missed.is_none().then(|| game.table.timeline().moves());
        let hello = Message::Hello { seq, you: guest.as_str(), snapshot: snapshot.as_ref(), moves };
        let mut first: Vec<Utf8Bytes> = vec![hello.text().into()];
        first.extend(missed.unwrap_or_default());
        // Told under the lock, so that nobody hears of the people before the game itself.
        self.presence().enter(guest.clone());
        self.broadcast_presence();
        Ok(Subscription { first, feed })
    }

    /// Somebody's socket is closed. The names of those who only looked on go with them.
    pub(crate) async fn leave(&self, guest: &Guest) {
        let last = self.presence().leave(guest);
        self.touch();
        self.broadcast_presence();
        let state = self.state.lock().await;
        let plays = state.game.as_ref().is_none_or(|game| !game.players_of(guest).is_empty());
        let mut people = self.presence();
        if last && !plays && !people.is_here(guest) {
            people.names.remove(guest);
        }
    }

    /// A guest of this room is called otherwise from now on.
    pub(crate) async fn renamed(&self, guest: &Guest, name: &str) {
        if !self.presence().rename(guest, name) {
            return;
        }
        let mut state = self.state.lock().await;
        if self.load_if_stale(&mut state).await.is_ok() {
            let seq = state.seq;
            self.broadcast_update(&mut state, seq, None, &[], None);
            self.broadcast_presence();
        }
    }

    /// The log has at least so many facts: catches up if this copy has not.
    pub(crate) async fn wake(&self, seq: u64) {
        let mut state = self.state.lock().await;
        if state.seq < seq
            && let Some(mut game) = state.game.take()
        {
            let Ok(log) = self.shared.storage.read(&self.id, game.seq).await else { return };
            if let Ok((steps, kept)) = game.apply_all(&log) {
                let moves = Moves::after(kept, game.table.timeline());
                let (from, command) = (state.seq, log.first().and_then(|first| first.command.clone()));
                self.set_seq(&mut state, game.seq);
                state.game = Some(game);
                self.broadcast_update(&mut state, from, command.as_deref(), &steps, Some(moves));
            }
        }
    }

    pub(super) fn set_seq(&self, state: &mut RoomState, seq: u64) {
        state.seq = seq;
        self.seq.store(seq, Ordering::Relaxed);
    }

    pub(super) fn broadcast_update(
        &self,
        state: &mut RoomState,
        from: u64,
        command: Option<&str>,
        steps: &[Step],
        moves: Option<Moves>,
    ) {
        let Some(game) = &state.game else { return };
        let moves = moves.unwrap_or_else(|| Moves { keep: 0, add: game.table.timeline().moves() });
        let snapshot = self.snapshot(game);
        let update = Message::Update { seq: game.seq, command, steps, moves, snapshot: &snapshot };
        let text = Utf8Bytes::from(update.text());
        if state.recent.len() == RECENT {
            state.recent.pop_front();
        }
        if from < game.seq {
            state.recent.push_back((from, text.clone()));
        }
        // Nobody looking is nobody to tell.
        let _ = self.feed.send(text);
    }

    pub(super) fn broadcast_presence(&self) {
        let (guests, seq) = (self.presence().present(), self.seq());
        let _ = self.feed.send(Message::Presence { seq, guests }.text().into());
    }

    pub(super) async fn learn_name(&self, guest: &Guest) -> Result<(), RoomError> {
        if !self.presence().names.contains_key(guest) {
            let name = self.shared.storage.name(guest).await?.unwrap_or_else(|| guest.first_name());
            self.presence().names.insert(guest.clone(), name);
        }
        Ok(())
    }

    pub(super) fn presence(&self) -> std::sync::MutexGuard<'_, Presence> {
        self.presence.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
