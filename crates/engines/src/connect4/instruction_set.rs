//! The search compiled for several CPU instruction sets, selected at run time.
//!
//! The move generator works on lanes (`movegen_simd`), which wider vectors and newer bit instructions make
//! 1.4 to 1.7 times as fast. The search is compiled once per instruction set, and the best one that the
//! processor has is used. So one binary serves all machines.

use super::child::Child;
use super::geometry::Geometry;
use super::search::Search;
use super::table::Table;

/// An instruction set that the search is compiled for.
pub(super) trait InstructionSet {
    /// Calls [`Search::search`] compiled for this instruction set.
    fn search<G: Geometry, T: Table>(
        search: &mut Search<'_, G, T>,
        child: &Child<G::Word, T::Key>,
        alpha: i32,
        stack: &mut [Child<G::Word, T::Key>],
    ) -> i32;
}

/// The instruction sets, the smallest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CpuLevel {
    /// The instructions that every processor has.
    Baseline,
    /// AVX2 and the bit instructions that came with it.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 with a population count in lanes.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl CpuLevel {
    /// Returns the largest instruction set of this processor.
    pub(super) fn detected() -> CpuLevel {
        #[cfg(target_arch = "x86_64")]
        {
            let has_avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            let has_avx512 = has_avx2
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq");
            if has_avx512 {
                return CpuLevel::Avx512;
            }
            if has_avx2 {
                return CpuLevel::Avx2;
            }
        }
        CpuLevel::Baseline
    }
}

/// Returns the name of the instruction set that the solver uses on this processor.
pub fn instruction_set_name() -> &'static str {
    match CpuLevel::detected() {
        CpuLevel::Baseline => "baseline",
        #[cfg(target_arch = "x86_64")]
        CpuLevel::Avx2 => "AVX2",
        #[cfg(target_arch = "x86_64")]
        CpuLevel::Avx512 => "AVX-512",
    }
}

/// The instructions that every processor has.
pub(super) struct Baseline;

impl InstructionSet for Baseline {
    fn search<G: Geometry, T: Table>(
        search: &mut Search<'_, G, T>,
        child: &Child<G::Word, T::Key>,
        alpha: i32,
        stack: &mut [Child<G::Word, T::Key>],
    ) -> i32 {
        search.search::<Baseline>(child, alpha, stack)
    }
}

/// Defines an instruction set that must be detected before it is used.
#[cfg(target_arch = "x86_64")]
macro_rules! instruction_set {
    ($(#[$doc:meta])* $name:ident, $features:literal) => {
        $(#[$doc])*
        pub(super) struct $name;

        impl InstructionSet for $name {
            #[inline(always)]
            #[allow(unsafe_code)]
            fn search<G: Geometry, T: Table>(
                search: &mut Search<'_, G, T>,
                child: &Child<G::Word, T::Key>,
                alpha: i32,
                stack: &mut [Child<G::Word, T::Key>],
            ) -> i32 {
                #[target_feature(enable = $features)]
                fn compiled<G: Geometry, T: Table>(
                    search: &mut Search<'_, G, T>,
                    child: &Child<G::Word, T::Key>,
                    alpha: i32,
                    stack: &mut [Child<G::Word, T::Key>],
                ) -> i32 {
                    search.search::<$name>(child, alpha, stack)
                }
                // SAFETY: a search calls this only if CpuLevel::detected has found these instructions.
                // docs/connect4.md has the measured gain.
                unsafe { compiled(search, child, alpha, stack) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
instruction_set!(
    /// AVX2 and the bit instructions that came with it.
    Avx2,
    "avx2,bmi1,bmi2,lzcnt,popcnt"
);

#[cfg(target_arch = "x86_64")]
instruction_set!(
    /// AVX-512 with a population count in lanes.
    Avx512,
    "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq"
);
