//! The one thread that writes to the database. It takes all waiting appends into one transaction, so that many moves
//! share one sync of the disk.

use super::append::write_appends;
use super::compaction::{Shelves, move_all, move_shelf};
use super::connection::{beside, open};
use super::entry_counter::EntryCounter;
use super::migrate::VERSION;
use super::threads::spawn;
use crate::error::error_chain;
use crate::platform::file_identity;
use crate::storage::address_key::AddressKey;
use crate::storage::batch::{Batch, ReplySender};
use crate::storage::clock::{Clock, resume, wall_time};
use crate::storage::{Append, AppendOutcome, StorageError};
use rusqlite::{Connection, Row, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::{mpsc, oneshot};

/// How many requests may wait.
const QUEUE: usize = 8_192;

/// How many requests are taken at once; their appends share a transaction.
const BATCH: usize = 512;

/// A change of the wall clock that is remembered, in milliseconds.
const GAP_TO_REMEMBER: u64 = 1_000;

enum Request {
    Append(Box<Append>, ReplySender<AppendOutcome>),
    /// Anything else. It runs after the appends that were taken from the queue with it.
    Run(Box<dyn FnOnce(&mut Writer) + Send>),
}

/// Sends requests to the writer. The writer stops when this is dropped and everything is written.
pub(super) struct WriterQueue(mpsc::Sender<Request>);

impl WriterQueue {
    /// Starts the writer on its connection.
    pub(super) fn start(
        path: &Path,
        connection: Connection,
        clock: Arc<Clock>,
        address_key: AddressKey,
    ) -> Result<WriterQueue, StorageError> {
        let (requests, queue) = mpsc::channel(QUEUE);
        let writer = Writer {
            path: path.into(),
            identity: identities(path),
            connection: Some(connection),
            has_written: true,
            data_version: None,
            clock,
            address_key,
            entry_counter: EntryCounter::open(path),
            shelves: Shelves::default(),
        };
        spawn("parlor-writer", move || serve(writer, queue))?;
        Ok(WriterQueue(requests))
    }

    pub(super) async fn append(&self, append: Box<Append>) -> Result<AppendOutcome, StorageError> {
        self.request(|reply| Request::Append(append, reply)).await
    }

    /// Runs an operation on the writer's connection. It is passed the service time at which it runs.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        operation: impl FnOnce(&mut Connection, u64) -> Result<T, StorageError> + Send + 'static,
    ) -> Result<T, StorageError> {
        self.ask(move |writer| {
            let now = writer.clock.now();
            writer.run(|connection| operation(connection, now))
        })
        .await
    }

    /// Runs an operation on the writer's thread.
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        operation: impl FnOnce(&mut Writer) -> Result<T, StorageError> + Send + 'static,
    ) -> Result<T, StorageError> {
        let request = |reply: ReplySender<T>| {
            Request::Run(Box::new(move |writer| {
                // A receiver that is gone does not matter: what is written stays written.
                let _ = reply.send(operation(writer));
            }))
        };
        self.request(request).await
    }

    async fn request<T>(&self, request: impl FnOnce(ReplySender<T>) -> Request) -> Result<T, StorageError> {
        let (reply, receiver) = oneshot::channel();
        self.0.send(request(reply)).await.map_err(|_| StorageError::WriterStopped)?;
        receiver.await.map_err(|_| StorageError::WriterStopped)?
    }
}

fn serve(mut writer: Writer, mut queue: mpsc::Receiver<Request>) {
    let mut postponed = Vec::new();
    loop {
        let mut batch = Batch::default();
        for (append, reply) in postponed.drain(..) {
            batch.add(append, reply);
        }
        let first = if batch.appends.is_empty() {
            let Some(request) = queue.blocking_recv() else { break };
            Some(request)
        } else {
            None
        };
        let waiting = std::iter::from_fn(|| queue.try_recv().ok()).take(BATCH);
        let mut operations = Vec::new();
        for request in first.into_iter().chain(waiting) {
            match request {
                Request::Append(append, reply) => batch.add(*append, reply),
                Request::Run(operation) => operations.push(operation),
            }
        }
        postponed = writer.write(batch);
        for operation in operations {
            operation(&mut writer);
        }
    }
    if let Some(connection) = &mut writer.connection {
        let _ = move_all(connection);
    }
}

/// The connection that writes.
///
/// After an error it is closed and a new one opened: a full disk ends a transaction without the connection's
/// knowledge, and it would never begin another.
pub(super) struct Writer {
    path: PathBuf,
    /// Tell the files from others of their names: what is written to a removed file is lost.
    identity: [Option<(u64, u64)>; 3],
    connection: Option<Connection>,
    /// Whether an append or a check was written since the last failure. A claim that finds no work writes nothing and
    /// must not set this.
    has_written: bool,
    /// SQLite's number that changes when others write, as of the last look.
    data_version: Option<i64>,
    clock: Arc<Clock>,
    address_key: AddressKey,
    entry_counter: EntryCounter,
    shelves: Shelves,
}

impl Writer {
    /// Runs an operation on the connection. After an error the connection is closed.
    fn run<T>(
        &mut self,
        operation: impl FnOnce(&mut Connection) -> Result<T, StorageError>,
    ) -> Result<T, StorageError> {
        let result = match self.connection().and_then(operation) {
            // Looked at once more: the file may have gone while it was written to.
            Ok(_) if !self.is_same_file() => Err(StorageError::FileGone(self.path.clone())),
            result => result,
        };
        if let Err(error) = &result {
            tracing::error!(error = error_chain(error), "database write failed");
            self.has_written = false;
            self.connection = None;
            self.data_version = None;
        }
        result
    }

    fn connection(&mut self) -> Result<&mut Connection, StorageError> {
        if !self.is_same_file() {
            return Err(StorageError::FileGone(self.path.clone()));
        }
        match &mut self.connection {
            Some(connection) => Ok(connection),
            none => Ok(none.insert(open(&self.path)?)),
        }
    }

    fn is_same_file(&self) -> bool {
        self.identity == identities(&self.path)
    }

    /// Writes appends in one transaction, and returns those that were kept for the next one.
    fn write(&mut self, batch: Batch) -> Vec<(Append, ReplySender<AppendOutcome>)> {
        if batch.appends.is_empty() {
            return Vec::new();
        }
        let key = self.address_key.clone();
        let written = self.run(|connection| write_appends(connection, &batch.appends, &key));
        if let Ok((_, appended)) = written {
            self.has_written = true;
            self.entry_counter.write(appended);
            self.shelves.appended();
        }
        let later = batch.finish(&written.map(|(outcomes, _)| outcomes));
        // After the replies, so that nobody waits for this.
        if let Some(shelf) = self.shelves.take_due() {
            let _ = self.run(|connection| move_shelf(connection, shelf));
        }
        later
    }

    /// Writes the heartbeat, and sets the clock by it.
    pub(super) fn beat(&mut self) -> Result<(), StorageError> {
        if self.shelves.take_idle() {
            let _ = self.run(move_all);
        }
        let clock = self.clock.clone();
        self.run(|connection| beat(connection, &clock))
    }

    /// Returns whether others have written since this was last asked.
    pub(super) fn has_foreign_writes(&mut self) -> Result<bool, StorageError> {
        let version = self.run(|connection| {
            Ok(connection.prepare_cached("PRAGMA data_version")?.query_row([], |row| row.get(0))?)
        })?;
        Ok(self.data_version.replace(version) != Some(version))
    }

    /// Checks that the database can be written to.
    pub(super) fn check(&mut self) -> Result<(), StorageError> {
        // A recent write is proof enough.
        if self.has_written && self.is_same_file() {
            return Ok(());
        }
        // A write that changes nothing.
        let sql = format!("PRAGMA user_version = {VERSION}");
        self.run(|connection| Ok(connection.execute_batch(&sql)?))?;
        self.has_written = true;
        Ok(())
    }
}

/// Returns what tells the files of a database from others: the database, its WAL, and the index of the WAL that processes
/// share. They stay the same for as long as any process has the database open.
fn identities(path: &Path) -> [Option<(u64, u64)>; 3] {
    ["", "-wal", "-shm"].map(|suffix| file_identity(&beside(path, suffix)))
}

/// Writes the heartbeat, and sets the clock by it.
///
/// A process that has served all the time goes by its monotonic clock; one that starts, or was stopped, by the wall clock
/// and the last heartbeat. Processes that serve the same file agree on the latest.
pub(super) fn beat(connection: &mut Connection, clock: &Clock) -> Result<(), StorageError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let (last, skipped) = transaction
        .prepare_cached("SELECT beat, skipped FROM service")?
        .query_row([], |row| Ok((row.get::<_, Option<i64>>(0)?.map(|beat| beat as u64), row.get(1)?)))?;
    let (wall, at) = (wall_time(), Instant::now());
    let time = match clock.followed() {
        Some(now) => now.max(last.unwrap_or(0)),
        None => resume(last, skipped, wall),
    };
    let skipped_now = wall as i64 - time as i64;
    transaction
        .prepare_cached("UPDATE service SET beat = ?1, skipped = ?2")?
        .execute([time as i64, skipped_now])?;
    if skipped_now.abs_diff(clock.skipped()) > GAP_TO_REMEMBER {
        // One that can't be read changes how times are shown, and nothing else.
        let gap = |row: &Row| Ok((row.get::<_, i64>(0)? as u64, row.get(1)?));
        let mut gaps: Vec<(u64, i64)> = transaction
            .prepare_cached("SELECT at, skipped FROM gaps ORDER BY rowid")?
            .query_map([], gap)?
            .filter_map(Result::ok)
            .collect();
        // Another process may have written it down already.
        if skipped_now.abs_diff(gaps.last().map_or(0, |(_, skipped)| *skipped)) > GAP_TO_REMEMBER {
            transaction
                .prepare_cached("INSERT INTO gaps (at, skipped) VALUES (?1, ?2)")?
                .execute([time as i64, skipped_now])?;
            gaps.push((time, skipped_now));
        }
        clock.set_gaps(gaps);
    }
    transaction.commit()?;
    clock.set(time, at);
    Ok(())
}
