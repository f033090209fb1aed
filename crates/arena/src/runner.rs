//! Runs a match on several threads.

use crate::{Finished, GameResult, ListenerError, MatchError, MoveTimes, Pairing, Score, Sprt, Verdict};
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
    /// The engines, the game and its conditions.
    pub pairing: Pairing,
    /// The number of games.
    pub games: u64,
    /// The number of games at the same time.
    pub threads: usize,
    /// The test that may end the match early.
    pub sprt: Option<Sprt>,
}

/// The result of a match so far.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// The score of the first engine.
    pub score: Score,
    /// Each engine's crashes, illegal moves and timeouts.
    pub faults: [[u64; 3]; 2],
    /// Players' moves in all games.
    pub plies: u64,
    /// What each engine took to think in the games of this run; a record does not tell.
    pub times: [MoveTimes; 2],
    /// The numbers of the games that were counted.
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
    /// Checks that both engines can be started, so that a wrong command fails before the first game.
    pub fn check(&self) -> Result<(), MatchError> {
        let Pairing { engines, settings, .. } = &self.pairing;
        engines.iter().try_for_each(|spec| self.pairing.start_engine(spec, *settings).map(drop))
    }

    /// Reads the finished games of a record. A game of another match is an error.
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

/// Reads records and calls `take` with each finished game of a match and the number of its last line.
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

/// Plays the remaining games of a match. Calls `on_game` after each.
///
/// Returns the progress so far if `stop` is set. The games do not depend on the number of threads; only
/// their order differs.
pub fn run(
    spec: &Match,
    mut progress: Progress,
    stop: &StopFlag,
    mut on_game: impl FnMut(&Finished, &Progress) -> Result<(), ListenerError>,
) -> Result<Progress, MatchError> {
    let waiting: Vec<u64> = (0..spec.games).filter(|number| !progress.played.contains(number)).collect();
    let next = AtomicU64::new(0);
    // Set when no new game is to be started. Games in progress are finished.
    let no_more_games = StopFlag::default();
    let (results, finished) = channel();
    thread::scope(|scope| {
        for _ in 0..spec.threads.clamp(1, waiting.len().max(1)) {
            let (results, next, waiting, no_more_games) = (results.clone(), &next, &waiting, &no_more_games);
            scope.spawn(move || {
                while !stop.is_stopped() && !no_more_games.is_stopped() {
                    let index = next.fetch_add(1, Ordering::Relaxed) as usize;
                    let Some(&number) = waiting.get(index) else { return };
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
            let reported = game.and_then(|game| {
                progress.count(game.number, game.result, game.fault.as_ref(), game.plies);
                for (sum, times) in progress.times.iter_mut().zip(game.times) {
                    sum.add(times);
                }
                on_game(&game, &progress).map_err(MatchError::Listener)
            });
            if let Err(reason) = reported {
                failed.get_or_insert(reason);
                no_more_games.stop();
            }
            if spec.sprt.is_some_and(|sprt| sprt.verdict(&progress.score) != Verdict::Open) {
                no_more_games.stop();
            }
        }
        failed.map_or(Ok(()), Err)
    })?;
    Ok(progress)
}
