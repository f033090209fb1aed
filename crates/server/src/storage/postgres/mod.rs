//! A storage in a PostgreSQL database, which any number of processes use at the same time.
//!
//! Everything is one statement, so that a process that stops in the middle holds no locks. Whatever takes too long is given
//! up together with its connection.

mod address;
mod connect_retry;
mod connection;
mod guests;
mod jobs;
mod migrate;
mod reader;
mod tls;
mod transfer;
mod verify;
mod writer;

pub(super) use transfer::{export, import};
pub(super) use verify::verify;

use super::address_key::AddressKey;
use super::clock::{Clock, GAP};
use super::guest_data::OPPONENTS;
use super::rows::EntryRow;
use super::{
    Append, AppendOutcome, GameSummary, GuestData, Guests, Log, LogRecord, LogResult, Profile, Service,
    Storage, StorageError, StorageFuture, blocking,
};
use crate::guest::Guest;
use address::Address;
use connection::{Parameters, Pool, TIMEOUT};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tokio_postgres::{Client, Row};

/// A storage in a PostgreSQL database.
pub struct Postgres {
    pool: Pool,
    writer: writer::Queue,
    reader: mpsc::Sender<reader::Request>,
    clock: Clock,
}

impl Postgres {
    /// Connects to a database, and brings its tables up to date.
    pub async fn open(url: &str) -> Result<Postgres, StorageError> {
        let url = url.to_owned();
        let address = blocking(move || Address::parse(&url, "parlor")).await?;
        let mut connection = timeout(2 * TIMEOUT, address.connect())
            .await
            .map_err(|_| StorageError::Timeout(2 * TIMEOUT))??;
        migrate::migrate(&mut connection.client).await?;
        verify::check_at_start(&mut connection.client).await?;
        let key = address_key(&connection.client).await?;
        let (writer, reader) = (writer::start(&address, &key), reader::start(&address));
        let storage = Postgres { pool: Pool::new(address), writer, reader, clock: Clock::default() };
        storage.beat(true).await?;
        Ok(storage)
    }

    async fn query(&self, sql: &'static str, parameters: Parameters<'_>) -> Result<Vec<Row>, StorageError> {
        self.pool.query(sql, parameters).await.map(|(rows, _)| rows)
    }
}

/// Returns the key of stored addresses, which the first process creates. Servers that share a database share it, so that an
/// address has one turn at all of them.
async fn address_key(client: &Client) -> Result<AddressKey, StorageError> {
    let sql = "UPDATE service SET address_key = coalesce(address_key, $1) RETURNING address_key";
    let new = AddressKey::random()?;
    let row = client.query_opt(sql, &[&new.to_hex()]).await?.ok_or(StorageError::NoService)?;
    Ok(AddressKey::from_hex(row.get(0)).unwrap_or(new))
}

/// Connects to a database as [`Postgres::open_within`] does.
pub(crate) async fn open(url: &str, patience: Duration) -> Result<Arc<dyn Storage>, StorageError> {
    Ok(Arc::new(Postgres::open_within(url, patience).await?))
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

    fn read_many(&self, games: Vec<String>) -> StorageFuture<'_, Vec<LogResult>> {
        Box::pin(async move {
            let after = vec![0_i64; games.len()];
            let rows = self.query(reader::READ, &[&games, &after]).await?;
            let rows_of = reader::rows_by_place(&rows, games.len());
            Ok(games.iter().zip(rows_of).map(|(game, rows)| reader::records(game, 0, &rows)).collect())
        })
    }

    fn heads(&self, games: Vec<String>) -> StorageFuture<'_, Vec<(String, u64)>> {
        Box::pin(async move {
            let rows = self.query("SELECT id, seq FROM games WHERE id = ANY($1)", &[&games]).await?;
            Ok(rows.iter().map(|row| (row.get(0), row.get::<_, i64>(1) as u64)).collect())
        })
    }

    fn has_foreign_writes(&self) -> StorageFuture<'_, bool> {
        Box::pin(async { Ok(false) })
    }

    fn delete_older_than(&self, age: Duration) -> StorageFuture<'_, u64> {
        Box::pin(async move {
            let sql = "WITH old AS (DELETE FROM games WHERE updated < service_now() - $1 RETURNING id), \
                    logs AS (DELETE FROM log USING old WHERE game = id), \
                    guests_of AS (DELETE FROM members USING old WHERE game = id) \
                 SELECT count(*) FROM old";
            let rows = self.query(sql, &[&(age.as_millis() as i64)]).await?;
            Ok(rows.first().map_or(0, |row| row.get::<_, i64>(0) as u64))
        })
    }

    fn check(&self) -> StorageFuture<'_, ()> {
        // A replica that only reads is no place for games.
        Box::pin(async move { self.query("UPDATE service SET id = id RETURNING id", &[]).await.map(drop) })
    }

    fn is_local(&self) -> bool {
        false
    }
}

impl Guests for Postgres {
    fn name<'a>(&'a self, guest: &'a Guest) -> StorageFuture<'a, Option<String>> {
        Box::pin(async move {
            let rows = self.query("SELECT name FROM guests WHERE id = $1", &[&guest.as_str()]).await?;
            Ok(rows.first().map(|row| row.get(0)))
        })
    }

    fn names(&self, guests: Vec<Guest>) -> StorageFuture<'_, HashMap<Guest, String>> {
        Box::pin(async move {
            let ids: Vec<&str> = guests.iter().map(Guest::as_str).collect();
            let rows = self.query("SELECT id, name FROM guests WHERE id = ANY($1)", &[&ids]).await?;
            let name = |row: &Row| Some((Guest::from_id(row.get(0))?, row.get(1)));
            Ok(rows.iter().filter_map(name).collect())
        })
    }

    fn profile<'a>(&'a self, guest: &'a Guest) -> StorageFuture<'a, Option<Profile>> {
        Box::pin(self.profile_of(guest))
    }

    fn opponents<'a>(&'a self, guest: &'a Guest) -> StorageFuture<'a, Vec<String>> {
        Box::pin(async move {
            let rows = self.query(OPPONENTS, &[&guest.as_str()]).await?;
            Ok(rows.iter().map(|row| row.get(0)).collect())
        })
    }

    fn rename(&self, guest: Guest, name: String) -> StorageFuture<'_, bool> {
        Box::pin(async move { self.set_name(&guest, &name).await })
    }

    fn guest_data<'a>(&'a self, guest: &'a Guest) -> StorageFuture<'a, GuestData> {
        Box::pin(self.data_of(guest))
    }

    fn delete_guest(&self, guest: Guest) -> StorageFuture<'_, ()> {
        Box::pin(async move { self.delete_data_of(&guest).await })
    }

    fn delete_names_older_than(&self, age: Duration) -> StorageFuture<'_, u64> {
        Box::pin(self.delete_names(age))
    }

    fn games<'a>(&'a self, guest: &'a Guest, limit: u32) -> StorageFuture<'a, Vec<GameSummary>> {
        Box::pin(async move {
            let sql = "SELECT id, updated, over, seq FROM games JOIN members ON game = id \
                 WHERE guest = $1 ORDER BY updated DESC LIMIT $2";
            let rows = self.query(sql, &[&guest.as_str(), &i64::from(limit)]).await?;
            let summary = |row: &Row| GameSummary {
                id: row.get(0),
                updated: row.get::<_, i64>(1) as u64,
                over: row.get(2),
                seq: row.get::<_, i64>(3) as u64,
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
            let (rows, asked) = match is_serving {
                true => self.pool.query(BEAT, &[&(GAP as i64), &BACK]).await?,
                false => self.pool.query("SELECT service_now(), skipped FROM service", &[]).await?,
            };
            let answered = Instant::now();
            let row = rows.first().ok_or(StorageError::NoService)?;
            let (time, skipped) = (row.get::<_, i64>(0) as u64, row.get::<_, i64>(1));
            if skipped != self.clock.skipped() {
                let rows = self.query("SELECT at, skipped FROM gaps ORDER BY at", &[]).await?;
                let gap = |row: &Row| (row.get::<_, i64>(0) as u64, row.get(1));
                self.clock.set_gaps(rows.iter().map(gap).collect());
            }
            self.clock.compare(time, asked, answered);
            Ok(())
        })
    }
}

/// Reads a row of the log.
fn entry_row(row: &Row) -> Result<EntryRow, StorageError> {
    Ok(EntryRow {
        seq: row.try_get(0)?,
        command: row.try_get(1)?,
        event: row.try_get(2)?,
        checksum: row.try_get(3)?,
    })
}
