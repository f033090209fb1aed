//! The threads that read, and the thread that copies the WAL into the database.

use super::connection::open;
use crate::storage::StorageError;
use rusqlite::Connection;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use tokio::sync::oneshot;

/// The number of threads that read: one for each core, within these bounds. Each has a cache and prepared statements in
/// memory.
const READERS: RangeInclusive<usize> = 2..=4;

/// How often the WAL is copied into the database.
const CHECKPOINT_INTERVAL: Duration = Duration::from_millis(500);

type Operation = Box<dyn FnOnce(&mut Reader) + Send>;

/// Threads that read the database and never wait for the writer. They stop when this is dropped.
pub(super) struct Readers(mpsc::Sender<Operation>);

impl Readers {
    pub(super) fn start(path: &Path) -> Result<Readers, StorageError> {
        let (operations, queue) = mpsc::channel();
        let queue = Arc::new(Mutex::new(queue));
        let cores = thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..cores.clamp(*READERS.start(), *READERS.end()) {
            let (reader, queue) = (Reader { path: path.into(), connection: None }, queue.clone());
            spawn("parlor-reader", move || serve(reader, &queue))?;
        }
        Ok(Readers(operations))
    }

    /// Runs an operation on one of the threads.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        operation: impl FnOnce(&Connection) -> Result<T, StorageError> + Send + 'static,
    ) -> Result<T, StorageError> {
        let (reply, receiver) = oneshot::channel();
        let operation = move |reader: &mut Reader| {
            // The client may have gone away while this waited for a thread.
            if !reply.is_closed() {
                let _ = reply.send(reader.run(operation));
            }
        };
        self.0.send(Box::new(operation)).map_err(|_| StorageError::ReaderStopped)?;
        receiver.await.map_err(|_| StorageError::ReaderStopped)?
    }
}

/// A connection that reads, opened when it is needed and again after an error.
struct Reader {
    path: PathBuf,
    connection: Option<Connection>,
}

impl Reader {
    fn run<T>(
        &mut self,
        operation: impl FnOnce(&Connection) -> Result<T, StorageError>,
    ) -> Result<T, StorageError> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(open(&self.path)?),
        };
        let result = operation(connection);
        if let Err(StorageError::Sqlite(_)) = result {
            self.connection = None;
        }
        result
    }
}

fn serve(mut reader: Reader, queue: &Mutex<mpsc::Receiver<Operation>>) {
    loop {
        // The lock is held while waiting for an operation, but not while running it.
        let Ok(operation) = queue.lock().unwrap_or_else(PoisonError::into_inner).recv() else { return };
        operation(&mut reader);
    }
}

/// Starts a thread that copies the WAL into the database regularly, without making the writer wait. It stops when the
/// returned sender is dropped.
pub(super) fn start_checkpoints(connection: Connection) -> Result<mpsc::Sender<()>, StorageError> {
    let (alive, is_dropped) = mpsc::channel();
    spawn("parlor-checkpoint", move || {
        while is_dropped.recv_timeout(CHECKPOINT_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            if let Err(error) = connection.execute_batch("PRAGMA wal_checkpoint(PASSIVE)") {
                tracing::warn!(%error, "WAL checkpoint failed");
            }
        }
    })?;
    Ok(alive)
}

/// Starts a thread.
pub(super) fn spawn(name: &str, run: impl FnOnce() + Send + 'static) -> Result<(), StorageError> {
    let started = thread::Builder::new().name(name.into()).spawn(run);
    started.map(drop).map_err(|source| StorageError::Thread(Arc::new(source)))
}
