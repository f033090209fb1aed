//! The user's saved games and results, in the data folder.
//!
//! The screen's thread never waits for the disk. It writes lines to the operating system at once, so that they survive
//! a killed program. A thread of its own then syncs them to disk.

mod disk_writer;
mod games;
mod preferences;
mod saved;
mod standings;
mod status;

pub(crate) use games::{GameLog, has_continued, load_game};
pub(crate) use preferences::Preferences;
pub(crate) use saved::{SavedGame, list_file};
pub(crate) use standings::{Finished, Pair, Standings, merge_score};
pub(crate) use status::{short_status, status_text};

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
    preferences: Preferences,
}

impl Store {
    /// Opens the user's data folder. Without one games are not saved, and the text says so.
    /// `on_failure` is told what could not be written later.
    pub(crate) fn open(on_failure: impl Fn(String) + Send + 'static) -> (Store, Option<String>) {
        match data_folder() {
            Some(folder) => Store::at(folder, on_failure),
            None => {
                let error = "There is no home folder: games are not saved.".into();
                (Store::nowhere(), Some(error))
            }
        }
    }

    /// Opens a data folder.
    pub(crate) fn at(
        folder: PathBuf,
        on_failure: impl Fn(String) + Send + 'static,
    ) -> (Store, Option<String>) {
        if let Err(error) = fs::create_dir_all(folder.join("games")) {
            let error = format!("Games are not saved: {error}: {}", folder.display());
            return (Store::nowhere(), Some(error));
        }
        let (standings, error) = standings::read(&standings::path(&folder));
        let preferences = preferences::read(&folder);
        let disk_writer = DiskWriter::start(Some(folder.clone()), on_failure);
        (Store { disk_writer, folder: Some(folder), standings, preferences }, error)
    }

    /// A store that keeps everything in memory only.
    fn nowhere() -> Store {
        Store {
            folder: None,
            disk_writer: DiskWriter::start(None, drop),
            standings: Standings::default(),
            preferences: Preferences::default(),
        }
    }

    /// Returns what was last chosen.
    pub(crate) fn preferences(&self) -> &Preferences {
        &self.preferences
    }

    /// Keeps what was chosen.
    pub(crate) fn set_preferences(&mut self, preferences: Preferences) {
        self.preferences = preferences.clone();
        self.disk_writer.set_preferences(preferences);
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
            if let Some(finished) =
                saved.finished.clone().filter(|_| self.standings.get(&saved.id()).is_none())
            {
                self.set_result(&saved.id(), Some(finished));
            }
        }
    }

    /// Deletes a saved game. Its result stays in the standings.
    pub(crate) fn delete(&self, path: &Path) -> Result<(), String> {
        // A game that another window has open is not deleted.
        let log = self.resume(path)?;
        fs::remove_file(path).map_err(|error| format!("{error}: {}", path.display()))?;
        drop(log);
        Ok(())
    }

    /// Gives a saved game a name: its file is renamed, and its result moves with it.
    pub(crate) fn rename(&mut self, path: &Path, title: &str) -> Result<(), String> {
        let is_bad = |letter: char| letter.is_control() || "/\\:*?\"<>|".contains(letter);
        if title.is_empty() || title.chars().count() > 80 || title.starts_with('.') || title.contains(is_bad)
        {
            return Err(
                "a name has 1 to 80 letters, no dot at its start and none of / \\ : * ? \" < > |".into()
            );
        }
        let log = self.resume(path)?;
        let renamed = path.with_file_name(format!("{title}.jsonl"));
        if renamed.exists() {
            return Err(format!("there is a game named {title} already"));
        }
        fs::rename(path, &renamed).map_err(|error| format!("{error}: {}", renamed.display()))?;
        if let Some(finished) = self.standings.get(log.id()).cloned() {
            self.set_result(log.id(), None);
            self.set_result(title, Some(finished));
        }
        Ok(())
    }

    /// Returns a job that lists the saved games, latest first. It is meant for a thread of its own.
    pub(crate) fn list(&self) -> impl FnOnce() -> Vec<SavedGame> + Send + 'static {
        let folder = self.folder.as_ref().map(|folder| folder.join("games"));
        move || folder.map(|folder| saved::list(&folder)).unwrap_or_default()
    }

    /// Waits until everything is on disk. Returns what could not be written.
    pub(crate) fn close(self) -> Option<String> {
        self.disk_writer.close()
    }
}
