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
