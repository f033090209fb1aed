//! What is kept between runs, in the user's data directory: games as records, and how they ended.
//!
//! Nothing here waits for a disk on the screen's thread: lines are handed to the system at once, so that they outlive
//! a killed program, and a keeper makes them safe on disk behind.

mod disk_writer;
mod games;
mod standings;

pub(crate) use games::{GameLog, Kept, Loaded, load, status_text};
pub(crate) use standings::{Finished, Standings};

use self::disk_writer::DiskWriter;
use crate::data::data_folder;
use parlor_play::Header;
use std::fs;
use std::path::{Path, PathBuf};

/// The user's data directory, if there is one to write to.
pub(crate) struct Store {
    folder: Option<PathBuf>,
    keeper: DiskWriter,
    standings: Standings,
}

impl Store {
    /// Opens the user's data directory; without one, games are not kept, and the text says so.
    pub(crate) fn open() -> (Store, Option<String>) {
        match data_folder() {
            Some(folder) => Store::at(folder),
            None => {
                let told = "there is no home directory: games are not kept".into();
                (
                    Store { folder: None, keeper: DiskWriter::start(None), standings: Standings::default() },
                    Some(told),
                )
            }
        }
    }

    /// Opens a data directory.
    pub(crate) fn at(folder: PathBuf) -> (Store, Option<String>) {
        if let Err(error) = fs::create_dir_all(folder.join("games")) {
            let told = format!("games are not kept: {}: {error}", folder.display());
            let store =
                Store { folder: None, keeper: DiskWriter::start(None), standings: Standings::default() };
            return (store, Some(told));
        }
        let (standings, told) = standings::read(&standings::path(&folder));
        (Store { keeper: DiskWriter::start(Some(folder.clone())), folder: Some(folder), standings }, told)
    }

    /// How earlier games ended.
    pub(crate) fn standings(&self) -> &Standings {
        &self.standings
    }

    /// A log for a new game.
    pub(crate) fn begin(&self, header: &Header) -> Result<Option<GameLog>, String> {
        let Some(folder) = &self.folder else { return Ok(None) };
        GameLog::create(&folder.join("games"), header, self.keeper.jobs()).map(Some)
    }

    /// The log of a game that is to be continued, mended if its last line was cut off.
    pub(crate) fn resume(&self, path: &Path) -> Result<GameLog, String> {
        GameLog::resume(path, self.keeper.jobs())
    }

    /// Remembers how a game ended, or forgets it if its end was taken back.
    pub(crate) fn ended(&mut self, id: &str, finished: Option<Finished>) {
        self.standings.set(id, finished.clone());
        self.keeper.ended(id.to_string(), finished);
    }

    /// Counts kept games that have ended and were never counted: the program was killed in that moment, or the file
    /// of the standings was lost.
    pub(crate) fn catch_up(&mut self, games: &[Kept]) {
        for kept in games {
            if let Some(finished) = kept.finished.clone().filter(|_| !self.standings.has(&kept.id())) {
                self.ended(&kept.id(), Some(finished));
            }
        }
    }

    /// The games that were kept, latest first, as a job for a thread of its own.
    pub(crate) fn list(&self) -> impl FnOnce() -> Vec<Kept> + Send + 'static {
        let folder = self.folder.as_ref().map(|folder| folder.join("games"));
        move || folder.map(|folder| games::list(&folder)).unwrap_or_default()
    }

    /// Waits until everything is safe on disk; what could not be written is told.
    pub(crate) fn close(self) -> Option<String> {
        self.keeper.close()
    }
}
