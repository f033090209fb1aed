//! Ctrl-C: end cleanly with what there is; a second one ends at once.

use parlor_engines::StopFlag;
use std::process;
use std::time::{Duration, Instant};

/// The exit code of a program that was interrupted.
pub(crate) const INTERRUPTED: u8 = 130;

/// A signal that comes this soon after the first one says the same again: some programs send theirs to the process
/// and to its group.
const THE_SAME: Duration = Duration::from_secs(1);

/// A flag that Ctrl-C, or a signal to end, sets.
pub(crate) fn on_interrupt() -> StopFlag {
    let stop = StopFlag::default();
    let told = stop.clone();
    let mut first = None;
    // Without a handler Ctrl-C just ends the program, which is right too.
    let _ = ctrlc::set_handler(move || {
        if first.get_or_insert_with(Instant::now).elapsed() >= THE_SAME {
            process::exit(INTERRUPTED.into());
        }
        told.stop();
    });
    stop
}
