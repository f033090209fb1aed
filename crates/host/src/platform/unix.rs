//! Process groups.

use rustix::process::{Pid, Signal, kill_process_group};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

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
