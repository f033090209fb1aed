//! The same search for several sets of instructions, chosen at run time.
//!
//! All moves of a position are looked at in lanes (`fan`), which wider vectors and the newer bit instructions make
//! 1.4 to 1.7 times as fast. Nobody has to build for one machine: the search is compiled for each set, and what the
//! processor has is asked once.

use super::child::Child;
use super::geometry::Geometry;
use super::search::Search;
use super::table::Table;

/// A set of instructions that the search is compiled for.
pub(super) trait Instructions {
    /// [`Search::search`] compiled for it.
    fn search<G: Geometry, T: Table>(
        search: &mut Search<'_, G, T>,
        child: &Child<G::Word, T::Key>,
        alpha: i32,
        stack: &mut [Child<G::Word, T::Key>],
    ) -> i32;
}

/// The sets, the smallest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// What every processor has.
    Plain,
    /// AVX2 and the bit instructions of its time.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 with counting of bits in lanes.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// The largest set this processor has.
    pub(super) fn detected() -> Level {
        #[cfg(target_arch = "x86_64")]
        {
            let wide = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            let widest = wide
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq");
            if widest {
                return Level::Avx512;
            }
            if wide {
                return Level::Avx2;
            }
        }
        Level::Plain
    }
}

/// What every processor has.
pub(super) struct Plain;

impl Instructions for Plain {
    fn search<G: Geometry, T: Table>(
        search: &mut Search<'_, G, T>,
        child: &Child<G::Word, T::Key>,
        alpha: i32,
        stack: &mut [Child<G::Word, T::Key>],
    ) -> i32 {
        search.search::<Plain>(child, alpha, stack)
    }
}

/// Defines a set of instructions that must have been detected.
#[cfg(target_arch = "x86_64")]
macro_rules! instructions {
    ($(#[$doc:meta])* $name:ident, $features:literal) => {
        $(#[$doc])*
        pub(super) struct $name;

        impl Instructions for $name {
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
                // SAFETY: a search takes this way only where Level::detected has found these instructions. Measured
                // gain: see docs/connect4.md.
                unsafe { compiled(search, child, alpha, stack) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
instructions!(
    /// AVX2 and the bit instructions of its time.
    Avx2,
    "avx2,bmi1,bmi2,lzcnt,popcnt"
);

#[cfg(target_arch = "x86_64")]
instructions!(
    /// AVX-512 with counting of bits in lanes.
    Avx512,
    "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq"
);
