//! A match: many games on all cores.

use crate::engine::start_engine;
use crate::pairing::Note;
use crate::{Fault, Finished, GameResult, Pairing, Score, Sprt, Verdict};
use parlor_engines::StopFlag;
use parlor_play::record::{Line, Reader};
use parlor_play::{Ending, Event};
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// A match between two engines.
#[derive(Clone, Debug)]
pub struct Match {
    /// The engines and what they play.
    pub pairing: Pairing,
    /// How many games.
    pub games: u64,
    /// How many of them at once.
    pub threads: usize,
    /// When to stop early.
    pub sprt: Option<Sprt>,
}

/// How a match stands.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// The score, seen by the first engine.
    pub score: Score,
    /// Each engine's crashes, illegal moves and timeouts.
    pub faults: [[u64; 3]; 2],
    /// Players' moves in all games.
    pub plies: u64,
    /// Which games have been counted.
    pub played: HashSet<u64>,
}

impl Progress {
    fn count(&mut self, number: u64, result: GameResult, fault: Option<&(usize, Fault)>, plies: usize) {
        if !self.played.insert(number) {
            return;
        }
        self.score.add(number / 2, result);
        self.plies += plies as u64;
        if let Some((engine, fault)) = fault {
            let kind = match fault {
                Fault::Crash(_) => 0,
                Fault::Illegal(_) => 1,
                Fault::Timeout => 2,
            };
            self.faults[*engine][kind] += 1;
        }
    }
}

impl Match {
    /// Whether both engines can be started at all: better to know before the first game is lost.
    pub fn check(&self) -> Result<(), String> {
        let Pairing { game, options, engines, limits, settings, .. } = &self.pairing;
        engines.iter().try_for_each(|who| start_engine(game, options, who, *limits, *settings).map(drop))
    }

    /// Reads what was played before from its record; lines of another match are an error.
    pub fn resume<'a>(&self, lines: impl Iterator<Item = &'a str>) -> Result<Progress, String> {
        let mut progress = Progress::default();
        let mut reader = Reader::default();
        for (number, line) in lines.enumerate() {
            let at = |reason: String| format!("line {}: {reason}", number + 1);
            let read = reader.read(line).map_err(|error| at(error.to_string()))?;
            let (Line::Entry(entry, _), Some(table)) = (read, reader.table()) else { continue };
            let Event::Comment(text) = &entry.event else { continue };
            let Some(note) = Note::read(text) else { continue };
            let first = usize::from(note.number % 2 == 1);
            let names = [self.pairing.label(first), self.pairing.label(1 - first)];
            let header = table.header();
            let same = (header.game.as_str(), &header.options) == (self.pairing.game, &self.pairing.options);
            if !same || table.names() != names || note.seed != self.pairing.seed {
                return Err(at("a game of another match".into()));
            }
            let winner = table.ending().and_then(Ending::winner).map(|player| player.index() ^ first);
            let result = match winner {
                Some(0) => GameResult::Win,
                Some(_) => GameResult::Loss,
                None => GameResult::Draw,
            };
            progress.count(note.number, result, note.fault.as_ref(), table.session().players_plies());
        }
        Ok(progress)
    }
}

/// Plays the games that are not played yet, and tells of each as it ends.
///
/// Stopped from outside, it ends with what there is. The games are the same whatever the number of threads; only
/// their order differs.
pub fn run(
    spec: &Match,
    mut progress: Progress,
    stop: &StopFlag,
    mut tell: impl FnMut(&Finished, &Progress) -> Result<(), String>,
) -> Result<Progress, String> {
    let waiting: Vec<u64> = (0..spec.games).filter(|number| !progress.played.contains(number)).collect();
    let next = AtomicU64::new(0);
    // Ends the taking of new games; the ones being played are played out.
    let enough = StopFlag::default();
    let (results, finished) = channel();
    thread::scope(|scope| {
        for _ in 0..spec.threads.clamp(1, waiting.len().max(1)) {
            let (results, next, waiting, enough) = (results.clone(), &next, &waiting, &enough);
            scope.spawn(move || {
                while !stop.is_stopped() && !enough.is_stopped() {
                    let place = next.fetch_add(1, Ordering::Relaxed) as usize;
                    let Some(&number) = waiting.get(place) else { return };
                    match spec.pairing.play(number, stop) {
                        Ok(None) => return,
                        Ok(Some(game)) => drop(results.send(Ok(game))),
                        Err(reason) => {
                            let _ = results.send(Err(reason));
                            return;
                        }
                    }
                }
            });
        }
        drop(results);
        let mut failed = None;
        for game in finished {
            let told = game.and_then(|game| {
                progress.count(game.number, game.result, game.fault.as_ref(), game.plies);
                tell(&game, &progress)
            });
            if let Err(reason) = told {
                failed.get_or_insert(reason);
                enough.stop();
            }
            if spec.sprt.is_some_and(|sprt| sprt.verdict(&progress.score) != Verdict::Open) {
                enough.stop();
            }
        }
        failed.map_or(Ok(()), Err)
    })?;
    Ok(progress)
}
