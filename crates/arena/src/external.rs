//! An engine in another process, over the engine protocol.

use crate::engine::BETWEEN_LOOKS;
use crate::platform::{kill_group, lead_group};
use crate::{Fault, MatchEngine};
use parlor_engines::{Limits, Report, StopFlag};
use parlor_play::protocol::{Reply, Request};
use parlor_play::{Options, Session, SessionEngine};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// A program that speaks the engine protocol.
pub struct External {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    limits: Limits,
    game: Option<String>,
}

/// How long a program may take to answer what needs no thinking.
const PROMPTLY: Duration = Duration::from_secs(10);
/// The longest line that is read.
const LONGEST_LINE: u64 = 1 << 20;
/// How long a program at a table may take if it was given no time limit.
const AT_A_TABLE: Duration = Duration::from_secs(3_600);

impl External {
    /// Starts a program; it must say who it is.
    pub fn start(words: &[String]) -> Result<External, String> {
        External::spawn(words, Stdio::inherit())
    }

    /// Starts a program whose complaints nobody sees: they would spoil a full screen.
    pub fn start_quietly(words: &[String]) -> Result<External, String> {
        External::spawn(words, Stdio::null())
    }

    fn spawn(words: &[String], complaints: Stdio) -> Result<External, String> {
        let (program, arguments) = words.split_first().ok_or("no program was named")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(complaints);
        // A group of its own: whatever it starts itself can be ended with it.
        lead_group(&mut command);
        let started = command.spawn();
        let mut child = started.map_err(|error| format!("{program}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{program}: it has no input or output"));
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
        let mut external = External { child, input, lines, limits: Limits::default(), game: None };
        external.command(&Request::Hello).map_err(|fault| format!("{program}: {fault}"))?;
        Ok(external)
    }

    /// The same program, told which game it plays and how long it may think.
    pub fn playing(mut self, name: &str, options: &Options, limits: Limits) -> Result<External, String> {
        self.limits = limits;
        let request = Request::Game { name: name.into(), options: options.clone() };
        self.command(&request).map_err(|fault| fault.to_string())?;
        self.game = Some(request.to_string());
        Ok(self)
    }

    /// Says something that is answered by `ok`.
    fn command(&mut self, request: &Request) -> Result<(), Fault> {
        self.say(request)?;
        match self.hear(Instant::now() + PROMPTLY, |reply| matches!(reply, Reply::Ok | Reply::Error(_)))? {
            Reply::Error(reason) => Err(Fault::Crash(format!("it said: {reason}"))),
            _ => Ok(()),
        }
    }

    fn say(&mut self, request: &Request) -> Result<(), Fault> {
        let said = writeln!(self.input, "{request}").and_then(|()| self.input.flush());
        said.map_err(|error| Fault::Crash(format!("it does not listen: {error}")))
    }

    /// Waits for a reply of some kind; others are passed over.
    fn hear(&mut self, deadline: Instant, wanted: impl Fn(&Reply) -> bool) -> Result<Reply, Fault> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = match self.lines.recv_timeout(left) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Err(Fault::Timeout),
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Crash("it ended".into())),
            };
            if let Some(reply) = Reply::read(&line).filter(&wanted) {
                return Ok(reply);
            }
            if left.is_zero() {
                return Err(Fault::Timeout);
            }
        }
    }

    fn go(&mut self, history: &[String], limits: Limits) -> Result<(), Fault> {
        self.command(&Request::Position(history.to_vec()))?;
        self.say(&Request::Go(limits))
    }
}

impl MatchEngine for External {
    fn choose(
        &mut self,
        history: &[String],
        patience: Duration,
        stop: &StopFlag,
    ) -> Result<Option<String>, Fault> {
        self.go(history, self.limits)?;
        let deadline = Instant::now() + patience;
        loop {
            let look = deadline.min(Instant::now() + BETWEEN_LOOKS);
            match self.hear(look, |reply| matches!(reply, Reply::Best(_) | Reply::Error(_))) {
                Ok(Reply::Best(Some(chosen))) => return Ok(Some(chosen)),
                Ok(Reply::Error(reason)) => return Err(Fault::Crash(format!("it said: {reason}"))),
                Ok(_) => return Err(Fault::Crash("it found no move".into())),
                Err(Fault::Timeout) if stop.is_stopped() => return Ok(None),
                Err(Fault::Timeout) if Instant::now() < deadline => {}
                Err(fault) => return Err(fault),
            }
        }
    }
}

impl SessionEngine for External {
    fn think(
        &mut self,
        session: &dyn Session,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<String>),
    ) -> Option<String> {
        let about = Request::Game { name: session.about().name.into(), options: session.options().clone() };
        if self.game.as_ref() != Some(&about.to_string()) {
            self.command(&about).ok()?;
            self.game = Some(about.to_string());
        }
        self.go(&session.history(), self.limits).ok()?;
        let deadline = Instant::now() + AT_A_TABLE;
        let mut told = false;
        loop {
            if stop.is_stopped() && !told {
                self.say(&Request::Stop).ok()?;
                told = true;
            }
            let wait = Instant::now() + Duration::from_millis(50);
            match self.hear(wait.min(deadline), |reply| !matches!(reply, Reply::Ok | Reply::Id(_))) {
                Ok(Reply::Info(thought)) => report(&thought),
                Ok(Reply::Best(chosen)) => return chosen,
                Err(Fault::Timeout) if Instant::now() < deadline => {}
                _ => return None,
            }
        }
    }
}

impl Drop for External {
    fn drop(&mut self) {
        let _ = self.say(&Request::Quit);
        // A moment to leave by itself, then it is shown out.
        for _ in 0..20 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        kill_group(&mut self.child);
        let _ = self.child.wait();
    }
}
