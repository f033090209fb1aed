//! How the evaluation is learned: games against itself.
//!
//! Temporal differences: after every turn the value of the board is moved toward what a search of a ply or
//! two finds there. One of the two players hunts (a draw is nearer to a loss for it), so that the evaluation
//! knows what a hunter should do with a level board. A game that would go on for ever is judged by its
//! points, a little every ply: without that, whoever is behind learns to hide in games without end.

use super::board::{Board, Standard, each};
use super::eval::{DRAWN, LEADS, Weights, bucket, lead_index};
use super::patterns::{PATTERNS, SHOWN, shown};
use crate::StopFlag;
use parlor_rules::SplitMix64;

/// How much of a value is left a ply earlier.
const DISCOUNT: f32 = 0.995;
/// A game is broken off after this many plies.
const LONGEST: usize = 1_500;
/// How often a move is drawn by lot, in ten thousand.
const EXPLORED: usize = 300;
/// How many points in a row are followed beyond the search.
const QUIET: u32 = 4;
/// Below any value.
const NEVER: f32 = -3.0;

/// A stage of the training: how many games, how deep their searches are, and how fast is learned at the
/// beginning and at the end.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// Games to play.
    pub games: usize,
    /// Plies the searches look ahead.
    pub depth: u32,
    /// The rate of learning in the first game.
    pub from: f32,
    /// The rate of learning in the last game.
    pub to: f32,
}

/// The stage that made the weights in `crates/engines/data`.
///
/// One run that went on with searches two plies deep, at lower rates, lost to a shorter one without them;
/// which of the two changes did it was not looked into.
pub const STAGE: Stage = Stage { games: 120_000, depth: 1, from: 0.6, to: 0.3 };

/// Weights while they are learned.
#[derive(Clone, Debug)]
pub struct Trainer {
    patterns: Vec<f32>,
    leads: Vec<f32>,
    dice: SplitMix64,
}

impl Trainer {
    /// One that knows nothing but that points are good.
    pub fn new(seed: u64) -> Trainer {
        let mut leads = vec![0.0; LEADS];
        for lead in -10..=10 {
            for free in 0..=42 {
                for hunter in [false, true] {
                    leads[lead_index(lead, free, hunter)] = lead as f32 * 0.1;
                }
            }
        }
        Trainer { patterns: vec![0.0; PATTERNS * 4], leads, dice: SplitMix64::new(seed) }
    }

    /// Plays a stage's games and learns from each; `progress` hears after every thousand how many were
    /// played. Whether all of them were, and it was not stopped.
    pub fn learn(&mut self, stage: Stage, stop: &StopFlag, progress: &mut dyn FnMut(usize)) -> bool {
        for game in 0..stage.games {
            if stop.is_stopped() {
                return false;
            }
            let share = game as f32 / stage.games as f32;
            self.game(stage.depth, stage.from + (stage.to - stage.from) * share);
            if (game + 1) % 1_000 == 0 {
                progress(game + 1);
            }
        }
        true
    }

    /// Returns the weights as the data file has them.
    pub fn to_bytes(&self) -> Vec<u8> {
        Weights::to_bytes(&self.leads, &self.patterns)
    }

    /// Plays a game and learns from it.
    fn game(&mut self, depth: u32, rate: f32) {
        let mut board = Board { grid: Standard, mover: 0, waiting: 0, lead: 0 };
        // Half the games begin with somebody ahead, and all on a board that chance has begun to fill.
        board.lead = (self.dice.below(9) as i32 - 4).clamp(-2, 2) * self.dice.below(2) as i32;
        let opening = self.dice.below(24);
        let mut hunter = self.dice.below(2) == 0;
        for ply in 0..LONGEST {
            if board.is_full() {
                return;
            }
            let best = if ply < opening { self.any(&board) } else { self.turn(&board, hunter, depth, rate) };
            board = if self.dice.below(10_000) < EXPLORED { self.any(&board) } else { best };
            hunter = !hunter;
        }
    }

    /// Returns the board after any legal move.
    fn any(&mut self, board: &Board<Standard>) -> Board<Standard> {
        let landings = board.landings();
        let drawn = self.dice.below(landings.count_ones() as usize);
        each(landings).nth(drawn).map_or(*board, |cell| board.after(cell))
    }

    /// Returns the board after the best move, having learned what it is worth.
    fn turn(&mut self, board: &Board<Standard>, hunter: bool, depth: u32, rate: f32) -> Board<Standard> {
        let endless = endless(board.lead, hunter);
        let (mut best, mut chosen) = (NEVER, *board);
        for cell in in_order(board) {
            let next = board.after(cell);
            let value = later(self.value(&next, !hunter, depth - 1, NEVER, sooner(best, endless)), endless);
            if value > best {
                (best, chosen) = (value, next);
            }
        }
        let step = rate * (best - self.look(board, hunter)) / SHOWN as f32;
        let base = bucket(board.lead, hunter) * PATTERNS;
        for number in shown(board) {
            self.patterns[base + number as usize] += step;
        }
        self.leads[lead_index(board.lead, board.free(), hunter)] += step;
        chosen
    }

    /// Returns the value of a board by its weights, -1 to 1.
    fn look(&self, board: &Board<Standard>, hunter: bool) -> f32 {
        let weights = &self.patterns[bucket(board.lead, hunter) * PATTERNS..];
        let lead = self.leads[lead_index(board.lead, board.free(), hunter)];
        shown(board).iter().fold(lead, |sum, &number| sum + weights[number as usize]).tanh()
    }

    /// Returns the value of a board by a search.
    fn value(&self, board: &Board<Standard>, hunter: bool, depth: u32, mut alpha: f32, beta: f32) -> f32 {
        if board.is_full() {
            return if board.lead == 0 { endless(0, hunter) } else { board.lead.signum() as f32 };
        }
        if depth == 0 {
            return self.quiet(board, hunter, QUIET, beta);
        }
        let endless = endless(board.lead, hunter);
        let mut best = NEVER;
        for cell in in_order(board) {
            let window = (sooner(beta, endless), sooner(alpha, endless));
            let value = self.value(&board.after(cell), !hunter, depth - 1, window.0, window.1);
            best = best.max(later(value, endless));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Returns the value of a board once nobody takes a point any more that is worth taking.
    fn quiet(&self, board: &Board<Standard>, hunter: bool, depth: u32, beta: f32) -> f32 {
        if board.is_full() {
            return if board.lead == 0 { endless(0, hunter) } else { board.lead.signum() as f32 };
        }
        let endless = endless(board.lead, hunter);
        let mut best = self.look(board, hunter);
        if depth == 0 || best >= beta {
            return best;
        }
        for cell in each(board.threats(board.mover) & board.landings()) {
            let value = self.quiet(&board.after(cell), !hunter, depth - 1, sooner(best, endless));
            best = best.max(later(value, endless));
        }
        best
    }
}

/// Returns the landings, those first that make or stop a point.
fn in_order(board: &Board<Standard>) -> impl Iterator<Item = u64> {
    let landings = board.landings();
    let hot = landings & (board.threats(board.mover) | board.threats(board.waiting));
    each(hot).chain(each(landings & !hot))
}

/// Returns what a game that goes on for ever is worth to the mover: less than a win, and judged by the
/// points.
fn endless(lead: i32, hunter: bool) -> f32 {
    match lead {
        0 if hunter => -DRAWN,
        0 => DRAWN,
        _ => 0.8 * (lead as f32 * 0.25).tanh(),
    }
}

/// Returns the value to the mover of a value to the other a ply later.
fn later(value: f32, endless: f32) -> f32 {
    endless + DISCOUNT * (-value - endless)
}

/// Returns the other way round: which value to the other a ply later makes this one.
fn sooner(value: f32, endless: f32) -> f32 {
    -((value - endless) / DISCOUNT + endless)
}
