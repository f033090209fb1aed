//! The memory of growing boards, measured with an allocator that counts.

// An allocator is unsafe by nature. This one only counts and passes everything on.
#![allow(unsafe_code)]

use parlor_rules::Player;
use parlor_rules::drop::growing::{Board, INITIAL_COLUMNS, Tokens};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counting the bytes that each thread has allocated and not freed.
struct Counting;

thread_local! {
    static BYTES: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // A thread that ends may free memory after its counter is gone. Nobody reads that counter any more.
    let _ = BYTES.try_with(|counter| counter.set(counter.get() + bytes));
}

// SAFETY: every call is passed on to the system's allocator with the same arguments.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Returns what a function makes, and the bytes that are held for it.
fn measure<T>(make: impl FnOnce() -> T) -> (T, isize) {
    let before = BYTES.get();
    let made = make();
    (made, BYTES.get() - before)
}

/// The bytes a board needs: one for each token, one `Vec` for each column, and its three strings.
fn needed(tokens: usize, columns: usize) -> isize {
    let strings = ["R", "Y", "."].map(str::len).iter().sum::<usize>();
    (tokens + columns * size_of::<Vec<Player>>() + strings) as isize
}

fn board(columns: &[usize]) -> Board {
    let mut board = Board::new(Tokens::default());
    for (token, &column) in columns.iter().enumerate() {
        board.place(column, Player::BOTH[token % 2]).unwrap();
    }
    board
}

#[test]
fn a_new_board_takes_what_it_needs() {
    let (_board, bytes) = measure(|| board(&[]));
    assert_eq!(bytes, needed(0, INITIAL_COLUMNS));
}

#[test]
fn a_board_shrinks_to_what_it_needs() {
    for (columns, width) in [
        (vec![0, 0, 0, 0, 0, 0, 0], 4),
        (vec![0, 1, 2, 0, 1, 2, 0, 3, 3], 4),
        (vec![9_999, 17, 17, 17], 10_000),
        ((0..1_000).map(|token| token / 2 % 2 * 500).collect(), 501),
    ] {
        let (mut board, grown) = measure(|| board(&columns));
        let ((), change) = measure(|| board.shrink_to_fit());
        assert_eq!(grown + change, needed(columns.len(), width), "{} tokens, {width} columns", columns.len());
        assert!(change <= 0);
        let (copy, bytes) = measure(|| board.clone());
        assert_eq!(bytes, needed(columns.len(), width), "a copy");
        assert_eq!(copy, board);
    }
}

#[test]
fn memory_does_not_grow_with_rows_times_columns() {
    let columns: Vec<usize> = [9_999].into_iter().chain([0; 9_999]).collect();
    let (_board, bytes) = measure(|| {
        let mut board = board(&columns);
        board.shrink_to_fit();
        board
    });
    assert_eq!(bytes, needed(10_000, 10_000), "not 100,000,000 cells");
}

#[test]
fn clearing_gives_the_memory_back() {
    let mut board = board(&[9_999, 0, 0]);
    let before = BYTES.get();
    board.clear();
    let freed = before - BYTES.get();
    assert!(freed >= needed(3, 10_000) - needed(0, INITIAL_COLUMNS), "{freed} bytes");
    let (_other, bytes) = measure(|| board.clone());
    assert_eq!(bytes, needed(0, INITIAL_COLUMNS));
}
