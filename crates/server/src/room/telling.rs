//! Those who look at a game, and what they are told.

use super::people::People;
use super::{Inside, Joined, Message, Moves, RECENT, Room, RoomError};
use crate::guest::Guest;
use axum::extract::ws::Utf8Bytes;
use parlor_play::Step;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

impl Room {
    /// Starts following the game: what to send first, and the feed from then on.
    pub(crate) async fn join(&self, guest: &Guest, last: Option<u64>) -> Result<Joined, RoomError> {
        let mut inside = self.inside.lock().await;
        self.learn_name(guest).await?;
        self.fresh(&mut inside).await?;
        let number = inside.told;
        let feed = self.feed.subscribe();
        let missed = |last: u64| -> Option<Vec<Utf8Bytes>> {
            if last == number {
                return Some(Vec::new());
            }
            let known = inside.recent.iter().position(|(before, _)| *before == last)?;
            Some(inside.recent.iter().skip(known).map(|(_, text)| text.clone()).collect())
        };
        let missed = last.and_then(missed);
        let game = inside.game.as_ref().ok_or(RoomError::NoSuchGame)?;
        let state = missed.is_none().then(|| self.state(game));
        let moves = missed.is_none().then(|| game.table.session().history());
        let hello = Message::Hello { number, you: guest.as_str(), state: state.as_ref(), moves };
        let mut first: Vec<Utf8Bytes> = vec![hello.text().into()];
        first.extend(missed.unwrap_or_default());
        // Told under the lock, so that nobody hears of the people before the game itself.
        self.people().enter(guest.clone());
        self.tell_people();
        Ok(Joined { first, feed })
    }

    /// Somebody's socket is closed. The names of those who only looked on go with them.
    pub(crate) async fn leave(&self, guest: &Guest) {
        let last = self.people().leave(guest);
        self.touch();
        self.tell_people();
        let inside = self.inside.lock().await;
        let plays = inside.game.as_ref().is_none_or(|game| !game.players_of(guest).is_empty());
        let mut people = self.people();
        if last && !plays && !people.is_here(guest) {
            people.names.remove(guest);
        }
    }

    /// A guest of this room is called otherwise from now on.
    pub(crate) async fn renamed(&self, guest: &Guest, name: &str) {
        if !self.people().rename(guest, name) {
            return;
        }
        let mut inside = self.inside.lock().await;
        if self.fresh(&mut inside).await.is_ok() {
            let number = inside.told;
            self.tell_state(&mut inside, number, None, &[], None);
            self.tell_people();
        }
    }

    /// The log has at least so many facts: catches up if this copy has not.
    pub(crate) async fn wake(&self, number: u64) {
        let mut inside = self.inside.lock().await;
        if inside.told < number
            && let Some(mut game) = inside.game.take()
        {
            let Ok(log) = self.shared.storage.read(&self.id, game.number).await else { return };
            let before = game.table.session().ply();
            if let Ok(steps) = game.apply_all(&log) {
                let moves = Moves::between(before, game.table.session(), &log);
                let (from, command) = (inside.told, log.first().and_then(|first| first.command.clone()));
                self.told(&mut inside, game.number);
                inside.game = Some(game);
                self.tell_state(&mut inside, from, command.as_deref(), &steps, Some(moves));
            }
        }
    }

    pub(super) fn told(&self, inside: &mut Inside, number: u64) {
        inside.told = number;
        self.number.store(number, Ordering::Relaxed);
    }

    pub(super) fn tell_state(
        &self,
        inside: &mut Inside,
        from: u64,
        command: Option<&str>,
        steps: &[Step],
        moves: Option<Moves>,
    ) {
        let Some(game) = &inside.game else { return };
        let moves = moves.unwrap_or_else(|| Moves { keep: 0, add: game.table.session().history() });
        let state = self.state(game);
        let update = Message::Update { number: game.number, command, steps, moves, state: &state };
        let text = Utf8Bytes::from(update.text());
        if inside.recent.len() == RECENT {
            inside.recent.pop_front();
        }
        if from < game.number {
            inside.recent.push_back((from, text.clone()));
        }
        // Nobody looking is nobody to tell.
        let _ = self.feed.send(text);
    }

    pub(super) fn tell_people(&self) {
        let (people, number) = (self.people().present(), self.number());
        let _ = self.feed.send(Message::People { number, people }.text().into());
    }

    pub(super) async fn learn_name(&self, guest: &Guest) -> Result<(), RoomError> {
        if !self.people().names.contains_key(guest) {
            let name = self.shared.storage.name(guest).await?.unwrap_or_else(|| guest.first_name());
            self.people().names.insert(guest.clone(), name);
        }
        Ok(())
    }

    pub(super) fn people(&self) -> std::sync::MutexGuard<'_, People> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
