//! Chance that never changes: the frozen generator behind every seeded game.
//!
//! The generator is **SplitMix64** (Steele, Lea and Flood, 2014), written out here so that no library's next
//! version can alter it. The chance of a game is a function of its seed and the ply (moves so far, chance
//! included): taking moves back and playing on never draws anew.

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
    /// The stream that starts from this seed.
    #[inline]
    pub const fn new(seed: u64) -> SplitMix64 {
        SplitMix64 { state: seed }
    }

    /// The dice of one ply of a seeded game.
    ///
    /// The state is the seed's first number plus the ply times an odd constant, so that neighboring seeds and
    /// neighboring plies have nothing in common.
    pub const fn at(seed: u64, ply: u64) -> SplitMix64 {
        let first = SplitMix64::new(seed).next_u64();
        SplitMix64 { state: first.wrapping_add(ply.wrapping_mul(0xD134_2543_DE82_EF95)) }
    }

    /// The next number of the stream, any of 2^64.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, each as likely as the others up to 2^-64 of the bound; 0 when the bound is 0.
    ///
    /// One number of the stream is used, always: the high half of its product with the bound.
    #[inline]
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        let mut dice = SplitMix64::new(1234567);
        let published = [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
            4593380528125082431,
            16408922859458223821,
        ];
        assert_eq!(published.map(|_| dice.next_u64()), published);
    }

    /// Frozen for ever: a change here changes every recorded seed.
    #[test]
    fn the_chance_of_a_ply_is_frozen() {
        let drawn: Vec<usize> = (0..12).map(|ply| SplitMix64::at(42, ply).below(16)).collect();
        assert_eq!(drawn, [5, 2, 3, 0, 12, 11, 15, 8, 13, 4, 14, 15]);
    }

    #[test]
    fn every_face_comes_up_about_equally_often() {
        let mut counts = [0u32; 6];
        for ply in 0..60_000 {
            counts[SplitMix64::at(1, ply).below(6)] += 1;
        }
        assert!(counts.iter().all(|&count| (9_600..10_400).contains(&count)), "{counts:?}");
    }
}
