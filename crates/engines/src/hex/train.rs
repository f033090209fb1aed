//! Learns the weights of patterns from games of the engine against itself.
//!
//! A move's chance is in proportion to the exponential of the weights of its surroundings. Training raises the chances
//! of the moves that searches visited, by the gradient of the logarithm (softmax regression with Adagrad).

use super::patterns::{Weights, local_number};
use super::sized::Sized;
use super::surroundings::{DIGITS, PLACES, Place, RING_CODES, places, seen_by, turned, turned_ring};
use super::task::Task;
use super::{Board, Geometry};
use crate::{Limits, Settings, StopFlag};
use parlor_rules::hex::{Move, Position};
use parlor_rules::{Cell, Position as _, SplitMix64};
use std::fmt;
use std::str::FromStr;

/// The plies whose moves are drawn by their visits, so that games differ. Later the most visited move is played.
const DRAWN_PLIES: usize = 8;
/// The largest side of a board to train on.
const MAX_SIDE: usize = 11;
/// The passes over all games.
const EPOCHS: usize = 12;
/// The step of the first change of a weight.
const STEP: f32 = 0.12;
/// What a weight loses in each step, in parts of itself: rare patterns stay near their ring.
const DECAY: f32 = 2e-4;
/// Every such game is kept to measure, not to learn.
const MEASURED: usize = 10;

/// A game for training: a side, and for each move its cell and the visits of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    side: usize,
    plies: Vec<Ply>,
}

/// A move and the visits of the cells when it was chosen; none for a random move.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ply {
    cell: usize,
    visits: Vec<(usize, u32)>,
}

impl fmt::Display for Game {
    /// Writes the side, then each move: its cell, and `=` with the visits of cells if it was searched.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.side)?;
        for Ply { cell, visits } in &self.plies {
            write!(out, " {cell}")?;
            for (place, (cell, visits)) in visits.iter().enumerate() {
                write!(out, "{}{cell}:{visits}", if place == 0 { '=' } else { ',' })?;
            }
        }
        Ok(())
    }
}

impl FromStr for Game {
    type Err = BadGame;

    fn from_str(line: &str) -> Result<Game, BadGame> {
        parse(line).ok_or(BadGame)
    }
}

/// A line that is no training game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadGame;

impl fmt::Display for BadGame {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("not a training game: a side and moves with visits")
    }
}

impl std::error::Error for BadGame {}

fn parse(line: &str) -> Option<Game> {
    let mut words = line.split(' ');
    let side = words.next()?.parse().ok().filter(|side| (1..=MAX_SIDE).contains(side))?;
    let cell = |text: &str| text.parse().ok().filter(|&cell: &usize| cell < side * side);
    let mut is_taken = vec![false; side * side];
    let mut plies = Vec::new();
    for word in words {
        let (played, visits) =
            word.split_once('=').map_or((word, None), |(played, rest)| (played, Some(rest)));
        let played = cell(played)?;
        let visits = visits.into_iter().flat_map(|visits| visits.split(',')).map(|visit| {
            let (of, count) = visit.split_once(':')?;
            Some((cell(of).filter(|&of| !is_taken[of])?, count.parse().ok()?))
        });
        let visits = visits.collect::<Option<Vec<_>>>()?;
        if std::mem::replace(&mut is_taken[played], true) {
            return None;
        }
        plies.push(Ply { cell: played, visits });
    }
    Some(Game { side, plies })
}

/// Plays a training game on a board of at most 11 x 11 with this many playouts a move, until its winner is proven.
///
/// The first stone is random. Returns `None` if stopped.
pub fn play_game(seed: u64, number: u64, side: usize, nodes: u64, stop: &StopFlag) -> Option<Game> {
    let mut rng = SplitMix64::at(seed, number);
    let settings = Settings { seed: rng.next_u64(), memory: 64 << 20, ..Settings::default() };
    let side = side.clamp(2, MAX_SIDE);
    let mut engine = Sized::<2>::new(side, &settings);
    let mut position = Position::new(side as i64, false).ok()?;
    let mut plies = vec![Ply { cell: rng.below(side * side), visits: Vec::new() }];
    loop {
        let cell = plies.last()?.cell;
        position.play(Move::Place(Cell::new(cell / side, cell % side))).ok()?;
        let limits = Limits { nodes: Some(nodes), time: None };
        let chosen = engine.think(Task { position: &position, limits: &limits, stop }, &mut |_| {});
        if stop.is_stopped() {
            return None;
        }
        let (Some(Move::Place(chosen)), Some(visits)) = (chosen, engine.visits()) else {
            return Some(Game { side, plies });
        };
        let mut cell = chosen.row * side + chosen.column;
        if plies.len() <= DRAWN_PLIES {
            cell = draw(&visits, &mut rng).unwrap_or(cell);
        }
        plies.push(Ply { cell, visits });
    }
}

/// Draws a cell by its visits.
fn draw(visits: &[(usize, u32)], rng: &mut SplitMix64) -> Option<usize> {
    let sum: usize = visits.iter().map(|&(_, count)| count as usize).sum();
    let mut number = rng.below(sum.max(1));
    for &(cell, count) in visits {
        match number.checked_sub(count as usize) {
            Some(rest) => number = rest,
            None => return Some(cell),
        }
    }
    None
}

/// How well weights predict the visits of games that they were not learned from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fit {
    /// The positions.
    pub positions: usize,
    /// The mean logarithm of the chance of a visited move, with the sign exchanged.
    pub loss: f64,
    /// How often the likeliest move was the most visited one.
    pub hits: f64,
}

/// The numbers of the weights of a move.
#[derive(Clone, Copy, Debug)]
struct Features {
    ring: usize,
    pattern: usize,
    local: Option<usize>,
}

/// A position to learn from: the moves by their features, with the share of visits of each.
#[derive(Clone, Debug)]
struct Sample {
    moves: Vec<(Features, f32)>,
}

/// Learns weights from games and returns the bytes of their file, and how well they fit the games kept apart.
pub fn learn(games: &[Game], seed: u64) -> (Vec<u8>, Fit) {
    let (mut learned, mut measured) = (Vec::new(), Vec::new());
    for (number, game) in games.iter().enumerate() {
        if number % MEASURED == MEASURED - 1 { &mut measured } else { &mut learned }.extend(samples(game));
    }
    let mut weights = Weights::zero();
    let mut squares = Weights::zero();
    let mut rng = SplitMix64::new(seed);
    let mut chances = Vec::new();
    for _ in 0..EPOCHS {
        for place in (1..learned.len()).rev() {
            learned.swap(place, rng.below(place + 1));
        }
        for sample in &learned {
            predict(&weights, sample, &mut chances);
            for (&(features, share), &chance) in sample.moves.iter().zip(&chances) {
                let Features { ring, pattern, local } = features;
                let slope = share - chance;
                step(&mut weights.rings[ring], &mut squares.rings[ring], slope);
                step(&mut weights.patterns[pattern], &mut squares.patterns[pattern], slope);
                if let Some(local) = local {
                    step(&mut weights.local[local], &mut squares.local[local], slope);
                }
            }
        }
    }
    (weights.to_bytes(), measure(&weights, &measured))
}

/// Changes a weight along a slope.
fn step(weight: &mut f32, squares: &mut f32, slope: f32) {
    *squares += slope * slope;
    *weight += STEP * slope / (squares.sqrt() + 0.1) - DECAY * *weight;
}

fn predict(weights: &Weights, sample: &Sample, chances: &mut Vec<f32>) {
    chances.clear();
    chances.extend(sample.moves.iter().map(|(Features { ring, pattern, local }, _)| {
        let local = local.map_or(0.0, |local| weights.local[local]);
        (weights.rings[*ring] + weights.patterns[*pattern] + local).exp()
    }));
    let sum: f32 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= sum);
}

fn measure(weights: &Weights, samples: &[Sample]) -> Fit {
    let mut fit = Fit { positions: samples.len(), ..Fit::default() };
    let mut chances = Vec::new();
    for sample in samples {
        predict(weights, sample, &mut chances);
        for (&(_, share), &chance) in sample.moves.iter().zip(&chances) {
            fit.loss -= f64::from(share * chance.max(1e-9).ln());
        }
        let largest = |of: &dyn Fn(usize) -> f32| {
            (0..sample.moves.len()).max_by(|&one, &two| of(one).total_cmp(&of(two)))
        };
        let is_hit = largest(&|place| chances[place]) == largest(&|place| sample.moves[place].1);
        fit.hits += f64::from(u8::from(is_hit));
    }
    let count = samples.len().max(1) as f64;
    Fit { loss: fit.loss / count, hits: fit.hits / count, ..fit }
}

/// Returns the positions of a game that were searched.
fn samples(game: &Game) -> Vec<Sample> {
    let side = game.side;
    let geometry = Geometry::<2>::new(side);
    let mut board = Board::default();
    let mut samples = Vec::new();
    let mut last = None;
    for (turn, Ply { cell, visits }) in game.plies.iter().enumerate() {
        let next = turn % 2;
        let sum: u32 = visits.iter().map(|&(_, count)| count).sum();
        if sum > 0 {
            let share = |cell: usize| {
                let found = visits.iter().find(|&&(of, _)| of == cell);
                found.map_or(0.0, |&(_, count)| count as f32 / sum as f32)
            };
            let empty = board.empty(&geometry);
            let moves =
                empty.iter().map(|cell| (features(side, &board, next, last, cell), share(cell))).collect();
            samples.push(Sample { moves });
        }
        board.place(&geometry, *cell, next);
        last = Some(*cell);
    }
    samples
}

fn features(side: usize, board: &Board<2>, player: usize, last: Option<usize>, cell: usize) -> Features {
    let around = places(side, cell);
    let digit = |what: Place| match what {
        Place::Cell(cell) if board.stones[player].contains(cell) => 1,
        Place::Cell(cell) if board.stones[1 - player].contains(cell) => 2,
        Place::Border(owner) if owner == player => 1,
        Place::Border(_) => 2,
        _ => 0,
    };
    let code: u32 = (0..PLACES).map(|place| digit(around[place]) * DIGITS[seen_by(player, place)]).sum();
    let code = code as usize;
    let ring = code % RING_CODES;
    let local = last.and_then(|last| {
        let place = places(side, last).iter().position(|&what| what == Place::Cell(cell))?;
        Some(local_number(seen_by(player, place), ring))
    });
    Features { ring: ring.min(turned_ring(ring)), pattern: code.min(turned(code)), local }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_written_and_read() {
        let game = play_game(1, 2, 5, 200, &StopFlag::default()).expect("not stopped");
        assert_eq!(game.to_string().parse(), Ok(game));
        for bad in ["", "x", "5 25", "5 1 1", "5 1=2", "5 1=2:x", "5 1 2=1:3", "12 1"] {
            assert_eq!(bad.parse::<Game>(), Err(BadGame), "{bad}");
        }
    }

    #[test]
    fn learns_to_save_a_bridge() {
        // X intrudes on bridges of O in the middle of the board, and O always saves them.
        let line = "7 10 48 23 17=16:99,17:0 16=40:1 0 33 26 27=27:100";
        let games: Vec<Game> = (0..40).map(|_| line.parse().expect("a game")).collect();
        let (bytes, fit) = learn(&games, 1);
        assert!(Weights::from_bytes(&bytes).is_some());
        assert!(fit.positions > 0 && fit.hits > 0.9, "{fit:?}");
    }
}
