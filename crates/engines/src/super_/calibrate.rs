//! How values become points: the search plays against itself, and planes are fitted through how its games
//! end.
//!
//! A value says how the search likes a position, not how many points it is worth: whoever it works for hunts,
//! so a level board has a value below nothing. What a player wants to know is the difference of points at the
//! end.

use super::board::Standard;
use super::deepen::{Plan, deepen};
use super::eval::Weights;
use super::report::{LOST, WON};
use super::table::Table;
use crate::{Budget, Limits, StopFlag};
use parlor_rules::drop::super_::Position;
use parlor_rules::{Position as _, SplitMix64};

/// A position of such a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// What the search thought of its best move.
    pub value: i32,
    /// How many points the player to move was ahead.
    pub lead: i32,
    /// How many points that player was ahead at the end.
    pub difference: i32,
}

/// A game is broken off after this many plies, and counted as it stands.
const LONGEST: usize = 1_000;
/// Fewer random plies than this begin a game.
const OPENING: usize = 40;
/// What the table of the search may take.
const MEMORY: usize = 1 << 20;

/// Plays a game of 6 x 7 with this many nodes a move; what was thought on the way, as far as nothing was
/// proven.
///
/// It begins at random, so that boards of all kinds and leads of either side come up.
pub fn game(seed: u64, number: u64, nodes: u64) -> Vec<Sample> {
    let mut dice = SplitMix64::at(seed, number);
    let mut position = Position::default();
    for _ in 0..dice.below(OPENING) {
        let Some(column) = position.sample(&mut dice) else { break };
        position.play_unchecked(column);
    }
    let plan = Plan { deepest: 60, every_move: false, solve: false, tell_each: false };
    let limits = Limits { time: None, nodes: Some(nodes) };
    let mut table = Table::of_bytes(MEMORY);
    // The lead and the difference of each sample are player one's until the end.
    let mut seen: Vec<(usize, Sample)> = Vec::new();
    for _ in 0..LONGEST {
        let Some(mover) = position.turn().player() else { break };
        let budget = Budget::new(&limits, &StopFlag::default());
        let moves = deepen(&position, Standard, Weights::get(), &mut table, plan, &budget, &mut |_| {});
        let Some(best) = moves.first() else { break };
        if (LOST + 1..WON).contains(&best.value) {
            let lead = super::board::lead(&position, mover);
            seen.push((mover.index(), Sample { value: best.value, lead, difference: 0 }));
        }
        position.play_unchecked(best.column);
    }
    let ahead = super::board::lead(&position, parlor_rules::Player::One);
    let ended = |(mover, sample)| Sample { difference: if mover == 0 { ahead } else { -ahead }, ..sample };
    seen.into_iter().map(ended).collect()
}

/// A plane through samples: the difference to expect is `base + by_value * value + by_lead * lead`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fitted {
    /// Through how many samples.
    pub samples: usize,
    /// The difference at a value and a lead of 0.
    pub base: f64,
    /// Points for each unit of value.
    pub by_value: f64,
    /// Points for each point of lead; 0 for level boards.
    pub by_lead: f64,
    /// How far the samples lie off, as a standard deviation.
    pub deviation: f64,
}

/// Returns the planes of least squares for players who are behind, level and ahead; each game counts as much
/// as any other, however long it was.
pub fn fit(games: &[Vec<Sample>]) -> [Fitted; 3] {
    let weighted: Vec<(f64, Sample)> =
        games.iter().flat_map(|game| game.iter().map(|&sample| (1.0 / game.len() as f64, sample))).collect();
    [-1, 0, 1].map(|sign| {
        let of_sign = |&&(_, sample): &&(f64, Sample)| sample.lead.signum() == sign;
        let samples: Vec<(f64, Sample)> = weighted.iter().filter(of_sign).copied().collect();
        plane(&samples, if sign == 0 { 2 } else { 3 })
    })
}

/// Returns the plane through weighted samples by the first so many of base, value and lead.
fn plane(samples: &[(f64, Sample)], unknowns: usize) -> Fitted {
    let terms = |sample: &Sample| [1.0, f64::from(sample.value), f64::from(sample.lead)];
    // The normal equations, each row with its right-hand side.
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
    Fitted { samples: samples.len(), base, by_value, by_lead, deviation }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_is_found_again() {
        let game = |lead: i32| -> Vec<Sample> {
            let values = (-2_000..2_000).step_by(50);
            values.map(|value| Sample { value, lead, difference: 3 + value / 50 - 2 * lead }).collect()
        };
        let [behind, level, ahead] = fit(&(-7..=7).map(game).collect::<Vec<_>>());
        for fitted in [behind, level, ahead] {
            assert!((fitted.base - 3.0).abs() < 1e-6 && (fitted.by_value - 0.02).abs() < 1e-9, "{fitted:?}");
            assert!(fitted.deviation < 1e-6, "{fitted:?}");
        }
        assert!((behind.by_lead + 2.0).abs() < 1e-6 && (ahead.by_lead + 2.0).abs() < 1e-6);
        assert_eq!((behind.samples, level.samples, level.by_lead), (560, 80, 0.0));
    }

    #[test]
    fn the_same_game_is_played_again() {
        let first = game(1, 3, 200);
        assert!(first.len() > 5);
        assert_eq!(first, game(1, 3, 200));
        // Neighbors are of different players, who do not end ahead both.
        assert!(first.windows(2).any(|pair| pair[0].difference == -pair[1].difference));
    }
}
