//! Games of engines with themselves, several at the same time.

use parlor_engines::StopFlag;
use parlor_engines::hex::train::{Game, SelfPlay};
use parlor_engines::super_::calibrate::{self, Sample};
use parlor_engines::super_::train::{DEFAULT_STAGE, Trainer, TrainingStage};
use parlor_engines::tiles;
use parlor_rules::SplitMix64;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Trains the weights of super in `games` games and returns the bytes of their file. None if `stop` is set, because
/// weights of an unfinished training are not reproducible.
///
/// Each game depends on the one before, so this runs on one thread.
pub(crate) fn super_weights(
    seed: u64,
    games: usize,
    stop: &StopFlag,
    mut on_game: impl FnMut(usize),
) -> Option<Vec<u8>> {
    let mut trainer = Trainer::new(seed);
    let done = trainer.learn(TrainingStage { games, ..DEFAULT_STAGE }, stop, &mut |games| on_game(games));
    done.then(|| trainer.to_bytes())
}

/// The number of games that trained the embedded weights.
pub(crate) const SUPER_GAMES: usize = DEFAULT_STAGE.games;

/// Plays games of super with `nodes` nodes per move, several at the same time. Returns the samples of each finished
/// game, in the order of the games.
pub(crate) fn super_points(
    seed: u64,
    games: u64,
    nodes: u64,
    threads: usize,
    stop: &StopFlag,
    mut on_game: impl FnMut(usize),
) -> Vec<Vec<Sample>> {
    let play = |number| Some((number, calibrate::play_game(seed, number, nodes)));
    let mut played: Vec<(u64, Vec<Sample>)> = Vec::new();
    play_games(0..games, threads, stop, play, |finished| {
        for game in finished {
            played.push(game);
            on_game(played.len());
        }
    });
    played.sort_by_key(|&(number, _)| number);
    played.into_iter().map(|(_, game)| game).collect()
}

/// Plays games on several threads until all are played, `stop` is set, or `play` returns none. Each is sent to `take` as
/// soon as it is over; when `take` returns, no new games are started.
fn play_games<G: Send, R>(
    games: Range<u64>,
    threads: usize,
    stop: &StopFlag,
    play: impl Fn(u64) -> Option<G> + Sync,
    take: impl FnOnce(&Receiver<G>) -> R,
) -> R {
    let next = AtomicU64::new(games.start);
    let (results, finished) = channel();
    thread::scope(|scope| {
        let (next, play) = (&next, &play);
        for _ in 0..threads.max(1) {
            let results = results.clone();
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games.end || stop.is_stopped() {
                        return;
                    }
                    let Some(game) = play(number) else { return };
                    if results.send(game).is_err() {
                        return;
                    }
                }
            });
        }
        drop(results);
        let taken = take(&finished);
        // Nobody takes what is still sent: the threads end with their games.
        drop(finished);
        taken
    })
}

/// Plays training games of hex, several at the same time, and calls `on_game` with each, until all are played, `stop` is
/// set or it returns an error.
pub(crate) fn hex_games<E>(
    self_play: &SelfPlay,
    games: Range<u64>,
    threads: usize,
    stop: &StopFlag,
    mut on_game: impl FnMut(Game) -> Result<(), E>,
) -> Result<(), E> {
    let play = |number| self_play.play(number, stop);
    play_games(games, threads, stop, play, |finished| finished.iter().try_for_each(&mut on_game))
}

/// The results of training games of 1024.
#[derive(Clone, Debug, Default)]
pub(crate) struct TileProgress {
    /// Games played.
    pub(crate) games: u64,
    /// Presses in all games.
    pub(crate) presses: u64,
    /// The highest tiles and how often each was the highest.
    pub(crate) highest: BTreeMap<u64, u64>,
}

impl TileProgress {
    /// Returns the share of games that reached a tile.
    pub(crate) fn share(&self, tile: u64) -> f64 {
        let reached: u64 = self.highest.range(tile..).map(|(_, &count)| count).sum();
        reached as f64 / self.games.max(1) as f64
    }
}

/// How often the caller of [`tile_games`] hears of its progress at least.
const TICK: Duration = Duration::from_millis(500);

/// Plays training games of 1024, on several threads that share the trainer's weights. Calls `on_tick` with the results
/// since the call before, several times a second, until all games are played, `stop` is set or it returns an error.
pub(crate) fn tile_games<E>(
    trainer: &tiles::train::Trainer,
    seed: u64,
    games: Range<u64>,
    threads: usize,
    stop: &StopFlag,
    mut on_tick: impl FnMut(TileProgress) -> Result<(), E>,
) -> Result<(), E> {
    let play = |number| Some(trainer.play_game(&mut SplitMix64::at(seed, number)));
    play_games(games, threads, stop, play, |finished| {
        let mut progress = TileProgress::default();
        loop {
            let received = finished.recv_timeout(TICK);
            for game in received.iter().copied().chain(finished.try_iter()) {
                progress.games += 1;
                progress.presses += game.presses;
                *progress.highest.entry(game.highest).or_insert(0) += 1;
            }
            let told = on_tick(std::mem::take(&mut progress));
            if told.is_err() || received == Err(RecvTimeoutError::Disconnected) {
                return told;
            }
        }
    })
}
