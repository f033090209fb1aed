//! An engine in another process, over the engine protocol (`docs/protocol.md`).

use crate::StartError;
use crate::pipe::{AFTER_STOP, LONGEST_SEARCH, POLL, PROMPTLY, Pipe, STARTING};
use parlor_engines::{Limits, Report, StopFlag};
use parlor_play::protocol::{Reply, Request};
use parlor_play::{Fault, Session, SessionEngine};
use std::time::Instant;

/// A program that speaks the engine protocol.
pub struct ProcessEngine {
    pipe: Pipe,
    moves: Vec<String>,
}

impl ProcessEngine {
    /// Starts a program for a game. It must say who it is, and that it plays the game.
    pub fn start(
        words: &[String],
        session: &dyn Session,
        is_quiet: bool,
    ) -> Result<ProcessEngine, StartError> {
        ProcessEngine::over(Pipe::start(words, is_quiet)?, session)
    }

    /// Does the same with a program that runs.
    pub(crate) fn over(pipe: Pipe, session: &dyn Session) -> Result<ProcessEngine, StartError> {
        let mut engine = ProcessEngine { pipe, moves: Vec::new() };
        match engine.greet(session) {
            Ok(()) => Ok(engine),
            Err(fault) => Err(StartError::Protocol { program: engine.pipe.program().into(), fault }),
        }
    }

    fn greet(&mut self, session: &dyn Session) -> Result<(), Fault> {
        let deadline = Instant::now() + STARTING;
        let game = Request::Game { name: session.info().name.into(), options: session.options().clone() };
        self.command_until(&Request::Hello, deadline)?;
        self.command_until(&game, deadline)?;
        match session.start_setup() {
            // A program that doesn't know the command refuses it. It can play from the usual start.
            Some(setup) => self.command_until(&Request::Setup(setup), deadline),
            None => Ok(()),
        }
    }

    /// Sends a request that is answered by `ok`, at once.
    fn command(&mut self, request: &Request) -> Result<(), Fault> {
        self.command_until(request, Instant::now() + PROMPTLY)
    }

    fn command_until(&mut self, request: &Request, deadline: Instant) -> Result<(), Fault> {
        self.send(request)?;
        let is_answer = |reply: &Reply| matches!(reply, Reply::Ok | Reply::Error(_));
        let answer = self.receive(deadline, is_answer)?;
        self.pipe.has_answered();
        match answer {
            Reply::Error(reason) => Err(Fault::Crash(format!("it said: {reason}"))),
            _ => Ok(()),
        }
    }

    fn send(&mut self, request: &Request) -> Result<(), Fault> {
        self.pipe.send(&request.to_string())
    }

    /// Waits for a reply of some kind; others are passed over.
    fn receive(&mut self, deadline: Instant, is_wanted: impl Fn(&Reply) -> bool) -> Result<Reply, Fault> {
        loop {
            let is_last = Instant::now() >= deadline;
            let line = self.pipe.line(deadline)?;
            if let Some(reply) = Reply::read(&line).filter(&is_wanted) {
                return Ok(reply);
            }
            if is_last {
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
        let mut deadline = Instant::now() + LONGEST_SEARCH;
        let mut is_told = false;
        loop {
            if stop.is_stopped() && !is_told {
                self.send(&Request::Stop)?;
                deadline = deadline.min(Instant::now() + AFTER_STOP);
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
    }
}
