//! Process trees: Windows has no signals to a group.

use std::os::windows::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// `CREATE_NEW_PROCESS_GROUP` of the Windows API.
const NEW_GROUP: u32 = 0x0000_0200;

/// Starts a program in a process group of its own, which Ctrl-C does not reach.
pub(crate) fn lead_group(command: &mut Command) {
    command.creation_flags(NEW_GROUP);
}

/// Returns whether a program has ended.
pub(crate) fn has_left(leader: &mut Child) -> bool {
    matches!(leader.try_wait(), Ok(Some(_)))
}

/// Kills a program and the processes it has started. Those of a program that has ended itself are not found.
pub(crate) fn kill_group(leader: &mut Child) {
    let mut kill = Command::new("taskkill");
    kill.args(["/T", "/F", "/PID", &leader.id().to_string()]);
    let _ = kill.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    // The program itself, should there be no taskkill.
    let _ = leader.kill();
}

/// Does nothing: a thread's priority can't be lowered without `unsafe`.
pub(crate) fn lower_priority(_by: u8) {}

/// Returns None: the standard library does not offer the CPU time of processes.
pub(crate) fn group_cpu_time(_leader: &Child) -> Option<Duration> {
    None
}

/// Returns None: the standard library does not offer the CPU time of a thread.
pub fn thread_cpu_time() -> Option<Duration> {
    None
}
