//! Where games are stored: an append-only log of events for each, and tables that are derived from it.
//!
//! The log is the truth; rooms in memory are copies of it. Whatever must be stored together is one [`Append`]: the
//! events, who takes part in the game, and the work that is due next.

mod migrate;
mod sqlite;
mod writer;

pub use sqlite::{Sqlite, count_moves};

use crate::guest::Guest;
use parlor_play::{Entry, Header};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;

/// The name of the database in the data folder.
pub(crate) const FILE: &str = "parlor.sqlite";

/// What every method of a storage returns.
pub type StorageFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StorageError>> + Send + 'a>>;

/// Something that happened to a game, as the log holds it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum LogEvent {
    /// The game was created: always the first entry, and only that.
    Opened {
        /// What the table was opened with.
        header: Box<Header>,
        /// Who has which seat.
        seats: Vec<SeatOccupant>,
        /// Who created it.
        by: Guest,
    },
    /// A guest took a free seat.
    Seated {
        /// Which seat, counted from 0.
        seat: usize,
        /// The guest.
        guest: Guest,
    },
    /// Something happened at the table.
    Table(Entry),
}

/// Who has a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatOccupant {
    /// A guest.
    Guest(Guest),
    /// Nobody yet.
    Open,
    /// An engine, written as on the command line.
    Engine(String),
}

/// An entry of a game's log.
#[derive(Clone, Debug, PartialEq)]
pub struct LogRecord {
    /// The length of the log after this entry: the first has 1.
    pub seq: u64,
    /// The id of the command it came from, on the first entry of a command.
    pub command: Option<String>,
    /// What happened.
    pub event: LogEvent,
}

/// Events to add to a game's log, all or none.
///
/// The SQLite writer hands it to the database as the JSON that it serializes to.
#[derive(Clone, Debug, Serialize)]
pub struct Append {
    /// The game's id.
    pub game: String,
    /// The seq that the log is expected to have: 0 for a game that does not exist yet.
    pub expected: u64,
    /// The id of the command the events come from.
    pub command: Option<String>,
    /// The events.
    pub events: Vec<LogEvent>,
    /// A guest who takes part in the game from now on.
    pub member: Option<Guest>,
    /// Whether the game is over after the events.
    pub over: bool,
    /// When the game next needs an engine's move or a flag to fall, in milliseconds since 1970.
    pub due: Option<u64>,
    /// The time of the events, in milliseconds since 1970.
    pub at: u64,
}

impl Append {
    /// Returns the log's seq once the events are added.
    pub fn seq(&self) -> u64 {
        self.expected + self.events.len() as u64
    }
}

/// What became of an [`Append`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum AppendOutcome {
    /// The events are on disk.
    Appended,
    /// Nothing was added: the log does not have the expected seq.
    Conflict,
}

/// The log of every game.
pub trait Log: Send + Sync {
    /// Adds events to a game's log if it has the expected seq. When it returns, they are on disk.
    fn append(&self, append: Append) -> StorageFuture<'_, AppendOutcome>;

    /// Returns the entries of a game's log after this seq; none at all for a game that does not exist.
    fn read<'a>(&'a self, game: &'a str, after: u64) -> StorageFuture<'a, Vec<LogRecord>>;

    /// Deletes the games that did not change since this time, and returns how many.
    fn delete_older_than(&self, time: u64) -> StorageFuture<'_, u64>;

    /// Checks that the storage can be read and written.
    fn check(&self) -> StorageFuture<'_, ()>;
}

/// Engines' moves and fallen flags that are due. A claim holds until its lease ends, unless it is renewed.
pub trait Jobs: Send + Sync {
    /// Claims the games with work due that no server has claimed; only this game, if one is named.
    fn claim(&self, only: Option<String>, now: u64, lease: u64) -> StorageFuture<'_, Vec<String>>;

    /// Extends the leases on these games until this time.
    fn renew(&self, games: Vec<String>, until: u64) -> StorageFuture<'_, ()>;
}

/// The guests: their names and their games.
pub trait Guests: Send + Sync {
    /// Returns the name a guest has chosen.
    fn name<'a>(&'a self, guest: &'a Guest) -> StorageFuture<'a, Option<String>>;

    /// Sets a guest's name.
    fn rename(&self, guest: Guest, name: String) -> StorageFuture<'_, ()>;

    /// Returns the games a guest takes part in, latest first, at most this many.
    fn games<'a>(&'a self, guest: &'a Guest, limit: u32) -> StorageFuture<'a, Vec<GameSummary>>;
}

/// A game in a guest's list of games.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSummary {
    /// The game's id.
    pub id: String,
    /// When it last changed, in milliseconds since 1970.
    pub updated: u64,
    /// Whether it is over.
    pub over: bool,
}

/// Everything a server stores.
pub trait Storage: Log + Jobs + Guests {}

impl<S: Log + Jobs + Guests> Storage for S {}

/// Why something could not be stored or read.
///
/// One failed transaction is the answer to many appends, so an error can be cloned.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StorageError {
    /// The database failed.
    #[error(transparent)]
    Database(Arc<sqlx::Error>),
    /// An entry of a log is not what this program writes.
    #[error("entry {seq} of the log of game {game} can't be read")]
    Entry {
        /// The game's id.
        game: String,
        /// The entry.
        seq: u64,
        /// What is wrong with it.
        source: Arc<serde_json::Error>,
    },
    /// Something can't be written as JSON.
    #[error("values can't be written as JSON")]
    Json(#[source] Arc<serde_json::Error>),
    /// The file is of a version that this program does not know.
    #[error("{} was written by a later version of parlor: its tables have version {found}, this program knows {known}", path.display())]
    LaterVersion {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The version of this program.
        known: usize,
    },
    /// The task that writes has ended.
    #[error("the database writer has stopped")]
    WriterStopped,
}

impl From<sqlx::Error> for StorageError {
    fn from(error: sqlx::Error) -> StorageError {
        StorageError::Database(Arc::new(error))
    }
}

impl From<serde_json::Error> for StorageError {
    fn from(error: serde_json::Error) -> StorageError {
        StorageError::Json(Arc::new(error))
    }
}
