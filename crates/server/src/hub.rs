//! The rooms that are in memory.

use crate::app::Shared;
use crate::guest::Guest;
use crate::room::{Room, RoomError};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;

/// The rooms that are in memory. A game that is not has its room made when somebody asks for it.
pub(crate) struct Hub {
    shared: Arc<Shared>,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
}

/// How often rooms are looked through for idle ones.
const SWEEP: Duration = Duration::from_secs(5);

impl Hub {
    pub(crate) fn new(shared: Arc<Shared>) -> Hub {
        Hub { shared, rooms: Mutex::default() }
    }

    /// The room of a game, if there is such a game.
    pub(crate) async fn room(&self, id: &str) -> Result<Arc<Room>, RoomError> {
        let known = self.rooms().get(id).cloned();
        if let Some(room) = known {
            return Ok(room);
        }
        // Only games that exist get a room: whoever asks for others leaves nothing behind.
        let room = Arc::new(Room::new(id.to_string(), self.shared.clone()));
        room.look(|_, _| ()).await?;
        Ok(self.rooms().entry(id.to_string()).or_insert(room).clone())
    }

    /// How many rooms are in memory.
    pub(crate) fn len(&self) -> usize {
        self.rooms().len()
    }

    /// A guest is called otherwise from now on, wherever they are.
    pub(crate) async fn renamed(&self, guest: &Guest, name: &str) {
        let rooms: Vec<Arc<Room>> = self.rooms().values().cloned().collect();
        for room in rooms {
            room.renamed(guest, name).await;
        }
    }

    /// Drops idle rooms now and then.
    pub(crate) async fn sweep(&self) {
        let idle = self.shared.config.limits.idle;
        loop {
            tokio::time::sleep(SWEEP.min(idle)).await;
            // A room that somebody holds stays: two copies of a game would not hear of each other.
            self.rooms().retain(|_, room| Arc::strong_count(room) > 1 || !room.is_idle(idle));
            self.shared.metrics.rooms(self.len());
        }
    }

    /// Listens to the bus and lets rooms catch up with what other processes wrote.
    pub(crate) async fn listen(&self) {
        let mut woken = self.shared.bus.listen();
        loop {
            let waking: Vec<(Arc<Room>, u64)> = match woken.recv().await {
                Ok(waking) => {
                    let room = self.rooms().get(&waking.game).cloned();
                    room.map(|room| (room, waking.seq)).into_iter().collect()
                }
                // Some were missed: every room reads again what it may have missed.
                Err(RecvError::Lagged(_)) => {
                    self.rooms().values().map(|room| (room.clone(), u64::MAX)).collect()
                }
                Err(RecvError::Closed) => return,
            };
            // What this process wrote itself its rooms know already.
            for (room, seq) in waking.into_iter().filter(|(room, seq)| room.seq() < *seq) {
                tokio::spawn(async move { room.wake(seq).await });
            }
        }
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
