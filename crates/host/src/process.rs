//! An engine in another process, over the engine protocol (`docs/protocol.md`).

use crate::StartError;
use crate::pipe::{LONGEST_SEARCH, POLL, PROMPTLY, Pipe, Process};
use parlor_engines::{Limits, Report, StopFlag};
use parlor_play::protocol::{Reply, Request};
use parlor_play::{Fault, Session, SessionEngine};
use std::sync::Arc;
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
        let protocol =
            |fault| StartError::Protocol { program: words.first().cloned().unwrap_or_default(), fault };
        let mut engine = ProcessEngine { pipe: Pipe::start(words, is_quiet)?, moves: Vec::new() };
        let game = Request::Game { name: session.info().name.into(), options: session.options().clone() };
        engine.command(&Request::Hello).map_err(protocol)?;
        engine.command(&game).map_err(protocol)?;
        Ok(engine)
    }

    pub(crate) fn process(&self) -> Arc<Process> {
        self.pipe.process()
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
        self.pipe.process().end();
    }
}
