//! Allocation and prefetching for the transposition tables.

use std::sync::atomic::AtomicU64;

/// Allocates zeroed words. The operating system maps pages on first use, so memory is used only as far as it
/// is written.
#[allow(unsafe_code)]
pub(super) fn zeroed_words(length: usize) -> Box<[AtomicU64]> {
    const { assert!(align_of::<AtomicU64>() == align_of::<u64>()) };
    let words = vec![0u64; length].into_boxed_slice();
    let pointer = Box::into_raw(words).cast::<AtomicU64>();
    // SAFETY: AtomicU64 has the size and bit validity of u64 and, as asserted, its alignment, and the box was
    // the only owner of the memory. Creating the atomics one by one would touch the whole table, although
    // most positions use only a few kilobytes of it.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, length)) }
}

/// Asks the processor to load the memory behind a reference into its cache.
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
