//! The results of games: wins and points by the pair of players, and the best results of games for one.
//!
//! There is one entry per game, keyed by its id: a result that is written twice counts once, and a result that is undone
//! is removed. A new file is written and renamed over the old one, so that a crash leaves a complete file.

use crate::platform::sync_folder;
use parlor_play::{Ending, PlayerSpec, Ply, PlyKind, RecordedPlayer, Step, Table, Timeline, game};
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
    /// Who played on each seat.
    #[serde(default)]
    pub(crate) seats: Vec<RecordedPlayer>,
    /// The winner, 1 or 2. A game for one is won by reaching its goal.
    #[serde(default)]
    pub(crate) winner: Option<u64>,
    #[serde(default)]
    pub(crate) scores: Option<[u64; 2]>,
    /// The goal of a game for one. `max` is the largest tile reached.
    #[serde(default)]
    pub(crate) target: Option<u64>,
    #[serde(default)]
    pub(crate) max: Option<u64>,
    /// The sum of the tiles that were made, in a game for one.
    #[serde(default)]
    pub(crate) score: Option<u64>,
    /// Players' moves: all of them, or in a game for one those up to the largest tile.
    pub(crate) moves: usize,
}

/// The size of the largest file that is read.
const LARGEST: u64 = 64 << 20;

impl Standings {
    /// Returns the games that each of two players has won against the other.
    pub(crate) fn wins(&self, game: &str, pair: &Pair) -> [usize; 2] {
        let mut wins = [0; 2];
        for (finished, seats) in self.between(game, pair) {
            let winner = finished.winner.and_then(Player::from_number);
            if let Some(winner) = winner {
                wins[seats[winner.index()]] += 1;
            }
        }
        wins
    }

    /// Returns the points that each of two players has scored against the other.
    pub(crate) fn points(&self, game: &str, pair: &Pair) -> [u64; 2] {
        let mut points = [0; 2];
        for (finished, seats) in self.between(game, pair) {
            for (seat, score) in finished.scores.unwrap_or_default().into_iter().enumerate() {
                points[seats[seat]] += score;
            }
        }
        points
    }

    /// Returns the games of two players, and which of them sat on each seat.
    fn between(&self, game: &str, pair: &Pair) -> impl Iterator<Item = (&Finished, [usize; 2])> {
        // Games of a player against itself have no winner to count.
        let is_distinct = pair.0[0] != pair.0[1];
        let of = self.results.values().filter(move |finished| is_distinct && finished.game == game);
        of.filter_map(|finished| {
            let Pair([one, two]) = finished.pair()?;
            match (one == pair.0[0] && two == pair.0[1], one == pair.0[1] && two == pair.0[0]) {
                (true, _) => Some((finished, [0, 1])),
                (_, true) => Some((finished, [1, 0])),
                _ => None,
            }
        })
    }

    /// Returns the best result on this board with this goal: the largest tile, then the fewest moves.
    pub(crate) fn best(&self, game: &str, size: [usize; 2], target: u64) -> Option<&Finished> {
        let same = |finished: &&Finished| {
            finished.game == game && finished.size == size && finished.target == Some(target)
        };
        let rank = |finished: &&Finished| (finished.max, std::cmp::Reverse(finished.moves));
        self.results.values().filter(same).max_by_key(rank)
    }

    /// Returns the best score on this board with this goal.
    pub(crate) fn best_score(&self, game: &str, size: [usize; 2], target: u64) -> Option<u64> {
        let same = |finished: &&Finished| {
            finished.game == game && finished.size == size && finished.target == Some(target)
        };
        self.results.values().filter(same).filter_map(|finished| finished.score).max()
    }

    /// Returns the result of a game.
    pub(super) fn get(&self, id: &str) -> Option<&Finished> {
        self.results.get(id)
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
        let goal = session.view().goal;
        let has_reached = goal.as_ref().is_some_and(|goal| goal.max >= goal.target);
        let winner = if has_reached { Some(Player::One) } else { table.ending().and_then(Ending::winner) };
        Finished {
            game: session.info().name.into(),
            size: [rows, columns],
            names: table.names().to_vec(),
            seats: table.seats().to_vec(),
            winner: winner.map(Player::number),
            scores: session.view().scores,
            target: goal.as_ref().map(|goal| goal.target),
            max: goal.as_ref().map(|goal| goal.max),
            score: goal.as_ref().map(|_| merge_score(session.timeline())),
            moves: match goal {
                Some(_) => moves_to_largest(session.timeline()),
                None => session.timeline().player_moves(),
            },
        }
    }

    /// Returns the two players. Results of version 0.1 have no seats: a name that is an engine's stood for the engine.
    fn pair(&self) -> Option<Pair> {
        let engines = || game(&self.game).map(|game| game.engines()).unwrap_or_default();
        let old_seat = |name: &String| {
            let is_engine = engines().iter().any(|engine| engine.name == name);
            let engine = is_engine.then(|| name.parse().ok()).flatten();
            engine.unwrap_or_else(|| RecordedPlayer::from(PlayerSpec::Human))
        };
        match &self.seats[..] {
            [] => Pair::new(&self.names, &self.names.iter().map(old_seat).collect::<Vec<_>>()),
            seats => Pair::new(&self.names, seats),
        }
    }
}

/// Two players who are counted against each other: people by name, engines by name and level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pair([String; 2]);

impl Pair {
    /// Returns the pair of these seats, unless there is just one seat.
    pub(crate) fn new(names: &[String], seats: &[RecordedPlayer]) -> Option<Pair> {
        let human = PlayerSpec::Human.to_string();
        let player = |(name, seat): (&String, &RecordedPlayer)| match seat.to_string() {
            seat if seat == human => format!("human {name}"),
            engine => engine,
        };
        let players: Vec<String> = names.iter().zip(seats).map(player).collect();
        players.try_into().ok().map(Pair)
    }
}

/// Returns the players' moves up to the one that made the largest tile. Moves after it do not make a result worse.
fn moves_to_largest(timeline: &Timeline) -> usize {
    let (mut largest, mut moves_to_it) = (0, 0);
    let moves = timeline.plies().iter().filter(|ply| ply.kind == PlyKind::Move);
    for (index, ply) in moves.enumerate() {
        if let Some(made) = merged(ply).max().filter(|&made| made > largest) {
            (largest, moves_to_it) = (made, index + 1);
        }
    }
    moves_to_it
}

/// Returns the score of a game with tiles: the sum of all tiles that were made by merging.
pub(crate) fn merge_score(timeline: &Timeline) -> u64 {
    timeline.plies().iter().flat_map(merged).fold(0, u64::saturating_add)
}

/// Returns the tiles that a ply made by merging.
fn merged(ply: &Ply) -> impl Iterator<Item = u64> + '_ {
    let slides = ply.steps.iter().filter_map(|step| match step {
        Step::Slide(slides) => Some(slides),
        _ => None,
    });
    slides.flatten().filter(|slide| slide.merged).map(|slide| slide.value.saturating_mul(2))
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
    let file_error = |error: io::Error| format!("results are not saved: {error}");
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

    fn won(names: [&str; 2], seats: [&str; 2], winner: u64) -> Finished {
        Finished {
            game: "classic".into(),
            size: [6, 7],
            names: names.map(String::from).to_vec(),
            seats: seats.map(|seat| seat.parse().unwrap()).to_vec(),
            winner: Some(winner),
            scores: Some(if winner == 1 { [1, 0] } else { [0, 1] }),
            target: None,
            max: None,
            score: None,
            moves: 9,
        }
    }

    fn pair(names: [&str; 2], seats: [&str; 2]) -> Pair {
        won(names, seats, 1).pair().unwrap()
    }

    const PEOPLE: [&str; 2] = ["human", "human"];

    #[test]
    fn a_result_counts_once_and_can_be_removed() {
        let mut standings = Standings::default();
        let ann_bob = pair(["Ann", "Bob"], PEOPLE);
        standings.set("a", Some(won(["Ann", "Bob"], PEOPLE, 1)));
        standings.set("a", Some(won(["Ann", "Bob"], PEOPLE, 1)));
        standings.set("b", Some(won(["Bob", "Ann"], PEOPLE, 2)));
        assert_eq!(standings.wins("classic", &ann_bob), [2, 0]);
        assert_eq!(standings.wins("classic", &pair(["Bob", "Ann"], PEOPLE)), [0, 2]);
        assert_eq!(standings.points("classic", &ann_bob), [2, 0]);
        assert_eq!(standings.wins("super", &ann_bob), [0, 0]);
        standings.set("b", None);
        assert_eq!(standings.wins("classic", &ann_bob), [1, 0]);
    }

    #[test]
    fn results_count_by_the_pair_of_players() {
        let mut standings = Standings::default();
        standings.set("a", Some(won(["Red", "medium"], ["human", "medium"], 1)));
        standings.set("b", Some(won(["Red", "strong"], ["human", "strong:2s"], 2)));
        standings.set("c", Some(won(["Red", "Yellow"], PEOPLE, 2)));
        standings.set("d", Some(won(["strong", "strong"], ["strong:1s", "strong:1s"], 1)));
        let wins = |names, seats| standings.wins("classic", &pair(names, seats));
        assert_eq!(wins(["Red", "medium"], ["human", "medium"]), [1, 0]);
        assert_eq!(
            wins(["Deep", "Red"], ["medium", "human"]),
            [0, 1],
            "an engine counts by its level, not its name"
        );
        assert_eq!(wins(["Red", "strong"], ["human", "strong:2s"]), [0, 1]);
        assert_eq!(wins(["Red", "strong"], ["human", "strong"]), [0, 0], "another level is another player");
        assert_eq!(wins(["Red", "Yellow"], PEOPLE), [0, 1]);
        assert_eq!(wins(["Red", "medium"], PEOPLE), [0, 0], "a person of an engine's name is a person");
        assert_eq!(wins(["strong", "strong"], ["strong:1s", "strong:1s"]), [0, 0]);
        let old = Finished { seats: Vec::new(), ..won(["Ann", "medium"], PEOPLE, 2) };
        assert_eq!(old.pair().unwrap(), pair(["Ann", "medium"], ["human", "medium"]));
    }

    #[test]
    fn best_is_the_largest_tile_in_the_fewest_moves() {
        let solo = |max, moves| Finished {
            game: "1024".into(),
            size: [4, 4],
            names: vec!["Player".into()],
            seats: Vec::new(),
            winner: None,
            scores: None,
            target: Some(1024),
            max: Some(max),
            score: None,
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
        save_result(&folder, "a", Some(won(["Ann", "Bob"], PEOPLE, 1))).unwrap();
        assert_eq!(read(&path).0.wins("classic", &pair(["Ann", "Bob"], PEOPLE)), [1, 0]);
        assert_eq!(read(&path).1, None);
    }
}
