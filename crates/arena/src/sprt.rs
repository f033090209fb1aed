//! The sequential probability ratio test, which ends a match early.

use crate::Score;
use crate::elo::expected;
use std::str::FromStr;

/// A test between two Elo differences, with 5 % error either way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The first engine is at most this much stronger.
    pub elo0: f64,
    /// The first engine is at least this much stronger.
    pub elo1: f64,
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

/// The probability of a wrong verdict, either way.
const ERROR: f64 = 0.05;

impl Sprt {
    /// Returns the log-likelihood ratio of `elo1` against `elo0`, given the score.
    pub fn llr(&self, score: &Score) -> f64 {
        let (mean, variance, pairs) = score.smoothed_pair_stats();
        let (low, high) = (expected(self.elo0), expected(self.elo1));
        if variance <= 0.0 {
            0.0
        } else {
            pairs * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
        }
    }

    /// Returns the verdict on the score so far.
    pub fn verdict(&self, score: &Score) -> Verdict {
        let bound = ((1.0 - ERROR) / ERROR).ln();
        let llr = self.llr(score);
        // The variance of fewer pairs is too uncertain.
        if score.games() < 16 {
            Verdict::Open
        } else if llr >= bound {
            Verdict::Stronger
        } else if llr <= -bound {
            Verdict::NotStronger
        } else {
            Verdict::Open
        }
    }
}

impl FromStr for Sprt {
    type Err = BadSprt;

    /// Parses `0,20`.
    fn from_str(text: &str) -> Result<Sprt, BadSprt> {
        let read = || {
            let (low, high) = text.split_once(',')?;
            let sprt = Sprt { elo0: low.trim().parse().ok()?, elo1: high.trim().parse().ok()? };
            (sprt.elo0 < sprt.elo1 && sprt.elo0.abs().max(sprt.elo1.abs()) <= 2_000.0).then_some(sprt)
        };
        read().ok_or_else(|| BadSprt(text.into()))
    }
}
