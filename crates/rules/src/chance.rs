//! The random number generator behind every seeded game. Its output never changes.
//!
//! The generator is **SplitMix64** (Steele, Lea and Flood, 2014). It is written out here so that no new
//! version of a library can change it. A chance move is a function of the seed and the ply (the number of
//! moves so far, chance moves included), so undoing moves and playing on gives the same chance moves again.

/// A stream of SplitMix64 numbers.
///
/// ```
/// use parlor_rules::SplitMix64;
/// // Same seed, same ply: the same number for ever.
/// assert_eq!(SplitMix64::at(7, 3).below(16), SplitMix64::at(7, 3).below(16));
/// assert_eq!(SplitMix64::new(1234567).next_u64(), 6457827717110365317);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// Creates the generator with this seed.
    #[inline]
    pub const fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// Creates the generator for one ply of a seeded game.
    ///
    /// The state is the first number of the seed plus the ply times an odd constant, so that neighboring
    /// seeds and neighboring plies give unrelated numbers.
    pub const fn at(seed: u64, ply: u64) -> SplitMix64 {
        let first = SplitMix64::new(seed).next_u64();
        SplitMix64 { state: first.wrapping_add(ply.wrapping_mul(0xD134_2543_DE82_EF95)) }
    }

    /// Returns the next number of the stream, uniform over all 2^64.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a uniform number below `bound`, or 0 when the bound is 0. The bias is at most 2^-64 of the
    /// bound.
    ///
    /// It always uses one number of the stream: the result is the high half of its product with the bound.
    #[inline]
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_the_published_stream() {
        let mut rng = SplitMix64::new(1234567);
        let published = [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
            4593380528125082431,
            16408922859458223821,
        ];
        assert_eq!(published.map(|_| rng.next_u64()), published);
    }

    /// Must never change: recorded seeds depend on it.
    #[test]
    fn draws_of_a_ply_are_frozen() {
        let drawn: Vec<usize> = (0..12).map(|ply| SplitMix64::at(42, ply).below(16)).collect();
        assert_eq!(drawn, [5, 2, 3, 0, 12, 11, 15, 8, 13, 4, 14, 15]);
    }

    #[test]
    fn numbers_are_uniform() {
        let mut counts = [0u32; 6];
        for ply in 0..60_000 {
            counts[SplitMix64::at(1, ply).below(6)] += 1;
        }
        assert!(counts.iter().all(|&count| (9_600..10_400).contains(&count)), "{counts:?}");
    }
}
