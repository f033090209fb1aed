//! Allocation and prefetching for the transposition tables.

use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::AtomicU64;

/// The memory of a transposition table: words that are zero at first.
///
/// The system maps pages on first use, so memory is used only as far as it is written. In WebAssembly the allocator
/// would write zeros over all of it: there tables take fresh pages, and the memory of a dropped table is kept for the
/// next one.
pub(super) struct TableMemory {
    words: ManuallyDrop<Box<[AtomicU64]>>,
}

impl TableMemory {
    /// Whether memory is kept for the next table, so that a table must clear what it has used before it is dropped.
    pub(super) const IS_REUSED: bool = cfg!(target_family = "wasm");

    /// Returns at least this many words, all of them zero.
    pub(super) fn zeroed(length: usize) -> TableMemory {
        TableMemory { words: ManuallyDrop::new(system::zeroed_words(length)) }
    }
}

impl Deref for TableMemory {
    type Target = [AtomicU64];

    #[inline(always)]
    fn deref(&self) -> &[AtomicU64] {
        &self.words
    }
}

impl DerefMut for TableMemory {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [AtomicU64] {
        &mut self.words
    }
}

impl Drop for TableMemory {
    #[allow(unsafe_code)]
    fn drop(&mut self) {
        // SAFETY: the words are not used after this, because the memory is dropped.
        system::give_back(unsafe { ManuallyDrop::take(&mut self.words) });
    }
}

/// Returns zeroed words of the allocator.
#[allow(unsafe_code)]
fn allocate(length: usize) -> Box<[AtomicU64]> {
    const { assert!(align_of::<AtomicU64>() == align_of::<u64>()) };
    let words = vec![0u64; length].into_boxed_slice();
    let pointer = Box::into_raw(words).cast::<AtomicU64>();
    // SAFETY: AtomicU64 has the size and bit validity of u64 and, as asserted, its alignment, and the box was
    // the only owner of the memory. Creating the atomics one by one would touch the whole table, although
    // most positions use only a few kilobytes of it.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, length)) }
}

#[cfg(not(target_family = "wasm"))]
mod system {
    use super::{AtomicU64, allocate};

    pub(super) fn zeroed_words(length: usize) -> Box<[AtomicU64]> {
        allocate(length)
    }

    pub(super) fn give_back(words: Box<[AtomicU64]>) {
        drop(words);
    }
}

#[cfg(target_family = "wasm")]
mod system {
    use super::{AtomicU64, allocate};
    use std::arch::wasm32::memory_grow;
    use std::sync::{Mutex, MutexGuard};

    /// The bytes of a page.
    const PAGE: usize = 1 << 16;

    /// The memory of tables that are gone, all of it zero. It is never given to the allocator, which does not own it.
    static FREE: Mutex<Vec<Box<[AtomicU64]>>> = Mutex::new(Vec::new());

    fn free() -> MutexGuard<'static, Vec<Box<[AtomicU64]>>> {
        FREE.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub(super) fn zeroed_words(length: usize) -> Box<[AtomicU64]> {
        let mut free = free();
        let fits = |(_, words): &(usize, &Box<[AtomicU64]>)| words.len() >= length;
        let smallest = free.iter().enumerate().filter(fits).min_by_key(|(_, words)| words.len());
        match smallest.map(|(place, _)| place) {
            Some(place) => free.swap_remove(place),
            None => fresh_pages(length).unwrap_or_else(|| allocate(length)),
        }
    }

    /// Returns words of new pages, which are zero, or `None` if there are no more.
    #[allow(unsafe_code)]
    fn fresh_pages(length: usize) -> Option<Box<[AtomicU64]>> {
        let bytes = length.checked_mul(size_of::<AtomicU64>())?;
        let page = memory_grow::<0>(bytes.div_ceil(PAGE));
        if page == usize::MAX {
            return None;
        }
        let start = (page * PAGE) as *mut AtomicU64;
        // SAFETY: the pages are new, so nothing else has them, they are zero, which is a valid AtomicU64, and their start
        // is aligned. The box is never dropped: `give_back` keeps it.
        Some(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, length)) })
    }

    pub(super) fn give_back(words: Box<[AtomicU64]>) {
        free().push(words);
    }
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
