//! Handles Ctrl-C: the first one stops the work and prints the results so far, a second one ends the program.

use crate::platform::handle_interrupts;
use parlor_engines::StopFlag;
use parlor_host::kill_all_programs;
use std::process;
use std::time::{Duration, Instant};

/// The exit code of a program that was interrupted.
pub(crate) const INTERRUPTED: u8 = 130;

/// A signal this soon after the first one counts as the same: some programs signal both the process and its group.
const REPEAT_WINDOW: Duration = Duration::from_secs(1);

/// Returns a flag that Ctrl-C or a termination signal sets.
pub(crate) fn on_interrupt() -> StopFlag {
    let stop = StopFlag::default();
    let handler_stop = stop.clone();
    let mut first = None;
    // Without a handler Ctrl-C ends the program, which is acceptable.
    let _ = handle_interrupts(move || {
        if first.get_or_insert_with(Instant::now).elapsed() >= REPEAT_WINDOW {
            // Nothing is dropped any more, which would end them.
            kill_all_programs();
            process::exit(INTERRUPTED.into());
        }
        handler_stop.stop();
    });
    stop
}
