//! Integration tests.

#![allow(clippy::unwrap_used)]

mod formats;

#[cfg(unix)]
mod class_points;
#[cfg(unix)]
mod classes;
#[cfg(unix)]
mod pages;
#[cfg(unix)]
mod patch;
#[cfg(unix)]
mod programs;
#[cfg(unix)]
mod sandbox;

/// Whether `scripts/test --all` asks for everything that the checker is tried on, which takes minutes.
#[cfg(unix)]
fn is_whole_corpus() -> bool {
    std::env::var_os("PARLOR_WHOLE_CORPUS").is_some()
}

/// Does something for each of these, on all cores, and fails if any of it complains.
#[cfg(unix)]
fn for_each<T: Sync>(all: &[T], complaint: impl Fn(&T) -> Option<String> + Sync) {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let next = AtomicUsize::new(0);
    let lane = || -> Vec<String> {
        let mine = std::iter::from_fn(|| all.get(next.fetch_add(1, Ordering::Relaxed)));
        mine.filter_map(&complaint).collect()
    };
    let complaints = std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(lane)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n\n"));
}
