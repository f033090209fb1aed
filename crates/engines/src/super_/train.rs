//! Trains the evaluation by temporal-difference learning in self-play.
//!
//! After every turn the value of the board is moved toward the result of a search of a ply or two. One of the
//! players has contempt (a draw is nearer to a loss), so that the evaluation learns how to avoid draws on an
//! even board. Every ply also pulls the value toward the points, because otherwise the player who is behind
//! learns to avoid the end of the game.

use super::board::{Board, Standard, bits_of};
use super::eval::{LEADS, TRAINING_CONTEMPT, Weights, bucket, lead_index};
use super::patterns::{PATTERNS, PATTERNS_PER_BOARD, pattern_indices};
use crate::StopFlag;
use parlor_rules::SplitMix64;

/// The discount per ply.
const DISCOUNT: f32 = 0.995;
/// The plies after which a game is cut off.
const MAX_PLIES: usize = 1_500;
/// The random moves per ten thousand (exploration).
const EXPLORATION: usize = 300;
/// The depth of the quiescence search, in scoring moves.
const QUIESCENCE_DEPTH: u32 = 4;
/// A number below any value.
const MIN_VALUE: f32 = -3.0;

/// The parameters of a training run: games, search depth and learning rates.
#[derive(Clone, Copy, Debug)]
pub struct TrainingStage {
    /// The number of games.
    pub games: usize,
    /// The search depth in plies.
    pub depth: u32,
    /// The learning rate in the first game.
    pub from: f32,
    /// The learning rate in the last game.
    pub to: f32,
}

/// The run that made the weights in `crates/engines/data`.
///
/// A run that continued with searches of two plies, at lower rates, was weaker than a shorter one without
/// them. Which of the two changes caused it was not examined.
pub const DEFAULT_STAGE: TrainingStage = TrainingStage { games: 120_000, depth: 1, from: 0.6, to: 0.3 };

/// The weights during training.
#[derive(Clone, Debug)]
pub struct Trainer {
    patterns: Vec<f32>,
    leads: Vec<f32>,
    rng: SplitMix64,
}

impl Trainer {
    /// Creates weights that know only that points are good.
    pub fn new(seed: u64) -> Trainer {
        let mut leads = vec![0.0; LEADS];
        for lead in -10..=10 {
            for free in 0..=42 {
                for has_contempt in [false, true] {
                    leads[lead_index(lead, free, has_contempt)] = lead as f32 * 0.1;
                }
            }
        }
        Trainer { patterns: vec![0.0; PATTERNS * 4], leads, rng: SplitMix64::new(seed) }
    }

    /// Plays the games of a run and learns from each. Calls `progress` after every thousand games. Returns
    /// `false` if it was stopped.
    pub fn learn(&mut self, stage: TrainingStage, stop: &StopFlag, progress: &mut dyn FnMut(usize)) -> bool {
        for play_game in 0..stage.games {
            if stop.is_stopped() {
                return false;
            }
            let share = play_game as f32 / stage.games as f32;
            self.play_game(stage.depth, stage.from + (stage.to - stage.from) * share);
            if (play_game + 1) % 1_000 == 0 {
                progress(play_game + 1);
            }
        }
        true
    }

    /// Returns the weights as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        Weights::to_bytes(&self.leads, &self.patterns)
    }

    /// Plays a game and learns from it.
    fn play_game(&mut self, depth: u32, rate: f32) {
        let mut board = Board { grid: Standard, mover: 0, waiting: 0, lead: 0 };
        // Half of the games start with a lead, and all with some random moves.
        board.lead = (self.rng.below(9) as i32 - 4).clamp(-2, 2) * self.rng.below(2) as i32;
        let opening = self.rng.below(24);
        let mut has_contempt = self.rng.below(2) == 0;
        for ply in 0..MAX_PLIES {
            if board.is_full() {
                return;
            }
            let best = if ply < opening {
                self.random_child(&board)
            } else {
                self.learn_turn(&board, has_contempt, depth, rate)
            };
            board = if self.rng.below(10_000) < EXPLORATION { self.random_child(&board) } else { best };
            has_contempt = !has_contempt;
        }
    }

    /// Returns the board after a random legal move.
    fn random_child(&mut self, board: &Board<Standard>) -> Board<Standard> {
        let landings = board.landings();
        let drawn = self.rng.below(landings.count_ones() as usize);
        bits_of(landings).nth(drawn).map_or(*board, |cell| board.after(cell))
    }

    /// Searches the best move, updates the weights of the board toward its value, and returns the board after
    /// it.
    fn learn_turn(
        &mut self,
        board: &Board<Standard>,
        has_contempt: bool,
        depth: u32,
        rate: f32,
    ) -> Board<Standard> {
        let endless_value = endless_value(board.lead, has_contempt);
        let (mut best, mut chosen) = (MIN_VALUE, *board);
        for cell in ordered_landings(board) {
            let next = board.after(cell);
            let value = discounted(
                self.value(&next, !has_contempt, depth - 1, MIN_VALUE, undiscounted(best, endless_value)),
                endless_value,
            );
            if value > best {
                (best, chosen) = (value, next);
            }
        }
        let step = rate * (best - self.static_value(board, has_contempt)) / PATTERNS_PER_BOARD as f32;
        let base = bucket(board.lead, has_contempt) * PATTERNS;
        for number in pattern_indices(board) {
            self.patterns[base + number as usize] += step;
        }
        self.leads[lead_index(board.lead, board.free(), has_contempt)] += step;
        chosen
    }

    /// Returns the static value of a board, -1 to 1.
    fn static_value(&self, board: &Board<Standard>, has_contempt: bool) -> f32 {
        let weights = &self.patterns[bucket(board.lead, has_contempt) * PATTERNS..];
        let lead = self.leads[lead_index(board.lead, board.free(), has_contempt)];
        pattern_indices(board).iter().fold(lead, |sum, &number| sum + weights[number as usize]).tanh()
    }

    /// Returns the value of a board by alpha-beta search.
    fn value(
        &self,
        board: &Board<Standard>,
        has_contempt: bool,
        depth: u32,
        mut alpha: f32,
        beta: f32,
    ) -> f32 {
        if board.is_full() {
            return if board.lead == 0 { endless_value(0, has_contempt) } else { board.lead.signum() as f32 };
        }
        if depth == 0 {
            return self.quiescence(board, has_contempt, QUIESCENCE_DEPTH, beta);
        }
        let endless_value = endless_value(board.lead, has_contempt);
        let mut best = MIN_VALUE;
        for cell in ordered_landings(board) {
            let window = (undiscounted(beta, endless_value), undiscounted(alpha, endless_value));
            let value = self.value(&board.after(cell), !has_contempt, depth - 1, window.0, window.1);
            best = best.max(discounted(value, endless_value));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Returns the quiescence value of a board.
    fn quiescence(&self, board: &Board<Standard>, has_contempt: bool, depth: u32, beta: f32) -> f32 {
        if board.is_full() {
            return if board.lead == 0 { endless_value(0, has_contempt) } else { board.lead.signum() as f32 };
        }
        let endless_value = endless_value(board.lead, has_contempt);
        let mut best = self.static_value(board, has_contempt);
        if depth == 0 || best >= beta {
            return best;
        }
        for cell in bits_of(board.threats(board.mover) & board.landings()) {
            let value = self.quiescence(
                &board.after(cell),
                !has_contempt,
                depth - 1,
                undiscounted(best, endless_value),
            );
            best = best.max(discounted(value, endless_value));
        }
        best
    }
}

/// Returns the moves, those first that score or stop a point.
fn ordered_landings(board: &Board<Standard>) -> impl Iterator<Item = u64> {
    let landings = board.landings();
    let hot = landings & (board.threats(board.mover) | board.threats(board.waiting));
    bits_of(hot).chain(bits_of(landings & !hot))
}

/// Returns the value of an endless game for the mover: less than a win, by the points.
fn endless_value(lead: i32, has_contempt: bool) -> f32 {
    match lead {
        0 if has_contempt => -TRAINING_CONTEMPT,
        0 => TRAINING_CONTEMPT,
        _ => 0.8 * (lead as f32 * 0.25).tanh(),
    }
}

/// Returns the value for the mover of a value for the opponent one ply later.
fn discounted(value: f32, endless_value: f32) -> f32 {
    endless_value + DISCOUNT * (-value - endless_value)
}

/// The inverse of [`discounted`].
fn undiscounted(value: f32, endless_value: f32) -> f32 {
    -((value - endless_value) / DISCOUNT + endless_value)
}
