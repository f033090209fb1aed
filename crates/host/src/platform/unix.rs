//! Process groups and the clock of threads.

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use rustix::time::{ClockId, clock_gettime};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::time::Duration;

/// Starts a program as the leader of a process group of its own, which Ctrl-C does not reach.
pub(crate) fn lead_group(command: &mut Command) {
    command.process_group(0);
}

/// Returns whether a program has ended. It stays a zombie, so that its number and that of its group are nobody else's.
pub(crate) fn has_left(leader: &mut Child) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(Pid::from_child(leader)), options), Ok(None))
}

/// Kills the process group that a program leads, which may have ended itself but was not waited for.
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

/// Returns the CPU time of the process group that a program leads, with all that it has waited for. None where the system
/// does not tell: only Linux does without `unsafe`.
pub(crate) fn group_cpu_time(leader: &Child) -> Option<Duration> {
    #[cfg(target_os = "linux")]
    {
        let processes = std::fs::read_dir("/proc").ok()?.flatten();
        let numbered = processes.filter(|one| one.file_name().as_encoded_bytes()[0].is_ascii_digit());
        // A process that has ended meanwhile has no line.
        let lines = numbered.filter_map(|one| std::fs::read_to_string(one.path().join("stat")).ok());
        let times = lines.filter_map(|line| group_and_cpu_time(&line));
        let of_group = times.filter(|&(group, _)| group == leader.id()).map(|(_, time)| time);
        of_group.reduce(|sum, time| sum + time)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = leader;
        None
    }
}

/// Reads the group and the CPU time of a process from its line in `/proc`: the numbers after its name, which is in
/// parentheses and may have any letters.
#[cfg(target_os = "linux")]
fn group_and_cpu_time(line: &str) -> Option<(u32, Duration)> {
    let (_, words) = line.rsplit_once(')')?;
    let words: Vec<&str> = words.split_whitespace().collect();
    let group = words.get(2)?.parse().ok()?;
    // In user and system mode, the process itself and then its children that have ended.
    let ticks: u64 = words.get(11..15)?.iter().map(|word| word.parse::<u64>()).sum::<Result<_, _>>().ok()?;
    Some((group, Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64)))
}

/// Returns the CPU time that the current thread has used, or None where the system does not tell.
pub fn thread_cpu_time() -> Option<Duration> {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn cpu_time_is_read_after_any_name() {
        let ticks = rustix::param::clock_ticks_per_second();
        let line = format!("8 (a ) b) S 1 7 7 0 -1 4 5 6 7 8 {} {ticks} {ticks} 0 20 0", 2 * ticks);
        assert_eq!(group_and_cpu_time(&line), Some((7, Duration::from_secs(4))));
        assert_eq!(group_and_cpu_time("7 (name"), None);
        assert_eq!(group_and_cpu_time("7 (name) S 1 7 7 0 -1 4 5 6 7 8 x 1 1 1"), None);
        assert_eq!(group_and_cpu_time("7 (name) S 1 7 7 0 -1 4 5 6 7 8 1 1"), None);
    }
}
