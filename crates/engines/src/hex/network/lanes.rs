//! Numbers that one instruction works on, for each instruction set.
//!
//! Left to itself, the compiler makes some of the loops over numbers 30 times slower than others.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use std::arch::wasm32 as wasm;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64 as x86;

/// A few numbers.
pub(super) trait Lanes: Copy {
    /// How many.
    const WIDTH: usize;
    /// Returns the first numbers of a slice.
    fn load(numbers: &[f32]) -> Self;
    /// Returns the same number several times.
    fn splat(number: f32) -> Self;
    /// Returns `self * other + sum`.
    fn multiply_add(self, other: Self, sum: Self) -> Self;
    /// Returns the sums.
    fn add(self, other: Self) -> Self;
    /// Returns the numbers with zero for negative ones.
    fn rectify(self) -> Self;
    /// Writes the first numbers of a slice.
    fn store(self, numbers: &mut [f32]);
}

/// Defines lanes by their instructions.
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
macro_rules! lanes {
    ($(#[$doc:meta])* $name:ident, $type:ty, $width:literal, $number:ty, $load:path, $splat:path, $multiply_add:expr,
        $add:path, $max:path, $store:path) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(super) struct $name($type);

        #[allow(unsafe_code, unused_unsafe)]
        impl Lanes for $name {
            const WIDTH: usize = $width;

            #[inline(always)]
            fn load(numbers: &[f32]) -> $name {
                let numbers = &numbers[..$width];
                // SAFETY: what is loaded was checked to lie within the slice. These lanes are only used by functions that are
                // compiled for their instructions, which are only called if the processor has them. docs/hex.md has the
                // measured gain. All this holds for what follows, too.
                $name(unsafe { $load(numbers.as_ptr().cast::<$number>()) })
            }

            #[inline(always)]
            fn splat(number: f32) -> $name {
                // SAFETY: see above.
                $name(unsafe { $splat(number) })
            }

            #[inline(always)]
            fn multiply_add(self, other: $name, sum: $name) -> $name {
                // SAFETY: see above.
                $name(unsafe { $multiply_add(self.0, other.0, sum.0) })
            }

            #[inline(always)]
            fn add(self, other: $name) -> $name {
                // SAFETY: see above.
                $name(unsafe { $add(self.0, other.0) })
            }

            #[inline(always)]
            fn rectify(self) -> $name {
                // SAFETY: see above.
                $name(unsafe { $max(self.0, $splat(0.0)) })
            }

            #[inline(always)]
            fn store(self, numbers: &mut [f32]) {
                let numbers = &mut numbers[..$width];
                // SAFETY: see above.
                unsafe { $store(numbers.as_mut_ptr().cast::<$number>(), self.0) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
lanes!(
    /// Four numbers, which every processor of this kind can handle.
    Lanes4,
    x86::__m128,
    4,
    f32,
    x86::_mm_loadu_ps,
    x86::_mm_set1_ps,
    |one, two, sum| x86::_mm_add_ps(x86::_mm_mul_ps(one, two), sum),
    x86::_mm_add_ps,
    x86::_mm_max_ps,
    x86::_mm_storeu_ps
);

#[cfg(target_arch = "x86_64")]
lanes!(
    /// Eight numbers of AVX2.
    Lanes8,
    x86::__m256,
    8,
    f32,
    x86::_mm256_loadu_ps,
    x86::_mm256_set1_ps,
    x86::_mm256_fmadd_ps,
    x86::_mm256_add_ps,
    x86::_mm256_max_ps,
    x86::_mm256_storeu_ps
);

#[cfg(target_arch = "x86_64")]
lanes!(
    /// Sixteen numbers of AVX-512.
    Lanes16,
    x86::__m512,
    16,
    f32,
    x86::_mm512_loadu_ps,
    x86::_mm512_set1_ps,
    x86::_mm512_fmadd_ps,
    x86::_mm512_add_ps,
    x86::_mm512_max_ps,
    x86::_mm512_storeu_ps
);

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
lanes!(
    /// Four numbers of WebAssembly.
    Lanes4,
    wasm::v128,
    4,
    wasm::v128,
    wasm::v128_load,
    wasm::f32x4_splat,
    |one, two, sum| wasm::f32x4_add(wasm::f32x4_mul(one, two), sum),
    wasm::f32x4_add,
    wasm::f32x4_max,
    wasm::v128_store
);

/// Four numbers, for the compiler to make the best of.
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
mod plain {
    use super::Lanes;

    #[derive(Clone, Copy)]
    pub(crate) struct Lanes4([f32; 4]);

    impl Lanes for Lanes4 {
        const WIDTH: usize = 4;

        #[inline(always)]
        fn load(numbers: &[f32]) -> Lanes4 {
            Lanes4([numbers[0], numbers[1], numbers[2], numbers[3]])
        }

        #[inline(always)]
        fn splat(number: f32) -> Lanes4 {
            Lanes4([number; 4])
        }

        #[inline(always)]
        fn multiply_add(self, other: Lanes4, sum: Lanes4) -> Lanes4 {
            Lanes4(std::array::from_fn(|lane| self.0[lane] * other.0[lane] + sum.0[lane]))
        }

        #[inline(always)]
        fn add(self, other: Lanes4) -> Lanes4 {
            Lanes4(std::array::from_fn(|lane| self.0[lane] + other.0[lane]))
        }

        #[inline(always)]
        fn rectify(self) -> Lanes4 {
            Lanes4(self.0.map(|number| number.max(0.0)))
        }

        #[inline(always)]
        fn store(self, numbers: &mut [f32]) {
            numbers[..4].copy_from_slice(&self.0);
        }
    }
}
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
pub(super) use plain::Lanes4;
