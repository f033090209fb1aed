//! Everything in one SQLite file.
//!
//! In WAL mode with a full sync on every commit: what is acknowledged survives a lost plug. Readers have connections of
//! their own and never wait for the writer.

use super::migrate::migrate;
use super::writer::{self, Request};
use super::{Append, Appended, GameSummary, Guests, Jobs, Log, LogRecord, StorageError, StorageFuture};
use crate::guest::Guest;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row, SqliteConnection};
use std::path::Path;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// An SQLite file.
pub struct Sqlite {
    readers: SqlitePool,
    writer: mpsc::Sender<Request>,
    /// Gone when nobody needs the file any more.
    _alive: Arc<()>,
}

/// Connections that read at the same time.
const READERS: u32 = 4;

impl Sqlite {
    /// Opens a file, or makes a new one.
    pub async fn open(path: &Path) -> Result<Sqlite, StorageError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(10))
            // The writer does not stop to move what it wrote into the database: that is done beside it.
            .pragma("wal_autocheckpoint", "16384")
            .disable_statement_logging();
        let mut connection = options.connect().await?;
        let alive = Arc::new(());
        migrate(&mut connection, path).await?;
        tokio::spawn(checkpoint_loop(options.connect().await?, Arc::downgrade(&alive)));
        let readers = SqlitePoolOptions::new().max_connections(READERS).connect_with(options.clone()).await?;
        Ok(Sqlite { readers, writer: writer::start(options, connection), _alive: alive })
    }

    async fn ask<T>(
        &self,
        request: impl FnOnce(oneshot::Sender<Result<T, StorageError>>) -> Request,
    ) -> Result<T, StorageError> {
        let gone = || StorageError("the writer has stopped".into());
        let (reply, answer) = oneshot::channel();
        self.writer.send(request(reply)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

impl Log for Sqlite {
    fn append(&self, append: Append) -> StorageFuture<'_, Appended> {
        Box::pin(async move {
            let (game, expected) = (append.game.clone(), append.expected);
            let accepted = self.ask(|reply| Request::Append(Box::new(append), reply)).await?;
            let missed = if accepted { Vec::new() } else { self.read(&game, expected).await? };
            Ok(writer::appended(accepted, missed))
        })
    }

    fn read<'a>(&'a self, game: &'a str, after: u64) -> StorageFuture<'a, Vec<LogRecord>> {
        Box::pin(async move {
            let query =
                sqlx::query("SELECT seq, command, event FROM log WHERE game = ?1 AND seq > ?2 ORDER BY seq");
            let rows = query.bind(game).bind(after as i64).fetch_all(&self.readers).await?;
            rows.iter().map(logged).collect()
        })
    }

    fn delete_older_than(&self, before: u64) -> StorageFuture<'_, u64> {
        Box::pin(self.ask(move |reply| Request::DeleteOlderThan { before, reply }))
    }

    fn check(&self) -> StorageFuture<'_, ()> {
        Box::pin(async move {
            sqlx::query("SELECT 1 FROM games LIMIT 1").fetch_optional(&self.readers).await?;
            self.ask(move |reply| Request::Check { reply }).await
        })
    }
}

impl Jobs for Sqlite {
    fn claim(&self, only: Option<String>, now: u64, lease: u64) -> StorageFuture<'_, Vec<String>> {
        Box::pin(self.ask(move |reply| Request::Claim { only, now, lease, reply }))
    }

    fn renew(&self, games: Vec<String>, until: u64) -> StorageFuture<'_, ()> {
        Box::pin(self.ask(move |reply| Request::Renew { games, until, reply }))
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
        Box::pin(self.ask(move |reply| Request::Rename { guest, name, reply }))
    }

    fn games<'a>(&'a self, guest: &'a Guest, most: u32) -> StorageFuture<'a, Vec<GameSummary>> {
        Box::pin(async move {
            let query = sqlx::query(
                "SELECT id, updated, over FROM games JOIN members ON game = id \
                 WHERE guest = ?1 ORDER BY updated DESC LIMIT ?2",
            );
            let rows = query.bind(guest.as_str()).bind(most).fetch_all(&self.readers).await?;
            let kept = |row: &SqliteRow| GameSummary {
                id: row.get(0),
                updated: row.get::<i64, _>(1) as u64,
                over: row.get(2),
            };
            Ok(rows.iter().map(kept).collect())
        })
    }
}

/// How often what was written is moved into the database.
const CHECKPOINT_INTERVAL: Duration = Duration::from_millis(500);

/// Moves what was written ahead into the database now and then, beside the writer and without making it wait.
async fn checkpoint_loop(mut connection: SqliteConnection, alive: Weak<()>) {
    while alive.strong_count() > 0 {
        tokio::time::sleep(CHECKPOINT_INTERVAL).await;
        if let Err(error) = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&mut connection).await {
            tracing::warn!(%error, "WAL checkpoint failed");
        }
    }
}

/// How many players' moves the file in a data folder holds.
pub async fn count_moves(folder: &Path) -> Result<u64, StorageError> {
    let options = SqliteConnectOptions::new().filename(folder.join(super::FILE));
    let mut connection = options.connect().await?;
    let query = sqlx::query("SELECT count(*) FROM log WHERE event ->> '$.table.event.move' IS NOT NULL");
    Ok(query.fetch_one(&mut connection).await?.get::<i64, _>(0) as u64)
}

fn logged(row: &SqliteRow) -> Result<LogRecord, StorageError> {
    let (seq, event) = (row.get::<i64, _>(0) as u64, row.get::<&str, _>(2));
    let event = serde_json::from_str(event)
        .map_err(|error| StorageError(format!("log entry {seq} can't be read: {error}")))?;
    Ok(LogRecord { seq, command: row.get(1), event })
}
