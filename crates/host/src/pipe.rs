//! Another program, its input and the lines of its output.

use crate::process_group::Process;
use crate::{StartError, platform};
use parlor_play::Fault;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a program may take until it is ready for the game. Some read their data first: MoHex needs seconds of CPU time.
pub(crate) const STARTING: Duration = Duration::from_secs(120);
/// How long a program may take to answer what needs no thinking.
pub(crate) const PROMPTLY: Duration = Duration::from_secs(10);
/// How often a search looks whether it was stopped.
pub(crate) const POLL: Duration = Duration::from_millis(50);
/// How long a program may think if nobody stops it.
pub(crate) const LONGEST_SEARCH: Duration = Duration::from_secs(3_600);
/// How long a program may take to answer at all after it has repeated the first thing it was told.
const AFTER_ECHO: Duration = Duration::from_secs(2);
/// How long a program may take to choose after it was told to stop.
pub(crate) const AFTER_STOP: Duration = Duration::from_secs(30);
/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// A program that is spoken to in lines.
///
/// Dropped, it ends the program.
pub(crate) struct Pipe {
    program: String,
    process: Arc<Process>,
    /// `None` once it was closed.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// What was said first, until it was answered. A program that speaks no protocol may repeat it.
    first_said: Option<String>,
    is_answered: bool,
    /// When the program has repeated it.
    echoed: Option<Instant>,
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
        let process = Process::new(child);
        let (Some(input), Some(output)) = (input, output) else {
            process.end();
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
        Ok(Pipe {
            program: program.clone(),
            process,
            input: Some(input),
            lines,
            first_said: None,
            is_answered: false,
            echoed: None,
        })
    }

    /// Returns the command that was started.
    pub(crate) fn program(&self) -> &str {
        &self.program
    }

    pub(crate) fn process(&self) -> Arc<Process> {
        Arc::clone(&self.process)
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), Fault> {
        if !self.is_answered {
            self.first_said.get_or_insert_with(|| line.into());
        }
        let Some(input) = &mut self.input else { return Ok(()) };
        let written = writeln!(input, "{line}").and_then(|()| input.flush());
        written.map_err(|error| Fault::Crash(format!("it does not listen: {error}")))
    }

    /// Waits for the next line until a time.
    pub(crate) fn line(&mut self, deadline: Instant) -> Result<String, Fault> {
        let patience = self.echoed.map_or(deadline, |echoed| deadline.min(echoed + AFTER_ECHO));
        let left = patience.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(line) => {
                let is_echo = self.first_said.as_deref() == Some(line.trim_end());
                self.echoed = is_echo.then(Instant::now);
                Ok(line)
            }
            Err(RecvTimeoutError::Timeout) if patience < deadline => {
                Err(Fault::Crash("it repeats what it is told instead of answering".into()))
            }
            Err(RecvTimeoutError::Timeout) => Err(Fault::Timeout),
            Err(RecvTimeoutError::Disconnected) => Err(Fault::Crash("it ended".into())),
        }
    }

    /// Notes that the program has answered, so that it speaks the protocol.
    pub(crate) fn has_answered(&mut self) {
        (self.is_answered, self.first_said, self.echoed) = (true, None, None);
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // The end of its input tells a program to leave.
        self.input = None;
        self.process.end();
    }
}
