//! Ctrl-C stops the work, which saves and prints what it has.

use parlor_engines::StopFlag;

/// The exit code of a program that was interrupted.
pub(crate) const INTERRUPTED: u8 = 130;

/// Returns a flag that Ctrl-C or a termination signal sets. All work looks at it several times a second, so a second
/// signal has nothing to do.
pub(crate) fn on_interrupt() -> StopFlag {
    let stop = StopFlag::default();
    let flag = stop.clone();
    // Without a handler Ctrl-C ends the program, which is acceptable.
    let _ = ctrlc::set_handler(move || flag.stop());
    stop
}
