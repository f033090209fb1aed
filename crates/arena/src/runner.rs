//! Runs a match on several threads.

use crate::{Finished, GameResult, ListenerError, MatchError, MoveTimes, Pairing, Score, Sprt, Verdict};
use parlor_engines::StopFlag;
use parlor_play::record::{self, Reader};
use parlor_play::{Ending, Fault, Table};
use std::collections::{BTreeMap, HashSet};
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
///
/// With a sequential test, whole pairs of games count, in the order of their numbers: the verdict and the score at the
/// verdict don't depend on which game ends first.
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
    /// The numbers of all games that have ended.
    pub played: HashSet<u64>,
    /// The verdict of the sequential test, if there is one. Later games don't change it.
    pub verdict: Option<Verdict>,
    /// The score of the games after those that led to the verdict. They don't count in anything above but the times.
    pub after_verdict: Score,
    /// Games that ended before one of the pairs before them, or of their own.
    waiting: BTreeMap<u64, CountedGame>,
    /// The pair that counts next.
    next_pair: u64,
}

/// What counts of a game.
#[derive(Clone, Copy, Debug)]
struct CountedGame {
    result: GameResult,
    /// The engine that forfeited, and the kind of its fault.
    fault: Option<(usize, usize)>,
    plies: u64,
}

impl CountedGame {
    fn new(result: GameResult, fault: Option<&(usize, Fault)>, plies: usize) -> CountedGame {
        let kind = |fault: &Fault| match fault {
            Fault::Crash(_) => 0,
            Fault::Illegal(_) => 1,
            Fault::Timeout => 2,
        };
        let fault = fault.map(|(engine, fault)| (*engine, kind(fault)));
        CountedGame { result, fault, plies: plies as u64 }
    }
}

impl Progress {
    /// Adds a game that has ended.
    fn add(&mut self, number: u64, game: CountedGame, sprt: Option<Sprt>) {
        if !self.played.insert(number) {
            return;
        }
        match (sprt, self.verdict.unwrap_or(Verdict::Open)) {
            (None, _) => self.count(number, game),
            (Some(sprt), Verdict::Open) => {
                self.waiting.insert(number, game);
                self.test(sprt);
            }
            (Some(_), _) => self.after_verdict.add(number / 2, game.result),
        }
    }

    /// Counts the pairs that are complete up to the first one that isn't, or to the verdict.
    fn test(&mut self, sprt: Sprt) {
        self.verdict.get_or_insert(Verdict::Open);
        let is_open = |progress: &Progress| progress.verdict == Some(Verdict::Open);
        while is_open(self) {
            let numbers = [2 * self.next_pair, 2 * self.next_pair + 1];
            let [Some(&first), Some(&second)] = numbers.map(|number| self.waiting.get(&number)) else {
                return;
            };
            for (number, game) in numbers.into_iter().zip([first, second]) {
                self.waiting.remove(&number);
                self.count(number, game);
            }
            self.next_pair += 1;
            self.verdict = Some(sprt.verdict(&self.score.pairs()));
        }
        for (number, game) in std::mem::take(&mut self.waiting) {
            self.after_verdict.add(number / 2, game.result);
        }
    }

    /// Counts the games that wait for others, which are not played any more.
    fn count_waiting(&mut self) {
        for (number, game) in std::mem::take(&mut self.waiting) {
            self.count(number, game);
        }
    }

    fn count(&mut self, number: u64, game: CountedGame) {
        self.score.add(number / 2, game.result);
        self.plies += game.plies;
        if let Some((engine, kind)) = game.fault {
            self.faults[engine][kind] += 1;
        }
    }

    /// Returns whether the sequential test has ended.
    fn is_decided(&self) -> bool {
        self.verdict.is_some_and(|verdict| verdict != Verdict::Open)
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
            let game = CountedGame::new(result, fault.as_ref(), table.timeline().player_moves());
            progress.add(number, game, self.sprt);
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
/// their order differs. A verdict of the sequential test ends the match; games in progress are finished, but don't
/// change the verdict.
///
/// `progress` is new or comes from [`Match::resume`].
pub fn run(
    spec: &Match,
    mut progress: Progress,
    stop: &StopFlag,
    mut on_game: impl FnMut(&Finished, &Progress) -> Result<(), ListenerError>,
) -> Result<Progress, MatchError> {
    if spec.sprt.is_some() {
        progress.verdict.get_or_insert(Verdict::Open);
    }
    let waiting: Vec<u64> = match progress.is_decided() {
        true => Vec::new(),
        false => (0..spec.games).filter(|number| !progress.played.contains(number)).collect(),
    };
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
                let counted = CountedGame::new(game.result, game.fault.as_ref(), game.plies);
                progress.add(game.number, counted, spec.sprt);
                for (sum, times) in progress.times.iter_mut().zip(game.times) {
                    sum.add(times);
                }
                on_game(&game, &progress).map_err(MatchError::Listener)
            });
            if let Err(reason) = reported {
                failed.get_or_insert(reason);
                no_more_games.stop();
            }
            if progress.is_decided() {
                no_more_games.stop();
            }
        }
        failed.map_or(Ok(()), Err)
    })?;
    progress.count_waiting();
    Ok(progress)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first engine wins its games up to one number and loses the later ones, which end in this order.
    fn progress(won: u64, order: impl Iterator<Item = u64>) -> Progress {
        let mut progress = Progress::default();
        for number in order {
            let result = if number < won { GameResult::Win } else { GameResult::Loss };
            progress.add(number, CountedGame::new(result, None, 10), Some(Sprt::new(0.0, 80.0)));
        }
        progress
    }

    #[test]
    fn games_after_the_verdict_do_not_undo_it() {
        let progress = progress(100, 0..200);
        assert_eq!(progress.verdict, Some(Verdict::Stronger));
        let (counted, later) = (progress.score.games(), progress.after_verdict.games());
        assert_eq!((progress.score.wins, progress.plies), (counted, 10 * counted));
        assert!(counted < 100 && counted.is_multiple_of(2) && counted + later == 200, "{counted} {later}");
        assert_eq!(progress.after_verdict.losses, 100);
    }

    #[test]
    fn pairs_count_in_their_order_and_whole() {
        let in_order = progress(100, 0..200);
        for order in [(0..200).rev().collect::<Vec<u64>>(), (0..100).flat_map(|n| [n + 100, n]).collect()] {
            let other = progress(100, order.into_iter());
            assert_eq!(other.score.pairs(), in_order.score.pairs());
            assert_eq!(other.verdict, in_order.verdict);
        }
        let mut halves = progress(100, (0..200).step_by(2));
        assert_eq!((halves.verdict, halves.score.games()), (Some(Verdict::Open), 0));
        halves.count_waiting();
        assert_eq!((halves.score.games(), halves.after_verdict.games()), (100, 0));
    }
}
