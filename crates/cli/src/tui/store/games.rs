//! Kept games: one record a file, added to as it is played.

use super::Finished;
use super::disk_writer::Job;
use crate::platform::Claim;
use crate::record_file::RecordFile;
use parlor_play::record::{self, BadRecord, LONGEST_LINE, Reader};
use parlor_play::{Entry, Header, PlayerSpec, Table};
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;

/// The file a game is kept in while it is played.
pub(crate) struct GameLog {
    file: RecordFile,
    _claim: Claim,
    id: String,
    jobs: Sender<Job>,
}

impl GameLog {
    pub(super) fn create(folder: &Path, header: &Header, jobs: Sender<Job>) -> Result<GameLog, String> {
        let told = |error| format!("the game is not kept: {}: {error}", folder.display());
        let mut number = header.at.unwrap_or_default();
        let path = loop {
            let path = folder.join(format!("{number:013}-{}.jsonl", header.game));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(_) => break path,
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(told(error)),
            }
        };
        let mut log = GameLog::resume(&path, jobs)?;
        log.write(&[record::header_line(header)])?;
        // So that the new name, too, outlives a power cut.
        if let Ok(folder) = File::open(folder) {
            let _ = log.jobs.send(Job::Written(folder));
        }
        Ok(log)
    }

    pub(super) fn resume(path: &Path, jobs: Sender<Job>) -> Result<GameLog, String> {
        let file = RecordFile::open(path).map_err(|failure| failure.to_string())?;
        let claim = Claim::take(file.file(), path).ok_or("this game is open in another window")?;
        Ok(GameLog { file, _claim: claim, id: id(path), jobs })
    }

    /// The game's name among the kept ones.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Adds entries.
    pub(crate) fn keep(&mut self, entries: &[Entry]) -> Result<(), String> {
        self.write(&entries.iter().map(record::entry_line).collect::<Vec<_>>())
    }

    fn write(&mut self, lines: &[String]) -> Result<(), String> {
        if lines.is_empty() {
            return Ok(());
        }
        self.file.line(&lines.join("\n")).map_err(|failure| failure.to_string())?;
        if let Ok(file) = self.file.file().try_clone() {
            let _ = self.jobs.send(Job::Written(file));
        }
        Ok(())
    }
}

fn id(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A game that was kept, as a line of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) path: PathBuf,
    pub(crate) game: String,
    pub(crate) names: Vec<String>,
    pub(crate) moves: usize,
    /// How it stands or ended, in words.
    pub(crate) status_text: String,
    /// How it ended, if it has.
    pub(crate) finished: Option<Finished>,
    /// Whether it can't be read.
    pub(crate) damaged: bool,
    /// When it was last written to, in milliseconds since 1970.
    pub(crate) at: u64,
}

/// How many of the latest games are listed.
const MOST_LISTED: usize = 500;

pub(super) fn list(folder: &Path) -> Vec<Kept> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut found: Vec<(u64, PathBuf)> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"))
        .filter_map(|path| Some((written(&path)?, path)))
        .collect();
    found.sort();
    let latest = found.into_iter().rev().take(MOST_LISTED);
    latest.filter_map(|(at, path)| kept(at, path)).collect()
}

impl Kept {
    /// Whether it can be gone on with.
    pub(crate) fn is_open(&self) -> bool {
        self.finished.is_none() && !self.damaged
    }

    /// Its name among the kept ones.
    pub(super) fn id(&self) -> String {
        id(&self.path)
    }
}

fn written(path: &Path) -> Option<u64> {
    let time = fs::metadata(path).ok()?.modified().ok()?;
    time.duration_since(std::time::UNIX_EPOCH).ok().map(|time| time.as_millis() as u64)
}

fn kept(at: u64, path: PathBuf) -> Option<Kept> {
    let loaded = match load(&path) {
        Ok(loaded) => loaded,
        Err(reason) => {
            // It is shown with what is wrong with it, and stays where it is.
            let game = String::from("?");
            return Some(Kept {
                path,
                game,
                names: Vec::new(),
                moves: 0,
                status_text: reason,
                finished: None,
                damaged: true,
                at,
            });
        }
    };
    let table = &loaded.table;
    Some(Kept {
        game: table.header().game.clone(),
        names: table.names().to_vec(),
        moves: table.session().timeline().player_moves(),
        status_text: status_text(table),
        finished: table.ending().map(|_| Finished::of(table)),
        damaged: false,
        path,
        at,
    })
}

/// How a table stands or ended, in words.
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
    /// Who played on each seat, if the record says.
    pub(crate) seats: Option<Vec<PlayerSpec>>,
}

/// Reads the last record of a file. A last line that was cut off while it was written never happened.
pub(crate) fn load(path: &Path) -> Result<Loaded, String> {
    let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let mut lines = BufReader::new(File::open(path).map_err(|error| told(&error))?);
    let mut reader = Reader::default();
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let limit = LONGEST_LINE as u64 + 2;
        lines.by_ref().take(limit).read_until(b'\n', &mut line).map_err(|error| told(&error))?;
        if line.is_empty() {
            break;
        }
        match reader.read(String::from_utf8_lossy(&line).trim_end()) {
            Ok(_) => {}
            Err(BadRecord::Json(_)) if line.last() != Some(&b'\n') => break,
            Err(error) => return Err(format!("{} line {number}: {error}", path.display())),
        }
    }
    let table = reader.into_table().ok_or_else(|| told(&"there is no game in it"))?;
    let seats = Some(table.seats().to_vec()).filter(|seats| !seats.is_empty());
    Ok(Loaded { table, seats })
}
