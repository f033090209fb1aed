//! Saved games: one record per file, appended to during the game.

use super::disk_writer::Job;
use crate::platform::FileLock;
use crate::record_file::RecordFile;
use crate::record_reader::read_game;
use parlor_play::record;
use parlor_play::{Entry, Header, PlyKind, Table};
use std::fs::{File, OpenOptions};
use std::path::Path;
use std::sync::mpsc::Sender;

/// The file that a game is saved in.
pub(crate) struct GameLog {
    file: RecordFile,
    _lock: FileLock,
    id: String,
    jobs: Sender<Job>,
}

impl GameLog {
    pub(super) fn create(folder: &Path, header: &Header, jobs: Sender<Job>) -> Result<GameLog, String> {
        let file_error = |error| format!("{error}: {}", folder.display());
        let mut number = header.at.unwrap_or_default();
        let path = loop {
            let path = folder.join(format!("{number:013}-{}.jsonl", header.game));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(_) => break path,
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(file_error(error)),
            }
        };
        let mut log = GameLog::resume(&path, jobs)?;
        log.write(&[record::header_line(header)])?;
        // Syncs the folder, so that the new file survives a power cut.
        if let Ok(folder) = File::open(folder) {
            let _ = log.jobs.send(Job::Sync(folder));
        }
        Ok(log)
    }

    pub(super) fn resume(path: &Path, jobs: Sender<Job>) -> Result<GameLog, String> {
        // Opening a record would create it.
        if !path.exists() {
            return Err(format!("the game is gone: {}", path.display()));
        }
        let file = RecordFile::open(path).map_err(|error| error.reason_first())?;
        let lock = FileLock::acquire(file.file(), path).ok_or("this game is open in another window")?;
        Ok(GameLog { file, _lock: lock, id: id(path), jobs })
    }

    /// Returns the game's id: the name of its file without the extension.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Appends entries.
    pub(crate) fn append(&mut self, entries: &[Entry]) -> Result<(), String> {
        self.write(&entries.iter().map(record::entry_line).collect::<Vec<_>>())
    }

    fn write(&mut self, lines: &[String]) -> Result<(), String> {
        if lines.is_empty() {
            return Ok(());
        }
        self.file.line(&lines.join("\n")).map_err(|error| error.reason_first())?;
        if let Ok(file) = self.file.file().try_clone() {
            let _ = self.jobs.send(Job::Sync(file));
        }
        Ok(())
    }
}

pub(super) fn id(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Returns whether the game was continued after it was won.
pub(crate) fn has_continued(table: &Table) -> bool {
    table.timeline().plies().iter().any(|ply| ply.kind == PlyKind::Continue)
}

/// Reads one game of a file, the last one if no index is given.
pub(crate) fn load_game(path: &Path, index: Option<usize>) -> Result<Table, String> {
    read_game(path, index).map_err(|error| format!("{error}: {}", path.display()))
}
