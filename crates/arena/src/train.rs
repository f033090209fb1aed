//! Training of engines by self-play.

use parlor_engines::StopFlag;
use parlor_engines::super_::calibrate::{self, Sample};
use parlor_engines::super_::train::{DEFAULT_STAGE, Trainer, TrainingStage};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// Trains the weights of super in `games` games and returns the bytes of their file. None if `stop` is set, because
/// weights of an unfinished training are not reproducible.
///
/// Each game depends on the one before, so this runs on one thread.
pub fn super_weights(
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
pub const SUPER_GAMES: usize = DEFAULT_STAGE.games;

/// Plays games of super with `nodes` nodes per move, several at the same time. Returns the samples of each finished
/// game, in the order of the games.
pub fn super_points(
    seed: u64,
    games: u64,
    nodes: u64,
    threads: usize,
    stop: &StopFlag,
    mut on_game: impl FnMut(usize),
) -> Vec<Vec<Sample>> {
    let next = AtomicU64::new(0);
    let (results, finished) = channel();
    let mut played: Vec<(u64, Vec<Sample>)> = Vec::new();
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (results, next) = (results.clone(), &next);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games || stop.is_stopped() {
                        return;
                    }
                    let game = calibrate::play_game(seed, number, nodes);
                    if results.send((number, game)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(results);
        for game in finished {
            played.push(game);
            on_game(played.len());
        }
    });
    played.sort_by_key(|&(number, _)| number);
    played.into_iter().map(|(_, game)| game).collect()
}
