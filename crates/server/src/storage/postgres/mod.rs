//! A storage in a PostgreSQL database, which any number of processes use at the same time.
//!
//! Everything is one statement, so that a process that stops in the middle holds no locks. Whatever takes too long is given
//! up together with its connection.

mod jobs;
mod link;
mod migrate;
mod patience;
mod reader;
mod transfer;
mod verify;
mod writer;

pub(super) use transfer::{export, import};
pub(super) use verify::verify;

use super::clock::{Clock, GAP};
use super::rows::EntryRow;
use super::{
    Append, AppendOutcome, GameSummary, Guests, Log, LogRecord, Service, StorageError, StorageFuture,
};
use crate::guest::Guest;
use sqlx::postgres::{PgArguments, PgConnectOptions, PgPool, PgPoolOptions, PgRow};
use sqlx::query::Query;
use sqlx::{ConnectOptions, Executor, Postgres as PostgresDatabase, Row};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

/// A storage in a PostgreSQL database.
pub struct Postgres {
    pool: PgPool,
    writer: writer::Queue,
    reader: mpsc::Sender<reader::Request>,
    clock: Clock,
}

/// Connections beside those of the writers and the reader.
const CONNECTIONS: u32 = 7;

/// How long a statement may take before it is given up.
const TIMEOUT: Duration = Duration::from_secs(5);

impl Postgres {
    /// Connects to a database, and brings its tables up to date.
    pub async fn open(url: &str) -> Result<Postgres, StorageError> {
        let options: PgConnectOptions = url.parse()?;
        let options = options.application_name("parlor").disable_statement_logging();
        let mut connection = timeout(2 * TIMEOUT, options.connect())
            .await
            .map_err(|_| StorageError::Timeout(2 * TIMEOUT))??;
        migrate::migrate(&mut connection).await?;
        verify::check_at_start(&mut connection).await?;
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(TIMEOUT)
            .after_connect(|connection, _| Box::pin(link::prepare(connection)))
            .connect_lazy_with(options.clone());
        let (writer, reader) = (writer::start(&options), reader::start(&options));
        let storage = Postgres { pool, writer, reader, clock: Clock::default() };
        storage.beat(true).await?;
        Ok(storage)
    }

    /// Runs a query. If it fails or takes too long, its connection is closed.
    async fn fetch_all(
        &self,
        query: Query<'_, PostgresDatabase, PgArguments>,
    ) -> Result<Vec<PgRow>, StorageError> {
        self.fetch_timed(query).await.map(|(rows, _)| rows)
    }

    /// The same, with the instant at which the database was asked: there may have been no connection before.
    async fn fetch_timed(
        &self,
        query: Query<'_, PostgresDatabase, PgArguments>,
    ) -> Result<(Vec<PgRow>, Instant), StorageError> {
        let mut connection = self.pool.acquire().await?;
        let asked = Instant::now();
        let result = timeout(TIMEOUT, (&mut *connection).fetch_all(query)).await;
        match result {
            Ok(Ok(rows)) => Ok((rows, asked)),
            Ok(Err(error)) => {
                drop(connection.detach());
                Err(error.into())
            }
            Err(_) => {
                drop(connection.detach());
                Err(StorageError::Timeout(TIMEOUT))
            }
        }
    }
}

impl Log for Postgres {
    fn append(&self, append: Append) -> StorageFuture<'_, AppendOutcome> {
        Box::pin(async move {
            let (reply, receiver) = oneshot::channel();
            let request = (append, reply);
            self.writer.send(request).await.map_err(|_| StorageError::WriterStopped)?;
            receiver.await.map_err(|_| StorageError::WriterStopped)?
        })
    }

    fn read<'a>(&'a self, game: &'a str, after: u64) -> StorageFuture<'a, Vec<LogRecord>> {
        Box::pin(async move {
            let (reply, receiver) = oneshot::channel();
            let request = reader::Request { game: game.into(), after, reply };
            self.reader.send(request).await.map_err(|_| StorageError::ReaderStopped)?;
            receiver.await.map_err(|_| StorageError::ReaderStopped)?
        })
    }

    fn heads(&self, games: Vec<String>) -> StorageFuture<'_, Vec<(String, u64)>> {
        Box::pin(async move {
            let rows = self
                .fetch_all(sqlx::query("SELECT id, seq FROM games WHERE id = ANY($1)").bind(games))
                .await?;
            Ok(rows.iter().map(|row| (row.get(0), row.get::<i64, _>(1) as u64)).collect())
        })
    }

    fn has_foreign_writes(&self) -> StorageFuture<'_, bool> {
        Box::pin(async { Ok(false) })
    }

    fn delete_older_than(&self, age: Duration) -> StorageFuture<'_, u64> {
        Box::pin(async move {
            let query = sqlx::query(
                "WITH old AS (DELETE FROM games WHERE updated < service_now() - $1 RETURNING id), \
                    logs AS (DELETE FROM log USING old WHERE game = id), \
                    guests_of AS (DELETE FROM members USING old WHERE game = id) \
                 SELECT count(*) FROM old",
            );
            let rows = self.fetch_all(query.bind(age.as_millis() as i64)).await?;
            Ok(rows.first().map_or(0, |row| row.get::<i64, _>(0) as u64))
        })
    }

    fn check(&self) -> StorageFuture<'_, ()> {
        // A replica that only reads is no place for games.
        Box::pin(async move {
            self.fetch_all(sqlx::query("UPDATE service SET id = id RETURNING id")).await.map(drop)
        })
    }

    fn is_local(&self) -> bool {
        false
    }
}

impl Guests for Postgres {
    fn name<'a>(&'a self, guest: &'a Guest) -> StorageFuture<'a, Option<String>> {
        Box::pin(async move {
            let query = sqlx::query("SELECT name FROM guests WHERE id = $1").bind(guest.as_str());
            Ok(self.fetch_all(query).await?.first().map(|row| row.get(0)))
        })
    }

    fn rename(&self, guest: Guest, name: String) -> StorageFuture<'_, ()> {
        Box::pin(async move {
            let query = sqlx::query(
                "INSERT INTO guests (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = $2",
            );
            self.fetch_all(query.bind(guest.as_str()).bind(name)).await.map(drop)
        })
    }

    fn games<'a>(&'a self, guest: &'a Guest, limit: u32) -> StorageFuture<'a, Vec<GameSummary>> {
        Box::pin(async move {
            let query = sqlx::query(
                "SELECT id, updated, over FROM games JOIN members ON game = id \
                 WHERE guest = $1 ORDER BY updated DESC LIMIT $2",
            );
            let rows = self.fetch_all(query.bind(guest.as_str()).bind(i64::from(limit))).await?;
            let summary = |row: &PgRow| GameSummary {
                id: row.get(0),
                updated: row.get::<i64, _>(1) as u64,
                over: row.get(2),
            };
            Ok(rows.iter().map(summary).collect())
        })
    }
}

/// How far back PostgreSQL's clock may go before it is not believed, in milliseconds.
const BACK: i64 = 1_000;

/// Writes the heartbeat by this server's clock: a time long after the last one, or before it, is not believed. Returns
/// the time of service and how far the clock is ahead of it.
const BEAT: &str = "WITH last AS MATERIALIZED (SELECT beat, skipped FROM service FOR UPDATE), \
    read AS MATERIALIZED ( \
        SELECT beat, skipped, (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS clock FROM last), \
    next AS MATERIALIZED ( \
        SELECT clock, skipped AS before, CASE \
            WHEN beat IS NULL THEN skipped \
            WHEN clock - skipped > beat + $1 THEN clock - beat - $1 \
            WHEN clock - skipped < beat - $2 THEN clock - beat \
            ELSE skipped END AS skipped FROM read), \
    gap AS (INSERT INTO gaps (at, skipped) SELECT clock - skipped, skipped FROM next WHERE skipped <> before) \
    UPDATE service SET beat = greatest(beat, clock - next.skipped), skipped = next.skipped FROM next \
    RETURNING beat, service.skipped";

impl Service for Postgres {
    fn clock(&self) -> &Clock {
        &self.clock
    }

    fn beat(&self, is_serving: bool) -> StorageFuture<'_, ()> {
        Box::pin(async move {
            let query = match is_serving {
                true => sqlx::query(BEAT).bind(GAP as i64).bind(BACK),
                false => sqlx::query("SELECT service_now(), skipped FROM service"),
            };
            let (rows, asked) = self.fetch_timed(query).await?;
            let answered = Instant::now();
            let Some(row) = rows.first() else { return Err(sqlx::Error::RowNotFound.into()) };
            let (time, skipped) = (row.get::<i64, _>(0) as u64, row.get::<i64, _>(1));
            if skipped != self.clock.skipped() {
                let rows = self.fetch_all(sqlx::query("SELECT at, skipped FROM gaps ORDER BY at")).await?;
                let gap = |row: &PgRow| (row.get::<i64, _>(0) as u64, row.get(1));
                self.clock.set_gaps(rows.iter().map(gap).collect());
            }
            self.clock.compare(time, asked, answered);
            Ok(())
        })
    }
}

/// Reads a row of the log.
fn entry_row(row: &PgRow) -> Result<EntryRow, StorageError> {
    Ok(EntryRow {
        seq: row.try_get(0)?,
        command: row.try_get(1)?,
        event: row.try_get(2)?,
        checksum: row.try_get(3)?,
    })
}
