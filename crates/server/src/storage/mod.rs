//! Where games are kept: an append-only log of facts for each, and what is found by it.
//!
//! The log is the truth; rooms in memory are copies of it. Everything that must not come apart is one [`Append`]: the
//! facts, whose game it is, and the work that is due next.

mod migrate;
mod sqlite;
mod writer;

pub use sqlite::{Sqlite, count_moves};

use crate::guest::Guest;
use parlor_play::{Entry, Header};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::pin::Pin;

/// The name of the database in the data folder.
pub(crate) const FILE: &str = "parlor.sqlite";

/// An answer that is still to come.
pub type StorageFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StorageError>> + Send + 'a>>;

/// Something that happened to a game, as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum LogEvent {
    /// The game was opened: always the first entry, and only that.
    Opened {
        /// What it was opened with.
        header: Box<Header>,
        /// Who sits where.
        seats: Vec<SeatOccupant>,
        /// Who opened it.
        by: Guest,
    },
    /// A guest took a free seat.
    Seated {
        /// Which, counted from 0.
        seat: usize,
        /// Who.
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
    /// An engine, as on the command line.
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
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: String,
    /// The seq that the log is expected to have: 0 for a game that does not exist yet.
    pub expected: u64,
    /// The id of the command they come from.
    pub command: Option<String>,
    /// What happened.
    pub events: Vec<LogEvent>,
    /// A guest who has part in the game from now on.
    pub member: Option<Guest>,
    /// Whether the game is over after them.
    pub over: bool,
    /// When the game next needs somebody to look after it without being asked: an engine to move, a flag to fall.
    pub due: Option<u64>,
    /// Now.
    pub at: u64,
}

/// What became of an [`Append`].
#[derive(Clone, Debug, PartialEq)]
pub enum Appended {
    /// It is on disk.
    Done,
    /// Nothing was added: the log is longer than expected, and these are the entries that were missed.
    Missed(Vec<LogRecord>),
}

/// The log of every game.
pub trait Log: Send + Sync {
    /// Adds events to a game's log if its seq is the expected one. When it answers, they are on disk.
    fn append(&self, append: Append) -> StorageFuture<'_, Appended>;

    /// Returns the entries of a game's log after this seq; none at all for a game that does not exist.
    fn read<'a>(&'a self, game: &'a str, after: u64) -> StorageFuture<'a, Vec<LogRecord>>;

    /// Deletes the games that were not touched since; how many.
    fn delete_older_than(&self, before: u64) -> StorageFuture<'_, u64>;

    /// Whether it can be read and written now.
    fn check(&self) -> StorageFuture<'_, ()>;
}

/// Work that is due at games. Whoever claims it has it until the lease ends, or renews it.
pub trait Jobs: Send + Sync {
    /// The games with work due that nobody works at, from now on leased; of one game only, if one is named.
    fn claim(&self, only: Option<String>, now: u64, lease: u64) -> StorageFuture<'_, Vec<String>>;

    /// Keeps the leases on these games until then.
    fn renew(&self, games: Vec<String>, until: u64) -> StorageFuture<'_, ()>;
}

/// The guests.
pub trait Guests: Send + Sync {
    /// What a guest is called, if they have said.
    fn name<'a>(&'a self, guest: &'a Guest) -> StorageFuture<'a, Option<String>>;

    /// Names a guest.
    fn rename(&self, guest: Guest, name: String) -> StorageFuture<'_, ()>;

    /// The games a guest has part in, latest first, so many at most.
    fn games<'a>(&'a self, guest: &'a Guest, most: u32) -> StorageFuture<'a, Vec<GameSummary>>;
}

/// A game as a list shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSummary {
    /// Its id.
    pub id: String,
    /// When something last happened.
    pub updated: u64,
    /// Whether it is over.
    pub over: bool,
}

/// All that a server keeps.
pub trait Storage: Log + Jobs + Guests {}

impl<S: Log + Jobs + Guests> Storage for S {}

/// Why something could not be kept or read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorageError(pub String);

impl fmt::Display for StorageError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the storage fails: {}", self.0)
    }
}

impl std::error::Error for StorageError {}

impl From<sqlx::Error> for StorageError {
    fn from(error: sqlx::Error) -> StorageError {
        StorageError(error.to_string())
    }
}
