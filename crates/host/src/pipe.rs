//! Another program, its input and the lines of its output.

use crate::{StartError, platform};
use parlor_play::Fault;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long a program may take to answer what needs no thinking.
pub(crate) const PROMPTLY: Duration = Duration::from_secs(10);
/// How often a search looks whether it was stopped.
pub(crate) const POLL: Duration = Duration::from_millis(50);
/// How long a program may think if nobody stops it.
pub(crate) const LONGEST_SEARCH: Duration = Duration::from_secs(3_600);
/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// A program that is spoken to in lines.
pub(crate) struct Pipe {
    process: Arc<Process>,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Pipe {
    /// Starts a program. Its first word is the command, the others are its arguments.
    pub(crate) fn start(words: &[String], is_quiet: bool) -> Result<Pipe, StartError> {
        let (program, arguments) = words.split_first().ok_or(StartError::NoProgram)?;
        let stderr = if is_quiet { Stdio::null() } else { Stdio::inherit() };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
        // A group of its own: whatever it starts itself can be ended with it.
        platform::lead_group(&mut command);
        let spawned = command.spawn();
        let mut child = spawned.map_err(|source| StartError::Spawn { program: program.clone(), source })?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let process = Arc::new(Process { child: Mutex::new(child) });
        let (Some(input), Some(output)) = (input, output) else {
            let fault = Fault::Crash("it has no input or output".into());
            return Err(StartError::Protocol { program: program.clone(), fault });
        };
        // Bounded: a program that never stops talking waits for us.
        let (sender, lines) = sync_channel(1_024);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            while let Ok(1..) = output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
                if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    return;
                }
                line.clear();
            }
        });
        Ok(Pipe { process, input, lines })
    }

    pub(crate) fn process(&self) -> Arc<Process> {
        Arc::clone(&self.process)
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), Fault> {
        let written = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        written.map_err(|error| Fault::Crash(format!("it does not listen: {error}")))
    }

    /// Waits for the next line until a time.
    pub(crate) fn line(&self, deadline: Instant) -> Result<String, Fault> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => Err(Fault::Timeout),
            Err(RecvTimeoutError::Disconnected) => Err(Fault::Crash("it ended".into())),
        }
    }
}

/// A process, and whatever it has started.
pub(crate) struct Process {
    child: Mutex<Child>,
}

impl Process {
    /// Returns the CPU time that the process and whatever it has started have used. None where the system does not tell.
    pub(crate) fn cpu_time(&self) -> Option<Duration> {
        platform::group_cpu_time(&self.child.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Ends the process: a moment to leave by itself, then it is killed with whatever it has started.
    pub(crate) fn end(&self) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        for _ in 0..20 {
            if matches!(child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        platform::kill_group(&mut child);
        let _ = child.wait();
    }
}
