//! A storage in one SQLite file.
//!
//! It is in WAL mode with a full sync on every commit: an acknowledged move survives a power failure. Readers have
//! connections of their own and never wait for the writer.

mod append;
mod jobs;
mod migrate;
mod shelves;
mod verify;
mod witness;
mod writer;

pub(super) use migrate::entries_of;
pub(super) use verify::verify;

use super::batch::ReplySender;
use super::clock::Clock;
use super::due::{BELIEVED_LEASES, MAX_LISTED, THINKING, WAITING};
use super::rows::{EntryRow, LogReader};
use super::{
    Append, AppendOutcome, Claim, Claimed, FILE, GameSummary, Guests, Jobs, LEASE, Lease, Log, LogRecord,
    Service, StorageError, StorageFuture, Waiting,
};
use crate::error::error_chain;
use crate::guest::Guest;
use crate::platform::create_private;
use migrate::migrate;
use shelves::shelf_of;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row, SqliteConnection};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use witness::Witness;
use writer::Request;

/// A storage in one SQLite file.
pub struct Sqlite {
    readers: SqlitePool,
    writer: mpsc::Sender<Request>,
    clock: Arc<Clock>,
    /// Ends the checkpoint loop when it is dropped.
    _alive: Arc<()>,
}

/// Connections that read at the same time, as many as there are cores within these bounds. Each has a thread, a cache and
/// its statements in memory.
const READERS: RangeInclusive<u32> = 2..=4;

/// The memory that a connection has for pages, in kilobytes with a minus, as SQLite writes it. The system has them too.
const CACHE: &str = "-512";

/// How often the WAL is copied into the database.
const CHECKPOINT_INTERVAL: Duration = Duration::from_millis(500);

/// How long a statement waits for another process's lock.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// SQLite's code for a file that another connection has locked.
const SQLITE_BUSY: &str = "5";

impl Sqlite {
    /// Opens a file, or creates it, and brings its tables up to date.
    pub async fn open(path: &Path) -> Result<Sqlite, StorageError> {
        create_private(path)
            .map_err(|source| StorageError::File { path: path.into(), source: Arc::new(source) })?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(BUSY_TIMEOUT)
            // The writer does not stop for checkpoints: `checkpoint_loop` runs them on a connection of its own.
            .pragma("wal_autocheckpoint", "16384")
            .pragma("cache_size", CACHE)
            .disable_statement_logging();
        let mut connection = connect(&options).await?;
        migrate(&mut connection, path).await?;
        // What a process that was killed has left.
        if let Err(error) = shelves::move_all(&mut connection).await {
            tracing::error!(error = error_chain(&error), "fresh entries stay where they are");
        }
        verify::check_at_start(&mut connection, path).await?;
        let clock = Arc::new(Clock::default());
        writer::beat(&mut connection, &clock).await?;
        let alive = Arc::new(());
        tokio::spawn(checkpoint_loop(options.connect().await?, Arc::downgrade(&alive)));
        let readers =
            SqlitePoolOptions::new().max_connections(readers()).connect_with(options.clone()).await?;
        let writer = writer::start(path, options, connection, clock.clone(), Witness::open(path));
        Ok(Sqlite { readers, writer, clock, _alive: alive })
    }

    /// Sends a request to the writer and waits for its reply.
    async fn write<T>(&self, request: impl FnOnce(ReplySender<T>) -> Request) -> Result<T, StorageError> {
        let (reply, receiver) = oneshot::channel();
        self.writer.send(request(reply)).await.map_err(|_| StorageError::WriterStopped)?;
        receiver.await.map_err(|_| StorageError::WriterStopped)?
    }
}

impl Log for Sqlite {
    fn append(&self, append: Append) -> StorageFuture<'_, AppendOutcome> {
        let append = Box::new(append);
        Box::pin(self.write(|reply| Request::Append(append, reply)))
    }

    fn read<'a>(&'a self, game: &'a str, after: u64) -> StorageFuture<'a, Vec<LogRecord>> {
        Box::pin(async move {
            let query = sqlx::query(
                "SELECT seq, command, event, checksum FROM log WHERE game = ?1 AND seq >= ?2 UNION ALL \
                 SELECT seq, command, event, checksum FROM fresh WHERE shelf = ?3 AND game = ?1 AND seq >= ?2 \
                 ORDER BY seq",
            );
            let rows =
                query.bind(game).bind(after as i64).bind(shelf_of(game)).fetch_all(&self.readers).await?;
            let mut reader = LogReader::new(game, after);
            rows.iter()
                .filter_map(|row| entry_row(row).and_then(|row| reader.next(&row)).transpose())
                .collect()
        })
    }

    fn heads(&self, games: Vec<String>) -> StorageFuture<'_, Vec<(String, u64)>> {
        Box::pin(async move {
            let games = serde_json::to_string(&games)?;
            let query =
                sqlx::query("SELECT id, seq FROM games WHERE id IN (SELECT value FROM json_each(?1))");
            let rows = query.bind(games).fetch_all(&self.readers).await?;
            rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get::<i64, _>(1)? as u64))).collect()
        })
    }

    fn has_foreign_writes(&self) -> StorageFuture<'_, bool> {
        Box::pin(self.write(move |reply| Request::HasForeignWrites { reply }))
    }

    fn delete_older_than(&self, age: Duration) -> StorageFuture<'_, u64> {
        Box::pin(self.write(move |reply| Request::DeleteOlderThan { age, reply }))
    }

    fn is_local(&self) -> bool {
        true
    }

    fn check(&self) -> StorageFuture<'_, ()> {
        Box::pin(async move {
            // First what says most: without its files a database can't be read either.
            self.write(move |reply| Request::Check { reply }).await?;
            sqlx::query("SELECT 1 FROM games LIMIT 1").fetch_optional(&self.readers).await?;
            Ok(())
        })
    }
}

impl Jobs for Sqlite {
    fn claim(&self, claim: Claim) -> StorageFuture<'_, Vec<Claimed>> {
        Box::pin(self.write(move |reply| Request::Claim { claim, reply }))
    }

    fn renew(&self, leases: Vec<Lease>, time: Duration) -> StorageFuture<'_, Vec<Option<u64>>> {
        Box::pin(self.write(move |reply| Request::Renew { leases, time, reply }))
    }

    fn watch(&self, games: Vec<String>, time: Duration) -> StorageFuture<'_, ()> {
        Box::pin(self.write(move |reply| Request::Watch { games, time, reply }))
    }

    fn waiting(&self) -> StorageFuture<'_, Waiting> {
        Box::pin(async move {
            let now = self.clock.now() as i64;
            let believed = now + BELIEVED_LEASES * LEASE.as_millis() as i64;
            let query = sqlx::query(WAITING).bind(now).bind(believed).bind(MAX_LISTED as i64);
            let rows = query.fetch_all(&self.readers).await?;
            let Some(first) = rows.first() else {
                let row = sqlx::query(THINKING).bind(now).bind(believed).fetch_one(&self.readers).await?;
                return Ok(Waiting { thinking: row.get::<i64, _>(0) as u64, ..Waiting::default() });
            };
            let [length, thinking] = [1, 2].map(|column: usize| first.get::<i64, _>(column) as u64);
            let games = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
            Ok(Waiting { games, length, thinking })
        })
    }
}

impl Service for Sqlite {
    fn clock(&self) -> &Clock {
        &self.clock
    }

    fn beat(&self, _: bool) -> StorageFuture<'_, ()> {
        Box::pin(self.write(move |reply| Request::Beat { reply }))
    }
}

impl Guests for Sqlite {
    fn name<'a>(&'a self, guest: &'a Guest) -> StorageFuture<'a, Option<String>> {
        Box::pin(async move {
            let query = sqlx::query("SELECT name FROM guests WHERE id = ?1").bind(guest.as_str());
            let row = query.fetch_optional(&self.readers).await?;
            Ok(row.map(|row| row.try_get(0)).transpose()?)
        })
    }

    fn rename(&self, guest: Guest, name: String) -> StorageFuture<'_, ()> {
        Box::pin(self.write(move |reply| Request::Rename { guest, name, reply }))
    }

    fn games<'a>(&'a self, guest: &'a Guest, limit: u32) -> StorageFuture<'a, Vec<GameSummary>> {
        Box::pin(async move {
            let query = sqlx::query(
                "SELECT id, updated, over FROM games JOIN members ON game = id \
                 WHERE guest = ?1 ORDER BY updated DESC LIMIT ?2",
            );
            let rows = query.bind(guest.as_str()).bind(limit).fetch_all(&self.readers).await?;
            let summary = |row: &SqliteRow| {
                let updated = row.try_get::<i64, _>(1)? as u64;
                Ok(GameSummary { id: row.try_get(0)?, updated, over: row.try_get(2)? })
            };
            rows.iter().map(summary).collect()
        })
    }
}

/// Returns how many connections read at the same time.
fn readers() -> u32 {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    cores.clamp(*READERS.start(), *READERS.end())
}

/// Returns the path of a file beside the database.
fn beside(database: &Path, suffix: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Returns the paths of all files that belong to a database.
pub(super) fn files_beside(database: &Path) -> [PathBuf; 4] {
    ["-wal", "-shm", "-journal", "-appended"].map(|suffix| beside(database, suffix))
}

/// Connects, and waits while another process switches the file to WAL mode, for which SQLite's own timeout does not hold.
async fn connect(options: &SqliteConnectOptions) -> Result<SqliteConnection, sqlx::Error> {
    let deadline = Instant::now() + BUSY_TIMEOUT;
    let is_busy = |error: &sqlx::Error| {
        error.as_database_error().and_then(|error| error.code()).is_some_and(|code| code == SQLITE_BUSY)
    };
    loop {
        match options.connect().await {
            Err(error) if is_busy(&error) && Instant::now() < deadline => {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            result => return result,
        }
    }
}

/// Opens a file that is there, as it is.
pub(super) async fn open_existing(path: &Path) -> Result<SqliteConnection, StorageError> {
    let options =
        SqliteConnectOptions::new().filename(path).busy_timeout(BUSY_TIMEOUT).disable_statement_logging();
    Ok(connect(&options).await?)
}

/// Creates a file with tables and nothing in them. Without a WAL, one file is the whole database.
pub(super) async fn create_with_tables(path: &Path) -> Result<SqliteConnection, StorageError> {
    create_private(path)
        .map_err(|source| StorageError::File { path: path.into(), source: Arc::new(source) })?;
    let mut connection = open_existing(path).await?;
    migrate(&mut connection, path).await?;
    Ok(connection)
}

/// Counts the players' moves that the database in a data folder holds.
pub async fn count_moves(folder: &Path) -> Result<u64, StorageError> {
    let options = SqliteConnectOptions::new().filename(folder.join(FILE));
    let mut connection = options.connect().await?;
    let query = sqlx::query("SELECT count(*) FROM entries WHERE event ->> '$.table.event.move' IS NOT NULL");
    Ok(query.fetch_one(&mut connection).await?.get::<i64, _>(0) as u64)
}

/// Copies the WAL into the database now and then, without making the writer wait.
async fn checkpoint_loop(mut connection: SqliteConnection, alive: Weak<()>) {
    while alive.strong_count() > 0 {
        tokio::time::sleep(CHECKPOINT_INTERVAL).await;
        if let Err(error) = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&mut connection).await {
            tracing::warn!(%error, "WAL checkpoint failed");
        }
    }
}

/// Reads a row of the log. A damaged file may hold anything.
fn entry_row(row: &SqliteRow) -> Result<EntryRow, StorageError> {
    Ok(EntryRow {
        seq: row.try_get(0)?,
        command: row.try_get(1)?,
        event: row.try_get(2)?,
        checksum: row.try_get(3)?,
    })
}
