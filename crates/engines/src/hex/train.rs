//! Learns the network from games of the engine against itself.
//!
//! Games are played by the search that the network guides; of some moves the visits are kept. Training raises the chances
//! of the moves that searches visited, and moves the chance to win towards the result and what the search thought of it.

pub use super::network::Network;
use super::network::{self, Fit, Learner, Sample, View, network};
use super::request::Request;
use super::strong_search::StrongSearch;
use super::{Board, Geometry};
use crate::{Expectation, Limits, Settings, StopFlag, Value};
use parlor_rules::hex::{Move, Position};
use parlor_rules::{Cell, Position as _, SplitMix64};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The plies whose moves are drawn by their visits, so that games differ. Later the most visited move is played.
const DRAWN_PLIES: usize = 8;
/// The largest side of a board to train on.
pub const MAX_SIDE: usize = 14;
/// Three of five moves are made with a fifth of the visits, and only their values are learned: so there are more results
/// to learn from.
const QUICK_MOVES: (usize, usize) = (3, 5);
const QUICK_SHARE: u64 = 5;
/// Searches with fewer visits teach values, and not moves.
const MIN_VISITS: u32 = 100;
/// Every such game is kept to measure, not to learn.
const MEASURED: usize = 30;
/// The positions of a batch.
const BATCH: usize = 128;
/// The largest step of a weight.
const RATE: f32 = 2e-3;
/// The same for weights that are not random at the start.
const LATER_RATE: f32 = 1e-3;
/// How much the value of the search counts beside the result. Values of early searches are close to one half.
const SEARCH_SHARE: f32 = 0.2;

/// A game for training: a side, the winner, and for each move its cell and the visits of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    side: usize,
    winner: usize,
    plies: Vec<Ply>,
}

/// The players as a line has them.
const WINNERS: [&str; 2] = ["O", "X"];

/// A move and the visits of the cells when it was chosen; none for a random move.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ply {
    cell: usize,
    /// The chance of the player to win by the search, in thousandths, if it was searched.
    value: Option<u32>,
    visits: Vec<(usize, u32)>,
}

impl fmt::Display for Game {
    /// Writes the side and the winner (`O` or `X`), then each move: its cell, `@` with its value if it was searched, and `=`
    /// with the visits of cells if they are kept.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}", self.side, WINNERS[self.winner])?;
        for Ply { cell, value, visits } in &self.plies {
            write!(out, " {cell}")?;
            if let Some(value) = value {
                write!(out, "@{value}")?;
            }
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
    let winner = words.next()?;
    let winner = WINNERS.iter().position(|&name| name == winner)?;
    let cell = |text: &str| text.parse().ok().filter(|&cell: &usize| cell < side * side);
    let mut is_taken = vec![false; side * side];
    let mut plies = Vec::new();
    for word in words {
        let (played, visits) =
            word.split_once('=').map_or((word, None), |(played, rest)| (played, Some(rest)));
        let (played, value) =
            played.split_once('@').map_or((played, None), |(cell, value)| (cell, Some(value)));
        let value = match value {
            Some(value) => Some(value.parse().ok().filter(|&value| value <= 1_000)?),
            None => None,
        };
        let played = cell(played)?;
        let visits = visits.into_iter().flat_map(|visits| visits.split(',')).map(|visit| {
            let (of, count) = visit.split_once(':')?;
            Some((cell(of).filter(|&of| !is_taken[of])?, count.parse().ok()?))
        });
        let visits = visits.collect::<Option<Vec<_>>>()?;
        if std::mem::replace(&mut is_taken[played], true) {
            return None;
        }
        plies.push(Ply { cell: played, value, visits });
    }
    Some(Game { side, winner, plies })
}

/// Returns the network that comes with the program.
pub fn default_network() -> Option<Arc<Network>> {
    network()
}

/// Reads a network to guide games. Returns `None` if it is damaged or something else.
pub fn read_network(bytes: &[u8]) -> Option<Arc<Network>> {
    Network::from_bytes(bytes).map(Arc::new)
}

/// How training games are played.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The seed of all games.
    pub seed: u64,
    /// The side of the board, at most [`MAX_SIDE`].
    pub side: usize,
    /// The visits of a move.
    pub nodes: u64,
    /// The network that guides the search: the one that comes with the program if there is none.
    pub network: Option<Arc<Network>>,
}

impl SelfPlay {
    /// Plays the game of a number until its winner is proven. The first stone is random. Returns `None` if stopped.
    pub fn play(&self, number: u64, stop: &StopFlag) -> Option<Game> {
        if self.side * self.side <= 128 {
            self.play_sized::<2>(number, stop)
        } else {
            self.play_sized::<4>(number, stop)
        }
    }

    fn play_sized<const W: usize>(&self, number: u64, stop: &StopFlag) -> Option<Game> {
        let mut rng = SplitMix64::at(self.seed, number);
        let settings = Settings { seed: rng.next_u64(), memory: 64 << 20, ..Settings::default() };
        let side = self.side.clamp(2, MAX_SIDE);
        let mut engine =
            StrongSearch::<W>::for_training(side, &settings, self.network.clone().or_else(network));
        let mut position = Position::new(side as i64, false).ok()?;
        let mut plies = vec![Ply { cell: rng.below(side * side), value: None, visits: Vec::new() }];
        loop {
            let cell = plies.last()?.cell;
            position.play(Move::Place(Cell::new(cell / side, cell % side))).ok()?;
            let is_quick = rng.below(QUICK_MOVES.1) < QUICK_MOVES.0;
            let nodes = if is_quick { self.nodes.div_ceil(QUICK_SHARE) } else { self.nodes };
            let limits = Limits { nodes: Some(nodes), time: None };
            let mut value = Value::UNKNOWN;
            let request = Request { position: &position, limits: &limits, stop };
            let chosen = engine.think(request, &mut |report| value = report.value);
            if stop.is_stopped() {
                return None;
            }
            let (Some(Move::Place(chosen)), Some(visits)) = (chosen, engine.visits()) else {
                let mover = plies.len() % 2;
                let winner = if value.outcome == Expectation::Win { mover } else { 1 - mover };
                return Some(Game { side, winner, plies });
            };
            let mut cell = chosen.row * side + chosen.column;
            if plies.len() <= DRAWN_PLIES {
                cell = draw(&visits, &mut rng).unwrap_or(cell);
            }
            let visits = if is_quick { Vec::new() } else { visits };
            let value = (1_000.0 * value.score.clamp(0.0, 1.0)).round() as u32;
            plies.push(Ply { cell, value: Some(value), visits });
        }
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

/// Learns a network from games, batch by batch.
pub struct Trainer {
    learner: Learner,
    seed: u64,
    rate: f32,
    learned: Vec<Sample>,
    measured: Vec<Sample>,
}

impl Trainer {
    /// Starts with the weights of a network, or with random ones, or goes on from a checkpoint of the same. `None` if that
    /// is no checkpoint, or if there is nothing to learn from.
    pub fn new(
        games: &[Game],
        seed: u64,
        start: Option<&Network>,
        checkpoint: Option<&[u8]>,
    ) -> Option<Trainer> {
        let rate = if start.is_some() { LATER_RATE } else { RATE };
        let learner = match (checkpoint, start) {
            (Some(bytes), _) => Learner::from_bytes(bytes)?,
            (None, Some(network)) => Learner::new(network.clone()),
            (None, None) => Learner::new(Network::random(&mut SplitMix64::new(seed))),
        };
        let (mut learned, mut measured) = (Vec::new(), Vec::new());
        for (number, game) in games.iter().enumerate() {
            if number % MEASURED == MEASURED - 1 {
                measured.extend(samples(game, 0.0));
            } else {
                learned.extend(samples(game, SEARCH_SHARE));
            }
        }
        (!learned.is_empty()).then_some(Trainer { learner, seed, rate, learned, measured })
    }

    /// Returns how many batches it has learned from.
    pub fn steps(&self) -> usize {
        self.learner.steps()
    }

    /// Learns from the next batch of this many. The rate rises at first, and falls after a third.
    pub fn step(&mut self, steps: usize, threads: usize) {
        let number = self.steps();
        let mut rng = SplitMix64::at(self.seed, number as u64);
        let batch: Vec<&Sample> = (0..BATCH).map(|_| &self.learned[rng.below(self.learned.len())]).collect();
        let done = number as f32 / steps.max(1) as f32;
        let rate = self.rate * (done / 0.02).min(1.0).min((1.0 - done) / 0.7).max(0.03);
        self.learner.step(&batch, rate, threads, &mut rng);
    }

    /// Returns how well the network predicts the games kept apart.
    pub fn fit(&self) -> Fit {
        network::measure(&self.learner.network, &self.measured)
    }

    /// Returns the file of the network.
    pub fn network(&self) -> Vec<u8> {
        self.learner.network.to_bytes()
    }

    /// Returns what it needs to go on with the same games and the same seed.
    pub fn checkpoint(&self) -> Vec<u8> {
        self.learner.to_bytes()
    }
}

/// Returns the positions of a game that were searched. The value of the search counts for a share of the result.
fn samples(game: &Game, search_share: f32) -> Vec<Sample> {
    if game.side * game.side <= 128 {
        sized_samples::<2>(game, search_share)
    } else {
        sized_samples::<4>(game, search_share)
    }
}

fn sized_samples<const W: usize>(game: &Game, search_share: f32) -> Vec<Sample> {
    let side = game.side;
    let geometry = Geometry::<W>::new(side);
    let mut board = Board::default();
    let mut samples = Vec::new();
    let mut last = None;
    for (turn, Ply { cell, value, visits }) in game.plies.iter().enumerate() {
        let next = turn % 2;
        let mut filled = board;
        filled.fill_in(&geometry, board.empty(&geometry));
        let empty = filled.empty(&geometry);
        let is_deep = visits.iter().map(|&(_, count)| count).sum::<u32>() >= MIN_VISITS;
        let visited = || visits.iter().filter(|&&(cell, _)| is_deep && empty.contains(cell));
        let sum: u32 = visited().map(|&(_, count)| count).sum();
        let won = if game.winner == next { 1.0 } else { 0.0 };
        let result = value.map(|value| won + search_share * (value as f32 / 1_000.0 - won));
        if sum > 0 || result.is_some() {
            let share = |&(cell, count): &(usize, u32)| {
                (network::seen(side, next, cell) as u16, count as f32 / sum as f32)
            };
            let mut view = View::default();
            view.set(&geometry, &filled, next, last);
            samples.push(Sample { view, shares: visited().map(share).collect(), result });
        }
        board.place(&geometry, *cell, next);
        last = Some(*cell);
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    fn self_play() -> SelfPlay {
        SelfPlay { seed: 1, side: 5, nodes: 40, network: None }
    }

    #[test]
    fn games_are_written_and_read() {
        let game = self_play().play(2, &StopFlag::default()).expect("not stopped");
        assert_eq!(game.to_string().parse(), Ok(game));
        for bad in [
            "",
            "x",
            "5 1",
            "5 O 25",
            "5 O 1 1",
            "5 O 1=2",
            "5 O 1=2:x",
            "5 O 1 2=1:3",
            "5 O 1@1001=2:3",
            "15 O 1",
        ] {
            assert_eq!(bad.parse::<Game>(), Err(BadGame), "{bad}");
        }
    }

    #[test]
    fn winners_are_right() {
        let mut solver = super::super::Dfpn::<2>::new(5, 1 << 20);
        let geometry = Geometry::<2>::new(5);
        for number in 0..6 {
            let game = self_play().play(number, &StopFlag::default()).expect("not stopped");
            let mut board = Board::default();
            for (turn, ply) in game.plies.iter().enumerate() {
                board.place(&geometry, ply.cell, turn % 2);
            }
            let next = game.plies.len() % 2;
            let proof = solver.solve(&board, next, u64::MAX, &StopFlag::default()).expect("solved");
            assert_eq!(game.winner == next, proof.is_win, "{game}");
        }
    }

    #[test]
    fn learns_to_save_a_bridge() {
        // X intrudes on bridges of O in the middle of the board, and O always saves them and wins.
        let line = "7 O 10 48 23 17@500=16:100,17:0 16 0 33 26 27@900=27:100";
        let games: Vec<Game> = (0..MEASURED).map(|_| line.parse().expect("a game")).collect();
        let mut trainer = Trainer::new(&games, 1, None, None).expect("positions");
        let before = trainer.fit();
        (0..20).for_each(|_| trainer.step(20, 2));
        let after = trainer.fit();
        assert!(after.positions > 0 && after.hits == 1.0, "{after:?}");
        assert!(after.value_loss < before.value_loss, "{before:?} {after:?}");
        let learned = read_network(&trainer.network()).expect("a network");
        // Another training that starts from it knows as much.
        let later = Trainer::new(&games, 1, Some(&learned), None).expect("positions").fit();
        assert!(later.hits == 1.0 && later.value_loss < before.value_loss, "{later:?}");
        let on = Trainer::new(&games, 1, None, Some(&trainer.checkpoint())).expect("a checkpoint");
        assert_eq!((on.steps(), on.network()), (20, trainer.network()));
        assert!(
            Trainer::new(&games, 1, None, Some(&[1])).is_none() && Trainer::new(&[], 1, None, None).is_none()
        );
    }
}
