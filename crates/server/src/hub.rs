//! The rooms in memory.

use crate::app::Shared;
use crate::create_game::NewGame;
use crate::guest::{Guest, random_token};
use crate::room::{Room, RoomError};
use crate::storage::{Append, AppendOutcome};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;

/// The rooms in memory. A game gets its room when somebody first asks for it.
pub(crate) struct Hub {
    shared: Arc<Shared>,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
}

/// How often idle rooms are looked for.
const SWEEP_INTERVAL: Duration = Duration::from_secs(5);

/// The length of a game's id. Whoever knows the id may watch, so it can't be guessed.
const ID_BYTES: usize = 12;

impl Hub {
    pub(crate) fn new(shared: Arc<Shared>) -> Hub {
        Hub { shared, rooms: Mutex::default() }
    }

    /// Stores a new game and returns its id.
    pub(crate) async fn create(&self, game: NewGame, guest: Guest) -> Result<String, RoomError> {
        let now = self.shared.now();
        let is_due = game.engine_begins();
        let events = game.into_events(guest.clone(), now);
        loop {
            let id = random_token(ID_BYTES)?;
            let append = Append {
                game: id.clone(),
                expected: 0,
                command: None,
                events: events.clone(),
                member: Some(guest.clone()),
                over: false,
                due: is_due.then_some(now),
                at: now,
            };
            // A conflict is an id that another game has.
            if self.shared.storage.append(append).await? == AppendOutcome::Appended {
                self.shared.metrics.game_created();
                if is_due {
                    self.shared.notify_due(&id);
                }
                return Ok(id);
            }
        }
    }

    /// Returns the room of a game, if there is such a game.
    pub(crate) async fn room(&self, id: &str) -> Result<Arc<Room>, RoomError> {
        let known = self.rooms().get(id).cloned();
        if let Some(room) = known {
            return Ok(room);
        }
        // Only games that exist get a room: requests for others leave nothing behind.
        let room = Arc::new(Room::new(id.to_string(), self.shared.clone()));
        room.with_game(|_, _| ()).await?;
        Ok(self.rooms().entry(id.to_string()).or_insert(room).clone())
    }

    /// Returns how many rooms are in memory.
    pub(crate) fn len(&self) -> usize {
        self.rooms().len()
    }

    /// Updates a guest's name in every room that knows them.
    pub(crate) async fn rename_guest(&self, guest: &Guest, name: &str) {
        let rooms: Vec<Arc<Room>> = self.rooms().values().cloned().collect();
        for room in rooms {
            room.rename_guest(guest, name).await;
        }
    }

    /// Drops idle rooms, again and again.
    pub(crate) async fn drop_idle_rooms(&self) {
        let idle = self.shared.config.limits.idle;
        loop {
            tokio::time::sleep(SWEEP_INTERVAL.min(idle)).await;
            // A room that is in use stays: two rooms of one game would not see each other's updates.
            self.rooms().retain(|_, room| Arc::strong_count(room) > 1 || !room.is_idle(idle));
            self.shared.metrics.rooms(self.len());
        }
    }

    /// Lets rooms catch up with what other processes append.
    pub(crate) async fn follow_bus(&self) {
        let mut notifications = self.shared.bus.subscribe();
        loop {
            let behind: Vec<(Arc<Room>, u64)> = match notifications.recv().await {
                Ok(appended) => {
                    let room = self.rooms().get(&appended.game).cloned();
                    room.map(|room| (room, appended.seq)).into_iter().collect()
                }
                // Some were missed: every room reads its log.
                Err(RecvError::Lagged(_)) => {
                    self.rooms().values().map(|room| (room.clone(), u64::MAX)).collect()
                }
                Err(RecvError::Closed) => return,
            };
            // Rooms know what this process appended itself.
            for (room, seq) in behind.into_iter().filter(|(room, seq)| room.seq() < *seq) {
                tokio::spawn(async move { room.catch_up(seq).await });
            }
        }
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
