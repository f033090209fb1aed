//! Trains the evaluation of 4 x 4 by temporal-difference learning in self-play.
//!
//! The value of a board after a press is the probability to survive for a while: after every tile the game is
//! declared safe with the probability `safe_chance`, about once in the number of tiles so far, and that
//! counts as 1; a stuck panel counts as 0. Unlike the number of moves to come this stays between 0 and 1, and
//! it is almost 1 wherever the game goes well, so there is little noise.
//!
//! Every game is learned from its end to its start. The learning rate of a weight is its temporal coherence:
//! the sum of its changes over the sum of their magnitudes. It is high while the changes agree.
//!
//! Threads share the weights without locks. Two of them seldom change the same weight at the same time, and a
//! lost change does no harm.

use super::board::{Board, Grid, highest_rank, nth_bit};
use super::features::{FEATURES, WEIGHTS, features};
use super::weight_file;
use parlor_rules::SplitMix64;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The tiles after which a game is declared safe, at the start.
const FIRST_HORIZON: f32 = 100.0;
/// How fast games are declared safe: the chance is this over the number of tiles.
const SAFE_RATE: f32 = 2.0;
/// The rank that ends a game: 16384. It stays the highest that a packed board holds.
const MAX_RANK: u8 = 15;

/// The most bytes of the file of weights.
const MAX_FILE: usize = 8_000_000;
/// The unit to which the weights in the file are rounded.
const UNIT: f32 = 1.0 / 4096.0;
/// The sum of the magnitudes of all changes below which a weight is left out of the file: the first that makes
/// it small enough. Such weights have seldom been used, and are not larger than this themselves.
const LEAST_MAGNITUDES: [f32; 6] = [0.0, 0.001, 0.002, 0.004, 0.008, 0.016];
/// The largest weight in the file, in units.
const MAX_UNITS: i16 = (1 << 14) - 1;
/// The first bytes of a checkpoint.
const MAGIC: &[u8; 8] = b"P1024TR1";

/// The weights while they are trained. All threads share one trainer.
#[derive(Debug)]
pub struct Trainer {
    /// The weights, as bits of `f32`.
    weights: Box<[AtomicU32]>,
    /// The coherence of each weight. It is apart because choosing a press needs the weights alone.
    coherence: Box<[Coherence]>,
    grid: Grid,
}

/// The sum of the changes of a weight and the sum of their magnitudes, as bits of `f32`.
#[derive(Debug, Default)]
struct Coherence {
    changes: AtomicU32,
    magnitudes: AtomicU32,
}

/// The result of a training game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainingGame {
    /// The number of presses.
    pub presses: u64,
    /// The highest tile.
    pub highest: u64,
}

impl Trainer {
    /// Creates weights that know nothing.
    pub fn new() -> Trainer {
        let weights = (0..WEIGHTS).map(|_| AtomicU32::default()).collect();
        let coherence = (0..WEIGHTS).map(|_| Coherence::default()).collect();
        Trainer { weights, coherence, grid: Grid::new(4, 4).expect("4 x 4 is a packed board") }
    }

    /// Plays a game with the best presses known so far and learns from it.
    pub fn play_game(&self, rng: &mut SplitMix64) -> TrainingGame {
        let mut path: Vec<Board> = Vec::with_capacity(1 << 14);
        let mut board = self.with_tile(self.with_tile(0, rng), rng);
        while let Some(pressed) = self.best_press(board) {
            path.push(pressed);
            board = self.with_tile(pressed, rng);
        }
        let highest = highest_rank(board);
        self.learn(&path, highest >= MAX_RANK);
        TrainingGame { presses: path.len() as u64, highest: 1 << (highest - 1) }
    }

    /// Learns the boards of a game from the last to the first.
    fn learn(&self, path: &[Board], is_won: bool) {
        let mut next = f32::from(is_won);
        for (place, &board) in path.iter().enumerate().rev() {
            // The last board was stuck after its tile, or was won.
            let is_last = place + 1 == path.len();
            let safe = if is_last { 0.0 } else { safe_chance(place as u64 + 3) };
            let target = safe + (1.0 - safe) * next;
            let indices = features(board);
            let value = self.sum(&indices);
            let change = (target - value) / FEATURES as f32;
            next =
                value + indices.iter().map(|&index| self.learn_weight(index as usize, change)).sum::<f32>();
        }
    }

    /// Changes a weight by the given change times its learning rate, and returns the product.
    #[inline]
    fn learn_weight(&self, index: usize, change: f32) -> f32 {
        let (weight, Coherence { changes, magnitudes }) = (&self.weights[index], &self.coherence[index]);
        let (sum, total) = (load(changes), load(magnitudes));
        let learned = if total > 0.0 { sum.abs() / total * change } else { change };
        store(weight, load(weight) + learned);
        store(changes, sum + change);
        store(magnitudes, total + change.abs());
        learned
    }

    /// Writes the state of the training, from which [`Trainer::resume`] goes on.
    pub fn checkpoint(&self, games: u64, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(MAGIC)?;
        out.write_all(&games.to_le_bytes())?;
        for (index, (weight, coherence)) in self.weights.iter().zip(&self.coherence).enumerate() {
            let numbers =
                [weight, &coherence.changes, &coherence.magnitudes].map(|number| number.load(Relaxed));
            if numbers[2] != 0 {
                let words = [index as u32, numbers[0], numbers[1], numbers[2]].map(u32::to_le_bytes);
                out.write_all(&words.concat())?;
            }
        }
        Ok(())
    }

    /// Returns the file of the weights, as complete as fits 8 MB.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for least in LEAST_MAGNITUDES {
            let weights = self.weights.iter().zip(&self.coherence).enumerate();
            let weights = weights.filter_map(|(index, (weight, coherence))| {
                let rounded = (load(weight) / UNIT).round() as i16;
                let is_kept = rounded != 0 && load(&coherence.magnitudes) >= least;
                is_kept.then_some((index as u32, rounded.clamp(-MAX_UNITS, MAX_UNITS)))
            });
            bytes = weight_file::to_bytes(UNIT, &weights.collect::<Vec<_>>());
            if bytes.len() <= MAX_FILE {
                break;
            }
        }
        bytes
    }

    /// Reads a checkpoint. Returns the trainer and the number of games it has played.
    pub fn resume(bytes: &[u8]) -> Option<(Trainer, u64)> {
        let (games, entries) = bytes.strip_prefix(MAGIC)?.split_first_chunk::<8>()?;
        let trainer = Trainer::new();
        if entries.len() % 16 != 0 {
            return None;
        }
        for entry in entries.chunks_exact(16) {
            let word = |place: usize| entry[4 * place..][..4].try_into().map_or(0, u32::from_le_bytes);
            let coherence = trainer.coherence.get(word(0) as usize)?;
            trainer.weights.get(word(0) as usize)?.store(word(1), Relaxed);
            coherence.changes.store(word(2), Relaxed);
            coherence.magnitudes.store(word(3), Relaxed);
        }
        Some((trainer, u64::from_le_bytes(*games)))
    }

    fn best_press(&self, board: Board) -> Option<Board> {
        if highest_rank(board) >= MAX_RANK {
            return None;
        }
        let moved = self.grid.press_all(board).into_iter().filter(|&pressed| pressed != board);
        let valued = moved.map(|pressed| (pressed, self.sum(&features(pressed))));
        valued.max_by(|one, other| one.1.total_cmp(&other.1)).map(|(pressed, _)| pressed)
    }

    fn with_tile(&self, board: Board, rng: &mut SplitMix64) -> Board {
        let empty = self.grid.empty_cells(board);
        board | nth_bit(empty, rng.below(empty.count_ones() as usize))
    }

    #[inline]
    fn sum(&self, indices: &[u32; FEATURES]) -> f32 {
        indices.iter().map(|&index| load(&self.weights[index as usize])).sum()
    }
}

fn load(number: &AtomicU32) -> f32 {
    f32::from_bits(number.load(Relaxed))
}

fn store(number: &AtomicU32, value: f32) {
    number.store(value.to_bits(), Relaxed);
}

/// Returns the chance that a game with this many tiles so far is declared safe.
fn safe_chance(tiles: u64) -> f32 {
    SAFE_RATE / (tiles as f32 + FIRST_HORIZON)
}

impl Default for Trainer {
    fn default() -> Trainer {
        Trainer::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A resumed training plays the same game as one that was not interrupted, and the first games teach much.
    #[test]
    fn learns_and_resumes() {
        let game = |trainer: &Trainer, number| trainer.play_game(&mut SplitMix64::at(3, number));
        let trainer = Trainer::new();
        let first: u64 = (0..10).map(|number| game(&trainer, number).presses).sum();
        for number in 10..90 {
            let _ = game(&trainer, number);
        }
        let last: u64 = (90..100).map(|number| game(&trainer, number).presses).sum();
        assert!(last > first * 3 / 2, "{first} {last}");
        let mut checkpoint = Vec::new();
        trainer.checkpoint(100, &mut checkpoint).unwrap();
        let next = game(&trainer, 100);
        drop(trainer);
        let (resumed, games) = Trainer::resume(&checkpoint).unwrap();
        assert_eq!((games, game(&resumed, games)), (100, next));
        assert!(weight_file::from_bytes(&resumed.to_bytes()).is_some());
        assert!(Trainer::resume(&checkpoint[..30]).is_none() && Trainer::resume(b"other").is_none());
    }
}
