//! Process groups and the clock of threads.

use rustix::process::{Pid, Signal, kill_process_group};
use rustix::time::{ClockId, clock_gettime};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::time::Duration;

/// Starts a program as the leader of a process group of its own, which Ctrl-C does not reach.
pub(crate) fn lead_group(command: &mut Command) {
    command.process_group(0);
}

/// Kills the process group that a program leads.
pub(crate) fn kill_group(leader: &mut Child) {
    let _ = kill_process_group(Pid::from_child(leader), Signal::KILL);
}

/// Lets the current thread give way to others. Only Linux has a priority for each thread that needs no `unsafe`.
pub(crate) fn lower_priority(by: u8) {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(i32::from(by));
    #[cfg(not(target_os = "linux"))]
    let _ = by;
}

/// Returns the CPU time that the current thread has used, or None where the system does not tell.
pub fn thread_cpu_time() -> Option<Duration> {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).ok()
}
