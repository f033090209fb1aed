//! A process with those it has started, and all of them that this program has started.

use crate::platform;
use std::process::Child;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::Duration;

/// How often and how long a process is waited for that should leave by itself.
const LEAVING: (u32, Duration) = (20, Duration::from_millis(5));

/// The processes that were started, with some that have ended.
static STARTED: Mutex<Vec<Weak<Process>>> = Mutex::new(Vec::new());

/// A process, and whatever it has started.
pub(crate) struct Process {
    /// `None` once it was ended and waited for: its number may be another process's then.
    leader: Mutex<Option<Child>>,
}

impl Process {
    /// Takes charge of a process that leads a group.
    pub(crate) fn new(leader: Child) -> Arc<Process> {
        let process = Arc::new(Process { leader: Mutex::new(Some(leader)) });
        let mut started = lock(&STARTED);
        started.retain(|process| process.strong_count() > 0);
        started.push(Arc::downgrade(&process));
        process
    }

    /// Returns the CPU time that the process and whatever it has started have used. None where the system does not tell.
    pub(crate) fn cpu_time(&self) -> Option<Duration> {
        platform::group_cpu_time(lock(&self.leader).as_ref()?)
    }

    /// Ends the process: a moment to leave by itself, then it is killed. Whatever it has started is killed either way.
    pub(crate) fn end(&self) {
        let mut leader = lock(&self.leader);
        if let Some(leader) = leader.as_mut() {
            let (times, pause) = LEAVING;
            (0..times).take_while(|_| !platform::has_left(leader)).for_each(|_| thread::sleep(pause));
        }
        kill(&mut leader);
    }
}

/// Kills and buries a group.
fn kill(leader: &mut Option<Child>) {
    if let Some(mut leader) = leader.take() {
        platform::kill_group(&mut leader);
        let _ = leader.wait();
    }
}

/// Kills all programs that run as engines, with those they have started. For an owner that can't wait until its engines are
/// dropped.
pub fn kill_all_programs() {
    for process in lock(&STARTED).drain(..).filter_map(|process| process.upgrade()) {
        // Whoever holds the lock is about to kill it.
        if let Ok(mut leader) = process.leader.try_lock() {
            kill(&mut leader);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
