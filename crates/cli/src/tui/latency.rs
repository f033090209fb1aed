//! Measures the time from reading a key to writing the next frame, if `PARLOR_LATENCY=FILE` is set.
//!
//! `scripts/latency` measures the same from outside, including the kernel's share.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A clock shared by the thread that reads keys and the one that draws.
#[derive(Clone)]
pub(super) struct Clock {
    started: Instant,
    /// When the first key that is not shown yet was read, in microseconds. 0 if all keys are shown.
    read: Arc<AtomicU64>,
}

/// The times measured so far.
pub(super) struct Latency {
    clock: Clock,
    file: Option<PathBuf>,
    times: Vec<Duration>,
}

impl Latency {
    pub(super) fn new() -> Latency {
        let clock = Clock { started: Instant::now(), read: Arc::default() };
        Latency { clock, file: env::var_os("PARLOR_LATENCY").map(PathBuf::from), times: Vec::new() }
    }

    pub(super) fn clock(&self) -> Clock {
        self.clock.clone()
    }

    /// Records that a frame was written.
    pub(super) fn frame_written(&mut self) {
        let read = self.clock.read.swap(0, Ordering::Relaxed);
        if read > 0 && self.file.is_some() {
            self.times.push(self.clock.started.elapsed().saturating_sub(Duration::from_micros(read)));
        }
    }
}

impl Clock {
    /// Records that a key was read.
    pub(super) fn start(&self) {
        let now = self.started.elapsed().as_micros() as u64;
        let _ = self.read.compare_exchange(0, now.max(1), Ordering::Relaxed, Ordering::Relaxed);
    }
}

impl Drop for Latency {
    fn drop(&mut self) {
        let Some(file) = &self.file else { return };
        self.times.sort_unstable();
        let percentile = |share: f64| {
            let index = ((self.times.len() as f64 * share) as usize).min(self.times.len().saturating_sub(1));
            self.times.get(index).map_or(0.0, |time| 1_000.0 * time.as_secs_f64())
        };
        let [p50, p99, max] = [0.5, 0.99, 1.0].map(percentile);
        let count = self.times.len();
        let text = format!("{count} keys: p50 {p50:.1} ms, p99 {p99:.1} ms, max {max:.1} ms\n");
        // A failure shows by the missing file.
        let _ = fs::write(file, text);
    }
}
