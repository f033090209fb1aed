//! Where games are stored: an append-only log of events for each, and tables that are derived from it.
//!
//! The log is the truth; rooms in memory are copies of it. Whatever must be stored together is one [`Append`]: the
//! events, who takes part in the game, and the work that is due next.

mod address_key;
mod batch;
mod checksum;
mod clock;
mod command_key;
pub mod copy;
mod due;
mod guest_data;
#[cfg(not(feature = "cluster"))]
#[path = "no_postgres.rs"]
pub(crate) mod postgres;
#[cfg(feature = "cluster")]
pub(crate) mod postgres;
mod rows;
mod sqlite;
mod verify;

pub use checksum::{Checksum, chain};
pub use clock::{BEAT_INTERVAL, Clock};
pub use command_key::CommandKey;
pub use due::{Claim, Claimed, Due, Lease, Waiting, Work};
pub use guest_data::{DELETED_NAME, GuestData, GuestGame, Profile};
#[cfg(feature = "cluster")]
pub use postgres::Postgres;
pub use sqlite::{Sqlite, count_moves};
pub use verify::VerifyReport;

use crate::guest::Guest;
use crate::no_cluster::NoCluster;
use parlor_play::{Entry, Header};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

/// The name of the database in the data folder.
pub(crate) const FILE: &str = "parlor.sqlite";

/// How long a claim holds unless it is renewed: if a process dies, another does its work after that.
pub const LEASE: Duration = Duration::from_secs(3);

/// What every method of a storage returns.
pub type StorageFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StorageError>> + Send + 'a>>;

/// The log of one of several games: one that can't be read doesn't hide the others.
pub type LogResult = Result<Vec<LogRecord>, StorageError>;

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
        /// When, in milliseconds since 1970; not in logs of earlier versions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<u64>,
    },
    /// A guest gave up a seat, which is free then.
    Left {
        /// Which seat, counted from 0.
        seat: usize,
        /// When, in service time.
        at: u64,
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
    /// The command it came from, on the first entry of a command.
    pub command: Option<CommandKey>,
    /// What happened.
    pub event: LogEvent,
    /// The checksum over it and its predecessor's.
    pub checksum: Checksum,
}

/// Events to add to a game's log, all or none.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game's id.
    pub game: String,
    /// The seq that the log is expected to have: 0 for a game that does not exist yet.
    pub expected: u64,
    /// The checksum that the log is expected to have: 0 for a game that does not exist yet.
    pub previous: Checksum,
    /// The command the events come from.
    pub command: Option<CommandKey>,
    /// The events.
    pub events: Vec<LogEvent>,
    /// A guest who takes part in the game from now on.
    pub member: Option<Guest>,
    /// Whether the game is over after the events.
    pub over: bool,
    /// What the game next needs without a command: an engine's move or a flag to fall.
    pub due: Option<Due>,
    /// The time of the events, in service time.
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
    /// The events are on disk, and this is the log's checksum now.
    Appended(Checksum),
    /// Nothing was added: the log does not have the expected seq.
    Conflict,
}

/// The log of every game.
pub trait Log: Send + Sync {
    /// Adds events to a game's log if it has the expected seq. When it returns, they are on disk.
    fn append(&self, append: Append) -> StorageFuture<'_, AppendOutcome>;

    /// Returns the entries of a game's log after this seq; none at all for a game that does not exist. Entries whose
    /// checksums do not fit are an error.
    fn read<'a>(&'a self, game: &'a str, after: u64) -> StorageFuture<'a, Vec<LogRecord>>;

    /// Returns the whole logs of these games in this order, as [`Log::read`] does, with one query for all of them.
    fn read_many(&self, games: Vec<String>) -> StorageFuture<'_, Vec<LogResult>>;

    /// Returns the seq of each of these games that exists.
    fn heads(&self, games: Vec<String>) -> StorageFuture<'_, Vec<(String, u64)>>;

    /// Returns whether another process may have written since this was last asked, as far as the storage can tell by
    /// itself.
    fn has_foreign_writes(&self) -> StorageFuture<'_, bool>;

    /// Deletes the games that did not change for this long, and returns how many.
    fn delete_older_than(&self, age: Duration) -> StorageFuture<'_, u64>;

    /// Checks that the storage can be read and written.
    fn check(&self) -> StorageFuture<'_, ()>;

    /// Whether it is a part of this process, so that its failure is this process's own.
    fn is_local(&self) -> bool;
}

/// Engines' moves and fallen flags that are due, by the storage's clock. A claim holds until its lease ends, unless it is
/// renewed.
pub trait Jobs: Send + Sync {
    /// Claims work that is due and that nobody has claimed: flags, and as many engines' moves as asked for.
    fn claim(&self, claim: Claim) -> StorageFuture<'_, Vec<Claimed>>;

    /// Lets those of these leases that still hold end this far from now, and returns the new end of each; `None` for one
    /// that does not hold any more, because the game has gone on or somebody else has claimed it.
    fn renew(&self, leases: Vec<Lease>, time: Duration) -> StorageFuture<'_, Vec<Option<u64>>>;

    /// Says that somebody watches these games. A game between engines goes on for this long.
    fn watch(&self, games: Vec<String>, time: Duration) -> StorageFuture<'_, ()>;

    /// Forgets the turns of addresses and guests that were served over an hour ago.
    fn forget_turns(&self) -> StorageFuture<'_, ()>;

    /// Returns the games that wait for an engine, in the order in which they will be claimed.
    fn waiting(&self) -> StorageFuture<'_, Waiting>;
}

/// The clock that all times are of.
pub trait Service: Send + Sync {
    /// Returns the clock, as this process knows it.
    fn clock(&self) -> &Clock;

    /// Compares this process's clock, and says that it serves games, if it does. Asked for every [`BEAT_INTERVAL`].
    fn beat(&self, is_serving: bool) -> StorageFuture<'_, ()>;
}

/// The guests: their names and their games.
pub trait Guests: Send + Sync {
    /// Returns the name a guest has chosen.
    fn name<'a>(&'a self, guest: &'a Guest) -> StorageFuture<'a, Option<String>>;

    /// Returns the names of those of these guests who have chosen one.
    fn names(&self, guests: Vec<Guest>) -> StorageFuture<'_, HashMap<Guest, String>>;

    /// Returns what is stored about a guest: nothing unless they chose a name or were deleted.
    fn profile<'a>(&'a self, guest: &'a Guest) -> StorageFuture<'a, Option<Profile>>;

    /// Returns the names chosen by those who take part in the guest's unfinished games.
    fn opponents<'a>(&'a self, guest: &'a Guest) -> StorageFuture<'a, Vec<String>>;

    /// Sets a guest's name. Returns false, and sets nothing, if the guest was deleted.
    fn rename(&self, guest: Guest, name: String) -> StorageFuture<'_, bool>;

    /// Returns everything that is stored about a guest outside the logs of their games.
    fn guest_data<'a>(&'a self, guest: &'a Guest) -> StorageFuture<'a, GuestData>;

    /// Deletes everything that is stored about a guest outside the logs of their games, except for which games those are.
    /// From then on the guest is called [`DELETED_NAME`].
    fn delete_guest(&self, guest: Guest) -> StorageFuture<'_, ()>;

    /// Deletes the names that guests without games chose longer ago than this, and the rows of deleted guests without games.
    /// Returns how many rows it deleted.
    fn delete_names_older_than(&self, age: Duration) -> StorageFuture<'_, u64>;

    /// Returns the games a guest takes part in, latest first, at most this many.
    fn games<'a>(&'a self, guest: &'a Guest, limit: u32) -> StorageFuture<'a, Vec<GameSummary>>;
}

/// A game in a guest's list of games.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSummary {
    /// The game's id.
    pub id: String,
    /// The length of its log.
    pub seq: u64,
    /// When it last changed, in service time.
    pub updated: u64,
    /// Whether it is over.
    pub over: bool,
}

/// Everything a server stores.
pub trait Storage: Log + Jobs + Guests + Service {}

impl<S: Log + Jobs + Guests + Service> Storage for S {}

/// Why something could not be stored or read.
///
/// One failed transaction is the answer to many appends, so an error can be cloned.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StorageError {
    /// SQLite failed.
    #[error(transparent)]
    Sqlite(Arc<rusqlite::Error>),
    /// PostgreSQL failed.
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Postgres(Arc<tokio_postgres::Error>),
    /// PostgreSQL can't be used.
    #[error(transparent)]
    NoCluster(#[from] NoCluster),
    /// The address of a database can't be used.
    #[error("can't use the address of the database: {0}")]
    BadAddress(String),
    /// The row that keeps the time is missing.
    #[error("the table service is empty")]
    NoService,
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
    /// An entry's checksum does not fit, or the log is shorter than it was.
    #[error("the log of game {game} is damaged at entry {seq}")]
    Damaged {
        /// The game's id.
        game: String,
        /// The entry.
        seq: u64,
    },
    /// The database did not answer in time.
    #[error("the database did not answer for {} seconds", .0.as_secs())]
    Timeout(Duration),
    /// The key of addresses can't be created.
    #[error("the system's random number generator failed")]
    Random(#[from] getrandom::Error),
    /// Something can't be written as JSON.
    #[error("values can't be written as JSON")]
    Json(#[source] Arc<serde_json::Error>),
    /// The file is of a version that this program does not know.
    #[error(
        "{database} was written by a later version of parlor: its tables have version {found}, this program knows {known}"
    )]
    LaterVersion {
        /// The file, or the name of the database.
        database: String,
        /// Its version.
        found: i64,
        /// The version of this program.
        known: usize,
    },
    /// The file is not the one that was opened.
    #[error("{} was removed or replaced: stop the server", .0.display())]
    FileGone(PathBuf),
    /// A file can't be created or read.
    #[error("can't use {}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: Arc<std::io::Error>,
    },
    /// A thread for the database can't be started.
    #[error("can't start a thread")]
    Thread(#[source] Arc<std::io::Error>),
    /// The thread or task that writes has ended.
    #[error("the database writer has stopped")]
    WriterStopped,
    /// The thread or task that reads has ended.
    #[error("the database reader has stopped")]
    ReaderStopped,
}

impl From<rusqlite::Error> for StorageError {
    fn from(error: rusqlite::Error) -> StorageError {
        StorageError::Sqlite(Arc::new(error))
    }
}

#[cfg(feature = "cluster")]
impl From<tokio_postgres::Error> for StorageError {
    fn from(error: tokio_postgres::Error) -> StorageError {
        StorageError::Postgres(Arc::new(error))
    }
}

impl From<serde_json::Error> for StorageError {
    fn from(error: serde_json::Error) -> StorageError {
        StorageError::Json(Arc::new(error))
    }
}

/// Runs something that blocks on a thread where blocking is allowed.
async fn blocking<T: Send + 'static, E: From<StorageError> + Send + 'static>(
    run: impl FnOnce() -> Result<T, E> + Send + 'static,
) -> Result<T, E> {
    tokio::task::spawn_blocking(run).await.map_err(|_| StorageError::ReaderStopped)?
}
