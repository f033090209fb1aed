//! Watches a search: ends it in time, and says how far it is at a terminal.

use parlor_engines::StopFlag;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How often the watch looks, if nothing ends earlier.
const LOOK: Duration = Duration::from_millis(100);
/// How often progress is shown.
const SHOW: Duration = Duration::from_secs(1);

/// What a watch is told.
pub(super) struct Watched<'a> {
    /// The user's own stop flag.
    pub(super) interrupted: &'a StopFlag,
    /// When to end the search.
    pub(super) time: Option<Duration>,
    /// The nodes of the search so far.
    pub(super) nodes: Arc<AtomicU64>,
    /// What is shown before the nodes.
    pub(super) title: String,
}

impl Watched<'_> {
    /// Runs a search with a stop flag that is set in time.
    pub(super) fn run<T>(&self, search: impl FnOnce(&StopFlag) -> T) -> T {
        let stop = StopFlag::default();
        let started = Instant::now();
        thread::scope(|scope| {
            // Dropped when the search has ended, also by a panic.
            let (search_goes_on, ended) = channel::<()>();
            scope.spawn({
                let stop = stop.clone();
                move || {
                    let mut shown = started;
                    loop {
                        let left = self.time.map(|time| time.saturating_sub(started.elapsed()));
                        let wait = left.map_or(LOOK, |left| left.min(LOOK));
                        if ended.recv_timeout(wait) != Err(RecvTimeoutError::Timeout) {
                            break;
                        }
                        let is_out = self.time.is_some_and(|time| started.elapsed() >= time);
                        if is_out || self.interrupted.is_stopped() {
                            stop.stop();
                            break;
                        }
                        if shown.elapsed() >= SHOW {
                            shown = Instant::now();
                            self.show(started);
                        }
                    }
                    clear_progress();
                }
            });
            let result = search(&stop);
            drop(search_goes_on);
            result
        })
    }

    fn show(&self, started: Instant) {
        let nodes = self.nodes.load(Ordering::Relaxed);
        let seconds = started.elapsed().as_secs_f64();
        print_progress(&format!("{}{nodes} nodes, {seconds:.0} s", self.title));
    }
}

/// Shows a line of progress in the place of the one before, at a terminal.
pub(super) fn print_progress(line: &str) {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\u{1b}[K{line}");
    }
}

/// Removes the line of progress.
pub(super) fn clear_progress() {
    print_progress("");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_in_time_and_by_the_user() {
        let interrupted = StopFlag::default();
        let watched =
            |time| Watched { interrupted: &interrupted, time, nodes: Arc::default(), title: String::new() };
        let until_stopped = |stop: &StopFlag| {
            while !stop.is_stopped() {
                thread::yield_now();
            }
        };
        assert_eq!(watched(None).run(|_| 7), 7);
        watched(Some(Duration::from_millis(1))).run(until_stopped);
        interrupted.stop();
        watched(None).run(until_stopped);
    }
}
