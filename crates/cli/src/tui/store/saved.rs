//! Lists of games: the saved ones in the data folder, and those of a file.

use super::games::{id, load_game};
use super::{Finished, short_status, status_text};
use crate::record_reader::for_each_game;
use parlor_play::Table;
use std::fs;
use std::path::{Path, PathBuf};

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SavedGame {
    pub(crate) path: PathBuf,
    /// Its number in the file, from 0.
    pub(crate) index: usize,
    pub(crate) game: String,
    /// Rows and columns.
    pub(crate) size: [usize; 2],
    pub(crate) names: Vec<String>,
    pub(crate) moves: usize,
    /// The state or the result, in words.
    pub(crate) status_text: String,
    /// The same in few words.
    pub(crate) short_status: String,
    /// The result, if the game is over.
    pub(crate) finished: Option<Finished>,
    /// Whether the file can't be read.
    pub(crate) is_damaged: bool,
    /// When the file was last written, or when a game of a file began, in milliseconds since 1970.
    pub(crate) at: u64,
}

/// The most games that are listed.
const MAX_LISTED: usize = 500;
/// The most games of a file that are listed.
const MAX_IN_FILE: usize = 10_000;

/// Lists the saved games of a folder, latest first.
pub(super) fn list(folder: &Path) -> Vec<SavedGame> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut found: Vec<(u64, PathBuf)> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"))
        .filter_map(|path| Some((modified_at(&path)?, path)))
        .collect();
    found.sort();
    let latest = found.into_iter().rev().take(MAX_LISTED);
    latest.map(|(at, path)| read_saved(at, path)).collect()
}

/// Lists the games of a file in their order.
pub(crate) fn list_file(path: &Path) -> Result<Vec<SavedGame>, String> {
    let mut games = Vec::new();
    for_each_game(path, |table| {
        let at = table.header().at.unwrap_or_default();
        if games.len() < MAX_IN_FILE {
            games.push(SavedGame { index: games.len(), ..SavedGame::of(&table, path.into(), at) });
        }
    })?;
    Ok(games)
}

impl SavedGame {
    fn of(table: &Table, path: PathBuf, at: u64) -> SavedGame {
        let (rows, columns) = table.session().size();
        SavedGame {
            path,
            index: 0,
            game: table.header().game.clone(),
            size: [rows, columns],
            names: table.names().to_vec(),
            moves: table.session().timeline().player_moves(),
            status_text: status_text(table),
            short_status: short_status(table),
            finished: table.ending().map(|_| Finished::of(table)),
            is_damaged: false,
            at,
        }
    }

    /// Returns whether the game can be continued.
    pub(crate) fn is_open(&self) -> bool {
        self.finished.is_none() && !self.is_damaged
    }

    /// Returns the name that the user gave the game.
    pub(crate) fn title(&self) -> Option<String> {
        let id = self.id();
        // The names that games are saved under begin with the time.
        let is_given =
            id.split_once('-').is_none_or(|(time, _)| !time.bytes().all(|byte| byte.is_ascii_digit()));
        is_given.then_some(id)
    }

    /// Returns what the list shows of the game, to search in.
    pub(crate) fn words(&self) -> String {
        let [rows, columns] = self.size;
        let title = self.title().unwrap_or_default();
        format!("{} {rows} x {columns} {} {title} {}", self.game, self.names.join(" - "), self.status_text)
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

fn read_saved(at: u64, path: PathBuf) -> SavedGame {
    match load_game(&path, None) {
        Ok(table) => SavedGame::of(&table, path, at),
        // A damaged game is listed with the error.
        Err(reason) => SavedGame {
            path,
            index: 0,
            game: "damaged".into(),
            size: [0, 0],
            names: Vec::new(),
            moves: 0,
            short_status: reason.clone(),
            status_text: reason,
            finished: None,
            is_damaged: true,
            at,
        },
    }
}
