//! An engine that is waited for.

use crate::local::LocalEngine;
use crate::{EngineHandle, HostOptions, Reply, Search, StartError};
use parlor_engines::{Limits, Report, Settings, StopFlag};
use parlor_play::{Fault, PlayerSpec, Session};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// An engine that is asked for a move and waited for, with patience.
pub struct BlockingEngine {
    execution: Execution,
}

/// Where an engine thinks.
enum Execution {
    /// In a thread of its own, which may speak for another process.
    OwnThread(ThreadEngine),
    /// On the thread that asks.
    SameThread(LocalEngine),
}

impl BlockingEngine {
    /// Starts an engine for a game that starts as this one did, and waits until it is there.
    pub fn start(
        session: &dyn Session,
        spec: &PlayerSpec,
        settings: Settings,
    ) -> Result<BlockingEngine, StartError> {
        let engine = ThreadEngine::start(session, spec, settings)?;
        Ok(BlockingEngine { execution: Execution::OwnThread(engine) })
    }

    /// Does the same; one of Parlor's own engines will think on the thread that asks it. That is for games of quick
    /// moves, in which most of the time would go into changes of threads. An engine that no stop flag ends would hang
    /// whoever asks it.
    pub fn start_here(
        session: &dyn Session,
        spec: &PlayerSpec,
        settings: Settings,
    ) -> Result<BlockingEngine, StartError> {
        if matches!(spec, PlayerSpec::Program(_) | PlayerSpec::Htp(_)) {
            return BlockingEngine::start(session, spec, settings);
        }
        let engine = LocalEngine::start(session, spec, settings)?;
        Ok(BlockingEngine { execution: Execution::SameThread(engine) })
    }

    /// Returns the CPU time that its thread or program took for all replies so far. None where the system does not tell.
    pub fn cpu_time(&self) -> Option<Duration> {
        match &self.execution {
            Execution::OwnThread(engine) => engine.cpu_time,
            Execution::SameThread(engine) => engine.cpu_time(),
        }
    }

    /// Returns what it thought last about the position of its last move. One that thinks on the thread that asks does not
    /// report.
    pub fn latest(&self) -> Option<Report<String>> {
        match &self.execution {
            Execution::OwnThread(engine) => engine.handle.latest(),
            Execution::SameThread(_) => None,
        }
    }

    /// Chooses a move in the position after these moves, within these limits or the engine's own. Returns nothing if
    /// `stop` is set from outside first.
    pub fn choose(
        &mut self,
        moves: &[String],
        limits: Option<Limits>,
        patience: Duration,
        stop: &StopFlag,
    ) -> Result<Option<String>, Fault> {
        match &mut self.execution {
            Execution::OwnThread(engine) => {
                let search = engine.handle.go(moves, limits);
                engine.wait_for(&search, patience, stop)
            }
            Execution::SameThread(engine) => engine.choose(moves, limits, patience, stop),
        }
    }

    /// Chooses a move in the position after the moves it was told before and these. It takes no longer as the game
    /// does.
    pub fn choose_after(
        &mut self,
        added: Vec<String>,
        limits: Option<Limits>,
        patience: Duration,
        stop: &StopFlag,
    ) -> Result<Option<String>, Fault> {
        match &mut self.execution {
            Execution::OwnThread(engine) => {
                let search = engine.handle.go_after(added, limits);
                engine.wait_for(&search, patience, stop)
            }
            Execution::SameThread(engine) => engine.choose_after(added, limits, patience, stop),
        }
    }
}

/// An engine in a thread of its own, and its replies.
struct ThreadEngine {
    handle: EngineHandle,
    replies: Receiver<Reply>,
    cpu_time: Option<Duration>,
}

/// How often whoever waits looks whether the wait was called off.
const POLL: Duration = Duration::from_millis(50);

/// How long an engine that was told to stop has until it is left behind.
const GRACE: Duration = Duration::from_secs(2);

impl ThreadEngine {
    fn start(
        session: &dyn Session,
        spec: &PlayerSpec,
        settings: Settings,
    ) -> Result<ThreadEngine, StartError> {
        let (sender, replies) = channel();
        let options = HostOptions { settings, ..HostOptions::default() };
        let handle = EngineHandle::start(session, spec, options, move |reply| drop(sender.send(reply)));
        handle.wait_until_started()?;
        Ok(ThreadEngine { handle, replies, cpu_time: Some(Duration::ZERO) })
    }

    fn wait_for(
        &mut self,
        search: &Search,
        patience: Duration,
        stop: &StopFlag,
    ) -> Result<Option<String>, Fault> {
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.replies.recv_timeout(left.min(POLL)) {
                Ok(reply) => {
                    self.cpu_time = self.cpu_time.zip(reply.cpu_time).map(|(sum, time)| sum + time);
                    if reply.search == search.id {
                        return reply.result.map(Some);
                    }
                    // It was the late reply to an earlier search.
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Fault::Crash("the engine panicked".into()));
                }
                Err(RecvTimeoutError::Timeout) if stop.is_stopped() => {
                    self.handle.stop();
                    return Ok(None);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    self.handle.stop();
                    // Wait a little, so that it does not think on beside the next game.
                    let _ = self.replies.recv_timeout(GRACE);
                    return Err(Fault::Timeout);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}
