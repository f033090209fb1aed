//! Windows.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::path::Path;
#[cfg(feature = "server")]
use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown};

/// Listens to Ctrl-C, Ctrl-Break, a closed console and a shutdown from now on; the future is ready when one has come.
#[cfg(feature = "server")]
pub(crate) fn stop_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    let mut interrupted = ctrl_c()?;
    let mut broken = ctrl_break()?;
    let mut closed = ctrl_close()?;
    let mut shut_down = ctrl_shutdown()?;
    Ok(async move {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = broken.recv() => {}
            _ = closed.recv() => {}
            _ = shut_down.recv() => {}
        }
    })
}

/// Calls the handler, on a thread of its own, for every Ctrl-C and when the console is closed, from now on.
pub(crate) fn handle_interrupts(handler: impl FnMut() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(handler).map_err(io::Error::other)
}

/// Leaves it to the system which core this thread uses.
#[cfg(feature = "server")]
pub(crate) fn use_last_core() -> Option<usize> {
    None
}

/// Does nothing: Windows has no job control.
pub(crate) fn suspend() {}

/// Does nothing: Windows can sync files but not folders.
pub(crate) fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// A lock on a file, released when this is dropped.
///
/// A locked file can't be read by others on Windows. So the lock is another file beside it, which only one process can
/// have open and which is gone as soon as that process closes it or ends.
pub(crate) struct FileLock {
    _lock: File,
}

impl FileLock {
    /// Locks a file. None if another window has locked it.
    pub(crate) fn acquire(_file: &File, path: &Path) -> Option<FileLock> {
        const GENERIC_WRITE: u32 = 0x4000_0000;
        const DELETE: u32 = 0x0001_0000;
        const DELETE_ON_CLOSE: u32 = 0x0400_0000;
        let opened = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .access_mode(GENERIC_WRITE | DELETE)
            .share_mode(0)
            .custom_flags(DELETE_ON_CLOSE)
            .open(path.with_extension("lock"));
        opened.ok().map(|lock| FileLock { _lock: lock })
    }
}
