//! Linux, macOS and the other Unix systems.

use rustix::process::{Signal, kill_current_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::fs::File;
use std::io;
use std::path::Path;
use std::thread;
#[cfg(feature = "server")]
use tokio::signal::unix::{SignalKind, signal};

/// Listens to SIGTERM and SIGINT from now on; the future is ready when one has come.
#[cfg(feature = "server")]
pub(crate) fn stop_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    let mut terminated = signal(SignalKind::terminate())?;
    let mut interrupted = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminated.recv() => {}
            _ = interrupted.recv() => {}
        }
    })
}

/// Calls the handler, on a thread of its own, for every Ctrl-C, termination signal and hangup from now on.
pub(crate) fn handle_interrupts(mut handler: impl FnMut() + Send + 'static) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    thread::Builder::new().name("signals".into()).spawn(move || signals.forever().for_each(|_| handler()))?;
    Ok(())
}

/// Keeps this thread, and those it starts from now on, on the last core that it may use; returns that core. Does nothing
/// if there is only one, or if the system can't do this.
#[cfg(feature = "server")]
pub(crate) fn use_last_core() -> Option<usize> {
    #[cfg(target_os = "linux")]
    {
        use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
        let allowed = sched_getaffinity(None).ok().filter(|allowed| allowed.count() > 1)?;
        let last = (0..CpuSet::MAX_CPU).rev().find(|&core| allowed.is_set(core))?;
        let mut only = CpuSet::new();
        only.set(last);
        sched_setaffinity(None, &only).ok().map(|()| last)
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// Stops this program and whatever runs with it in the foreground, as Ctrl-Z does. Returns when it is continued, or at
/// once where no shell could continue it.
pub(crate) fn suspend() {
    let _ = kill_current_process_group(Signal::TSTP);
}

/// Syncs a folder, so that new and renamed files survive a power cut.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// A lock on an open file, released when this is dropped.
pub(crate) struct FileLock(File);

impl FileLock {
    /// Locks a file. None if another window has locked it.
    pub(crate) fn acquire(file: &File, _path: &Path) -> Option<FileLock> {
        file.try_lock().ok()?;
        file.try_clone().ok().map(FileLock)
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // Unlocks at once, even if copies of the file stay open for a moment.
        let _ = self.0.unlock();
    }
}
