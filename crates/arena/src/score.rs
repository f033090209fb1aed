//! The score of a match: wins, draws, losses, and how sure one can be.

use crate::elo::{Interval, elo, wilson};
use std::collections::HashMap;

/// How a game ended for the first engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// It won.
    Win,
    /// Nobody did.
    Draw,
    /// It lost.
    Loss,
}

impl GameResult {
    /// Half points: 2, 1, 0.
    fn halves(self) -> usize {
        match self {
            GameResult::Win => 2,
            GameResult::Draw => 1,
            GameResult::Loss => 0,
        }
    }
}

/// The score of a match, seen by the first engine.
///
/// Games come in pairs: the same opening, seats exchanged. What one game of a pair owes to the opening the other owes
/// too, so the spread is measured between pairs.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// Games won by the first engine.
    pub wins: u64,
    /// Games nobody won.
    pub draws: u64,
    /// Games lost by the first engine.
    pub losses: u64,
    /// Whole pairs by their half points, 0 to 4.
    pairs: [u64; 5],
    waiting: HashMap<u64, GameResult>,
}

impl Score {
    /// Counts a game of a pair.
    pub fn add(&mut self, pair: u64, result: GameResult) {
        match result {
            GameResult::Win => self.wins += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Loss => self.losses += 1,
        }
        match self.waiting.remove(&pair) {
            Some(other) => self.pairs[result.halves() + other.halves()] += 1,
            None => drop(self.waiting.insert(pair, result)),
        }
    }

    /// How many games were counted.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, draws half.
    pub fn share(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / (self.games() as f64).max(1.0)
    }

    /// The share with its 95 % interval.
    ///
    /// Wilson's interval for as many independent games as would spread like the pairs do: draws and openings that
    /// favor a seat narrow it, engines that repeat themselves widen it. Where the pairs do not spread at all, the
    /// games are counted as they are.
    pub fn interval(&self) -> Interval {
        let (share, games) = (self.share(), self.games() as f64);
        let (mean, variance, pairs) = self.pair_spread();
        let of_one_game = mean * (1.0 - mean);
        let trials = if pairs < 2.0 || variance <= 0.0 || of_one_game <= 0.0 {
            games
        } else {
            // With few pairs the spread is itself a guess: no more than three times the games.
            (of_one_game / (variance / pairs)).min(3.0 * games)
        };
        wilson(share, trials)
    }

    /// The Elo difference with its 95 % interval.
    pub fn elo(&self) -> Interval {
        self.interval().map(elo)
    }

    /// Mean and variance of a pair's share, and how many pairs there are.
    pub(crate) fn pair_spread(&self) -> (f64, f64, f64) {
        spread(&self.pairs.map(|count| count as f64))
    }

    /// The same with a fifth of a pair added to each outcome, so that no spread is nothing.
    pub(crate) fn cautious_spread(&self) -> (f64, f64, f64) {
        spread(&self.pairs.map(|count| count as f64 + 0.2))
    }
}

fn spread(pairs: &[f64; 5]) -> (f64, f64, f64) {
    let count: f64 = pairs.iter().sum();
    let share = |halves: usize| halves as f64 / 4.0;
    let mean =
        pairs.iter().enumerate().map(|(halves, count)| share(halves) * count).sum::<f64>() / count.max(1.0);
    let squares =
        pairs.iter().enumerate().map(|(halves, count)| (share(halves) - mean).powi(2) * count).sum::<f64>();
    (mean, if count > 1.0 { squares / (count - 1.0) } else { 0.0 }, count)
}
