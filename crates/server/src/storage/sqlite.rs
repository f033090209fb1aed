//! A storage in one SQLite file.
//!
//! It is in WAL mode with a full sync on every commit: an acknowledged move survives a power failure. Readers have
//! connections of their own and never wait for the writer.

use super::migrate::migrate;
use super::writer::{self, ReplySender, Request};
use super::{
    Append, AppendOutcome, FILE, GameSummary, Guests, Jobs, Log, LogRecord, StorageError, StorageFuture,
};
use crate::guest::Guest;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row, SqliteConnection};
use std::path::Path;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// A storage in one SQLite file.
pub struct Sqlite {
    readers: SqlitePool,
    writer: mpsc::Sender<Request>,
    /// Ends the checkpoint loop when it is dropped.
    _alive: Arc<()>,
}

/// Connections that read at the same time.
const READERS: u32 = 4;

/// How often the WAL is copied into the database.
const CHECKPOINT_INTERVAL: Duration = Duration::from_millis(500);

/// How long a statement waits for another process's lock.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// SQLite's code for a file that another connection has locked.
const SQLITE_BUSY: &str = "5";

impl Sqlite {
    /// Opens a file, or creates it, and brings its tables up to date.
    pub async fn open(path: &Path) -> Result<Sqlite, StorageError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(BUSY_TIMEOUT)
            // The writer does not stop for checkpoints: `checkpoint_loop` runs them on a connection of its own.
            .pragma("wal_autocheckpoint", "16384")
            .disable_statement_logging();
        let mut connection = connect(&options).await?;
        migrate(&mut connection, path).await?;
        let alive = Arc::new(());
        tokio::spawn(checkpoint_loop(options.connect().await?, Arc::downgrade(&alive)));
        let readers = SqlitePoolOptions::new().max_connections(READERS).connect_with(options.clone()).await?;
        Ok(Sqlite { readers, writer: writer::start(options, connection), _alive: alive })
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
        Box::pin(self.write(|reply| Request::Append(Box::new(append), reply)))
    }

    fn read<'a>(&'a self, game: &'a str, after: u64) -> StorageFuture<'a, Vec<LogRecord>> {
        Box::pin(async move {
            let query =
                sqlx::query("SELECT seq, command, event FROM log WHERE game = ?1 AND seq > ?2 ORDER BY seq");
            let rows = query.bind(game).bind(after as i64).fetch_all(&self.readers).await?;
            rows.iter().map(|row| log_record(game, row)).collect()
        })
    }

    fn delete_older_than(&self, time: u64) -> StorageFuture<'_, u64> {
        Box::pin(self.write(move |reply| Request::DeleteOlderThan { time, reply }))
    }

    fn check(&self) -> StorageFuture<'_, ()> {
        Box::pin(async move {
            sqlx::query("SELECT 1 FROM games LIMIT 1").fetch_optional(&self.readers).await?;
            self.write(move |reply| Request::Check { reply }).await
        })
    }
}

impl Jobs for Sqlite {
    fn claim(&self, only: Option<String>, now: u64, lease: u64) -> StorageFuture<'_, Vec<String>> {
        Box::pin(self.write(move |reply| Request::Claim { only, now, lease, reply }))
    }

    fn renew(&self, games: Vec<String>, until: u64) -> StorageFuture<'_, ()> {
        Box::pin(self.write(move |reply| Request::Renew { games, until, reply }))
    }
}

impl Guests for Sqlite {
    fn name<'a>(&'a self, guest: &'a Guest) -> StorageFuture<'a, Option<String>> {
        Box::pin(async move {
            let query = sqlx::query("SELECT name FROM guests WHERE id = ?1").bind(guest.as_str());
            Ok(query.fetch_optional(&self.readers).await?.map(|row| row.get(0)))
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
            let summary = |row: &SqliteRow| GameSummary {
                id: row.get(0),
                updated: row.get::<i64, _>(1) as u64,
                over: row.get(2),
            };
            Ok(rows.iter().map(summary).collect())
        })
    }
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

/// Counts the players' moves that the database in a data folder holds.
pub async fn count_moves(folder: &Path) -> Result<u64, StorageError> {
    let options = SqliteConnectOptions::new().filename(folder.join(FILE));
    let mut connection = options.connect().await?;
    let query = sqlx::query("SELECT count(*) FROM log WHERE event ->> '$.table.event.move' IS NOT NULL");
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

fn log_record(game: &str, row: &SqliteRow) -> Result<LogRecord, StorageError> {
    let seq = row.get::<i64, _>(0) as u64;
    match serde_json::from_str(row.get(2)) {
        Ok(event) => Ok(LogRecord { seq, command: row.get(1), event }),
        Err(error) => Err(StorageError::Entry { game: game.into(), seq, source: Arc::new(error) }),
    }
}
