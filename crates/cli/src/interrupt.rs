//! Ctrl-C: end cleanly with what there is; a second one ends at once.

use parlor_engines::Stop;
use std::process;

/// The exit code of a program that was interrupted.
pub(crate) const INTERRUPTED: u8 = 130;

/// A flag that Ctrl-C, or a signal to end, sets.
pub(crate) fn on_interrupt() -> Stop {
    let stop = Stop::default();
    let told = stop.clone();
    // Without a handler Ctrl-C just ends the program, which is right too.
    let _ = ctrlc::set_handler(move || {
        if told.is_stopped() {
            process::exit(INTERRUPTED.into());
        }
        told.stop();
    });
    stop
}
