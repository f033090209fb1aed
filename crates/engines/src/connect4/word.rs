//! The integer that holds a bitboard: `u64` for boards of up to 64 bits, `u128` for larger ones.

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub};

/// The operations of a bitboard word. All are plain integer arithmetic, so that the generic search compiles
/// to direct machine code for each width.
pub(super) trait Word:
    Copy
    + Eq
    + Ord
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const BITS: u32;
    const ZERO: Self;
    const ONE: Self;

    fn from_wide(value: u128) -> Self;
    fn to_wide(self) -> u128;
    fn count(self) -> u32;
    fn lowest_index(self) -> u32;
    fn wrapping_decrement(self) -> Self;

    #[inline(always)]
    fn any(self) -> bool {
        self != Self::ZERO
    }

    #[inline(always)]
    fn none(self) -> bool {
        self == Self::ZERO
    }

    /// Returns whether more than one bit is set.
    #[inline(always)]
    fn several(self) -> bool {
        (self & self.wrapping_decrement()).any()
    }

    /// Returns the lowest set bit alone.
    #[inline(always)]
    fn lowest(self) -> Self {
        self & !(self & self.wrapping_decrement())
    }
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const BITS: u32 = <$type>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline(always)]
            fn from_wide(value: u128) -> Self {
                value as $type
            }
            #[inline(always)]
            fn to_wide(self) -> u128 {
                self as u128
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest_index(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn wrapping_decrement(self) -> Self {
                self.wrapping_sub(1)
            }
        }
    };
}

word!(u64);
word!(u128);
