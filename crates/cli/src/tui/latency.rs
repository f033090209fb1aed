//! How long a key takes to be seen: a measure for whoever asks for it by `PARLOR_LATENCY=FILE`.
//!
//! The clock runs from a key being read to the frame that shows what it did being written, with whatever the key had
//! to wait for in between. From outside, `scripts/latency` also sees the kernel's share.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The clock, shared by the thread that reads keys and the one that draws.
#[derive(Clone)]
pub(super) struct Clock {
    started: Instant,
    /// When the first key was read that has not been shown yet, in microseconds; 0 if all have.
    read: Arc<AtomicU64>,
}

/// What was measured so far.
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

    /// A frame was written.
    pub(super) fn drawn(&mut self) {
        let read = self.clock.read.swap(0, Ordering::Relaxed);
        if read > 0 && self.file.is_some() {
            self.times.push(self.clock.started.elapsed().saturating_sub(Duration::from_micros(read)));
        }
    }
}

impl Clock {
    /// A key was read.
    pub(super) fn read(&self) {
        let now = self.started.elapsed().as_micros() as u64;
        let _ = self.read.compare_exchange(0, now.max(1), Ordering::Relaxed, Ordering::Relaxed);
    }
}

impl Drop for Latency {
    fn drop(&mut self) {
        let Some(file) = &self.file else { return };
        self.times.sort_unstable();
        let share = |part: f64| {
            let index = ((self.times.len() as f64 * part) as usize).min(self.times.len().saturating_sub(1));
            self.times.get(index).map_or(0.0, |time| 1_000.0 * time.as_secs_f64())
        };
        let [half, most, all] = [0.5, 0.99, 1.0].map(share);
        let count = self.times.len();
        let told = format!("{count} keys: p50 {half:.1} ms, p99 {most:.1} ms, max {all:.1} ms\n");
        // Whoever measures will see that there is no file.
        let _ = fs::write(file, told);
    }
}
