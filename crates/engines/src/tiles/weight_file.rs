//! The file of learned weights: few of them are not 0, and those are packed by a range coder.
//!
//! The index of a weight is a tuple and six ranks. The ranks span a tree with 16 branches per level; a bit says
//! which of them hold weights. A weight is its number of binary digits, its sign and the digits below the
//! highest. Every bit is predicted from those before it in the same place of the tree.

use super::features::{TUPLE_CELLS, TUPLES, WEIGHTS};
use super::range_coder::{Bit, Decoder, Encoder};

/// The first bytes of the file.
const MAGIC: &[u8; 8] = b"P1024W01";
/// The most binary digits of a weight.
const MAX_DIGITS: usize = 15;
/// The weights below one node of the tree: indices within a tuple and values, sorted.
type Entries<'a> = &'a [(u32, i16)];

/// Returns the file of these weights, sorted by index and none of them 0, in units of `unit`.
pub(super) fn to_bytes(unit: f32, weights: Entries<'_>) -> Vec<u8> {
    let mut coder = TreeCoder::new(Encoder::new());
    let mut rest = weights;
    for tuple in 0..TUPLES {
        let count = rest.partition_point(|&(index, _)| index >> (4 * TUPLE_CELLS) <= tuple as u32);
        let (own, others) = rest.split_at(count);
        coder.write(tuple, TUPLE_CELLS - 1, 0, own);
        rest = others;
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend(unit.to_le_bytes());
    bytes.extend(coder.bits.finish());
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// Reads a file. Returns the unit and all weights, or `None` if it is damaged or something else.
pub(super) fn from_bytes(bytes: &[u8]) -> Option<(f32, Vec<i16>)> {
    let (body, sum) = bytes.split_last_chunk::<8>()?;
    let (unit, coded) = body.strip_prefix(MAGIC)?.split_first_chunk::<4>()?;
    if u64::from_le_bytes(*sum) != checksum(body) {
        return None;
    }
    let mut weights = vec![0; WEIGHTS];
    let mut coder = TreeCoder::new(Decoder::new(coded));
    for (tuple, weights) in weights.chunks_exact_mut(1 << (4 * TUPLE_CELLS)).enumerate() {
        coder.read(tuple, TUPLE_CELLS - 1, 0, weights);
    }
    Some((f32::from_le_bytes(*unit), weights))
}

/// The probabilities of all bits, and the coder that reads or writes them.
struct TreeCoder<C> {
    bits: C,
    /// Whether a branch has weights: by tuple, level, rank, the rank above, and whether the branch before has.
    branches: Vec<Bit>,
    /// The digits of a weight, as a binary tree: by tuple and the digits of the weight before.
    digits: Vec<Bit>,
    /// The sign: by tuple and the sign of the weight before.
    signs: Vec<Bit>,
    /// The two digits below the highest: by the number of digits.
    high_digits: Vec<Bit>,
    last: i16,
}

impl<C> TreeCoder<C> {
    fn new(bits: C) -> TreeCoder<C> {
        let even = |count: usize| vec![Bit::EVEN; count];
        TreeCoder {
            bits,
            branches: even(TUPLES * TUPLE_CELLS * 16 * 16 * 2),
            digits: even(TUPLES * 16 * 16),
            signs: even(TUPLES * 3),
            high_digits: even(16 * 4),
            last: 0,
        }
    }

    fn digits_of_last(&self) -> usize {
        digits(self.last)
    }
}

impl TreeCoder<Encoder> {
    fn write(&mut self, tuple: usize, level: usize, above: usize, mut rest: Entries<'_>) {
        let mut before = false;
        for rank in 0..16 {
            let count = rest.partition_point(|&(index, _)| (index >> (4 * level) & 15) as usize <= rank);
            let (own, others) = rest.split_at(count);
            rest = others;
            self.bits.write(!own.is_empty(), &mut self.branches[branch(tuple, level, [above, rank], before)]);
            before = !own.is_empty();
            match own {
                [] => {}
                &[(_, weight), ..] if level == 0 => self.write_weight(tuple, weight),
                _ => self.write(tuple, level - 1, rank, own),
            }
        }
    }

    fn write_weight(&mut self, tuple: usize, weight: i16) {
        let (count, first) = (digits(weight), (tuple * 16 + self.digits_of_last()) * 16);
        let mut node = 1;
        for place in (0..4).rev() {
            let bit = count >> place & 1 == 1;
            self.bits.write(bit, &mut self.digits[first + node]);
            node = 2 * node + usize::from(bit);
        }
        let sign = tuple * 3 + sign_context(self.last);
        self.bits.write(weight < 0, &mut self.signs[sign]);
        let size = weight.unsigned_abs();
        let mut node = 1;
        for place in (0..count.saturating_sub(1)).rev() {
            let bit = size >> place & 1 == 1;
            let mut even = Bit::EVEN;
            let predicted = if node < 4 { &mut self.high_digits[count * 4 + node] } else { &mut even };
            self.bits.write(bit, predicted);
            node = 2 * node + usize::from(bit);
        }
        self.last = weight;
    }
}

impl TreeCoder<Decoder<'_>> {
    fn read(&mut self, tuple: usize, level: usize, above: usize, weights: &mut [i16]) {
        let mut before = false;
        for (rank, weights) in weights.chunks_exact_mut(1 << (4 * level)).enumerate() {
            before = self.bits.read(&mut self.branches[branch(tuple, level, [above, rank], before)]);
            if before && level == 0 {
                weights[0] = self.read_weight(tuple);
            } else if before {
                self.read(tuple, level - 1, rank, weights);
            }
        }
    }

    fn read_weight(&mut self, tuple: usize) -> i16 {
        let first = (tuple * 16 + self.digits_of_last()) * 16;
        let mut node = 1;
        for _ in 0..4 {
            node = 2 * node + usize::from(self.bits.read(&mut self.digits[first + node]));
        }
        let count = node & 15;
        let sign = tuple * 3 + sign_context(self.last);
        let is_negative = self.bits.read(&mut self.signs[sign]);
        let mut size = 1i16.min(count as i16);
        for _ in 0..count.saturating_sub(1) {
            let mut even = Bit::EVEN;
            let predicted =
                if size < 4 { &mut self.high_digits[count * 4 + size as usize] } else { &mut even };
            size = size << 1 | i16::from(self.bits.read(predicted));
        }
        self.last = if is_negative { -size } else { size };
        self.last
    }
}

/// Returns the index of the probability that a branch has weights.
fn branch(tuple: usize, level: usize, [above, rank]: [usize; 2], before: bool) -> usize {
    (((tuple * TUPLE_CELLS + level) * 16 + rank) * 16 + above) * 2 + usize::from(before)
}

/// Returns the number of binary digits of a weight's magnitude.
fn digits(weight: i16) -> usize {
    (16 - weight.unsigned_abs().leading_zeros() as usize).min(MAX_DIGITS)
}

fn sign_context(last: i16) -> usize {
    (last.signum() + 1) as usize
}

/// FNV-1a, 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::SplitMix64;

    fn weights() -> Vec<(u32, i16)> {
        let mut rng = SplitMix64::new(9);
        let mut weights: Vec<(u32, i16)> = (0..5_000)
            .map(|_| {
                let digits = 1 + rng.below(13);
                let size = 1 + rng.below(1 << digits) as i16;
                (rng.below(WEIGHTS) as u32, if rng.below(2) == 0 { size } else { -size })
            })
            .collect();
        weights.sort_unstable();
        weights.dedup_by_key(|&mut (index, _)| index);
        weights
    }

    #[test]
    fn weights_come_back() {
        let weights = weights();
        let bytes = to_bytes(0.25, &weights);
        let (unit, read) = from_bytes(&bytes).unwrap();
        assert_eq!(unit, 0.25);
        assert_eq!(read.iter().filter(|&&weight| weight != 0).count(), weights.len());
        assert!(weights.iter().all(|&(index, weight)| read[index as usize] == weight));
    }

    #[test]
    fn damaged_files_are_refused() {
        let bytes = to_bytes(0.25, &weights());
        for place in [0, 9, 20, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            assert!(from_bytes(&damaged).is_none());
        }
        assert!(from_bytes(&bytes[..bytes.len() - 1]).is_none() && from_bytes(&[]).is_none());
    }
}
