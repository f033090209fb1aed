//! What `/proc` tells about the processes of a run, and the subreaper.

use super::Limits;
use rustix::process::{Pid, Resource, Rlimit, Signal, getpid, getuid, kill_process, setrlimit};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What the processes of a run use.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    /// How many there are.
    pub(super) processes: usize,
    /// Their resident memory in bytes.
    pub(super) memory: u64,
    /// Their processor time.
    pub(super) processor_time: Duration,
    /// Whether one of them runs, waits for a core or for a disk: anything but sleeps.
    pub(super) is_busy: bool,
}

/// Makes this process the one that orphans go to, and sets the limits that the system itself can keep.
pub(super) fn prepare(limits: &Limits) {
    // Without a subreaper what leaves its group outlives its run; the rest still works.
    let _ = rustix::process::set_child_subreaper(Some(getpid()));
    // The supervisor goes first, should the machine be flooded with processes. Only root may say so.
    IS_FIRST.store(rustix::process::nice(-PRIORITY).is_ok(), Ordering::Relaxed);
    set_limit(Resource::Core, 0);
    set_limit(Resource::Fsize, 1 << 30);
    // The system counts all threads of the user. Root has no such limit.
    if !getuid().is_root() {
        set_limit(Resource::Nproc, user_threads() + 16 * limits.processes as u64 + 256);
    }
}

/// How much the supervisor goes before the programs, and whether it does.
const PRIORITY: i32 = 10;
static IS_FIRST: AtomicBool = AtomicBool::new(false);

/// Gives the current thread the priority of an ordinary program again, for what it starts.
pub(super) fn take_ordinary_priority() {
    if IS_FIRST.load(Ordering::Relaxed) {
        let _ = rustix::process::nice(PRIORITY);
    }
}

fn set_limit(resource: Resource, most: u64) {
    let hard = rustix::process::getrlimit(resource).maximum.map_or(most, |hard| hard.min(most));
    let _ = setrlimit(resource, Rlimit { current: Some(hard), maximum: Some(hard) });
}

fn user_threads() -> u64 {
    let Ok(entries) = fs::read_dir("/proc") else { return 4_096 };
    let user = format!("Uid:\t{}\t", getuid().as_raw());
    let threads = entries.flatten().filter_map(|entry| {
        let status = fs::read_to_string(entry.path().join("status")).ok()?;
        let line =
            status.contains(&user).then(|| status.lines().find(|line| line.starts_with("Threads:")))?;
        line?.split_whitespace().nth(1)?.parse::<u64>().ok()
    });
    threads.sum()
}

/// Returns what all descendants of this process use together. Past `most` processes it only counts: when they multiply,
/// there is no time to lose.
pub(super) fn usage(most: usize) -> Usage {
    let pids = descendants(most);
    let mut usage = Usage::default();
    if pids.len() > most {
        usage.processes = pids.len();
        return usage;
    }
    let page = rustix::param::page_size() as u64;
    let mut ticks = 0;
    for pid in pids {
        let Some(stat) = read_stat(pid) else { continue };
        usage.processes += 1;
        usage.memory += stat.resident_pages * page;
        ticks += stat.ticks;
        usage.is_busy = usage.is_busy || is_busy(stat.state) || has_busy_thread(pid);
    }
    usage.processor_time =
        Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64);
    usage
}

/// Returns whether a state of a process or thread is one that gets on with its work as soon as the machine lets it.
fn is_busy(state: char) -> bool {
    matches!(state, 'R' | 'D')
}

/// Returns whether one of a process's threads is busy. Its first thread may only wait for the others: Java's does.
fn has_busy_thread(pid: Pid) -> bool {
    let Ok(tasks) = fs::read_dir(format!("/proc/{}/task", pid.as_raw_nonzero())) else { return false };
    let states = tasks.flatten().filter_map(|task| stat_at(&task.path().join("stat")));
    states.take(MOST_THREADS).any(|stat| is_busy(stat.state))
}

/// How many threads of a process are looked at.
const MOST_THREADS: usize = 64;

/// Returns the living descendants of this process, orphans that it has inherited included, and stops when it has found
/// more than `most`.
pub(super) fn descendants(most: usize) -> Vec<Pid> {
    let mut found = children_of("/proc/self/task");
    let mut next = 0;
    while let Some(&pid) = found.get(next).filter(|_| found.len() <= most) {
        found.extend(children_of(&format!("/proc/{}/task", pid.as_raw_nonzero())));
        next += 1;
    }
    found
}

/// Kills all processes whose current folder is this one, until there is none.
pub(super) fn end_those_in(folder: &Path) {
    // What forks as fast as it is killed is left to the system after a while.
    for _ in 0..100 {
        let Ok(entries) = fs::read_dir("/proc") else { return };
        let is_there = |entry: &fs::DirEntry| {
            fs::read_link(entry.path().join("cwd")).is_ok_and(|current| current.starts_with(folder))
        };
        let pids = entries.flatten().filter(is_there);
        let found: Vec<Pid> = pids.filter_map(|entry| parse_pid(entry.file_name().to_str()?)).collect();
        if found.is_empty() {
            return;
        }
        for pid in found {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

/// Returns the children of all threads in a folder of `/proc`.
fn children_of(tasks: &str) -> Vec<Pid> {
    let Ok(entries) = fs::read_dir(tasks) else { return Vec::new() };
    let lists = entries.flatten().filter_map(|entry| fs::read_to_string(entry.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(parse_pid).collect::<Vec<_>>()).collect()
}

fn parse_pid(text: &str) -> Option<Pid> {
    Pid::from_raw(text.parse().ok()?)
}

/// The part of `/proc/PID/stat` that matters here.
struct Stat {
    state: char,
    /// Processor time, with that of ended children.
    ticks: u64,
    resident_pages: u64,
}

fn read_stat(pid: Pid) -> Option<Stat> {
    stat_at(Path::new(&format!("/proc/{}/stat", pid.as_raw_nonzero())))
}

fn stat_at(path: &Path) -> Option<Stat> {
    let text = fs::read_to_string(path).ok()?;
    // The name stands in parentheses and may contain anything.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |index: usize| fields.get(index).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
    let state = fields.first()?.chars().next()?;
    if state == 'Z' {
        return None;
    }
    Some(Stat { state, ticks: (11..15).map(number).sum(), resident_pages: number(21) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};
    use std::time::Instant;

    #[test]
    fn a_process_is_busy_if_only_another_thread_of_it_is() -> Result<(), Box<dyn std::error::Error>> {
        let program = "import threading\nt = threading.Thread(target=lambda: all(iter(lambda: 1, 0)))\nt.start()\nt.join()";
        let mut child = Command::new("python3").args(["-c", program]).stdin(Stdio::null()).spawn()?;
        let pid = Pid::from_child(&child);
        let deadline = Instant::now() + Duration::from_secs(60);
        let mut is_seen = false;
        while !is_seen && Instant::now() < deadline {
            is_seen = read_stat(pid).is_some_and(|stat| !is_busy(stat.state)) && has_busy_thread(pid);
            std::thread::yield_now();
        }
        child.kill()?;
        child.wait()?;
        assert!(is_seen, "a thread that works while the first one waits was never seen");
        Ok(())
    }
}
