//! Calibrates evaluation values to points: plays self-play games and fits the final difference of points by
//! least squares.
//!
//! A value of the search is not a number of points. Because of the contempt for draws an even board has a
//! negative value. Users want to know the expected difference of points at the end.

use super::board::Standard;
use super::eval::Weights;
use super::iterative_deepening::{SearchOptions, iterative_deepening};
use super::report::{LOST, WON};
use super::table::Table;
use crate::{Budget, Limits, StopFlag};
use parlor_rules::drop::super_::Position;
use parlor_rules::{Position as _, SplitMix64};

/// A position of a self-play game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The value of the best move.
    pub value: i32,
    /// The lead of the player to move, in points.
    pub lead: i32,
    /// The lead of that player at the end.
    pub difference: i32,
}

/// The plies after which a game is cut off and counted as it stands.
const MAX_PLIES: usize = 1_000;
/// The random opening is shorter than this, in plies.
const MAX_OPENING: usize = 40;
/// The memory of the transposition table, in bytes.
const TABLE_BYTES: usize = 1 << 20;

/// Plays a game of 6 x 7 with this many nodes per move. Returns a sample of each position without a proven
/// value.
///
/// The opening is random, so that many kinds of boards and leads occur.
pub fn play_game(seed: u64, number: u64, nodes: u64) -> Vec<Sample> {
    let mut rng = SplitMix64::at(seed, number);
    let Some(weights) = Weights::get() else { return Vec::new() };
    let mut position = Position::default();
    for _ in 0..rng.below(MAX_OPENING) {
        let Some(column) = position.sample(&mut rng) else { break };
        position.play_unchecked(column);
    }
    let options =
        SearchOptions { max_depth: 60, full_windows: false, use_solver: false, score_all_moves: false };
    let limits = Limits { time: None, nodes: Some(nodes) };
    let mut table = Table::with_bytes(TABLE_BYTES);
    // The difference of each sample is filled in at the end.
    let mut samples_seen: Vec<(usize, Sample)> = Vec::new();
    for _ in 0..MAX_PLIES {
        let Some(mover) = position.turn().player() else { break };
        let budget = Budget::new(&limits, &StopFlag::default());
        let moves =
            iterative_deepening(&position, Standard, weights, &mut table, options, &budget, &mut |_| {});
        let Some(best) = moves.first() else { break };
        if (LOST + 1..WON).contains(&best.value) {
            let lead = super::board::lead(&position, mover);
            samples_seen.push((mover.index(), Sample { value: best.value, lead, difference: 0 }));
        }
        position.play_unchecked(best.column);
    }
    let ahead = super::board::lead(&position, parlor_rules::Player::One);
    let ended = |(mover, sample)| Sample { difference: if mover == 0 { ahead } else { -ahead }, ..sample };
    samples_seen.into_iter().map(ended).collect()
}

/// A linear fit: the expected difference is `base + by_value * value + by_lead * lead`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointsFit {
    /// The number of samples.
    pub samples: usize,
    /// The difference at value 0 and lead 0.
    pub base: f64,
    /// Points for each unit of value.
    pub by_value: f64,
    /// Points for each point of lead; 0 for level boards.
    pub by_lead: f64,
    /// The standard deviation of the samples from the fit.
    pub deviation: f64,
}

/// Fits players who are behind, even and ahead by least squares. Each game has the same weight, however long
/// it is.
pub fn fit_points(games: &[Vec<Sample>]) -> [PointsFit; 3] {
    let weighted: Vec<(f64, Sample)> =
        games.iter().flat_map(|game| game.iter().map(|&sample| (1.0 / game.len() as f64, sample))).collect();
    [-1, 0, 1].map(|sign| {
        let of_sign = |&&(_, sample): &&(f64, Sample)| sample.lead.signum() == sign;
        let samples: Vec<(f64, Sample)> = weighted.iter().filter(of_sign).copied().collect();
        fit_plane(&samples, if sign == 0 { 2 } else { 3 })
    })
}

/// Fits weighted samples by the first `unknowns` of base, value and lead.
fn fit_plane(samples: &[(f64, Sample)], unknowns: usize) -> PointsFit {
    let terms = |sample: &Sample| [1.0, f64::from(sample.value), f64::from(sample.lead)];
    // The normal equations. The last column is the right-hand side.
    let mut rows = [[0.0; 4]; 3];
    for (weight, sample) in samples {
        let terms = terms(sample);
        for row in 0..unknowns {
            for column in 0..unknowns {
                rows[row][column] += weight * terms[row] * terms[column];
            }
            rows[row][3] += weight * terms[row] * f64::from(sample.difference);
        }
    }
    for pivot in 0..unknowns {
        let by = rows[pivot][pivot];
        if by.abs() > 1e-9 {
            rows[pivot].iter_mut().for_each(|term| *term /= by);
            let taken = rows[pivot];
            for (_, row) in rows[..unknowns].iter_mut().enumerate().filter(|&(row, _)| row != pivot) {
                let times = row[pivot];
                row.iter_mut().zip(taken).for_each(|(term, of)| *term -= times * of);
            }
        }
    }
    let [base, by_value, by_lead] = rows.map(|row| row[3]);
    let off = |sample: &Sample| {
        let [_, value, lead] = terms(sample);
        f64::from(sample.difference) - base - by_value * value - by_lead * lead
    };
    let squares: f64 = samples.iter().map(|(weight, sample)| weight * off(sample).powi(2)).sum();
    let whole: f64 = samples.iter().map(|(weight, _)| weight).sum();
    let deviation = (squares / whole.max(1e-9)).sqrt();
    PointsFit { samples: samples.len(), base, by_value, by_lead, deviation }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recovers_a_plane() {
        let game = |lead: i32| -> Vec<Sample> {
            let values = (-2_000..2_000).step_by(50);
            values.map(|value| Sample { value, lead, difference: 3 + value / 50 - 2 * lead }).collect()
        };
        let [behind, level, ahead] = fit_points(&(-7..=7).map(game).collect::<Vec<_>>());
        for fitted in [behind, level, ahead] {
            assert!((fitted.base - 3.0).abs() < 1e-6 && (fitted.by_value - 0.02).abs() < 1e-9, "{fitted:?}");
            assert!(fitted.deviation < 1e-6, "{fitted:?}");
        }
        assert!((behind.by_lead + 2.0).abs() < 1e-6 && (ahead.by_lead + 2.0).abs() < 1e-6);
        assert_eq!((behind.samples, level.samples, level.by_lead), (560, 80, 0.0));
    }

    #[test]
    fn games_are_deterministic() {
        let first = play_game(1, 3, 200);
        assert!(first.len() > 5);
        assert_eq!(first, play_game(1, 3, 200));
        // Neighboring samples are of different players, so their differences have opposite signs.
        assert!(first.windows(2).any(|pair| pair[0].difference == -pair[1].difference));
    }
}
