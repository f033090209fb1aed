//! The progress line of a long run.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

/// The progress line, shown if standard error is a terminal.
pub(crate) struct Progress {
    started: Instant,
    what: &'static str,
    first: usize,
    count: usize,
    is_terminal: bool,
}

impl Progress {
    /// Starts at `first` of `count` units named `what`.
    pub(crate) fn new(what: &'static str, first: usize, count: usize) -> Progress {
        Progress { started: Instant::now(), what, first, count, is_terminal: io::stderr().is_terminal() }
    }

    pub(crate) fn print(&self, done: usize) {
        if self.is_terminal {
            let Progress { what, first, count, .. } = self;
            let rate = (done - first) as f64 / self.started.elapsed().as_secs_f64().max(1e-3);
            let left = count.saturating_sub(done) as f64 / rate.max(1e-9);
            let _ = write!(io::stderr(), "\r\u{1b}[K{done} of {count} {what}, {left:.0} s left");
        }
    }

    pub(crate) fn clear(&self) {
        if self.is_terminal {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}
