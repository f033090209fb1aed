//! A storage in one SQLite file.
//!
//! It is in WAL mode with a full sync on every commit: an acknowledged move survives a power failure. SQLite blocks its
//! callers, so the writer and the readers are threads of their own. Readers never wait for the writer.

mod append;
mod compaction;
mod connection;
mod entry_counter;
mod guests;
mod jobs;
mod key_file;
mod migrate;
mod threads;
mod verify;
mod writer;

pub(super) use connection::{create, create_with_tables, files_beside, open_existing};
#[cfg(feature = "cluster")]
pub(super) use migrate::entries_of;
pub(super) use verify::verify;

use super::clock::Clock;
use super::due::{BELIEVED_LEASES, MAX_LISTED, THINKING, TURN_MEMORY, WAITING};
use super::rows::{EntryRow, LogReader};
use super::{
    Append, AppendOutcome, Claim, Claimed, FILE, GameSummary, GuestData, Guests, Jobs, LEASE, Lease, Log,
    LogRecord, LogResult, Profile, Service, StorageError, StorageFuture, Waiting, blocking,
};
use crate::error::error_chain;
use crate::guest::Guest;
use compaction::shelf_of;
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, named_params, params};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;
use threads::Readers;
use writer::WriterQueue;

/// A storage in one SQLite file.
pub struct Sqlite {
    readers: Readers,
    writer: WriterQueue,
    clock: Arc<Clock>,
    /// Stops the checkpoints when it is dropped.
    _checkpoints: mpsc::Sender<()>,
}

impl Sqlite {
    /// Opens a file, or creates it, and brings its tables up to date.
    pub async fn open(path: &Path) -> Result<Sqlite, StorageError> {
        let path = path.to_owned();
        blocking(move || Sqlite::start(&path)).await
    }

    fn start(path: &Path) -> Result<Sqlite, StorageError> {
        create(path)?;
        let mut connection = connection::open(path)?;
        migrate::migrate(&mut connection, path)?;
        // What a process that was killed has left.
        if let Err(error) = compaction::move_all(&mut connection) {
            tracing::error!(error = error_chain(&error), "fresh entries stay where they are");
        }
        verify::check_at_start(&mut connection, path)?;
        let clock = Arc::new(Clock::default());
        writer::beat(&mut connection, &clock)?;
        let checkpoints = threads::start_checkpoints(connection::open(path)?)?;
        let readers = Readers::start(path)?;
        let key = key_file::read_or_create(&mut connection, path)?;
        let writer = WriterQueue::start(path, connection, clock.clone(), key)?;
        Ok(Sqlite { readers, writer, clock, _checkpoints: checkpoints })
    }
}

impl Log for Sqlite {
    fn append(&self, append: Append) -> StorageFuture<'_, AppendOutcome> {
        Box::pin(self.writer.append(Box::new(append)))
    }

    fn read<'a>(&'a self, game: &'a str, after: u64) -> StorageFuture<'a, Vec<LogRecord>> {
        let game = game.to_string();
        Box::pin(self.readers.run(move |connection| read_log(connection, &game, after)))
    }

    fn read_many(&self, games: Vec<String>) -> StorageFuture<'_, Vec<LogResult>> {
        Box::pin(self.readers.run(move |connection| {
            let mut logs = Vec::with_capacity(games.len());
            for game in &games {
                match read_log(connection, game, 0) {
                    // What is wrong is the connection, and not the game.
                    Err(error @ StorageError::Sqlite(_)) => return Err(error),
                    log => logs.push(log),
                }
            }
            Ok(logs)
        }))
    }

    fn heads(&self, games: Vec<String>) -> StorageFuture<'_, Vec<(String, u64)>> {
        Box::pin(self.readers.run(move |connection| {
            let games = serde_json::to_string(&games)?;
            let sql = "SELECT id, seq FROM games WHERE id IN (SELECT value FROM json_each(?1))";
            let head = |row: &Row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64));
            Ok(connection.prepare_cached(sql)?.query_map([games], head)?.collect::<Result<_, _>>()?)
        }))
    }

    fn has_foreign_writes(&self) -> StorageFuture<'_, bool> {
        Box::pin(self.writer.ask(|writer| writer.has_foreign_writes()))
    }

    fn delete_older_than(&self, age: Duration) -> StorageFuture<'_, u64> {
        Box::pin(self.writer.run(move |connection, now| {
            delete_older_than(connection, now.saturating_sub(age.as_millis() as u64))
        }))
    }

    fn is_local(&self) -> bool {
        true
    }

    fn check(&self) -> StorageFuture<'_, ()> {
        Box::pin(async move {
            // First what says most: without its files a database can't be read either.
            self.writer.ask(|writer| writer.check()).await?;
            self.readers
                .run(|connection| {
                    connection.prepare_cached("SELECT 1 FROM games LIMIT 1")?.exists([])?;
                    Ok(())
                })
                .await
        })
    }
}

impl Jobs for Sqlite {
    fn claim(&self, claim: Claim) -> StorageFuture<'_, Vec<Claimed>> {
        Box::pin(self.writer.run(move |connection, now| jobs::claim(connection, claim, now)))
    }

    fn renew(&self, leases: Vec<Lease>, time: Duration) -> StorageFuture<'_, Vec<Option<u64>>> {
        Box::pin(
            self.writer
                .run(move |connection, now| jobs::renew(connection, &leases, now + time.as_millis() as u64)),
        )
    }

    fn watch(&self, games: Vec<String>, time: Duration) -> StorageFuture<'_, ()> {
        Box::pin(
            self.writer.run(move |connection, now| {
                jobs::watch(connection, &games, now, now + time.as_millis() as u64)
            }),
        )
    }

    fn forget_turns(&self) -> StorageFuture<'_, ()> {
        Box::pin(self.writer.run(move |connection, now| {
            let time = now.saturating_sub(TURN_MEMORY.as_millis() as u64);
            connection.execute("DELETE FROM served WHERE at < ?1", [time as i64])?;
            Ok(())
        }))
    }

    fn waiting(&self) -> StorageFuture<'_, Waiting> {
        let now = self.clock.now() as i64;
        Box::pin(self.readers.run(move |connection| Ok(waiting(connection, now)?)))
    }
}

impl Service for Sqlite {
    fn clock(&self) -> &Clock {
        &self.clock
    }

    fn beat(&self, _: bool) -> StorageFuture<'_, ()> {
        Box::pin(self.writer.ask(|writer| writer.beat()))
    }
}

impl Guests for Sqlite {
    fn name<'a>(&'a self, guest: &'a Guest) -> StorageFuture<'a, Option<String>> {
        let guest = guest.to_string();
        Box::pin(self.readers.run(move |connection| {
            let mut query = connection.prepare_cached("SELECT name FROM guests WHERE id = ?1")?;
            Ok(query.query_row([guest], |row| row.get(0)).optional()?)
        }))
    }

    fn names(&self, guests: Vec<Guest>) -> StorageFuture<'_, HashMap<Guest, String>> {
        Box::pin(self.readers.run(move |connection| {
            let sql = "SELECT id, name FROM guests WHERE id IN (SELECT value FROM json_each(?1))";
            let mut query = connection.prepare_cached(sql)?;
            let mut rows = query.query([serde_json::to_string(&guests)?])?;
            let mut names = HashMap::new();
            while let Some(row) = rows.next()? {
                if let Some(guest) = Guest::from_id(&row.get::<_, String>(0)?) {
                    names.insert(guest, row.get(1)?);
                }
            }
            Ok(names)
        }))
    }

    fn profile<'a>(&'a self, guest: &'a Guest) -> StorageFuture<'a, Option<Profile>> {
        let guest = guest.to_string();
        Box::pin(self.readers.run(move |connection| guests::profile(connection, &guest)))
    }

    fn opponents<'a>(&'a self, guest: &'a Guest) -> StorageFuture<'a, Vec<String>> {
        let guest = guest.to_string();
        Box::pin(self.readers.run(move |connection| guests::opponents(connection, &guest)))
    }

    fn rename(&self, guest: Guest, name: String) -> StorageFuture<'_, bool> {
        Box::pin(
            self.writer.run(move |connection, now| guests::rename(connection, guest.as_str(), &name, now)),
        )
    }

    fn guest_data<'a>(&'a self, guest: &'a Guest) -> StorageFuture<'a, GuestData> {
        let guest = guest.to_string();
        Box::pin(self.readers.run(move |connection| guests::data(connection, &guest)))
    }

    fn delete_guest(&self, guest: Guest) -> StorageFuture<'_, ()> {
        Box::pin(self.writer.run(move |connection, now| guests::delete(connection, guest.as_str(), now)))
    }

    fn delete_names_older_than(&self, age: Duration) -> StorageFuture<'_, u64> {
        Box::pin(self.writer.run(move |connection, now| {
            guests::delete_names(connection, now.saturating_sub(age.as_millis() as u64))
        }))
    }

    fn games<'a>(&'a self, guest: &'a Guest, limit: u32) -> StorageFuture<'a, Vec<GameSummary>> {
        let guest = guest.to_string();
        Box::pin(self.readers.run(move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT id, updated, over, seq FROM games JOIN members ON game = id \
                 WHERE guest = ?1 ORDER BY updated DESC LIMIT ?2",
            )?;
            let summary = |row: &Row| {
                let (updated, seq) = (row.get::<_, i64>(1)? as u64, row.get::<_, i64>(3)? as u64);
                Ok(GameSummary { id: row.get(0)?, seq, updated, over: row.get(2)? })
            };
            Ok(query.query_map(params![guest, limit], summary)?.collect::<Result<_, _>>()?)
        }))
    }
}

/// Counts the players' moves that the database in a data folder holds.
pub async fn count_moves(folder: &Path) -> Result<u64, StorageError> {
    let path = folder.join(FILE);
    blocking(move || {
        let sql = "SELECT count(*) FROM entries WHERE event ->> '$.table.event.move' IS NOT NULL";
        Ok(open_existing(&path)?.query_row(sql, [], |row| row.get::<_, i64>(0))? as u64)
    })
    .await
}

fn read_log(connection: &Connection, game: &str, after: u64) -> LogResult {
    let mut query = connection.prepare_cached(
        "SELECT seq, command, event, checksum FROM log WHERE game = ?1 AND seq >= ?2 UNION ALL \
         SELECT seq, command, event, checksum FROM fresh WHERE shelf = ?3 AND game = ?1 AND seq >= ?2 \
         ORDER BY seq",
    )?;
    let mut reader = LogReader::new(game, after);
    query
        .query_map(params![game, after as i64, shelf_of(game)], entry_row)?
        .filter_map(|row| row.map_err(StorageError::from).and_then(|row| reader.next(&row)).transpose())
        .collect()
}

fn waiting(connection: &Connection, now: i64) -> rusqlite::Result<Waiting> {
    let believed = now + BELIEVED_LEASES * LEASE.as_millis() as i64;
    let parameters = named_params! {"$1": now, "$2": believed, "$3": MAX_LISTED as i64};
    let mut query = connection.prepare_cached(WAITING)?;
    let mut rows = query.query(parameters)?;
    let mut waiting = Waiting::default();
    while let Some(row) = rows.next()? {
        waiting.games.push(row.get(0)?);
        waiting.length = row.get::<_, i64>(1)? as u64;
        waiting.thinking = row.get::<_, i64>(2)? as u64;
    }
    if waiting.games.is_empty() {
        let parameters = named_params! {"$1": now, "$2": believed};
        let thinking: i64 = connection.prepare_cached(THINKING)?.query_row(parameters, |row| row.get(0))?;
        waiting.thinking = thinking as u64;
    }
    Ok(waiting)
}

fn delete_older_than(connection: &mut Connection, time: u64) -> Result<u64, StorageError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for delete in [
        "DELETE FROM fresh WHERE game IN (SELECT id FROM games WHERE updated < ?1)",
        "DELETE FROM log WHERE game IN (SELECT id FROM games WHERE updated < ?1)",
        "DELETE FROM members WHERE game IN (SELECT id FROM games WHERE updated < ?1)",
    ] {
        transaction.execute(delete, [time as i64])?;
    }
    let deleted = transaction.execute("DELETE FROM games WHERE updated < ?1", [time as i64])?;
    transaction.commit()?;
    Ok(deleted as u64)
}

/// Reads a row of the log. A damaged file may hold anything.
pub(super) fn entry_row(row: &Row) -> rusqlite::Result<EntryRow> {
    Ok(EntryRow { seq: row.get(0)?, command: row.get(1)?, event: row.get(2)?, checksum: row.get(3)? })
}
