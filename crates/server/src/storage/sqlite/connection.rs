//! Opens database files.

use super::migrate::migrate;
use crate::platform::create_private;
use crate::storage::StorageError;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// The settings of a connection that serves games. Checkpoints have a connection of their own, so the writer runs none. The
/// cache has 512 KB: SQLite counts kilobytes as negative numbers, and the system caches the file too.
const SETTINGS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
    PRAGMA wal_autocheckpoint = 16384; PRAGMA cache_size = -512";

/// How long a statement waits for another process's lock.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// How many prepared statements a connection keeps: more than there are.
const PREPARED: usize = 64;

/// Opens a file to serve games from.
pub(super) fn open(path: &Path) -> Result<Connection, StorageError> {
    connect(path, SETTINGS)
}

/// Opens an existing file as it is.
pub(in crate::storage) fn open_existing(path: &Path) -> Result<Connection, StorageError> {
    connect(path, "")
}

/// Creates a file with tables and nothing in them. Without a WAL, one file is the whole database.
pub(in crate::storage) fn create_with_tables(path: &Path) -> Result<Connection, StorageError> {
    create(path)?;
    let mut connection = open_existing(path)?;
    migrate(&mut connection, path)?;
    Ok(connection)
}

/// Creates an empty file that only its owner can read.
pub(in crate::storage) fn create(path: &Path) -> Result<(), StorageError> {
    create_private(path).map_err(|source| StorageError::File { path: path.into(), source: Arc::new(source) })
}

/// Returns the path of a file beside the database.
pub(super) fn beside(database: &Path, suffix: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Returns the paths of all files that belong to a database.
pub(in crate::storage) fn files_beside(database: &Path) -> [PathBuf; 4] {
    ["-wal", "-shm", "-journal", "-appended"].map(|suffix| beside(database, suffix))
}

/// Connects, and waits while another process switches the file to WAL mode: SQLite's own timeout ignores that lock.
fn connect(path: &Path, settings: &str) -> Result<Connection, StorageError> {
    let deadline = Instant::now() + BUSY_TIMEOUT;
    loop {
        match connect_once(path, settings) {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && Instant::now() < deadline =>
            {
                thread::sleep(Duration::from_millis(10));
            }
            result => return Ok(result?),
        }
    }
}

fn connect_once(path: &Path, settings: &str) -> rusqlite::Result<Connection> {
    // Each connection belongs to one thread at a time.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(PREPARED);
    connection.execute_batch(settings)?;
    Ok(connection)
}
