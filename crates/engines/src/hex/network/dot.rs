//! Sums of products of small whole numbers, for each instruction set that has instructions for them.

use std::arch::x86_64 as x86;

/// The numbers of a cell that one instruction multiplies and adds.
pub(super) const GROUP: usize = 4;

/// Sums of 32 bits, or what is multiplied for them.
pub(super) trait Dot: Copy {
    /// How many sums.
    const WIDTH: usize;
    /// Returns sums of zero.
    fn zero() -> Self;
    /// Returns the same numbers for each sum. They must not be negative.
    fn splat(numbers: [i8; GROUP]) -> Self;
    /// Returns the first weights of a slice, those of a sum side by side.
    fn load(weights: &[i8]) -> Self;
    /// Returns the sums with the products of numbers and weights added.
    fn add_products(self, numbers: Self, weights: Self) -> Self;
    /// Writes the first numbers of a slice.
    fn store(self, sums: &mut [i32]);
}

/// Defines sums by their instructions.
macro_rules! dot {
    ($(#[$doc:meta])* $name:ident, $type:ty, $width:literal, $zero:path, $splat:path, $load:path, $add_products:expr,
        $store:path) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(super) struct $name($type);

        #[allow(unsafe_code, unused_unsafe)]
        impl Dot for $name {
            const WIDTH: usize = $width;

            #[inline(always)]
            fn zero() -> $name {
                // SAFETY: these sums are only used by functions that are compiled for their instructions, which are only
                // called if the processor has them. What is loaded or stored lies within its slice, which is checked.
                // docs/hex.md has the measured gain. All this holds for what follows, too.
                $name(unsafe { $zero() })
            }

            #[inline(always)]
            fn splat(numbers: [i8; GROUP]) -> $name {
                // SAFETY: see above.
                $name(unsafe { $splat(i32::from_le_bytes(numbers.map(i8::cast_unsigned))) })
            }

            #[inline(always)]
            fn load(weights: &[i8]) -> $name {
                let weights = &weights[..GROUP * $width];
                // SAFETY: see above.
                $name(unsafe { $load(weights.as_ptr().cast()) })
            }

            #[inline(always)]
            fn add_products(self, numbers: $name, weights: $name) -> $name {
                // SAFETY: see above.
                $name(unsafe { $add_products(self.0, numbers.0, weights.0) })
            }

            #[inline(always)]
            fn store(self, sums: &mut [i32]) {
                let sums = &mut sums[..$width];
                // SAFETY: see above.
                unsafe { $store(sums.as_mut_ptr().cast(), self.0) }
            }
        }
    };
}

dot!(
    /// Eight sums of AVX2. Numbers below 128 keep the sums of two products within 16 bits.
    Dot8,
    x86::__m256i,
    8,
    x86::_mm256_setzero_si256,
    x86::_mm256_set1_epi32,
    x86::_mm256_loadu_si256,
    |sum, numbers, weights| {
        let pairs = x86::_mm256_maddubs_epi16(numbers, weights);
        x86::_mm256_add_epi32(sum, x86::_mm256_madd_epi16(pairs, x86::_mm256_set1_epi16(1)))
    },
    x86::_mm256_storeu_si256
);

dot!(
    /// Eight sums of AVX-VNNI.
    VnniDot8,
    x86::__m256i,
    8,
    x86::_mm256_setzero_si256,
    x86::_mm256_set1_epi32,
    x86::_mm256_loadu_si256,
    x86::_mm256_dpbusd_avx_epi32,
    x86::_mm256_storeu_si256
);

dot!(
    /// Sixteen sums of AVX-512 with VNNI.
    VnniDot16,
    x86::__m512i,
    16,
    x86::_mm512_setzero_si512,
    x86::_mm512_set1_epi32,
    x86::_mm512_loadu_si512,
    x86::_mm512_dpbusd_epi32,
    x86::_mm512_storeu_si512
);
