//! Memory for the tables, and asking for it early.

use std::sync::atomic::AtomicU64;

/// Zeroed words. The allocator hands out untouched pages, so that memory is only used as far as it is written to.
#[allow(unsafe_code)]
pub(super) fn zeroed_words(length: usize) -> Box<[AtomicU64]> {
    const { assert!(align_of::<AtomicU64>() == align_of::<u64>()) };
    let words = vec![0u64; length].into_boxed_slice();
    let pointer = Box::into_raw(words).cast::<AtomicU64>();
    // SAFETY: AtomicU64 has the size and bit validity of u64 and, as asserted, its alignment, and the box was the
    // only owner of the memory. Making the atomics one by one would touch all of a table of which most positions
    // use a few kilobytes.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, length)) }
}

/// Asks the processor to load what a reference points to.
#[inline(always)]
#[allow(unsafe_code)]
pub(super) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch has no effect on memory, and the reference is valid.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>((place as *const T).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
