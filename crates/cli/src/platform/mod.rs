//! What differs between operating systems: signals, folders, priorities, locks and the clock of a thread.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(crate) use unix::{Claim, data_home, stop_signal, sync_folder, thread_seconds};
#[cfg(windows)]
pub(crate) use windows::{Claim, data_home, stop_signal, sync_folder, thread_seconds};
