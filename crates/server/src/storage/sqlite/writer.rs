//! The one task that writes to the database. It takes all waiting appends into one transaction, so that many moves
//! share one sync of the disk.

use super::append::write_appends;
use super::migrate::VERSION;
use super::shelves::{Shelves, move_all, move_shelf};
use super::witness::Witness;
use super::{beside, jobs};
use crate::error::error_chain;
use crate::guest::Guest;
use crate::platform::file_identity;
use crate::storage::batch::{Batch, ReplySender};
use crate::storage::clock::{Clock, resume, wall_time};
use crate::storage::{Append, AppendOutcome, Claim, Claimed, Lease, StorageError};
use sqlx::sqlite::{SqliteConnectOptions, SqliteRow};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row, SqliteConnection};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// How many requests may wait.
const QUEUE: usize = 8_192;

/// How many requests are taken at once; their appends share a transaction.
const BATCH: usize = 512;

/// A change of the wall clock that is remembered, in milliseconds.
const GAP_TO_REMEMBER: u64 = 1_000;

/// Something to write.
pub(super) enum Request {
    Append(Box<Append>, ReplySender<AppendOutcome>),
    Claim { claim: Claim, reply: ReplySender<Vec<Claimed>> },
    Watch { games: Vec<String>, time: Duration, reply: ReplySender<()> },
    Renew { leases: Vec<Lease>, time: Duration, reply: ReplySender<Vec<Option<u64>>> },
    Rename { guest: Guest, name: String, reply: ReplySender<()> },
    DeleteOlderThan { age: Duration, reply: ReplySender<u64> },
    Beat { reply: ReplySender<()> },
    HasForeignWrites { reply: ReplySender<bool> },
    Check { reply: ReplySender<()> },
}

/// Starts the writer on its connection. It ends when all senders are dropped and everything is written.
pub(super) fn start(
    path: &Path,
    options: SqliteConnectOptions,
    connection: SqliteConnection,
    clock: Arc<Clock>,
    witness: Witness,
) -> mpsc::Sender<Request> {
    let (requests, queue) = mpsc::channel(QUEUE);
    let writer = WriterConnection {
        path: path.into(),
        identity: identities(path),
        options,
        connection: Some(connection),
        has_written: true,
        data_version: None,
        clock,
        witness,
        shelves: Shelves::default(),
    };
    tokio::spawn(run(writer, queue));
    requests
}

/// The connection that writes.
///
/// After an error it is closed and a new one opened: a full disk ends a transaction without the connection's
/// knowledge, and it would never begin another.
struct WriterConnection {
    path: PathBuf,
    /// Tell the files from others of their names: what is written to a removed file is lost.
    identity: [Option<(u64, u64)>; 3],
    options: SqliteConnectOptions,
    connection: Option<SqliteConnection>,
    /// Whether an append or a check was written since the last failure. A claim that finds no work writes nothing and
    /// must not set this.
    has_written: bool,
    /// SQLite's number that changes when others write, as of the last look.
    data_version: Option<i64>,
    clock: Arc<Clock>,
    witness: Witness,
    shelves: Shelves,
}

impl WriterConnection {
    /// Runs an operation on the connection. After an error the connection is closed.
    async fn run<T>(
        &mut self,
        operation: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, StorageError>,
    ) -> Result<T, StorageError> {
        let result = match self.connection().await {
            Ok(connection) => operation(connection).await,
            Err(error) => Err(error),
        };
        // Looked at once more: the file may have gone while it was written to.
        let result = match result {
            Ok(_) if !self.is_same_file() => Err(StorageError::FileGone(self.path.clone())),
            result => result,
        };
        if let Err(error) = &result {
            self.has_written = false;
            tracing::error!(error = error_chain(error), "database write failed");
            if let Some(connection) = self.connection.take() {
                let _ = connection.close().await;
            }
            self.data_version = None;
        }
        result
    }

    async fn connection(&mut self) -> Result<&mut SqliteConnection, StorageError> {
        if !self.is_same_file() {
            return Err(StorageError::FileGone(self.path.clone()));
        }
        match &mut self.connection {
            Some(connection) => Ok(connection),
            none => Ok(none.insert(self.options.connect().await?)),
        }
    }

    fn is_same_file(&self) -> bool {
        self.identity == identities(&self.path)
    }
}

/// Returns what tells the files of a database from others: the database, its WAL, and the index of the WAL that processes
/// share. They stay the same for as long as any process has the database open.
fn identities(path: &Path) -> [Option<(u64, u64)>; 3] {
    ["", "-wal", "-shm"].map(|suffix| file_identity(&beside(path, suffix)))
}

async fn run(mut writer: WriterConnection, mut queue: mpsc::Receiver<Request>) {
    let (mut postponed, mut has_appended) = (Vec::new(), false);
    loop {
        let mut batch = Batch::default();
        let mut others = Vec::new();
        let must_wait = postponed.is_empty();
        for (append, reply) in postponed.drain(..) {
            batch.add(append, reply);
        }
        let mut take = |request: Request| match request {
            Request::Append(append, reply) => batch.add(*append, reply),
            other => others.push(other),
        };
        if must_wait {
            match queue.recv().await {
                Some(request) => take(request),
                None => break,
            }
        }
        for _ in 0..BATCH {
            match queue.try_recv() {
                Ok(request) => take(request),
                Err(_) => break,
            }
        }
        if !batch.appends.is_empty() {
            let written =
                writer.run(async |connection| write_appends(connection, &batch.appends).await).await;
            writer.has_written |= written.is_ok();
            if let Ok((_, appended)) = &written {
                writer.witness.write(*appended);
                writer.shelves.appended();
            }
            has_appended |= written.is_ok();
            postponed = batch.finish(&written.map(|(outcomes, _)| outcomes));
            // Those who wait for their appends do not wait for this, too.
            if let Some(shelf) = writer.shelves.take_due() {
                let _ = writer.run(async |connection| move_shelf(connection, shelf).await).await;
            }
        }
        let is_beat = others.iter().any(|request| matches!(request, Request::Beat { .. }));
        if is_beat && writer.shelves.take_idle(std::mem::take(&mut has_appended)) {
            let _ = writer.run(async |connection| move_all(connection).await).await;
        }
        for request in others {
            serve(&mut writer, request).await;
        }
    }
    if let Some(mut connection) = writer.connection {
        let _ = move_all(&mut connection).await;
        let _ = connection.close().await;
    }
}

/// Carries out a request that is no append.
async fn serve(writer: &mut WriterConnection, request: Request) {
    let now = writer.clock.now();
    match request {
        Request::Append(_, reply) => drop(reply),
        Request::Claim { claim, reply } => {
            let claimed = writer.run(async |connection| jobs::claim(connection, claim, now).await).await;
            let _ = reply.send(claimed);
        }
        Request::Renew { leases, time, reply } => {
            let until = now + time.as_millis() as u64;
            let renewed = writer.run(async |connection| jobs::renew(connection, &leases, until).await).await;
            let _ = reply.send(renewed);
        }
        Request::Watch { games, time, reply } => {
            let until = now + time.as_millis() as u64;
            let set = writer.run(async |connection| jobs::watch(connection, &games, now, until).await).await;
            let _ = reply.send(set);
        }
        Request::Rename { guest, name, reply } => {
            let query = sqlx::query("INSERT OR REPLACE INTO guests (id, name) VALUES (?1, ?2)");
            let query = query.bind(guest.as_str()).bind(name);
            let renamed = writer.run(async |connection| Ok(query.execute(connection).await?)).await;
            let _ = reply.send(renamed.map(drop));
        }
        Request::DeleteOlderThan { age, reply } => {
            let time = now.saturating_sub(age.as_millis() as u64);
            let deleted = writer.run(async |connection| delete_older_than(connection, time).await).await;
            let _ = reply.send(deleted);
        }
        Request::Beat { reply } => {
            let clock = writer.clock.clone();
            let _ = reply.send(writer.run(async |connection| beat(connection, &clock).await).await);
        }
        Request::HasForeignWrites { reply } => {
            let query = sqlx::query("PRAGMA data_version");
            let version = writer.run(async |connection| Ok(query.fetch_one(connection).await?.get(0))).await;
            let _ = reply.send(version.map(|version| writer.data_version.replace(version) != Some(version)));
        }
        // A recent write is proof enough.
        Request::Check { reply } if writer.has_written && writer.is_same_file() => {
            let _ = reply.send(Ok(()));
        }
        Request::Check { reply } => {
            // A write that changes nothing.
            let query = sqlx::query(AssertSqlSafe(format!("PRAGMA user_version = {VERSION}")));
            let written = writer.run(async |connection| Ok(query.execute(connection).await?)).await;
            writer.has_written = written.is_ok();
            let _ = reply.send(written.map(drop));
        }
    }
}

/// Writes the heartbeat, and sets the clock by it.
///
/// A process that has served all the time goes by its monotonic clock; one that starts, or was stopped, by the wall clock
/// and the last heartbeat. Processes that serve the same file agree on the latest.
pub(super) async fn beat(connection: &mut SqliteConnection, clock: &Clock) -> Result<(), StorageError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let row = sqlx::query("SELECT beat, skipped FROM service").fetch_one(&mut *transaction).await?;
    let (last, skipped) =
        (row.try_get::<Option<i64>, _>(0)?.map(|beat| beat as u64), row.try_get::<i64, _>(1)?);
    let (wall, at) = (wall_time(), Instant::now());
    let time = match clock.followed() {
        Some(now) => now.max(last.unwrap_or(0)),
        None => resume(last, skipped, wall),
    };
    let skipped_now = wall as i64 - time as i64;
    let query = sqlx::query("UPDATE service SET beat = ?1, skipped = ?2").bind(time as i64).bind(skipped_now);
    query.execute(&mut *transaction).await?;
    if skipped_now.abs_diff(clock.skipped()) > GAP_TO_REMEMBER {
        let gaps =
            sqlx::query("SELECT at, skipped FROM gaps ORDER BY rowid").fetch_all(&mut *transaction).await?;
        // One that can't be read changes how times are shown, and nothing else.
        let gap = |row: &SqliteRow| Some((row.try_get::<i64, _>(0).ok()? as u64, row.try_get(1).ok()?));
        let mut gaps: Vec<(u64, i64)> = gaps.iter().filter_map(gap).collect();
        // Another process may have written it down already.
        if skipped_now.abs_diff(gaps.last().map_or(0, |(_, skipped)| *skipped)) > GAP_TO_REMEMBER {
            let query = sqlx::query("INSERT INTO gaps (at, skipped) VALUES (?1, ?2)");
            query.bind(time as i64).bind(skipped_now).execute(&mut *transaction).await?;
            gaps.push((time, skipped_now));
        }
        clock.set_gaps(gaps);
    }
    transaction.commit().await?;
    clock.set(time, at);
    Ok(())
}

async fn delete_older_than(connection: &mut SqliteConnection, time: u64) -> Result<u64, StorageError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    for delete in [
        "DELETE FROM fresh WHERE game IN (SELECT id FROM games WHERE updated < ?1)",
        "DELETE FROM log WHERE game IN (SELECT id FROM games WHERE updated < ?1)",
        "DELETE FROM members WHERE game IN (SELECT id FROM games WHERE updated < ?1)",
    ] {
        sqlx::query(delete).bind(time as i64).execute(&mut *transaction).await?;
    }
    let query = sqlx::query("DELETE FROM games WHERE updated < ?1").bind(time as i64);
    let deleted = query.execute(&mut *transaction).await?.rows_affected();
    transaction.commit().await?;
    Ok(deleted)
}
