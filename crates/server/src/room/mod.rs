//! A room: a game in memory, and the guests who are connected to it.
//!
//! A room is a copy of the game's log and can be dropped at any time. Whoever changes the game holds the room's lock,
//! appends to the log, and broadcasts only once that is on disk. If the log has changed elsewhere, or an append never
//! returned, the copy is dropped and the log is read again.

mod broadcast;
mod change;
mod command;
mod commit;
mod cross_process;
mod game;
mod message;
mod moves;
mod presence;
mod repeated;
mod seats;
mod snapshot;
#[cfg(test)]
mod updates_tests;

pub(crate) use broadcast::Subscription;
pub use command::{ClientCommand, CommandKind};
pub(crate) use command::{CommandError, CommandOutcome};
pub(crate) use game::{Game, ReplayError};
pub(crate) use message::ServerMessage;
pub use snapshot::GameSnapshot;
pub(crate) use snapshot::{seat_names, status_text};

use crate::app::Shared;
use crate::guest::Guest;
use crate::hub::WATCHED;
use crate::storage::{CommandKey, StorageError};
use cross_process::Sharing;
use futures_util::FutureExt;
use parlor_engines::StopFlag;
use parlor_play::{Command, ForkPoint, Refusal};
use presence::Presence;
use std::collections::{HashMap, VecDeque};
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// Messages that may wait for a slow socket before it is closed, beside those that the system buffers. Every room has
/// memory for so many.
const FEED_CAPACITY: usize = 16;

/// Updates kept for clients that lose their connection for a moment. A snapshot is no longer than so many.
const RECENT: usize = 4;

/// A game in memory, and the guests who are connected to it.
pub(crate) struct Room {
    pub(crate) id: String,
    shared: Arc<Shared>,
    state: tokio::sync::Mutex<RoomState>,
    feed: tokio::sync::broadcast::Sender<Utf8Bytes>,
    presence: Mutex<Presence>,
    last_used: Mutex<Instant>,
    /// A copy of the state's seq, for readers that can't wait for its lock.
    seq: AtomicU64,
    sharing: Sharing,
}

#[derive(Default)]
struct RoomState {
    /// The game, unless the log has to be read again. It is taken out during an append: if that never returns, nothing
    /// half done is left. In a box, because futures have memory for everything that is moved through them.
    game: Option<Box<Game>>,
    /// The seq up to which everything has been broadcast.
    seq: u64,
    /// The last updates, each with the seq before it.
    recent: VecDeque<(u64, Utf8Bytes)>,
    /// The last command, if it was a move that can't be made, and the seq at which it was refused.
    illegal: Option<(CommandKey, u64)>,
    /// Stops the engine that thinks about the current position.
    thinking: Option<StopFlag>,
    /// When the storage was last asked what other processes have appended.
    refreshed: Option<Instant>,
}

/// Why a room could not do what it was asked to.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RoomError {
    #[error("there is no such game")]
    NoSuchGame,
    #[error("the game has gone on since")]
    Stale,
    #[error("no seat is free")]
    NoSeat,
    #[error("your name looks like that of the other player, {0:?}: choose another one first")]
    LooksLike(String),
    #[error(transparent)]
    Command(#[from] CommandError),
    // What exactly failed is for the server's log, not for its clients.
    #[error("the server can't save or load games just now")]
    Storage(#[from] StorageError),
    #[error("this game can't be loaded just now")]
    Replay(#[from] ReplayError),
    #[error("no random numbers are to be had")]
    Random(#[from] getrandom::Error),
    #[error("the server could not finish the command")]
    Task(#[from] tokio::task::JoinError),
    #[error("the server could not finish the command")]
    Panicked,
}

/// A position for an engine to think about.
pub(crate) struct EngineJob {
    /// The engine, written as on the command line.
    pub(crate) engine: String,
    pub(crate) session: Box<dyn parlor_play::Session>,
    /// The moves since then.
    pub(crate) moves: Vec<String>,
    /// The log's seq at this position.
    pub(crate) seq: u64,
    pub(crate) stop: StopFlag,
}

impl Room {
    /// Creates a room; its log is read when it is first needed.
    pub(crate) fn new(id: String, shared: Arc<Shared>) -> Room {
        Room {
            id,
            shared,
            state: tokio::sync::Mutex::default(),
            feed: tokio::sync::broadcast::channel(FEED_CAPACITY).0,
            presence: Mutex::default(),
            last_used: Mutex::new(Instant::now()),
            seq: AtomicU64::new(0),
            sharing: Sharing::default(),
        }
    }

    /// Creates a room of a game that was just read from its log, with the names of guests that are known.
    pub(crate) fn of_game(
        id: String,
        shared: Arc<Shared>,
        game: Game,
        names: &HashMap<Guest, String>,
    ) -> Room {
        let mut room = Room::new(id, shared);
        room.sharing.set_engines_only(!game.has_people());
        for guest in game.guests() {
            let name = names.get(guest).cloned().unwrap_or_else(|| guest.default_name());
            room.presence().names.insert(guest.clone(), name);
        }
        let state = room.state.get_mut();
        (state.seq, room.seq) = (game.seq, AtomicU64::new(game.seq));
        state.game = Some(Box::new(game));
        room
    }

    /// Carries out a guest's command, in a task of its own: it ends even if whoever waits for it goes away.
    pub(crate) async fn execute_in_task(
        self: &Arc<Room>,
        guest: Guest,
        command: ClientCommand,
    ) -> Result<CommandOutcome, RoomError> {
        let room = self.clone();
        tokio::spawn(async move { room.execute(&guest, command).await }).await?
    }

    /// Carries out a guest's command.
    pub(crate) async fn execute(
        &self,
        guest: &Guest,
        command: ClientCommand,
    ) -> Result<CommandOutcome, RoomError> {
        let started = Instant::now();
        // A mistake of the program costs one command, not the socket that it came by.
        let outcome = AssertUnwindSafe(self.apply_command(guest, command)).catch_unwind().await;
        let outcome = outcome.unwrap_or(Err(RoomError::Panicked));
        self.shared.metrics.command(started.elapsed(), outcome.is_ok());
        outcome
    }

    async fn apply_command(
        &self,
        guest: &Guest,
        command: ClientCommand,
    ) -> Result<CommandOutcome, RoomError> {
        self.touch();
        if !command.has_good_id() {
            return Err(CommandError::BadId.into());
        }
        let arrived = Instant::now();
        let mut state = self.state.lock().await;
        self.shared.check_clock().await?;
        match self.decide_command(&mut state, guest, &command).await {
            // What is refused here may be right after what another process has appended.
            Err(RoomError::Command(_) | RoomError::Stale) if self.refresh(&mut state, arrived).await? => {
                self.decide_command(&mut state, guest, &command).await
            }
            result => result,
        }
    }

    async fn decide_command(
        &self,
        state: &mut RoomState,
        guest: &Guest,
        command: &ClientCommand,
    ) -> Result<CommandOutcome, RoomError> {
        let key = CommandKey::new(guest, &command.id);
        let illegal = state.illegal.clone();
        let game = self.load_if_stale(state).await?;
        let is_player = !game.players_of(guest).is_empty();
        let seq_before = game.seq;
        // Whoever has given up their seat may ask once more whether that was done.
        if let Some(seqs) = game.entries_of(&key, is_player) {
            return Box::pin(self.answer_repeated(game, command, seqs)).await;
        }
        if !is_player {
            return Err(CommandError::Watching.into());
        }
        let is_expected = match &command.after {
            None => command.expects == game.seq,
            Some(id) => {
                let before = CommandKey::new(guest, id);
                let is_illegal = illegal.as_ref() == Some(&(before.clone(), game.seq));
                game.is_latest(&before) || (is_illegal && command.even_if_illegal)
            }
        };
        if !is_expected {
            return Err(RoomError::Stale);
        }
        if game.seq >= self.shared.config.limits.max_log_entries() {
            return Err(CommandError::LogFull.into());
        }
        if command.kind == CommandKind::Leave {
            return Box::pin(self.leave_seat(state, guest, key)).await.map(CommandOutcome::Applied);
        }
        let seed = if command.kind == CommandKind::Rematch { self.shared.random_seed() } else { None };
        let decided = game.table_command(guest, command.kind, command.text.as_deref(), seed)?;
        match self.act(state, &decided, Some(&key)).await {
            // Another process may have carried out the very same command.
            Err(RoomError::Stale) => {
                let game = self.load_if_stale(state).await?;
                let seqs = game.entries_of(&key, true).ok_or(RoomError::Stale)?;
                Box::pin(self.answer_repeated(game, command, seqs)).await
            }
            Err(RoomError::Command(CommandError::Refused(Refusal::Move(error)))) => {
                state.illegal = Some((key, seq_before));
                Err(CommandError::Refused(Refusal::Move(error)).into())
            }
            result => result.map(CommandOutcome::Applied),
        }
    }

    /// Applies what is due without thinking, and returns the position that an engine is to think about.
    pub(crate) async fn next_engine_job(&self) -> Result<Option<EngineJob>, RoomError> {
        let mut state = self.state.lock().await;
        let game = self.load_if_stale(&mut state).await?;
        let now = self.shared.now();
        if game.table.due(now).is_some() {
            let mut game = state.game.take().ok_or(RoomError::NoSuchGame)?;
            let before = self.before(&game);
            let settled = game.table.settle(now);
            self.commit_outcome(&mut state, game, settled, None, &before).await?;
        }
        let game = self.load_if_stale(&mut state).await?;
        let Some((_, engine)) = game.engine_to_move() else { return Ok(None) };
        let stop = StopFlag::default();
        let session = game.table.session();
        // Another program is told the moves from the start, since it may know no boards that were set up.
        let (start, moves) = match self.shared.config.program(session.info().name, engine) {
            Some(_) => (ForkPoint::Start, session.timeline().moves()),
            None => (ForkPoint::Here, Vec::new()),
        };
        let job = EngineJob {
            engine: engine.to_string(),
            session: session.fork(start),
            moves,
            seq: game.seq,
            stop: stop.clone(),
        };
        state.thinking = Some(stop);
        Ok(Some(job))
    }

    /// Lets the engines of a game without people go on, if they stopped because nobody watched.
    pub(crate) async fn resume_engines(&self) -> Result<(), RoomError> {
        if self.sharing.is_engines_only() {
            self.shared.storage.watch(vec![self.id.clone()], WATCHED).await?;
            self.shared.notify_due();
        }
        Ok(())
    }

    /// Makes the move an engine chose, if the log still has the seq of its job.
    pub(crate) async fn apply_engine_move(&self, seq: u64, text: String) -> Result<(), RoomError> {
        let mut state = self.state.lock().await;
        let game = self.load_if_stale(&mut state).await?;
        let Some((player, _)) = game.engine_to_move().filter(|_| game.seq == seq) else {
            return Ok(());
        };
        self.act(&mut state, &Command::of_engine(player, text), None).await.map(drop)
    }

    /// Returns the seq up to which everything has been broadcast.
    pub(crate) fn seq(&self) -> u64 {
        self.seq.load(Ordering::Relaxed)
    }

    /// Reads the game's log, if it has not been read yet.
    pub(crate) async fn load(&self) -> Result<(), RoomError> {
        let mut state = self.state.lock().await;
        self.load_if_stale(&mut state).await.map(drop)
    }

    /// Calls a function with the game and the names of its guests.
    pub(crate) async fn with_game<T>(
        &self,
        read: impl FnOnce(&Game, &HashMap<Guest, String>) -> T,
    ) -> Result<T, RoomError> {
        self.touch();
        let asked = Instant::now();
        let mut state = self.state.lock().await;
        self.refresh(&mut state, asked).await?;
        let game = self.load_if_stale(&mut state).await?;
        Ok(read(game, &self.presence().names))
    }

    /// Calls a function with the game and the names of its guests, if this copy of the game has at least this seq.
    pub(crate) async fn with_game_since<T>(
        &self,
        seq: u64,
        read: impl FnOnce(&Game, &HashMap<Guest, String>) -> T,
    ) -> Option<T> {
        self.touch();
        let state = self.state.lock().await;
        let game = state.game.as_deref().filter(|game| game.seq >= seq)?;
        Some(read(game, &self.presence().names))
    }

    /// Whether nobody is connected and the room was not used for this long.
    pub(crate) fn is_idle(&self, longer_than: Duration) -> bool {
        let last_used = *self.last_used.lock().unwrap_or_else(PoisonError::into_inner);
        self.feed.receiver_count() == 0 && last_used.elapsed() > longer_than
    }

    fn snapshot(&self, game: &Game) -> GameSnapshot {
        GameSnapshot::new(&self.id, game, &self.presence().names, self.shared.now())
    }

    /// Returns the game, read from its log if this copy of it was dropped.
    async fn load_if_stale<'a>(&self, state: &'a mut RoomState) -> Result<&'a mut Game, RoomError> {
        if state.game.is_none() {
            // In a box: it is seldom needed, and those who call this need no memory for it otherwise.
            Box::pin(self.read_game(state)).await?;
        }
        state.game.as_deref_mut().ok_or(RoomError::NoSuchGame)
    }

    async fn read_game(&self, state: &mut RoomState) -> Result<(), RoomError> {
        let log = self.shared.storage.read(&self.id, 0).await?;
        let game = Box::new(Game::replay(&log)?.ok_or(RoomError::NoSuchGame)?);
        self.load_names(&game).await?;
        let from = state.seq;
        self.sharing.set_engines_only(!game.has_people());
        self.set_seq(state, game.seq);
        state.recent.clear();
        // Something was appended that has not been broadcast.
        if from > 0 && from < game.seq {
            self.broadcast_snapshot(&game);
        }
        state.game = Some(game);
        Ok(())
    }

    fn touch(&self) {
        *self.last_used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }
}
