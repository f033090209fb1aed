//! A match: many games on all cores.

use crate::{Finished, GameResult, ListenerError, MatchError, Pairing, Score, Sprt, Verdict};
use parlor_engines::StopFlag;
use parlor_play::record::{self, Reader};
use parlor_play::{Ending, Fault, Table};
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
    /// Checks that both engines can be started: better to know before the first game is lost.
    pub fn check(&self) -> Result<(), MatchError> {
        let Pairing { engines, settings, .. } = &self.pairing;
        engines.iter().try_for_each(|spec| self.pairing.start_engine(spec, *settings).map(drop))
    }

    /// Reads what was played before from its record; games of another match are an error.
    pub fn resume<'a>(&self, lines: impl Iterator<Item = &'a str>) -> Result<Progress, MatchError> {
        let mut progress = Progress::default();
        read_games(lines, |line, table| {
            let number = table.header().match_game.map_or(0, |place| place.game);
            let first = usize::from(number % 2 == 1);
            let names = [self.pairing.label(first), self.pairing.label(1 - first)];
            if !self.pairing.is_game_of(table) || table.names() != names {
                return Err(MatchError::OtherMatch { line });
            }
            let winner = table.ending().and_then(Ending::winner).map(|player| player.index() ^ first);
            let result = match winner {
                Some(0) => GameResult::Win,
                Some(_) => GameResult::Loss,
                None => GameResult::Draw,
            };
            let fault = table.forfeit().map(|(player, fault)| (player.index() ^ first, fault.clone()));
            progress.count(number, result, fault.as_ref(), table.timeline().player_moves());
            Ok(())
        })?;
        Ok(progress)
    }
}

/// Reads records, and hands over each finished game of a match with the number of its last line.
pub(crate) fn read_games<'a>(
    lines: impl Iterator<Item = &'a str>,
    mut take: impl FnMut(usize, &Table) -> Result<(), MatchError>,
) -> Result<(), MatchError> {
    let mut reader = Reader::default();
    let mut last = 0;
    let mut take_finished = |line: usize, table: Option<&Table>| match table {
        Some(table) if table.header().match_game.is_some() => {
            let is_finished = table.ending().is_some() || table.forfeit().is_some();
            if is_finished { take(line, table) } else { Ok(()) }
        }
        _ => Ok(()),
    };
    for (index, line) in lines.enumerate() {
        if record::is_header(line) {
            take_finished(last, reader.table())?;
        }
        last = index + 1;
        reader.read(line).map_err(|source| MatchError::Record { line: last, source })?;
    }
    take_finished(last, reader.table())
}

/// Plays the games that are not played yet, and tells of each as it ends.
///
/// Stopped from outside, it ends with what there is. The games are the same whatever the number of threads; only
/// their order differs.
pub fn run(
    spec: &Match,
    mut progress: Progress,
    stop: &StopFlag,
    mut tell: impl FnMut(&Finished, &Progress) -> Result<(), ListenerError>,
) -> Result<Progress, MatchError> {
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
                tell(&game, &progress).map_err(MatchError::Listener)
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
