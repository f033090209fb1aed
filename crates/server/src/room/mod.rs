//! A room: a game in memory, and those who look at it.
//!
//! A room is a copy of the game's log and can be thrown away at any time. Whoever changes it holds its lock, appends to
//! the log, and tells the others only when that is on disk. If the log has gone on elsewhere, or an answer never came,
//! the copy is dropped and read again.

mod broadcast;
mod change;
mod game;
mod message;
mod presence;

pub use game::CommandKind;
pub(crate) use game::{CommandError, Game};
pub use message::{ClientCommand, GameSnapshot};
pub(crate) use message::{Message, Moves, PresentGuest, seat_names, status_text};

use crate::app::Shared;
use crate::bus::LogAppended;
use crate::guest::{Guest, random_token};
use crate::storage::{Append, Appended, LogEvent, SeatOccupant, StorageError};
use axum::extract::ws::Utf8Bytes;
use change::Change;
use parlor_engines::StopFlag;
use parlor_play::{Command, ForkPoint};
use presence::Presence;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::broadcast as feed;

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
    state: tokio::sync::Mutex<RoomState>,
    feed: feed::Sender<Utf8Bytes>,
    presence: Mutex<Presence>,
    touched: Mutex<Instant>,
    /// The seq that everybody has been seq of, for those who can't wait for the lock.
    seq: AtomicU64,
}

#[derive(Default)]
struct RoomState {
    game: Option<Game>,
    /// The seq that everybody has been seq of.
    seq: u64,
    recent: VecDeque<(u64, Utf8Bytes)>,
    thinking: Option<StopFlag>,
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
    Command(CommandError),
    /// It could not be kept.
    Storage(StorageError),
}

/// What a command came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommandOutcome {
    /// It was carried out now.
    Applied(u64),
    /// It was carried out before.
    AlreadyApplied(u64),
}

/// What was kept and what was seq of a game that is looked at.
pub(crate) struct Subscription {
    pub(crate) first: Vec<Utf8Bytes>,
    pub(crate) feed: feed::Receiver<Utf8Bytes>,
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
            state: tokio::sync::Mutex::default(),
            feed: feed::channel(WAITING).0,
            presence: Mutex::default(),
            touched: Mutex::new(Instant::now()),
            seq: AtomicU64::new(0),
        }
    }

    /// Carries out what a guest asks for.
    ///
    /// It runs to its end even if the asker goes away: what is kept is seq to everybody.
    pub(crate) async fn ask(
        self: &Arc<Room>,
        guest: Guest,
        command: ClientCommand,
    ) -> Result<CommandOutcome, RoomError> {
        let room = self.clone();
        let done = tokio::spawn(async move { room.carry_out(&guest, command).await });
        done.await.unwrap_or_else(|error| Err(StorageError(error.to_string()).into()))
    }

    async fn carry_out(&self, guest: &Guest, command: ClientCommand) -> Result<CommandOutcome, RoomError> {
        self.touch();
        if command.id.is_empty() || command.id.len() > ClientCommand::LONGEST_ID {
            return Err(RoomError::Command(CommandError::BadId));
        }
        let mut state = self.state.lock().await;
        let known = self.load_if_stale(&mut state).await?.seq;
        if command.expects > known && !self.shared.storage.read(&self.id, known).await?.is_empty() {
            // The asker has seen more than this copy: another process has gone on with the game.
            state.game = None;
        }
        let game = self.load_if_stale(&mut state).await?;
        if game.players_of(guest).is_empty() {
            return Err(RoomError::Command(CommandError::Watching));
        }
        if let Some(seq) = game.was_done(&command.id) {
            return Ok(CommandOutcome::AlreadyApplied(seq));
        }
        if command.expects != game.seq {
            return Err(RoomError::Stale);
        }
        if game.seq >= self.shared.config.limits.facts() {
            return Err(RoomError::Command(CommandError::Full));
        }
        let seed = if command.kind == CommandKind::Rematch { self.shared.seed() } else { None };
        let decided = game.command(guest, command.kind, command.text.as_deref(), seed);
        let decided = decided.map_err(RoomError::Command)?;
        match self.act(&mut state, &decided, Some(command.id.clone())).await {
            // Another process may have carried out the very same command.
            Err(RoomError::Stale) => {
                let done = self.load_if_stale(&mut state).await?.was_done(&command.id);
                done.map(CommandOutcome::AlreadyApplied).ok_or(RoomError::Stale)
            }
            acted => acted.map(CommandOutcome::Applied),
        }
    }

    /// Gives a guest the first free seat; none if they have one.
    pub(crate) async fn sit(self: &Arc<Room>, guest: Guest) -> Result<(), RoomError> {
        let room = self.clone();
        let seated = tokio::spawn(async move {
            let mut state = room.state.lock().await;
            let game = room.load_if_stale(&mut state).await?;
            if !game.players_of(&guest).is_empty() {
                return Ok(());
            }
            let seat = game.seats.iter().position(|sitter| *sitter == SeatOccupant::Open);
            let Some(seat) = seat else { return Err(RoomError::NoSeat) };
            room.learn_name(&guest).await?;
            let event = LogEvent::Seated { seat, guest: guest.clone() };
            let mut game = state.game.take().ok_or(RoomError::NoSuchGame)?;
            game.seat(seat, guest.clone());
            // Somebody who sits down changes nothing about the moves.
            let moves = Moves { keep: game.table.timeline().len(), add: Vec::new() };
            let (events, steps) = (vec![event], Vec::new());
            let change = Change { events, steps, moves, command: None, member: Some(guest) };
            room.commit(&mut state, game, change).await.map(drop)
        });
        seated.await.unwrap_or_else(|error| Err(StorageError(error.to_string()).into()))
    }

    /// What is due by itself: the position for an engine to think about, after whatever needs no thinking is done.
    pub(crate) async fn due(&self) -> Result<Option<EngineJob>, RoomError> {
        let mut state = self.state.lock().await;
        let game = self.load_if_stale(&mut state).await?;
        let now = self.shared.now();
        if game.table.due(now).is_some() {
            let mut game = state.game.take().ok_or(RoomError::NoSuchGame)?;
            let acted = game.table.settle(now);
            let change = Change::of(&mut game, acted.kept, acted.entries, acted.steps, None);
            self.commit(&mut state, game, change).await?;
        }
        let game = self.load_if_stale(&mut state).await?;
        let Some((_, who)) = game.engine_to_move() else { return Ok(None) };
        let stop = StopFlag::default();
        let due = EngineJob {
            who: who.to_string(),
            session: game.table.session().fork(ForkPoint::Here),
            seq: game.seq,
            client: game.opened_by.clone(),
            for_people: game.has_people(),
            stop: stop.clone(),
        };
        state.thinking = Some(stop);
        Ok(Some(due))
    }

    /// Makes the move an engine chose, if the game is still where it was.
    pub(crate) async fn engine_moves(&self, seq: u64, text: String) -> Result<(), RoomError> {
        let mut state = self.state.lock().await;
        let game = self.load_if_stale(&mut state).await?;
        let Some((player, _)) = game.engine_to_move().filter(|_| game.seq == seq) else {
            return Ok(());
        };
        self.act(&mut state, &Command::Move { by: Some(player), text }, None).await.map(drop)
    }

    /// The seq that everybody has been seq of.
    pub(crate) fn seq(&self) -> u64 {
        self.seq.load(Ordering::Relaxed)
    }

    /// The game as it stands, for one look.
    pub(crate) async fn look<T>(
        &self,
        look: impl FnOnce(&Game, &HashMap<Guest, String>) -> T,
    ) -> Result<T, RoomError> {
        self.touch();
        let mut state = self.state.lock().await;
        let game = self.load_if_stale(&mut state).await?;
        Ok(look(game, &self.presence().names))
    }

    /// Whether nobody has been here for a while.
    pub(crate) fn is_idle(&self, longer_than: std::time::Duration) -> bool {
        let touched = *self.touched.lock().unwrap_or_else(PoisonError::into_inner);
        self.feed.receiver_count() == 0 && touched.elapsed() > longer_than
    }

    pub(crate) fn snapshot(&self, game: &Game) -> GameSnapshot {
        GameSnapshot::of(&self.id, game, &self.presence().names, self.shared.now())
    }

    /// The game, read from its log if this copy of it was dropped.
    async fn load_if_stale<'a>(&self, state: &'a mut RoomState) -> Result<&'a mut Game, RoomError> {
        if state.game.is_none() {
            let log = self.shared.storage.read(&self.id, 0).await?;
            let game = Game::of(&log)?.ok_or(RoomError::NoSuchGame)?;
            for sitter in &game.seats {
                if let SeatOccupant::Guest(guest) = sitter {
                    self.learn_name(guest).await?;
                }
            }
            let (from, seq) = (state.seq, game.seq);
            self.set_seq(state, seq);
            state.recent.clear();
            state.game = Some(game);
            // Something was kept that nobody was seq of.
            if from > 0 && from < seq {
                self.broadcast_update(state, from, None, &[], None);
            }
        }
        state.game.as_mut().ok_or(RoomError::NoSuchGame)
    }

    async fn act(
        &self,
        state: &mut RoomState,
        command: &Command,
        id: Option<String>,
    ) -> Result<u64, RoomError> {
        let mut game = state.game.take().ok_or(RoomError::NoSuchGame)?;
        let before = game.table.timeline().len();
        let acted = game.table.act(command, self.shared.now());
        let refused = acted.refusal;
        let (rows, columns) = game.table.session().size();
        if (rows * columns) as u64 > self.shared.config.limits.grown() && game.table.timeline().len() > before
        {
            // This copy has gone too far: what was kept is read again when it is needed.
            return Err(RoomError::Command(CommandError::TooLarge));
        }
        if acted.entries.is_empty() {
            state.game = Some(game);
        } else {
            // A flag may have fallen although the command came to nothing.
            let id = id.filter(|_| refused.is_none());
            let change = Change::of(&mut game, acted.kept, acted.entries, acted.steps, id);
            self.commit(state, game, change).await?;
        }
        match refused {
            Some(refusal) => Err(RoomError::Command(CommandError::Refused(refusal))),
            None => Ok(state.seq),
        }
    }

    /// Appends what has changed to the log and, when it is on disk, tells everybody.
    async fn commit(&self, state: &mut RoomState, mut game: Game, change: Change) -> Result<(), RoomError> {
        let now = self.shared.now();
        let added = change.events.len() as u64;
        let (expected, due) = (game.seq, game.due(now));
        let append = Append {
            game: self.id.clone(),
            expected,
            command: change.command.clone(),
            events: change.events,
            member: change.member,
            over: game.ending().is_some(),
            due,
            at: now,
        };
        match self.shared.storage.append(append).await? {
            Appended::Done => {}
            Appended::Missed(_) => {
                self.load_if_stale(state).await?;
                return Err(RoomError::Stale);
            }
        }
        game.seq += added;
        game.done(change.command.clone());
        let seq = game.seq;
        self.set_seq(state, seq);
        state.game = Some(game);
        if let Some(stop) = state.thinking.take() {
            stop.stop();
        }
        self.shared.metrics.facts(added);
        self.broadcast_update(state, expected, change.command.as_deref(), &change.steps, Some(change.moves));
        self.shared.bus.wake(LogAppended { game: self.id.clone(), seq });
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
pub(crate) struct EngineJob {
    pub(crate) who: String,
    pub(crate) session: Box<dyn parlor_play::Session>,
    pub(crate) seq: u64,
    pub(crate) client: Guest,
    pub(crate) for_people: bool,
    pub(crate) stop: StopFlag,
}

/// A new game's id: whoever has it may look.
pub(crate) fn new_id() -> Result<String, StorageError> {
    random_token(12).map_err(|error| StorageError(error.to_string()))
}
