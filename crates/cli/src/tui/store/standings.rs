//! The results of games: wins and points by name, and the best results of games for one.
//!
//! There is one entry per game, keyed by its id: a result that is written twice counts once, and a result that is undone
//! is removed. A new file is written and renamed over the old one, so that a crash leaves a complete file.

use crate::platform::sync_folder;
use parlor_play::{Ending, Table};
use parlor_rules::Player;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The results of all games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Standings {
    #[serde(default)]
    results: BTreeMap<String, Finished>,
}

/// The result of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Finished {
    pub(crate) game: String,
    pub(crate) size: [usize; 2],
    pub(crate) names: Vec<String>,
    /// The winner, 1 or 2.
    #[serde(default)]
    pub(crate) winner: Option<u64>,
    #[serde(default)]
    pub(crate) scores: Option<[u64; 2]>,
    /// The goal of a game for one. `max` is the largest tile reached.
    #[serde(default)]
    pub(crate) target: Option<u64>,
    #[serde(default)]
    pub(crate) max: Option<u64>,
    /// Players' moves.
    pub(crate) moves: usize,
}

/// The size of the largest file that is read.
const LARGEST: u64 = 64 << 20;

impl Standings {
    /// Returns the number of games that a name has won.
    pub(crate) fn wins(&self, game: &str, name: &str) -> usize {
        let won = |finished: &&Finished| finished.game == game && finished.winner_name() == Some(name);
        self.results.values().filter(won).count()
    }

    /// Returns the points that a name has scored in all rounds of a game.
    pub(crate) fn points(&self, game: &str, name: &str) -> u64 {
        let of = self.results.values().filter(|finished| finished.game == game);
        of.map(|finished| {
            let seat = finished.names.iter().position(|other| other == name);
            seat.and_then(|seat| finished.scores?.get(seat).copied()).unwrap_or(0)
        })
        .sum()
    }

    /// Returns the best result on this board with this goal: the largest tile, then the fewest moves.
    pub(crate) fn best(&self, game: &str, size: [usize; 2], target: u64) -> Option<&Finished> {
        let same = |finished: &&Finished| {
            finished.game == game && finished.size == size && finished.target == Some(target)
        };
        let rank = |finished: &&Finished| (finished.max, std::cmp::Reverse(finished.moves));
        self.results.values().filter(same).max_by_key(rank)
    }

    /// Returns whether there is a result of this game.
    pub(super) fn has(&self, id: &str) -> bool {
        self.results.contains_key(id)
    }

    /// Stores or removes the result of a game.
    pub(super) fn set(&mut self, id: &str, finished: Option<Finished>) {
        match finished {
            Some(finished) => drop(self.results.insert(id.into(), finished)),
            None => drop(self.results.remove(id)),
        }
    }
}

impl Finished {
    /// Returns the result of a game.
    pub(crate) fn of(table: &Table) -> Finished {
        let session = table.session();
        let (rows, columns) = session.size();
        Finished {
            game: session.info().name.into(),
            size: [rows, columns],
            names: table.names().to_vec(),
            winner: table.ending().and_then(Ending::winner).map(Player::number),
            scores: session.view().scores,
            target: session.view().goal.map(|goal| goal.target),
            max: session.view().goal.map(|goal| goal.max),
            moves: session.timeline().player_moves(),
        }
    }

    fn winner_name(&self) -> Option<&str> {
        // A win against the same name does not count.
        let distinct = self.names.first() != self.names.get(1);
        let seat = self.winner.filter(|_| distinct)?.checked_sub(1)?;
        self.names.get(seat as usize).map(String::as_str)
    }
}

pub(super) fn path(folder: &Path) -> PathBuf {
    folder.join("standings.json")
}

/// Reads the file. A damaged file is renamed, and the text says so.
pub(super) fn read(path: &Path) -> (Standings, Option<String>) {
    let text = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return (Standings::default(), None),
        Err(error) => Err(error),
        Ok(file) => {
            let mut text = Vec::new();
            file.take(LARGEST).read_to_end(&mut text).map(|_| text)
        }
    };
    let read = text.and_then(|text| serde_json::from_slice(&text).map_err(io::Error::from));
    match read {
        Ok(standings) => (standings, None),
        Err(_) => {
            let aside = path.with_extension(format!("damaged-{}", crate::now()));
            let name = Path::new(aside.file_name().unwrap_or_default());
            let message = match fs::rename(path, &aside) {
                Ok(()) => {
                    format!("The results could not be read. The file was renamed to {}", name.display())
                }
                Err(error) => format!("The results could not be read: {error}"),
            };
            (Standings::default(), Some(message))
        }
    }
}

/// Writes the result of one game to the file, under a lock.
pub(super) fn save_result(folder: &Path, id: &str, finished: Option<Finished>) -> Result<(), String> {
    let file_error = |error: io::Error| format!("The results: {error}");
    let lock = File::create(folder.join("standings.lock")).map_err(file_error)?;
    lock.lock().map_err(file_error)?;
    let path = path(folder);
    let (mut standings, _) = read(&path);
    standings.set(id, finished);
    write(&path, &standings).map_err(file_error)
}

fn write(path: &Path, standings: &Standings) -> io::Result<()> {
    let temporary = path.with_extension("new");
    let mut file = File::create(&temporary)?;
    file.write_all(&serde_json::to_vec(standings)?)?;
    file.sync_all()?;
    fs::rename(&temporary, path)?;
    match path.parent() {
        // Syncs the folder, so that the rename survives a power cut.
        Some(folder) => sync_folder(folder),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) fn won(names: [&str; 2], winner: u64) -> Finished {
        Finished {
            game: "classic".into(),
            size: [6, 7],
            names: names.map(String::from).to_vec(),
            winner: Some(winner),
            scores: Some(if winner == 1 { [1, 0] } else { [0, 1] }),
            target: None,
            max: None,
            moves: 9,
        }
    }

    #[test]
    fn a_result_counts_once_and_can_be_removed() {
        let mut standings = Standings::default();
        standings.set("a", Some(won(["Ann", "Bob"], 1)));
        standings.set("a", Some(won(["Ann", "Bob"], 1)));
        standings.set("b", Some(won(["Bob", "Ann"], 2)));
        assert_eq!((standings.wins("classic", "Ann"), standings.wins("classic", "Bob")), (2, 0));
        assert_eq!(standings.points("classic", "Ann"), 2);
        assert_eq!(standings.wins("super", "Ann"), 0);
        standings.set("b", None);
        assert_eq!(standings.wins("classic", "Ann"), 1);
    }

    #[test]
    fn best_is_the_largest_tile_in_the_fewest_moves() {
        let solo = |max, moves| Finished {
            game: "1024".into(),
            size: [4, 4],
            names: vec!["Player".into()],
            winner: None,
            scores: None,
            target: Some(1024),
            max: Some(max),
            moves,
        };
        let mut standings = Standings::default();
        for (id, max, moves) in [("a", 512, 300), ("b", 1024, 900), ("c", 1024, 800)] {
            standings.set(id, Some(solo(max, moves)));
        }
        assert_eq!(standings.best("1024", [4, 4], 1024), Some(&solo(1024, 800)));
        assert_eq!(standings.best("1024", [3, 3], 1024), None);
        assert_eq!(standings.best("1024", [4, 4], 2048), None);
    }

    #[test]
    fn a_damaged_file_is_renamed() {
        let folder = crate::tui::tests::folder("damaged");
        let path = path(&folder);
        fs::write(&path, "{\"results\":{\"a\":").unwrap();
        let (standings, message) = read(&path);
        assert_eq!(standings, Standings::default());
        assert!(message.unwrap().contains("renamed"));
        assert!(!path.exists(), "the damaged file is not overwritten");
        save_result(&folder, "a", Some(won(["Ann", "Bob"], 1))).unwrap();
        assert_eq!(read(&path).0.wins("classic", "Ann"), 1);
        assert_eq!(read(&path).1, None);
    }
}
