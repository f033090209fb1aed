//! The mean of the chances to win after each of the tiles that may appear.

/// The largest chance that is not certain.
const ALMOST_CERTAIN: f32 = 1.0 - f32::EPSILON / 2.0;

/// A mean of chances that is 1 or 0 only if all of them are: those two stand for proofs, so rounding must not
/// make them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MeanChance {
    total: f64,
    count: u32,
    certain: u32,
}

impl MeanChance {
    /// Adds a chance.
    #[inline]
    pub(super) fn add(&mut self, chance: f32) {
        self.total += f64::from(chance);
        self.count += 1;
        self.certain += u32::from(chance == 1.0);
    }

    /// Returns the mean of at least one chance.
    #[inline]
    pub(super) fn value(&self) -> f32 {
        if self.certain == self.count {
            return 1.0;
        }
        let mean = (self.total / f64::from(self.count)) as f32;
        if self.total == 0.0 { 0.0 } else { mean.clamp(f32::MIN_POSITIVE, ALMOST_CERTAIN) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(chances: &[f32]) -> f32 {
        let mut mean = MeanChance::default();
        chances.iter().for_each(|&chance| mean.add(chance));
        mean.value()
    }

    #[test]
    fn certainty_needs_all() {
        assert_eq!([mean(&[1.0]), mean(&[0.0, 0.0]), mean(&[0.5, 1.0])], [1.0, 0.0, 0.75]);
        let almost = mean(&[1.0, 1.0, 0.999_999]);
        assert!(almost < 1.0);
        // Rounded to the nearest number these would be 1 and 0.
        let closer = mean(&[[1.0; 15].as_slice(), &[ALMOST_CERTAIN]].concat());
        assert!(closer < 1.0 && closer > almost);
        assert!(mean(&[f32::MIN_POSITIVE, 0.0, 0.0]) > 0.0);
    }
}
