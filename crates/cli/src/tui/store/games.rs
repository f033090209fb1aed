//! Saved games: one record per file, appended to during the game.

use super::Finished;
use super::disk_writer::Job;
use crate::platform::FileLock;
use crate::record_file::RecordFile;
use parlor_play::record::{self, BadRecord, LONGEST_LINE, Reader};
use parlor_play::{Entry, Header, PlayerSpec, Table};
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
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
        let file_error = |error| format!("The game is not saved: {}: {error}", folder.display());
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
        let file = RecordFile::open(path).map_err(|failure| failure.to_string())?;
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
        self.file.line(&lines.join("\n")).map_err(|failure| failure.to_string())?;
        if let Ok(file) = self.file.file().try_clone() {
            let _ = self.jobs.send(Job::Sync(file));
        }
        Ok(())
    }
}

fn id(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A saved game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SavedGame {
    pub(crate) path: PathBuf,
    pub(crate) game: String,
    pub(crate) names: Vec<String>,
    pub(crate) moves: usize,
    /// The state or the result, in words.
    pub(crate) status_text: String,
    /// The result, if the game is over.
    pub(crate) finished: Option<Finished>,
    /// Whether the file can't be read.
    pub(crate) is_damaged: bool,
    /// When the file was last written, in milliseconds since 1970.
    pub(crate) at: u64,
}

/// The most games that are listed.
const MAX_LISTED: usize = 500;

pub(super) fn list(folder: &Path) -> Vec<SavedGame> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut found: Vec<(u64, PathBuf)> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"))
        .filter_map(|path| Some((modified_at(&path)?, path)))
        .collect();
    found.sort();
    let latest = found.into_iter().rev().take(MAX_LISTED);
    latest.filter_map(|(at, path)| read_game(at, path)).collect()
}

impl SavedGame {
    /// Returns whether the game can be continued.
    pub(crate) fn is_open(&self) -> bool {
        self.finished.is_none() && !self.is_damaged
    }

    /// Returns the game's id.
    pub(super) fn id(&self) -> String {
        id(&self.path)
    }
}

fn modified_at(path: &Path) -> Option<u64> {
    let time = fs::metadata(path).ok()?.modified().ok()?;
    time.duration_since(std::time::UNIX_EPOCH).ok().map(|time| time.as_millis() as u64)
}

fn read_game(at: u64, path: PathBuf) -> Option<SavedGame> {
    let loaded = match load(&path) {
        Ok(loaded) => loaded,
        Err(reason) => {
            // A damaged game is listed with the error.
            let game = String::from("?");
            return Some(SavedGame {
                path,
                game,
                names: Vec::new(),
                moves: 0,
                status_text: reason,
                finished: None,
                is_damaged: true,
                at,
            });
        }
    };
    let table = &loaded.table;
    Some(SavedGame {
        game: table.header().game.clone(),
        names: table.names().to_vec(),
        moves: table.session().timeline().player_moves(),
        status_text: status_text(table),
        finished: table.ending().map(|_| Finished::of(table)),
        is_damaged: false,
        path,
        at,
    })
}

/// Returns the state or the result of a game, in words.
pub(crate) fn status_text(table: &Table) -> String {
    use parlor_play::Ending;
    match table.ending() {
        Some(
            ending @ (Ending::Resigned(_)
            | Ending::Forfeited(_)
            | Ending::Time(_)
            | Ending::Agreed
            | Ending::MoveLimit),
        ) => ending.to_string(),
        _ => table.session().status_text(table.names()),
    }
}

/// A game read from a file.
pub(crate) struct Loaded {
    pub(crate) table: Table,
    /// The players, if the record names them.
    pub(crate) seats: Option<Vec<PlayerSpec>>,
}

/// Reads the last record of a file. An incomplete last line is ignored.
pub(crate) fn load(path: &Path) -> Result<Loaded, String> {
    let file_error = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let mut lines = BufReader::new(File::open(path).map_err(|error| file_error(&error))?);
    let mut reader = Reader::default();
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let limit = LONGEST_LINE as u64 + 2;
        lines.by_ref().take(limit).read_until(b'\n', &mut line).map_err(|error| file_error(&error))?;
        if line.is_empty() {
            break;
        }
        match reader.read(String::from_utf8_lossy(&line).trim_end()) {
            Ok(_) => {}
            Err(BadRecord::Json(_)) if line.last() != Some(&b'\n') => break,
            Err(error) => return Err(format!("{} line {number}: {error}", path.display())),
        }
    }
    let table = reader.into_table().ok_or_else(|| file_error(&"the file has no game"))?;
    let seats = Some(table.seats().to_vec()).filter(|seats| !seats.is_empty());
    Ok(Loaded { table, seats })
}
