//! A room: a game in memory, and those who look at it.
//!
//! A room is a copy of the game's log and can be thrown away at any time. Whoever changes it holds its lock, appends to
//! the log, and tells the others only when that is on disk. If the log has gone on elsewhere, or an answer never came,
//! the copy is dropped and read again.

mod change;
mod game;
mod message;
mod people;
mod telling;

pub use game::Deed;
pub(crate) use game::{Denied, Game};
pub use message::{Ask, State};
pub(crate) use message::{Message, Moves, Person, seat_names, standing};

use crate::app::Shared;
use crate::bus::Woken;
use crate::guest::{Guest, unguessable};
use crate::storage::{Append, Appended, Fact, Sitter, StorageError};
use axum::extract::ws::Utf8Bytes;
use change::Change;
use parlor_engines::Stop;
use parlor_play::Command;
use people::People;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::broadcast;

/// Updates that wait for a slow socket before it is closed.
const WAITING: usize = 64;

/// Updates kept for those who lost their connection for a moment.
const RECENT: usize = 8;

/// A game in memory, and those who look at it.
pub(crate) struct Room {
    pub(crate) id: String,
    shared: Arc<Shared>,
    /// The game, unless it has to be read again. It is taken out while an append is under way: if that never ends
    /// well, nothing half done is left.
    inside: tokio::sync::Mutex<Inside>,
    feed: broadcast::Sender<Utf8Bytes>,
    people: Mutex<People>,
    touched: Mutex<Instant>,
    /// The number that everybody has been told of, for those who can't wait for the lock.
    number: AtomicU64,
}

#[derive(Default)]
struct Inside {
    game: Option<Game>,
    /// The number that everybody has been told of.
    told: u64,
    recent: VecDeque<(u64, Utf8Bytes)>,
    thinking: Option<Stop>,
}

/// Why something asked of a room came to nothing.
#[derive(Clone, Debug)]
pub(crate) enum RoomError {
    /// There is no such game.
    NoSuchGame,
    /// The game has gone on since.
    Stale,
    /// No seat is free.
    NoSeat,
    /// The asker can't do that.
    Denied(Denied),
    /// It could not be kept.
    Storage(StorageError),
}

/// What a command came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It was carried out now.
    Now(u64),
    /// It was carried out before.
    Before(u64),
}

/// What was kept and what was told of a game that is looked at.
pub(crate) struct Joined {
    pub(crate) first: Vec<Utf8Bytes>,
    pub(crate) feed: broadcast::Receiver<Utf8Bytes>,
}

impl From<StorageError> for RoomError {
    fn from(error: StorageError) -> RoomError {
        RoomError::Storage(error)
    }
}

impl Room {
    /// A room for a game whose log is to be read when it is first needed.
    pub(crate) fn new(id: String, shared: Arc<Shared>) -> Room {
        Room {
            id,
            shared,
            inside: tokio::sync::Mutex::default(),
            feed: broadcast::channel(WAITING).0,
            people: Mutex::default(),
            touched: Mutex::new(Instant::now()),
            number: AtomicU64::new(0),
        }
    }

    /// Carries out what a guest asks for.
    ///
    /// It runs to its end even if the asker goes away: what is kept is told to everybody.
    pub(crate) async fn ask(self: &Arc<Room>, guest: Guest, ask: Ask) -> Result<Answer, RoomError> {
        let room = self.clone();
        let done = tokio::spawn(async move { room.carry_out(&guest, ask).await });
        done.await.unwrap_or_else(|error| Err(StorageError(error.to_string()).into()))
    }

    async fn carry_out(&self, guest: &Guest, ask: Ask) -> Result<Answer, RoomError> {
        self.touch();
        if ask.id.is_empty() || ask.id.len() > Ask::LONGEST_ID {
            return Err(RoomError::Denied(Denied::BadId));
        }
        let mut inside = self.inside.lock().await;
        let known = self.fresh(&mut inside).await?.number;
        if ask.expects > known && !self.shared.storage.read(&self.id, known).await?.is_empty() {
            // The asker has seen more than this copy: another process has gone on with the game.
            inside.game = None;
        }
        let game = self.fresh(&mut inside).await?;
        if game.players_of(guest).is_empty() {
            return Err(RoomError::Denied(Denied::Watching));
        }
        if let Some(number) = game.was_done(&ask.id) {
            return Ok(Answer::Before(number));
        }
        if ask.expects != game.number {
            return Err(RoomError::Stale);
        }
        if game.number >= self.shared.config.limits.facts() {
            return Err(RoomError::Denied(Denied::Full));
        }
        let seed = if ask.deed == Deed::Rematch { self.shared.seed() } else { None };
        let command = game.command(guest, ask.deed, ask.text.as_deref(), seed).map_err(RoomError::Denied)?;
        match self.act(&mut inside, &command, Some(ask.id.clone())).await {
            // Another process may have carried out the very same command.
            Err(RoomError::Stale) => {
                let done = self.fresh(&mut inside).await?.was_done(&ask.id);
                done.map(Answer::Before).ok_or(RoomError::Stale)
            }
            acted => acted.map(Answer::Now),
        }
    }

    /// Gives a guest the first free seat; none if they have one.
    pub(crate) async fn sit(self: &Arc<Room>, guest: Guest) -> Result<(), RoomError> {
        let room = self.clone();
        let seated = tokio::spawn(async move {
            let mut inside = room.inside.lock().await;
            let game = room.fresh(&mut inside).await?;
            if !game.players_of(&guest).is_empty() {
                return Ok(());
            }
            let seat = game.seats.iter().position(|sitter| *sitter == Sitter::Open);
            let Some(seat) = seat else { return Err(RoomError::NoSeat) };
            room.learn_name(&guest).await?;
            let fact = Fact::Seated { seat, guest: guest.clone() };
            let mut game = inside.game.take().ok_or(RoomError::NoSuchGame)?;
            game.seat(seat, guest.clone());
            // Somebody who sits down changes nothing about the moves.
            let moves = Moves { keep: game.table.session().ply(), add: Vec::new() };
            let (facts, steps) = (vec![fact], Vec::new());
            let change = Change { facts, steps, moves, command: None, member: Some(guest) };
            room.keep(&mut inside, game, change).await.map(drop)
        });
        seated.await.unwrap_or_else(|error| Err(StorageError(error.to_string()).into()))
    }

    /// What is due by itself: the position for an engine to think about, after whatever needs no thinking is done.
    pub(crate) async fn due(&self) -> Result<Option<Due>, RoomError> {
        let mut inside = self.inside.lock().await;
        let game = self.fresh(&mut inside).await?;
        let now = self.shared.now();
        if game.table.due(now).is_some() {
            let mut game = inside.game.take().ok_or(RoomError::NoSuchGame)?;
            let before = game.table.session().ply();
            let acted = game.table.settle(now);
            let change = Change::of(&mut game, before, acted.entries, acted.steps, None);
            self.keep(&mut inside, game, change).await?;
        }
        let game = self.fresh(&mut inside).await?;
        let Some((_, who)) = game.engine_to_move() else { return Ok(None) };
        let stop = Stop::default();
        let due = Due {
            who: who.to_string(),
            session: game.table.session().as_it_stands(),
            number: game.number,
            client: game.opened_by.clone(),
            for_people: game.has_people(),
            stop: stop.clone(),
        };
        inside.thinking = Some(stop);
        Ok(Some(due))
    }

    /// Makes the move an engine chose, if the game is still where it was.
    pub(crate) async fn engine_moves(&self, number: u64, text: String) -> Result<(), RoomError> {
        let mut inside = self.inside.lock().await;
        let game = self.fresh(&mut inside).await?;
        let Some((player, _)) = game.engine_to_move().filter(|_| game.number == number) else {
            return Ok(());
        };
        self.act(&mut inside, &Command::Move { by: Some(player), text }, None).await.map(drop)
    }

    /// The number that everybody has been told of.
    pub(crate) fn number(&self) -> u64 {
        self.number.load(Ordering::Relaxed)
    }

    /// The game as it stands, for one look.
    pub(crate) async fn look<T>(
        &self,
        look: impl FnOnce(&Game, &HashMap<Guest, String>) -> T,
    ) -> Result<T, RoomError> {
        self.touch();
        let mut inside = self.inside.lock().await;
        let game = self.fresh(&mut inside).await?;
        Ok(look(game, &self.people().names))
    }

    /// Whether nobody has been here for a while.
    pub(crate) fn is_idle(&self, longer_than: std::time::Duration) -> bool {
        let touched = *self.touched.lock().unwrap_or_else(PoisonError::into_inner);
        self.feed.receiver_count() == 0 && touched.elapsed() > longer_than
    }

    pub(crate) fn state(&self, game: &Game) -> State {
        State::of(&self.id, game, &self.people().names, self.shared.now())
    }

    /// The game, read from its log if this copy of it was dropped.
    async fn fresh<'a>(&self, inside: &'a mut Inside) -> Result<&'a mut Game, RoomError> {
        if inside.game.is_none() {
            let log = self.shared.storage.read(&self.id, 0).await?;
            let game = Game::of(&log)?.ok_or(RoomError::NoSuchGame)?;
            for sitter in &game.seats {
                if let Sitter::Guest(guest) = sitter {
                    self.learn_name(guest).await?;
                }
            }
            let (from, number) = (inside.told, game.number);
            self.told(inside, number);
            inside.recent.clear();
            inside.game = Some(game);
            // Something was kept that nobody was told of.
            if from > 0 && from < number {
                self.tell_state(inside, from, None, &[], None);
            }
        }
        inside.game.as_mut().ok_or(RoomError::NoSuchGame)
    }

    async fn act(
        &self,
        inside: &mut Inside,
        command: &Command,
        id: Option<String>,
    ) -> Result<u64, RoomError> {
        let mut game = inside.game.take().ok_or(RoomError::NoSuchGame)?;
        let before = game.table.session().ply();
        let acted = game.table.act(command, self.shared.now());
        let refused = acted.refusal;
        let (rows, columns) = game.table.session().size();
        if (rows * columns) as u64 > self.shared.config.limits.grown() && game.table.session().ply() > before
        {
            // This copy has gone too far: what was kept is read again when it is needed.
            return Err(RoomError::Denied(Denied::TooLarge));
        }
        if acted.entries.is_empty() {
            inside.game = Some(game);
        } else {
            // A flag may have fallen although the command came to nothing.
            let id = id.filter(|_| refused.is_none());
            let change = Change::of(&mut game, before, acted.entries, acted.steps, id);
            self.keep(inside, game, change).await?;
        }
        match refused {
            Some(refusal) => Err(RoomError::Denied(Denied::Refused(refusal))),
            None => Ok(inside.told),
        }
    }

    /// Appends what has changed to the log and, when it is on disk, tells everybody.
    async fn keep(&self, inside: &mut Inside, mut game: Game, change: Change) -> Result<(), RoomError> {
        let now = self.shared.now();
        let added = change.facts.len() as u64;
        let (expected, due) = (game.number, game.due(now));
        let append = Append {
            game: self.id.clone(),
            expected,
            command: change.command.clone(),
            facts: change.facts,
            member: change.member,
            over: game.ending().is_some(),
            due,
            at: now,
        };
        match self.shared.storage.append(append).await? {
            Appended::Done => {}
            Appended::Missed(_) => {
                self.fresh(inside).await?;
                return Err(RoomError::Stale);
            }
        }
        game.number += added;
        game.done(change.command.clone());
        let number = game.number;
        self.told(inside, number);
        inside.game = Some(game);
        if let Some(stop) = inside.thinking.take() {
            stop.stop();
        }
        self.shared.metrics.facts(added);
        self.tell_state(inside, expected, change.command.as_deref(), &change.steps, Some(change.moves));
        self.shared.bus.wake(Woken { game: self.id.clone(), number });
        if due.is_some_and(|due| due <= now) {
            self.shared.work_is_due(&self.id);
        }
        Ok(())
    }

    fn touch(&self) {
        *self.touched.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }
}

/// A position for an engine to think about.
pub(crate) struct Due {
    pub(crate) who: String,
    pub(crate) session: Box<dyn parlor_play::Session>,
    pub(crate) number: u64,
    pub(crate) client: Guest,
    pub(crate) for_people: bool,
    pub(crate) stop: Stop,
}

/// A new game's id: whoever has it may look.
pub(crate) fn new_id() -> Result<String, StorageError> {
    unguessable(12).map_err(|error| StorageError(error.to_string()))
}
