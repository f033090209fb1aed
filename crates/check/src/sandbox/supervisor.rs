//! The supervisor: runs one program at a time, watches it, and ends it with everything it has started.

use super::client::{Reply, Request, read_bytes, read_line, write_frame};
use super::output::Reader;
use super::{End, Job, Limits, Run, system};
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, kill_process, kill_process_group, wait};
use std::io::{self, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How much longer than its time a program may take on the clock while the machine is too busy to run it. On an idle machine
/// its processor time is used up long before.
const PATIENCE: u32 = 60;

/// Runs jobs from standard input until it ends.
pub(super) fn supervise() -> ExitCode {
    system::prepare(&Limits::default());
    let is_abandoned = Arc::new(AtomicBool::new(false));
    let jobs = read_jobs(Arc::clone(&is_abandoned));
    let mut out = io::stdout().lock();
    for job in jobs {
        let reply = match run(&job, &is_abandoned, &mut out) {
            Ok(run) => {
                let reply =
                    Reply::Ran { stdout: run.stdout.len(), stderr: run.stderr.len(), run: run.clone() };
                write_frame(&mut out, &reply, &[&run.stdout, &run.stderr])
            }
            Err(error) => write_frame(&mut out, &Reply::NotStarted { reason: error.to_string() }, &[]),
        };
        if reply.is_err() || is_abandoned.load(Ordering::Relaxed) {
            break;
        }
    }
    let _ = out.flush();
    ExitCode::SUCCESS
}

/// Reads jobs in a thread, which notices the end of input while a program runs.
fn read_jobs(is_abandoned: Arc<AtomicBool>) -> Receiver<Job> {
    let (sender, jobs) = channel();
    thread::spawn(move || {
        let mut input = BufReader::new(io::stdin());
        while let Ok(Some(Request { mut job, input: length })) = read_line(&mut input) {
            let Ok(bytes) = read_bytes(&mut input, length) else { break };
            job.input = bytes;
            if sender.send(job).is_err() {
                break;
            }
        }
        is_abandoned.store(true, Ordering::Relaxed);
    });
    jobs
}

/// Runs a program in an empty folder and in a process group of its own.
fn run(job: &Job, is_abandoned: &AtomicBool, out: &mut impl Write) -> io::Result<Run> {
    let folder = tempfile::Builder::new().prefix("parlor-check-").tempdir()?;
    let mut command = Command::new(&job.program);
    command.args(&job.arguments).current_dir(folder.path());
    command.env_clear().env("HOME", folder.path()).env("TMPDIR", folder.path());
    command.envs(job.environment.iter().map(|(name, value)| (name, value)));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut tell_started = |process: Option<u32>| {
        write_frame(out, &Reply::Started { process, folder: folder.path().into() }, &[])
    };
    tell_started(None)?;
    let started = Instant::now();
    // Priorities belong to threads, and a program gets that of the thread that starts it.
    let spawning = thread::spawn(move || {
        system::take_ordinary_priority();
        command.spawn()
    });
    let mut child = spawning.join().map_err(|_| io::Error::other("the starting thread failed"))??;
    tell_started(Some(child.id()))?;
    let (Some(mut input), Some(stdout), Some(stderr)) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return Err(io::Error::other("it has no input or output"));
    };
    let bytes = job.input.clone();
    // A program that does not read its input blocks this thread until it ends, and then the write fails: both are fine.
    let writer = thread::spawn(move || drop(input.write_all(&bytes)));
    let stdout = Reader::start(stdout, job.limits.output);
    let stderr = Reader::start(stderr, job.limits.output);
    let watched = watch(Pid::from_child(&child), job.limits, started, [&stdout, &stderr], is_abandoned);
    let elapsed = started.elapsed();
    end_everything(Pid::from_child(&child));
    let is_over = stdout.is_over() || stderr.is_over();
    let run = Run {
        end: if is_over { End::TooMuchOutput } else { watched.end },
        stdout: stdout.finish(),
        stderr: stderr.finish(),
        elapsed,
        peak_memory: watched.peak_memory,
    };
    drop(writer);
    Ok(run)
}

struct Watched {
    end: End,
    peak_memory: u64,
}

/// Waits until the program ends or has used up a limit.
fn watch(
    program: Pid,
    limits: Limits,
    started: Instant,
    streams: [&Reader; 2],
    is_abandoned: &AtomicBool,
) -> Watched {
    let mut peak_memory = 0;
    let mut pause = Duration::from_micros(100);
    let (mut looks, mut busy_looks) = (0, 0);
    loop {
        while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
            if pid == program {
                return Watched { end: end_of(status), peak_memory };
            }
        }
        let elapsed = started.elapsed();
        let usage = system::usage(limits.processes);
        looks += 1;
        busy_looks += u64::from(usage.is_busy);
        // A program that sleeps has used its time; one that wants to run and is not let may have more.
        let is_asleep = busy_looks * 5 < looks;
        peak_memory = peak_memory.max(usage.memory);
        let end = if streams.iter().any(|stream| stream.is_over()) {
            Some(End::TooMuchOutput)
        } else if usage.processes > limits.processes {
            Some(End::TooManyProcesses)
        } else if usage.memory > limits.memory {
            Some(End::OutOfMemory)
        } else if elapsed > limits.time
            && (is_asleep || usage.processor_time > limits.time || elapsed > PATIENCE * limits.time)
        {
            Some(End::OutOfTime)
        } else {
            is_abandoned.load(Ordering::Relaxed).then_some(End::OutOfTime)
        };
        if let Some(end) = end {
            return Watched { end, peak_memory };
        }
        thread::sleep(pause);
        pause = (pause * 5 / 4).min(Duration::from_millis(5));
    }
}

fn end_of(status: WaitStatus) -> End {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => End::Exited(code),
        (_, Some(signal)) => End::Signaled(signal),
        _ => End::Exited(-1),
    }
}

/// Kills the program's group, then whatever has left it, until this process has no descendant any more.
fn end_everything(program: Pid) {
    // The system kills all of a group at once: even a group whose members keep forking ends here.
    let _ = kill_process_group(program, Signal::KILL);
    loop {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) => {}
                Ok(None) => break,
                // No child is left, and so no descendant: orphans would have become children.
                Err(_) => return,
            }
        }
        // A few at a time: each one killed is one that can't fork any more.
        for pid in system::descendants(64) {
            let _ = kill_process(pid, Signal::KILL);
        }
        thread::sleep(Duration::from_micros(100));
    }
}
