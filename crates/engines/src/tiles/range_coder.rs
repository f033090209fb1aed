//! An adaptive binary range coder, the kind that LZMA uses: bits cost less the better they are predicted.

/// The bits of a probability.
const PROBABILITY_BITS: u32 = 12;
/// How fast a probability follows the bits.
const ADAPTATION: u32 = 5;
/// The range below which a byte is moved out.
const MIN_RANGE: u32 = 1 << 24;

/// The probability that a bit is 0, learned from the bits before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bit(u16);

impl Bit {
    /// Both values are equally likely.
    pub(super) const EVEN: Bit = Bit(1 << (PROBABILITY_BITS - 1));

    fn bound(self, range: u32) -> u32 {
        (range >> PROBABILITY_BITS) * u32::from(self.0)
    }

    fn learn(&mut self, bit: bool) {
        if bit {
            self.0 -= self.0 >> ADAPTATION;
        } else {
            self.0 += ((1 << PROBABILITY_BITS) - self.0) >> ADAPTATION;
        }
    }
}

/// Writes bits.
#[derive(Debug)]
pub(super) struct Encoder {
    low: u64,
    range: u32,
    /// The byte that waits for a carry, and the number of 0xFF bytes after it.
    waiting: u8,
    full_bytes: u64,
    is_first: bool,
    bytes: Vec<u8>,
}

impl Encoder {
    pub(super) fn new() -> Encoder {
        Encoder { low: 0, range: u32::MAX, waiting: 0, full_bytes: 0, is_first: true, bytes: Vec::new() }
    }

    /// Writes a bit with its probability.
    pub(super) fn write(&mut self, bit: bool, probability: &mut Bit) {
        let bound = probability.bound(self.range);
        if bit {
            self.low += u64::from(bound);
            self.range -= bound;
        } else {
            self.range = bound;
        }
        probability.learn(bit);
        while self.range < MIN_RANGE {
            self.range <<= 8;
            self.shift_low();
        }
    }

    /// Returns all bytes.
    pub(super) fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift_low();
        }
        self.bytes
    }

    fn shift_low(&mut self) {
        let carry = (self.low >> 32) as u8;
        if self.low < 0xFF00_0000 || carry == 1 {
            if !self.is_first {
                self.bytes.push(self.waiting.wrapping_add(carry));
            }
            for _ in 0..std::mem::take(&mut self.full_bytes) {
                self.bytes.push(0xFFu8.wrapping_add(carry));
            }
            self.is_first = false;
            self.waiting = (self.low >> 24) as u8;
        } else {
            self.full_bytes += 1;
        }
        self.low = (self.low & 0x00FF_FFFF) << 8;
    }
}

/// Reads the bits that an [`Encoder`] wrote.
#[derive(Debug)]
pub(super) struct Decoder<'a> {
    range: u32,
    code: u32,
    rest: std::slice::Iter<'a, u8>,
}

impl Decoder<'_> {
    pub(super) fn new(bytes: &[u8]) -> Decoder<'_> {
        let mut decoder = Decoder { range: u32::MAX, code: 0, rest: bytes.iter() };
        for _ in 0..4 {
            decoder.next_byte();
        }
        decoder
    }

    /// Reads a bit with its probability. Past the end of the bytes the bits have no meaning.
    #[inline]
    pub(super) fn read(&mut self, probability: &mut Bit) -> bool {
        let bound = probability.bound(self.range);
        let bit = self.code >= bound;
        if bit {
            self.code -= bound;
            self.range -= bound;
        } else {
            self.range = bound;
        }
        probability.learn(bit);
        while self.range < MIN_RANGE {
            self.range <<= 8;
            self.next_byte();
        }
        bit
    }

    fn next_byte(&mut self) {
        self.code = self.code << 8 | u32::from(self.rest.next().copied().unwrap_or(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::SplitMix64;

    #[test]
    fn bits_come_back_and_likely_ones_are_cheap() {
        let mut rng = SplitMix64::new(4);
        for rarity in [1, 2, 3, 50, 10_000] {
            let bits: Vec<bool> = (0..20_000).map(|_| rng.below(rarity) == 0).collect();
            let (mut encoder, mut probability) = (Encoder::new(), Bit::EVEN);
            bits.iter().for_each(|&bit| encoder.write(bit, &mut probability));
            let bytes = encoder.finish();
            assert!(bytes.len() < 20_000 / 8 + 100 && (rarity < 50 || bytes.len() < 600));
            let (mut decoder, mut probability) = (Decoder::new(&bytes), Bit::EVEN);
            assert!(bits.iter().all(|&bit| decoder.read(&mut probability) == bit));
        }
    }
}
