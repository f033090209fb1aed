//! The score of a match: wins, draws and losses, with error bars.

use crate::elo::{Interval, elo, wilson};
use std::collections::HashMap;

/// The result of a game for the first engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The first engine won.
    Win,
    /// A draw.
    Draw,
    /// The first engine lost.
    Loss,
}

impl GameResult {
    /// Returns the result in half points: 2, 1 or 0.
    fn half_points(self) -> usize {
        match self {
            GameResult::Win => 2,
            GameResult::Draw => 1,
            GameResult::Loss => 0,
        }
    }
}

/// The score of the first engine in a match.
///
/// Games come in pairs with the same opening and sides exchanged. The two games of a pair are not independent, so the
/// variance is measured between pairs.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// Games won by the first engine.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games lost by the first engine.
    pub losses: u64,
    /// The number of complete pairs for each sum of half points, 0 to 4.
    pairs: [u64; 5],
    /// The first result of each incomplete pair.
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
            Some(other) => self.pairs[result.half_points() + other.half_points()] += 1,
            None => drop(self.waiting.insert(pair, result)),
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the share of the points. A draw is half a point. Before the first game it is one half.
    pub fn share(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// Returns the share of the points with its 95 % interval.
    ///
    /// This is Wilson's interval for the number of independent games that would have the variance of the pairs. Draws
    /// and openings that favor a side narrow it; engines that repeat their games widen it. If the pairs have no
    /// variance, the number of games is used.
    pub fn interval(&self) -> Interval {
        let (share, games) = (self.share(), self.games() as f64);
        let (mean, variance, pairs) = pair_stats(&self.pairs.map(|count| count as f64));
        let game_variance = mean * (1.0 - mean);
        let trials = if pairs < 2.0 || variance <= 0.0 || game_variance <= 0.0 {
            games
        } else {
            // With few pairs the variance is uncertain, so the number is limited to three times the games.
            (game_variance / (variance / pairs)).min(3.0 * games)
        };
        wilson(share, trials)
    }

    /// Returns the Elo difference with its 95 % interval.
    pub fn elo(&self) -> Interval {
        self.interval().map(elo)
    }

    /// Returns the number of complete pairs for each sum of half points, 0 to 4.
    pub fn pairs(&self) -> [u64; 5] {
        self.pairs
    }
}

/// Returns the mean and the variance of a pair's share, and the number of pairs.
fn pair_stats(pairs: &[f64; 5]) -> (f64, f64, f64) {
    let count: f64 = pairs.iter().sum();
    let share = |half_points: usize| half_points as f64 / 4.0;
    let mean = pairs.iter().enumerate().map(|(half_points, count)| share(half_points) * count).sum::<f64>()
        / count.max(1.0);
    let squares = pairs
        .iter()
        .enumerate()
        .map(|(half_points, count)| (share(half_points) - mean).powi(2) * count)
        .sum::<f64>();
    (mean, if count > 1.0 { squares / (count - 1.0) } else { 0.0 }, count)
}
