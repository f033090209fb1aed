//! The differences between operating systems: signals, folders and locks.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(crate) use unix::{FileLock, handle_interrupts, suspend, sync_folder};
#[cfg(windows)]
pub(crate) use windows::{FileLock, handle_interrupts, suspend, sync_folder};

#[cfg(all(unix, feature = "server"))]
pub(crate) use unix::{stop_signal, use_last_core};
#[cfg(all(windows, feature = "server"))]
pub(crate) use windows::{stop_signal, use_last_core};
