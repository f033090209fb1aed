//! A number beside the database that says how many entries its logs had.
//!
//! SQLite takes a WAL file whose end is cut off for one that was never written to its end: what it lost can't be seen in
//! the database. The number is written after each transaction and not synced; it may be too low, never too high.

use super::connection::beside;
use crate::platform::create_private;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The file with the number of entries that were ever appended.
pub(super) struct EntryCounter(Option<File>);

/// Returns the path of the entry counter of a database.
pub(super) fn counter_path(database: &Path) -> PathBuf {
    beside(database, "-appended")
}

impl EntryCounter {
    /// Opens the entry counter of a database. Without it the server runs as well, so failures are only logged.
    pub(super) fn open(database: &Path) -> EntryCounter {
        let path = counter_path(database);
        let open = || -> io::Result<File> {
            create_private(&path)?;
            OpenOptions::new().write(true).open(&path)
        };
        match open() {
            Ok(file) => EntryCounter(Some(file)),
            Err(error) => {
                tracing::warn!(%error, path = %path.display(), "number of entries not kept beside the database");
                EntryCounter(None)
            }
        }
    }

    /// Writes the number down.
    pub(super) fn write(&mut self, appended: u64) {
        if let Some(file) = &mut self.0 {
            let written = file.seek(SeekFrom::Start(0)).and_then(|_| writeln!(file, "{appended:020}"));
            if let Err(error) = written {
                tracing::warn!(%error, "number of entries not kept beside the database");
                self.0 = None;
            }
        }
    }
}

/// Returns the number that the entry counter of a database has.
pub(super) fn read(database: &Path) -> Option<u64> {
    std::fs::read_to_string(counter_path(database)).ok()?.trim().parse().ok()
}
