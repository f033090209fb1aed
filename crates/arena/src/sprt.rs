//! Stopping early: the sequential probability ratio test.

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

/// What a test has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The first engine is at least so much stronger.
    Stronger,
    /// It is not.
    NotStronger,
    /// Nobody knows yet.
    Open,
}

/// A text that is no test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("two Elo differences, the smaller first, like 0,20: not {0:?}")]
pub struct BadSprt(String);

/// The chance to be wrong, either way.
const ERROR: f64 = 0.05;

impl Sprt {
    /// The logarithm of how much more likely the results are if the first engine is stronger.
    pub fn llr(&self, score: &Score) -> f64 {
        let (mean, variance, pairs) = score.cautious_spread();
        let (low, high) = (expected(self.elo0), expected(self.elo1));
        if variance <= 0.0 {
            0.0
        } else {
            pairs * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
        }
    }

    /// What the results so far prove.
    pub fn verdict(&self, score: &Score) -> Verdict {
        let bound = ((1.0 - ERROR) / ERROR).ln();
        let llr = self.llr(score);
        // A handful of pairs has no spread to speak of.
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
