//! Elo differences and intervals.

/// Returns the Elo difference of a score between 0 and 1, which is infinite for 0 and 1.
///
/// ```
/// assert_eq!(parlor_arena::elo(0.5).to_string(), "0");
/// assert_eq!(parlor_arena::elo(0.76).round(), 200.0);
/// ```
pub fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Never -0, which would be printed.
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// Returns the expected score for an Elo difference.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A value with the bounds of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// The value itself.
    pub value: f64,
    /// The upper bound.
    pub high: f64,
}

impl Interval {
    /// Applies an increasing function to the value and both bounds.
    pub fn map(self, increasing: impl Fn(f64) -> f64) -> Interval {
        Interval { low: increasing(self.low), value: increasing(self.value), high: increasing(self.high) }
    }
}

/// The quantile of a two-sided 95 % interval of the normal distribution.
pub(crate) const Z: f64 = 1.959_963_985;

/// Returns Wilson's 95 % interval of a share. The number of trials need not be whole.
pub fn wilson(share: f64, trials: f64) -> Interval {
    if trials <= 0.0 {
        return Interval { low: 0.0, value: share, high: 1.0 };
    }
    let square = Z * Z / trials;
    let center = (share + square / 2.0) / (1.0 + square);
    let half = Z / (1.0 + square) * (share * (1.0 - share) / trials + square / (4.0 * trials)).sqrt();
    // Rounding must not leave the share itself outside.
    let (low, high) = ((center - half).max(0.0).min(share), (center + half).min(1.0).max(share));
    Interval { low, value: share, high }
}

/// Returns the mean of numbers with its 95 % interval, by the normal approximation.
pub(crate) fn mean(numbers: &[f64]) -> Interval {
    let count = numbers.len() as f64;
    // The sum of an empty list is -0; adding 0 makes it print as 0.
    let value = (numbers.iter().sum::<f64>() + 0.0) / count.max(1.0);
    let squares = numbers.iter().map(|number| (number - value).powi(2)).sum::<f64>();
    let half = if count > 1.0 { Z * (squares / (count - 1.0) / count).sqrt() } else { f64::INFINITY };
    Interval { low: value - half, value, high: value + half }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_inverts_elo() {
        for difference in [-800.0, -200.0, 0.0, 13.0, 400.0] {
            assert!((elo(expected(difference)) - difference).abs() < 1e-6);
        }
        assert_eq!((elo(1.0), elo(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    }

    #[test]
    fn perfect_score_has_a_lower_bound() {
        let perfect = wilson(1.0, 40.0);
        assert!((0.91..0.92).contains(&perfect.low) && perfect.high == 1.0, "{perfect:?}");
        assert_eq!((wilson(1.0, 300.0).high, wilson(0.0, 300.0).low), (1.0, 0.0));
        assert_eq!((wilson(0.5, 0.0).low, wilson(0.5, 0.0).high), (0.0, 1.0));
    }
}
