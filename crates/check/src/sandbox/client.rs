//! The checker's side of a sandbox: starts the supervisor, sends it jobs and reads what came of them.

use super::{End, Job, Run};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;

/// A supervisor that runs one program at a time.
pub struct Sandbox {
    command: Vec<String>,
    process: Child,
    input: Arc<Mutex<Option<ChildStdin>>>,
    output: BufReader<ChildStdout>,
    runs: usize,
}

/// Ends the run of a sandbox from another thread.
pub struct Cancel(Arc<Mutex<Option<ChildStdin>>>);

impl Cancel {
    /// Ends the program that runs, with everything it has started, and the supervisor. The run is answered as one that used
    /// up its time.
    pub fn cancel(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// Why nothing was run.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// The program can't be started.
    #[error("cannot start {program}: {reason}")]
    Spawn {
        /// The program.
        program: String,
        /// What the system says.
        reason: String,
    },
    /// The supervisor can't be started or has ended.
    #[error("the supervisor failed: {0}")]
    Supervisor(#[from] io::Error),
    /// This system has no process groups.
    #[error("programs can be checked on Linux, macOS and other Unix systems only")]
    Unsupported,
    /// The checker itself panicked, with this message. Its results would be incomplete, so none are returned.
    #[error("the checker itself failed, which is a bug in parlor: {0}")]
    Panicked(String),
}

/// A job as it is sent: a line of JSON, then the input.
#[derive(Serialize, Deserialize)]
pub(super) struct Request {
    pub(super) job: Job,
    pub(super) input: usize,
}

/// An answer as it is sent: a line of JSON, then what was printed.
#[derive(Serialize, Deserialize)]
pub(super) enum Reply {
    /// It is about to run in this folder, or runs as this process. Another reply follows.
    Started {
        process: Option<u32>,
        folder: PathBuf,
    },
    Ran {
        run: Run,
        stdout: usize,
        stderr: usize,
    },
    NotStarted {
        reason: String,
    },
}

impl Sandbox {
    /// Starts a supervisor: a command that calls [`supervise`](super::supervise).
    pub fn start(supervisor: &[String]) -> Result<Sandbox, SandboxError> {
        if !cfg!(unix) {
            return Err(SandboxError::Unsupported);
        }
        let (program, arguments) =
            supervisor.split_first().ok_or_else(|| io::Error::other("no supervisor was named"))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // A group of its own: Ctrl-C ends the checker, whose end ends the supervisor in its own way.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn()?;
        let (input, output) = (process.stdin.take(), process.stdout.take());
        let output = output.ok_or_else(|| io::Error::other("it has no output"))?;
        let input = Arc::new(Mutex::new(input));
        Ok(Sandbox { command: supervisor.to_vec(), process, input, output: BufReader::new(output), runs: 0 })
    }

    /// Returns what ends the run of this sandbox. After it was used the sandbox runs nothing any more.
    pub fn canceler(&self) -> Cancel {
        Cancel(Arc::clone(&self.input))
    }

    /// Runs a program to its end, or to the end of what it may use. If it ends the supervisor, which only a malicious one
    /// does, another supervisor is started for the next run.
    pub fn run(&mut self, job: &Job) -> Result<Run, SandboxError> {
        self.send(job)?;
        self.runs += 1;
        let mut started = None;
        loop {
            match read_line(&mut self.output)? {
                Some(Reply::Started { process, folder }) => started = Some((process, folder)),
                Some(Reply::Ran { mut run, stdout, stderr }) => {
                    run.stdout = read_bytes(&mut self.output, stdout)?;
                    run.stderr = read_bytes(&mut self.output, stderr)?;
                    return Ok(run);
                }
                Some(Reply::NotStarted { reason }) => {
                    return Err(SandboxError::Spawn { program: job.program.display().to_string(), reason });
                }
                None => {
                    let (process, folder) = started.ok_or_else(|| io::Error::other("it has ended"))?;
                    end_orphans(process, &folder);
                    let _ = fs::remove_dir_all(folder);
                    let mut fresh = Sandbox::start(&self.command)?;
                    fresh.runs = self.runs;
                    drop(mem::replace(self, fresh));
                    return Ok(Run::of(End::KilledSupervisor));
                }
            }
        }
    }
}

impl Sandbox {
    /// Returns how many programs this sandbox has run.
    pub fn runs(&self) -> usize {
        self.runs
    }

    fn send(&self, job: &Job) -> io::Result<()> {
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        let input = input.as_mut().ok_or_else(|| io::Error::other("it has ended"))?;
        write_frame(input, &Request { job: job.clone(), input: job.input.len() }, &[&job.input])
    }
}

/// Ends what has lost its supervisor: the program's group, if it is known, and whatever works in its folder.
fn end_orphans(process: Option<u32>, folder: &Path) {
    #[cfg(unix)]
    {
        let number = process.and_then(|process| i32::try_from(process).ok());
        if let Some(group) = number.and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        super::system::end_those_in(folder);
    }
    #[cfg(not(unix))]
    let _ = (process, folder);
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        // The end of its input ends the supervisor, with everything that still runs.
        self.canceler().cancel();
        let _ = self.process.wait();
    }
}

/// Writes a line of JSON and some bytes.
pub(super) fn write_frame(out: &mut impl Write, header: &impl Serialize, parts: &[&[u8]]) -> io::Result<()> {
    let mut frame = serde_json::to_vec(header)?;
    frame.push(b'\n');
    for part in parts {
        frame.extend_from_slice(part);
    }
    out.write_all(&frame)?;
    out.flush()
}

/// Reads a line of JSON. None at the end of input.
pub(super) fn read_line<T: for<'a> Deserialize<'a>>(input: &mut impl BufRead) -> io::Result<Option<T>> {
    let mut line = Vec::new();
    if input.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    Ok(Some(serde_json::from_slice(&line)?))
}

/// Reads this many bytes.
pub(super) fn read_bytes(input: &mut impl BufRead, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; length];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}
