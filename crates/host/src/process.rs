//! An engine in another process, over the engine protocol (`docs/protocol.md`).

use crate::{StartError, platform};
use parlor_engines::{Limits, Report, StopFlag};
use parlor_play::protocol::{Reply, Request};
use parlor_play::{Fault, Session, SessionEngine};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A program that speaks the engine protocol.
pub struct ProcessEngine {
    process: Arc<Process>,
    input: ChildStdin,
    lines: Receiver<String>,
    moves: Vec<String>,
}

/// How long a program may take to answer what needs no thinking.
const PROMPTLY: Duration = Duration::from_secs(10);
/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 20;
/// How often a search looks whether it was stopped.
const POLL: Duration = Duration::from_millis(50);
/// How long a program may think if nobody stops it.
const LONGEST_SEARCH: Duration = Duration::from_secs(3_600);

impl ProcessEngine {
    /// Starts a program for a game. It must say who it is, and that it plays the game.
    pub fn start(
        words: &[String],
        session: &dyn Session,
        is_quiet: bool,
    ) -> Result<ProcessEngine, StartError> {
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
        let protocol = |fault| StartError::Protocol { program: program.clone(), fault };
        let (Some(input), Some(output)) = (input, output) else {
            return Err(protocol(Fault::Crash("it has no input or output".into())));
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
        let mut engine = ProcessEngine { process, input, lines, moves: Vec::new() };
        let game = Request::Game { name: session.info().name.into(), options: session.options().clone() };
        engine.command(&Request::Hello).map_err(protocol)?;
        engine.command(&game).map_err(protocol)?;
        Ok(engine)
    }

    pub(crate) fn process(&self) -> Arc<Process> {
        Arc::clone(&self.process)
    }

    /// Sends a request that is answered by `ok`.
    fn command(&mut self, request: &Request) -> Result<(), Fault> {
        self.send(request)?;
        let is_answer = |reply: &Reply| matches!(reply, Reply::Ok | Reply::Error(_));
        match self.receive(Instant::now() + PROMPTLY, is_answer)? {
            Reply::Error(reason) => Err(Fault::Crash(format!("it said: {reason}"))),
            _ => Ok(()),
        }
    }

    fn send(&mut self, request: &Request) -> Result<(), Fault> {
        let written = writeln!(self.input, "{request}").and_then(|()| self.input.flush());
        written.map_err(|error| Fault::Crash(format!("it does not listen: {error}")))
    }

    /// Waits for a reply of some kind; others are passed over.
    fn receive(&mut self, deadline: Instant, is_wanted: impl Fn(&Reply) -> bool) -> Result<Reply, Fault> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = match self.lines.recv_timeout(left) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Err(Fault::Timeout),
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Crash("it ended".into())),
            };
            if let Some(reply) = Reply::read(&line).filter(&is_wanted) {
                return Ok(reply);
            }
            if left.is_zero() {
                return Err(Fault::Timeout);
            }
        }
    }
}

impl SessionEngine for ProcessEngine {
    fn catch_up(&mut self, moves: &[String]) -> Result<(), Fault> {
        self.moves = moves.to_vec();
        Ok(())
    }

    fn think(
        &mut self,
        limits: Option<Limits>,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<String>),
    ) -> Result<Option<String>, Fault> {
        self.command(&Request::Position(self.moves.clone()))?;
        self.send(&Request::Go(limits.unwrap_or_default()))?;
        let deadline = Instant::now() + LONGEST_SEARCH;
        let mut is_told = false;
        loop {
            if stop.is_stopped() && !is_told {
                self.send(&Request::Stop)?;
                is_told = true;
            }
            let poll = deadline.min(Instant::now() + POLL);
            match self.receive(poll, |reply| !matches!(reply, Reply::Ok | Reply::Id(_))) {
                Ok(Reply::Info(latest)) => report(&latest),
                Ok(Reply::Best(chosen)) => return Ok(chosen),
                Ok(Reply::Error(reason)) => return Err(Fault::Crash(format!("it said: {reason}"))),
                Ok(Reply::Ok | Reply::Id(_)) => {}
                Err(Fault::Timeout) if Instant::now() < deadline => {}
                Err(fault) => return Err(fault),
            }
        }
    }
}

impl Drop for ProcessEngine {
    fn drop(&mut self) {
        let _ = self.send(&Request::Quit);
        self.process.end();
    }
}

/// A process, and whatever it has started.
pub(crate) struct Process {
    child: Mutex<Child>,
}

impl Process {
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
