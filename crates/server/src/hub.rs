//! The rooms in memory.

use crate::app::Shared;
use crate::bus::BusMessage;
use crate::create_game::NewGame;
use crate::display_name::name_of;
use crate::error::error_chain;
use crate::guest::{Guest, random_token};
use crate::room::{Game, Room, RoomError};
use crate::storage::{Append, AppendOutcome, Due, GameSummary, StorageError, Waiting, Work};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval, sleep};

/// The rooms in memory. A game gets its room when somebody first asks for it.
pub(crate) struct Hub {
    shared: Arc<Shared>,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
}

/// Games that were read together, by their ids.
#[derive(Default)]
struct Loaded {
    games: HashMap<String, Result<Game, RoomError>>,
    names: HashMap<Guest, String>,
}

/// How often idle rooms are looked for.
const SWEEP_INTERVAL: Duration = Duration::from_secs(5);

/// The length of a game's id. Whoever knows the id may watch, so it can't be guessed.
const ID_BYTES: usize = 12;

/// How often a file is asked whether another process has written to it.
const FILE_INTERVAL: Duration = Duration::from_millis(50);

/// How often rooms compare themselves with their logs, in case a message was lost; and while no messages arrive.
const COMPARE_INTERVAL: Duration = Duration::from_secs(2);
const COMPARE_INTERVAL_ALONE: Duration = Duration::from_millis(250);

/// How many rooms are compared by one query.
const COMPARED_AT_ONCE: usize = 1_000;

/// How often other processes are told who is connected, if that has changed; and how often anyway.
const PRESENCE_INTERVAL: Duration = Duration::from_millis(200);
const PRESENCE_ROUNDS: u32 = 50;

/// How often the storage is told which games between engines are watched, and how long that holds.
const WATCH_INTERVAL: Duration = Duration::from_secs(3);
pub(crate) const WATCHED: Duration = Duration::from_secs(10);

impl Hub {
    pub(crate) fn new(shared: Arc<Shared>) -> Hub {
        Hub { shared, rooms: Mutex::default() }
    }

    /// Stores a new game and returns its id.
    pub(crate) async fn create(&self, game: NewGame, guest: Guest) -> Result<String, RoomError> {
        self.shared.check_clock().await?;
        let now = self.shared.now();
        let address = self.shared.throttle.address_of(&guest);
        let work = Work::Engine { client: guest.clone(), address, has_people: game.has_people() };
        let due = game.engine_begins().then_some(Due { at: now, work });
        let events = game.into_events(guest.clone(), now);
        loop {
            let id = random_token(ID_BYTES)?;
            let append = Append {
                game: id.clone(),
                expected: 0,
                previous: 0,
                command: None,
                events: events.clone(),
                member: Some(guest.clone()),
                over: false,
                due: due.clone(),
                at: now,
            };
            // A conflict is an id that another game has.
            if let AppendOutcome::Appended(_) = self.shared.storage.append(append).await? {
                self.shared.metrics.game_created();
                if due.is_some() {
                    self.shared.notify_due();
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
        room.load().await?;
        let mut rooms = self.rooms();
        let known = rooms.entry(id.to_string()).or_insert(room);
        self.shared.bus.follow(id);
        Ok(known.clone())
    }

    /// Calls a function with each of these games and the names of its guests. However many there are, this takes two reads
    /// at most: one of the logs of all games that aren't in memory, and one of the names in them.
    pub(crate) async fn with_games<T>(
        &self,
        games: &[GameSummary],
        read: impl Fn(&GameSummary, &Game, &HashMap<Guest, String>) -> T,
    ) -> Result<Vec<Result<T, RoomError>>, StorageError> {
        let mut results = Vec::with_capacity(games.len());
        for summary in games {
            let room = self.rooms().get(&summary.id).cloned();
            results.push(match room {
                Some(room) => {
                    room.with_game_since(summary.seq, |game, names| read(summary, game, names)).await
                }
                None => None,
            });
        }
        let missing = games.iter().zip(&results).filter(|(_, result)| result.is_none());
        let mut loaded = self.load(missing.map(|(summary, _)| summary.id.clone()).collect()).await?;
        let with_loaded = |(summary, result): (&GameSummary, Option<T>)| match result {
            Some(result) => Ok(result),
            None => {
                let game = loaded.games.remove(&summary.id).unwrap_or(Err(RoomError::NoSuchGame))?;
                let result = read(summary, &game, &loaded.names);
                self.add(&summary.id, game, &loaded.names);
                Ok(result)
            }
        };
        Ok(games.iter().zip(results).map(with_loaded).collect())
    }

    /// Reads the logs of games, and the names of their guests.
    async fn load(&self, ids: Vec<String>) -> Result<Loaded, StorageError> {
        if ids.is_empty() {
            return Ok(Loaded::default());
        }
        let logs = self.shared.storage.read_many(ids.clone()).await?;
        let mut games = HashMap::new();
        for (id, log) in ids.into_iter().zip(logs) {
            let game =
                log.map_err(RoomError::from).and_then(|log| Game::replay(&log)?.ok_or(RoomError::NoSuchGame));
            games.insert(id, game);
            // A long game takes a while to replay, and others must not wait for all of them.
            tokio::task::yield_now().await;
        }
        let guests: HashSet<&Guest> = games.values().flatten().flat_map(Game::guests).collect();
        let stored = self.shared.storage.names(guests.into_iter().cloned().collect()).await?;
        let shown = |(guest, name)| {
            let name = name_of(&guest, Some(name));
            (guest, name)
        };
        Ok(Loaded { games, names: stored.into_iter().map(shown).collect() })
    }

    /// Adds the room of a game that was just read, unless there is one by now.
    fn add(&self, id: &str, game: Game, names: &HashMap<Guest, String>) {
        let mut rooms = self.rooms();
        if !rooms.contains_key(id) {
            let room = Room::of_game(id.to_string(), self.shared.clone(), game, names);
            rooms.insert(id.to_string(), Arc::new(room));
            self.shared.bus.follow(id);
        }
    }

    /// Returns how many rooms are in memory.
    pub(crate) fn len(&self) -> usize {
        self.rooms().len()
    }

    /// Updates a guest's name in every room that knows them, here and in other processes.
    pub(crate) async fn rename_guest(&self, guest: &Guest, name: &str) {
        self.shared.bus.publish(BusMessage::Renamed { guest: guest.clone(), name: name.into() });
        self.show_name(guest, name).await;
    }

    async fn show_name(&self, guest: &Guest, name: &str) {
        for room in self.all() {
            room.rename_guest(guest, name).await;
        }
    }

    /// Drops idle rooms, again and again.
    pub(crate) async fn drop_idle_rooms(&self) {
        let idle = self.shared.config.limits.idle;
        loop {
            sleep(SWEEP_INTERVAL.min(idle)).await;
            // A room that is in use stays: two rooms of one game would not see each other's updates.
            let is_used = |room: &Arc<Room>| Arc::strong_count(room) > 1 || !room.is_idle(idle);
            let mut rooms = self.rooms();
            for (id, _) in rooms.iter().filter(|(_, room)| !is_used(room)) {
                self.shared.bus.unfollow(id);
            }
            rooms.retain(|_, room| is_used(room));
            drop(rooms);
            self.shared.metrics.rooms(self.len());
        }
    }

    /// Takes in what other processes say.
    pub(crate) async fn follow_bus(&self) {
        let mut messages = self.shared.bus.subscribe();
        loop {
            let message = match messages.recv().await {
                Ok(message) => message,
                Err(RecvError::Lagged(_)) => BusMessage::Missed,
                Err(RecvError::Closed) => return,
            };
            let room = message.topic().and_then(|game| self.rooms().get(game).cloned());
            match (message, room) {
                // Rooms know what this process appended itself.
                (BusMessage::Appended { seq, .. }, Some(room)) if room.seq() < seq => {
                    tokio::spawn(async move { room.catch_up(seq).await });
                }
                (BusMessage::Present { node, guests, .. }, Some(room)) if node != self.shared.node => {
                    room.set_present(node, guests);
                }
                (BusMessage::WhoIsThere { .. }, Some(room)) => room.tell_presence(),
                (BusMessage::Renamed { guest, name }, _) => self.show_name(&guest, &name).await,
                (BusMessage::Due, _) => self.shared.wake_jobs(),
                (BusMessage::Missed, _) => {
                    self.compare(self.all()).await;
                    self.shared.wake_jobs();
                }
                _ => {}
            }
        }
    }

    /// Compares rooms with their logs again and again: other processes append to them, and messages about that can be
    /// lost.
    pub(crate) async fn follow_logs(&self) {
        let is_local = self.shared.storage.is_local();
        loop {
            if is_local {
                sleep(FILE_INTERVAL).await;
                if let Ok(true) = self.shared.storage.has_foreign_writes().await {
                    self.compare(self.all()).await;
                    self.shared.wake_jobs();
                }
            } else {
                let is_told = self.shared.bus.is_connected() == Some(true);
                sleep(if is_told { COMPARE_INTERVAL } else { COMPARE_INTERVAL_ALONE }).await;
                self.compare(self.all().into_iter().filter(|room| room.has_sockets()).collect()).await;
            }
        }
    }

    async fn compare(&self, rooms: Vec<Arc<Room>>) {
        for rooms in rooms.chunks(COMPARED_AT_ONCE) {
            let ids = rooms.iter().map(|room| room.id.clone()).collect();
            let heads: HashMap<String, u64> = match self.shared.storage.heads(ids).await {
                Ok(heads) => heads.into_iter().collect(),
                Err(error) => {
                    return tracing::warn!(error = error_chain(&error), "rooms not compared with their logs");
                }
            };
            for room in rooms {
                if let Some(&seq) = heads.get(&room.id)
                    && room.seq() < seq
                {
                    self.shared.metrics.room_behind();
                    let room = room.clone();
                    tokio::spawn(async move { room.catch_up(seq).await });
                }
            }
        }
    }

    /// Tells other processes who is connected here, again and again.
    pub(crate) async fn tell_presence(&self) {
        let mut rounds = interval(PRESENCE_INTERVAL);
        rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        for round in 0_u32.. {
            rounds.tick().await;
            // Nobody else is there to be told.
            if self.shared.bus.is_connected().is_none() {
                continue;
            }
            for room in self.all() {
                let is_due = round % PRESENCE_ROUNDS == 0 && room.has_sockets();
                if room.take_presence_change() || is_due {
                    room.tell_presence();
                }
                if round % PRESENCE_ROUNDS == 0 {
                    room.forget_silent_nodes();
                }
            }
        }
    }

    /// Tells the storage which games between engines are watched here, again and again.
    pub(crate) async fn tell_watched(&self) {
        loop {
            sleep(WATCH_INTERVAL).await;
            let watched = self.all().into_iter().filter(|room| room.is_watched_by_itself());
            let games: Vec<String> = watched.map(|room| room.id.clone()).collect();
            if !games.is_empty()
                && let Err(error) = self.shared.storage.watch(games, WATCHED).await
            {
                tracing::error!(error = error_chain(&error), "engines not told that they are watched");
            }
        }
    }

    /// Tells everybody who waits for an engine their place in the queue.
    pub(crate) fn tell_places(&self, waiting: &Waiting) {
        let places: HashMap<&str, u64> =
            waiting.games.iter().zip(1..).map(|(game, place)| (game.as_str(), place)).collect();
        for room in self.all() {
            room.set_place(places.get(room.id.as_str()).copied());
        }
    }

    fn all(&self) -> Vec<Arc<Room>> {
        self.rooms().values().cloned().collect()
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
