//! How games ended: wins and points by name, best results of games for one.
//!
//! One entry a game, by the name of its record: writing an end twice counts it once, and an end that is taken back
//! is forgotten. The file is written anew beside the old one and put in its place, so that it is whole at any moment.

use crate::platform::sync_folder;
use parlor_play::{Ending, Table};
use parlor_rules::Player;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// How all games ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Standings {
    #[serde(default)]
    results: BTreeMap<String, Finished>,
}

/// How one game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Finished {
    pub(crate) game: String,
    pub(crate) size: [usize; 2],
    pub(crate) names: Vec<String>,
    /// Who won, 1 or 2.
    #[serde(default)]
    pub(crate) winner: Option<u64>,
    #[serde(default)]
    pub(crate) scores: Option<[u64; 2]>,
    /// The goal of a game for one, and how far it came.
    #[serde(default)]
    pub(crate) target: Option<u64>,
    #[serde(default)]
    pub(crate) max: Option<u64>,
    /// Players' moves.
    pub(crate) moves: usize,
}

/// The largest file that is read.
const LARGEST: u64 = 64 << 20;

impl Standings {
    /// How often this name has won a game.
    pub(crate) fn wins(&self, game: &str, name: &str) -> usize {
        let won = |finished: &&Finished| finished.game == game && finished.winner_name() == Some(name);
        self.results.values().filter(won).count()
    }

    /// The points this name has made in all games of a kind.
    pub(crate) fn points(&self, game: &str, name: &str) -> u64 {
        let of = self.results.values().filter(|finished| finished.game == game);
        of.map(|finished| {
            let seat = finished.names.iter().position(|other| other == name);
            seat.and_then(|seat| finished.scores?.get(seat).copied()).unwrap_or(0)
        })
        .sum()
    }

    /// The best result of a game for one on this board with this goal: the largest tile, then the fewest moves.
    pub(crate) fn best(&self, game: &str, size: [usize; 2], target: u64) -> Option<&Finished> {
        let same = |finished: &&Finished| {
            finished.game == game && finished.size == size && finished.target == Some(target)
        };
        let rank = |finished: &&Finished| (finished.max, std::cmp::Reverse(finished.moves));
        self.results.values().filter(same).max_by_key(rank)
    }

    /// Whether it is known how a game ended.
    pub(super) fn has(&self, id: &str) -> bool {
        self.results.contains_key(id)
    }

    /// Takes in how a game ended, or forgets it.
    pub(super) fn set(&mut self, id: &str, finished: Option<Finished>) {
        match finished {
            Some(finished) => drop(self.results.insert(id.into(), finished)),
            None => drop(self.results.remove(id)),
        }
    }
}

impl Finished {
    /// How the game at a table has ended.
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
        // A name that plays itself has not beaten anybody.
        let distinct = self.names.first() != self.names.get(1);
        let seat = self.winner.filter(|_| distinct)?.checked_sub(1)?;
        self.names.get(seat as usize).map(String::as_str)
    }
}

pub(super) fn path(folder: &Path) -> PathBuf {
    folder.join("standings.json")
}

/// Reads the file. One that can't be read is set aside, and the text says so.
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
            let told = match fs::rename(path, &aside) {
                Ok(()) => {
                    format!("the standings could not be read and were set aside: {}", name.display())
                }
                Err(error) => format!("the standings could not be read: {error}"),
            };
            (Standings::default(), Some(told))
        }
    }
}

/// Writes one game's end into the file, whoever else is writing.
pub(super) fn keep(folder: &Path, id: &str, finished: Option<Finished>) -> Result<(), String> {
    let told = |error: io::Error| format!("the standings: {error}");
    let lock = File::create(folder.join("standings.lock")).map_err(told)?;
    lock.lock().map_err(told)?;
    let path = path(folder);
    let (mut standings, _) = read(&path);
    standings.set(id, finished);
    write(&path, &standings).map_err(told)
}

fn write(path: &Path, standings: &Standings) -> io::Result<()> {
    let beside = path.with_extension("new");
    let mut file = File::create(&beside)?;
    file.write_all(&serde_json::to_vec(standings)?)?;
    file.sync_all()?;
    fs::rename(&beside, path)?;
    match path.parent() {
        // So that the new name, too, outlives a power cut.
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
    fn an_end_counts_once_and_can_be_taken_back() {
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
    fn the_best_is_the_largest_tile_in_the_fewest_moves() {
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
    fn a_damaged_file_is_set_aside() {
        let folder = crate::tui::tests::folder("damaged");
        let path = path(&folder);
        fs::write(&path, "{\"results\":{\"a\":").unwrap();
        let (standings, told) = read(&path);
        assert_eq!(standings, Standings::default());
        assert!(told.unwrap().contains("set aside"));
        assert!(!path.exists(), "it is not written over");
        keep(&folder, "a", Some(won(["Ann", "Bob"], 1))).unwrap();
        assert_eq!(read(&path).0.wins("classic", "Ann"), 1);
        assert_eq!(read(&path).1, None);
    }
}
