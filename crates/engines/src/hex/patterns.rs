//! Patterns: how likely a move is by what stands around its cell. Learned from self-play by `train.rs`.

use super::surroundings::{CODES, PLACES, RING_CODES, turned, turned_ring};
use std::sync::OnceLock;

/// The learned weights. `crates/engines/data/README.md` describes the file and how it was made.
const FILE: &[u8] = include_bytes!("../../data/hex.weights");
/// The first bytes of the file.
const MAGIC: &[u8; 8] = b"PHEXPW01";
/// The unit of the weights in the file.
const UNIT: f32 = 1.0 / 1024.0;

/// The weights of moves as logarithms: those of all patterns, of their rings alone, and of rings around the last move.
///
/// A code and its turn by half are the same pattern; only the smaller one has a weight.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Weights {
    pub(super) rings: Vec<f32>,
    pub(super) patterns: Vec<f32>,
    pub(super) local: Vec<f32>,
}

impl Weights {
    /// Creates weights by which all moves are equal.
    pub(super) fn zero() -> Weights {
        Weights {
            rings: vec![0.0; RING_CODES],
            patterns: vec![0.0; CODES],
            local: vec![0.0; PLACES * RING_CODES],
        }
    }

    /// Parses a file. Returns `None` if it is damaged or something else.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Weights> {
        let (body, sum) = bytes.split_last_chunk::<8>()?;
        let mut rest = body.strip_prefix(MAGIC)?;
        if u64::from_le_bytes(*sum) != checksum(body) {
            return None;
        }
        let mut weights = Weights::zero();
        for list in [&mut weights.rings, &mut weights.local, &mut weights.patterns] {
            let (count, numbers) = rest.split_first_chunk::<4>()?;
            let count = u32::from_le_bytes(*count) as usize;
            let (numbers, after) = numbers.split_at_checked(count.checked_mul(6)?)?;
            for number in numbers.chunks_exact(6) {
                let code = u32::from_le_bytes([number[0], number[1], number[2], number[3]]);
                let weight = i16::from_le_bytes([number[4], number[5]]);
                *list.get_mut(code as usize)? = f32::from(weight) * UNIT;
            }
            rest = after;
        }
        rest.is_empty().then_some(weights)
    }

    /// Returns the bytes of a file.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for list in [&self.rings, &self.local, &self.patterns] {
            let rounded = list.iter().map(|weight| (weight / UNIT).round() as i16);
            let used: Vec<(usize, i16)> = rounded.enumerate().filter(|&(_, weight)| weight != 0).collect();
            bytes.extend((used.len() as u32).to_le_bytes());
            for (code, weight) in used {
                bytes.extend((code as u32).to_le_bytes());
                bytes.extend(weight.to_le_bytes());
            }
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Returns the logarithm of the weight of a pattern.
    pub(super) fn of(&self, code: usize) -> f32 {
        let ring = code % RING_CODES;
        self.rings[ring.min(turned_ring(ring))] + self.patterns[code.min(turned(code))]
    }
}

/// Returns the number of a ring code at a place of the last move. A place and its opposite are the same, turned by half.
pub(super) fn local_number(place: usize, ring: usize) -> usize {
    if place % 6 < 3 { place * RING_CODES + ring } else { (place - 3) * RING_CODES + turned_ring(ring) }
}

/// FNV-1a of 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The weights of moves, ready for use.
#[derive(Debug)]
pub(super) struct Patterns {
    /// The weight of a cell by its code.
    pub(super) weights: Vec<f32>,
    /// The factor of a cell by its place around the last move and its ring.
    pub(super) local: Vec<f32>,
}

impl Patterns {
    /// Returns the patterns that come with the program.
    pub(super) fn get() -> &'static Patterns {
        static PATTERNS: OnceLock<Patterns> = OnceLock::new();
        PATTERNS.get_or_init(|| Patterns::new(&Weights::from_bytes(FILE).expect("a test reads the file")))
    }

    /// Creates the patterns of weights.
    fn new(weights: &Weights) -> Patterns {
        let local = (0..PLACES).flat_map(|place| {
            (0..RING_CODES).map(move |ring| weights.local[local_number(place, ring)].exp())
        });
        Patterns { weights: (0..CODES).map(|code| weights.of(code).exp()).collect(), local: local.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_that_comes_with_the_program_is_read_and_written() {
        let weights = Weights::from_bytes(FILE).expect("a good file");
        assert_eq!(weights.to_bytes(), FILE);
        assert!(Patterns::get().weights.iter().all(|weight| weight.is_finite() && *weight > 0.0));
    }

    #[test]
    fn damaged_files_are_refused() {
        let good = Weights::zero().to_bytes();
        assert_eq!(Weights::from_bytes(&good), Some(Weights::zero()));
        assert_eq!(Weights::from_bytes(&good[1..]), None);
        assert_eq!(Weights::from_bytes(&[]), None);
        for place in 0..good.len() {
            let mut bad = good.clone();
            bad[place] ^= 1;
            assert_eq!(Weights::from_bytes(&bad), None, "{place}");
        }
    }
}
