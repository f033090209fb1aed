//! Rates several engines by their games against each other.

use crate::elo::Z;

/// A cross table: the points and games of each engine against each other. A draw is half a point.
#[derive(Clone, Debug)]
pub struct Table {
    points: Vec<Vec<f64>>,
    games: Vec<Vec<f64>>,
}

/// An engine's rating.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Rating {
    /// The rating in Elo. The weakest engine of the table has 0.
    pub elo: f64,
    /// Half the width of the rating's 95 % interval.
    pub error: f64,
    /// Points scored.
    pub points: f64,
    /// Games played.
    pub games: f64,
}

impl Table {
    /// Creates a table without games.
    pub fn new(engines: usize) -> Table {
        Table { points: vec![vec![0.0; engines]; engines], games: vec![vec![0.0; engines]; engines] }
    }

    /// Adds games between two engines: the points of the first and the number of games.
    pub fn add(&mut self, first: usize, second: usize, points: f64, games: f64) {
        self.points[first][second] += points;
        self.points[second][first] += games - points;
        self.games[first][second] += games;
        self.games[second][first] += games;
    }

    /// Returns the points and games of one engine against another.
    pub fn between(&self, first: usize, second: usize) -> (f64, f64) {
        (self.points[first][second], self.games[first][second])
    }

    /// Returns the maximum-likelihood ratings of the Bradley-Terry model. Each pairing gets one extra draw, so that all
    /// ratings are finite.
    pub fn ratings(&self) -> Vec<Rating> {
        let count = self.points.len();
        let have_played = |first: usize, second: usize| self.games[first][second] > 0.0;
        let points = |first: usize, second: usize| {
            self.points[first][second] + if have_played(first, second) { 0.5 } else { 0.0 }
        };
        let games = |first: usize, second: usize| {
            self.games[first][second] + if have_played(first, second) { 1.0 } else { 0.0 }
        };
        let others = |first: usize| (0..count).filter(move |&second| second != first);
        let mut strength = vec![1.0f64; count];
        for _ in 0..20_000 {
            let before = strength.clone();
            for first in 0..count {
                let scored: f64 = others(first).map(|second| points(first, second)).sum();
                let weight: f64 = others(first)
                    .map(|second| games(first, second) / (strength[first] + strength[second]))
                    .sum();
                if weight > 0.0 {
                    strength[first] = scored / weight;
                }
            }
            let scale = (strength.iter().map(|one| one.ln()).sum::<f64>() / count.max(1) as f64).exp();
            strength.iter_mut().for_each(|one| *one /= scale);
            if strength.iter().zip(&before).all(|(now, then)| (now / then - 1.0).abs() < 1e-10) {
                break;
            }
        }
        let elo: Vec<f64> = strength.iter().map(|one| 400.0 * one.log10()).collect();
        let weakest = elo.iter().copied().fold(f64::INFINITY, f64::min);
        (0..count)
            .map(|first| {
                let information: f64 = others(first)
                    .map(|second| {
                        let chance = strength[first] / (strength[first] + strength[second]);
                        games(first, second) * chance * (1.0 - chance)
                    })
                    .sum();
                Rating {
                    elo: elo[first] - weakest,
                    error: Z * 400.0 / std::f64::consts::LN_10 / information.max(1e-12).sqrt(),
                    points: others(first).map(|second| self.points[first][second]).sum(),
                    games: others(first).map(|second| self.games[first][second]).sum(),
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expected;

    #[test]
    fn expected_scores_give_back_the_ratings() {
        let truth = [0.0, 150.0, 420.0, 500.0];
        let mut table = Table::new(4);
        for first in 0..4 {
            for second in first + 1..4 {
                let games = 10_000.0;
                table.add(first, second, games * expected(truth[first] - truth[second]), games);
            }
        }
        for (rating, truth) in table.ratings().iter().zip(truth) {
            assert!((rating.elo - truth).abs() < 2.0, "{rating:?} {truth}");
            assert!(rating.error < 10.0);
        }
    }

    #[test]
    fn perfect_score_has_a_finite_rating() {
        let mut table = Table::new(2);
        table.add(0, 1, 20.0, 20.0);
        let [winner, loser] = table.ratings()[..] else { panic!("two engines") };
        assert!(winner.elo > 400.0 && winner.elo.is_finite() && loser.elo == 0.0);
    }
}
