//! The user's saved games and results, in the data folder.
//!
//! The screen's thread never waits for the disk. It writes lines to the operating system at once, so that they survive
//! a killed program. A thread of its own then syncs them to disk.

mod disk_writer;
mod games;
mod standings;

pub(crate) use games::{GameLog, Loaded, SavedGame, load, status_text};
pub(crate) use standings::{Finished, Standings};

use self::disk_writer::DiskWriter;
use crate::data::data_folder;
use parlor_play::Header;
use std::fs;
use std::path::{Path, PathBuf};

/// The user's data folder, if it can be written to.
pub(crate) struct Store {
    folder: Option<PathBuf>,
    disk_writer: DiskWriter,
    standings: Standings,
}

impl Store {
    /// Opens the user's data folder. Without one games are not saved, and the text says so.
    pub(crate) fn open() -> (Store, Option<String>) {
        match data_folder() {
            Some(folder) => Store::at(folder),
            None => {
                let error = "There is no home folder: games are not saved.".into();
                (
                    Store {
                        folder: None,
                        disk_writer: DiskWriter::start(None),
                        standings: Standings::default(),
                    },
                    Some(error),
                )
            }
        }
    }

    /// Opens a data folder.
    pub(crate) fn at(folder: PathBuf) -> (Store, Option<String>) {
        if let Err(error) = fs::create_dir_all(folder.join("games")) {
            let error = format!("Games are not saved: {}: {error}", folder.display());
            let store =
                Store { folder: None, disk_writer: DiskWriter::start(None), standings: Standings::default() };
            return (store, Some(error));
        }
        let (standings, error) = standings::read(&standings::path(&folder));
        (
            Store { disk_writer: DiskWriter::start(Some(folder.clone())), folder: Some(folder), standings },
            error,
        )
    }

    /// Returns the results of earlier games.
    pub(crate) fn standings(&self) -> &Standings {
        &self.standings
    }

    /// Creates the log of a new game.
    pub(crate) fn begin(&self, header: &Header) -> Result<Option<GameLog>, String> {
        let Some(folder) = &self.folder else { return Ok(None) };
        GameLog::create(&folder.join("games"), header, self.disk_writer.jobs()).map(Some)
    }

    /// Opens the log of a game to continue it. An incomplete last line is removed.
    pub(crate) fn resume(&self, path: &Path) -> Result<GameLog, String> {
        GameLog::resume(path, self.disk_writer.jobs())
    }

    /// Stores the result of a game, or removes it after an undo.
    pub(crate) fn set_result(&mut self, id: &str, finished: Option<Finished>) {
        self.standings.set(id, finished.clone());
        self.disk_writer.set_result(id.to_string(), finished);
    }

    /// Adds results of saved games that the standings lack, because the program was killed at that moment or the file
    /// of the standings was lost.
    pub(crate) fn add_missing_results(&mut self, games: &[SavedGame]) {
        for saved in games {
            if let Some(finished) = saved.finished.clone().filter(|_| !self.standings.has(&saved.id())) {
                self.set_result(&saved.id(), Some(finished));
            }
        }
    }

    /// Returns a job that lists the saved games, latest first. It is meant for a thread of its own.
    pub(crate) fn list(&self) -> impl FnOnce() -> Vec<SavedGame> + Send + 'static {
        let folder = self.folder.as_ref().map(|folder| folder.join("games"));
        move || folder.map(|folder| games::list(&folder)).unwrap_or_default()
    }

    /// Waits until everything is on disk. Returns what could not be written.
    pub(crate) fn close(self) -> Option<String> {
        self.disk_writer.close()
    }
}
