//! The sequential probability ratio test, which ends a match early.
//!
//! It is the generalized test of Fishtest and fastchess on pairs of games. A pair has one of five outcomes, 0 to 2
//! points in half points, and nothing is assumed about how probable each is. The likelihood of an Elo difference is
//! that of the most likely probabilities with its expected score, so draws and openings that favor a side need no
//! model. Elo is logistic: a difference of d means an expected score of 1 / (1 + 10^(-d / 400)).

use crate::elo::expected;
use std::str::FromStr;

/// A test between two Elo differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The first engine is at most this much stronger.
    pub elo0: f64,
    /// The first engine is at least this much stronger.
    pub elo1: f64,
    /// The probability of [`Verdict::Stronger`] if the difference is `elo0`.
    pub alpha: f64,
    /// The probability of [`Verdict::NotStronger`] if the difference is `elo1`.
    pub beta: f64,
}

/// The result of a test so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The first engine is stronger by `elo1`.
    Stronger,
    /// The first engine is not stronger than by `elo0`.
    NotStronger,
    /// Not decided yet.
    Open,
}

/// An error for a text that is not a test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not two Elo differences: {0:?} (write the smaller first, as in 0,20)")]
pub struct BadSprt(String);

/// The probability of either error unless another is asked for.
const DEFAULT_ERROR: f64 = 0.05;

/// The number of pairs that is assumed of an outcome that has not happened, as Fishtest does. Without it, an expected
/// score outside the outcomes seen so far would be impossible.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// Creates a test with 5 % error either way.
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: DEFAULT_ERROR, beta: DEFAULT_ERROR }
    }

    /// Returns the bounds of the log-likelihood ratio: at the lower one the first engine is not stronger, at the upper
    /// one it is.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// Returns the log-likelihood ratio of `elo1` against `elo0`. `pairs` has the number of pairs of games for each sum
    /// of half points of the first engine, 0 to 4.
    pub fn llr(&self, pairs: &[u64; 5]) -> f64 {
        if pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = pairs.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let [low, high] = [self.elo0, self.elo1].map(|elo| {
            let score = expected(elo);
            (score, tilt(&counts, score))
        });
        let weight =
            |(score, tilt): (f64, f64), half_points: usize| 1.0 + tilt * (share(half_points) - score);
        let ratios = counts
            .iter()
            .enumerate()
            .map(|(half_points, count)| count * (weight(low, half_points) / weight(high, half_points)).ln());
        ratios.sum()
    }

    /// Returns the verdict on these pairs of games.
    pub fn verdict(&self, pairs: &[u64; 5]) -> Verdict {
        let (llr, [lower, upper]) = (self.llr(pairs), self.bounds());
        if llr >= upper {
            Verdict::Stronger
        } else if llr <= lower {
            Verdict::NotStronger
        } else {
            Verdict::Open
        }
    }
}

/// Returns a pair's share of the points.
fn share(half_points: usize) -> f64 {
    half_points as f64 / 4.0
}

/// Returns the `x` by which the most likely probabilities with this expected score are the frequencies divided by
/// `1 + x * (share - score)`.
///
/// It is the root of a sum that falls from plus to minus infinity between two poles, found by Newton's method with
/// bisection.
fn tilt(counts: &[f64; 5], score: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    let mut x = 0.0;
    for _ in 0..200 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (half_points, count) in counts.iter().enumerate() {
            let distance = share(half_points) - score;
            let part = distance / (1.0 + x * distance);
            sum += count * part;
            slope -= count * part * part;
        }
        if sum > 0.0 {
            low = x
        } else {
            high = x
        }
        let newton = x - sum / slope;
        let next = if low < newton && newton < high { newton } else { (low + high) / 2.0 };
        let is_found = (next - x).abs() <= 1e-12 * (1.0 + x.abs());
        x = next;
        if is_found {
            break;
        }
    }
    x
}

impl FromStr for Sprt {
    type Err = BadSprt;

    /// Parses `0,20`, a test with 5 % error.
    fn from_str(text: &str) -> Result<Sprt, BadSprt> {
        let read = || {
            let (low, high) = text.split_once(',')?;
            let sprt = Sprt::new(low.trim().parse().ok()?, high.trim().parse().ok()?);
            (sprt.elo0 < sprt.elo1 && sprt.elo0.abs().max(sprt.elo1.abs()) <= 2_000.0).then_some(sprt)
        };
        read().ok_or_else(|| BadSprt(text.into()))
    }
}
