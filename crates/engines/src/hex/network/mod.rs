//! A small network that says which moves are likely and who wins, learned from self-play.
//!
//! The player to move is always seen as the one who joins left and right: for the other one the board is mirrored. The
//! network has one layer that looks at the cells up to two steps away, blocks of two convolutions each, which add to what
//! they are given, and two heads: the logarithm of the chance of each move, and the chance to win by the mean and the
//! largest of each number over the board. It fits boards of all sizes.

mod convolution;
#[cfg(target_arch = "x86_64")]
mod dot;
mod evaluator;
mod lanes;
#[cfg(any(test, feature = "training"))]
mod learner;
#[cfg(target_arch = "x86_64")]
mod quantized;
mod view;

pub(super) use evaluator::{Evaluator, Opinion};
#[cfg(any(test, feature = "training"))]
pub use learner::Fit;
#[cfg(any(test, feature = "training"))]
pub(super) use learner::{Learner, Sample, measure};
pub(super) use view::{View, seen};

use crate::data_file::{DataFile, embedded_data};
use convolution::{CHANNELS, Kernel, TAPS, Vector};
use std::sync::{Arc, OnceLock};
use view::{STATES, WIDE_TAPS};

/// The weights that come with the program. `crates/engines/data/README.md` describes the file and how it was made.
pub(crate) static NETWORK_FILE: DataFile =
    DataFile::new("hex.network", embedded_data!("hex.network"), || network().is_some());

/// Returns the network of the file that comes with the program, once that is loaded.
pub(super) fn network() -> Option<Arc<Network>> {
    static NETWORK: OnceLock<Option<Arc<Network>>> = OnceLock::new();
    let bytes = NETWORK_FILE.bytes()?;
    NETWORK.get_or_init(|| Network::from_bytes(bytes).map(Arc::new)).clone()
}

/// The blocks of two convolutions.
const BLOCKS: usize = 5;
/// The vectors of a convolution: weights and bias.
const CONVOLUTION: usize = TAPS * CHANNELS + 1;
const FIRST: usize = WIDE_TAPS.len() * STATES + 1;
const POLICY: usize = FIRST + 2 * BLOCKS * CONVOLUTION;
const VALUE: usize = POLICY + 2;
/// All vectors of weights.
const VECTORS: usize = VALUE + 2 * CHANNELS + 3;

/// The weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    weights: Vec<Vector>,
}

impl Network {
    fn convolution(&self, number: usize) -> Kernel<'_> {
        let vectors = &self.weights[FIRST + number * CONVOLUTION..][..CONVOLUTION];
        Kernel { weights: &vectors[..CONVOLUTION - 1], bias: &vectors[CONVOLUTION - 1] }
    }
}

/// The first bytes of a file.
const MAGIC: &[u8; 8] = b"PHEXNN01";

impl Network {
    /// Parses a file. Returns `None` if it is damaged or something else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Network> {
        let (body, sum) = bytes.split_last_chunk::<8>()?;
        let body = body.strip_prefix(MAGIC).filter(|_| u64::from_le_bytes(*sum) == checksum(body))?;
        let number = |&bytes: &[u8; 2]| f32::from_bits(u32::from(u16::from_le_bytes(bytes)) << 16);
        let numbers: Vec<f32> = body.as_chunks::<2>().0.iter().map(number).collect();
        let weights = numbers.as_chunks::<CHANNELS>().0.to_vec();
        let is_whole =
            body.len() == 2 * VECTORS * CHANNELS && numbers.iter().all(|number| number.is_finite());
        is_whole.then_some(Network { weights })
    }

    /// Returns the bytes of a file. It has the upper 16 bits of each weight, rounded.
    pub fn to_bytes(&self) -> Vec<u8> {
        let upper = |weight: &f32| ((weight.to_bits() + 0x8000) >> 16) as u16;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.weights.iter().flatten().flat_map(|weight| upper(weight).to_le_bytes()));
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }
}

/// FNV-1a of 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::SplitMix64;

    #[test]
    fn the_file_that_comes_with_the_program_is_read_and_written() {
        let bytes = NETWORK_FILE.bytes().expect("embedded");
        let network = Network::from_bytes(bytes).expect("a good file");
        assert_eq!(network.to_bytes(), bytes);
    }

    #[test]
    fn damaged_files_are_refused() {
        let good = Network::random(&mut SplitMix64::new(1)).to_bytes();
        assert!(Network::from_bytes(&good).is_some());
        assert!(Network::from_bytes(&[]).is_none() && Network::from_bytes(&good[1..]).is_none());
        for place in (0..good.len()).step_by(997).chain(good.len() - 8..good.len()) {
            let mut bad = good.clone();
            bad[place] ^= 1;
            assert!(Network::from_bytes(&bad).is_none(), "{place}");
        }
    }
}
