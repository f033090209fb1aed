//! The differences between operating systems: signals, folders, locks and thread clocks.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(crate) use unix::{FileLock, suspend, sync_folder, thread_seconds};
#[cfg(windows)]
pub(crate) use windows::{FileLock, suspend, sync_folder, thread_seconds};

#[cfg(all(unix, feature = "server"))]
pub(crate) use unix::stop_signal;
#[cfg(all(windows, feature = "server"))]
pub(crate) use windows::stop_signal;
