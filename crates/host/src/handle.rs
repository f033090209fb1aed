//! The handle of an engine: searches are started and stopped, replies are delivered.

use crate::htp::check_is_hex;
use crate::pipe::Pipe;
use crate::running::RunningProcess;
use crate::{HtpEngine, ProcessEngine, StartError, platform};
use parlor_engines::{Limits, Report, Settings, StopFlag};
use parlor_play::{Fault, ForkPoint, PlayerSpec, Session, SessionEngine};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How an engine is run.
#[derive(Clone, Copy, Debug, Default)]
pub struct HostOptions {
    /// Memory, threads and seed of one of Parlor's own engines.
    pub settings: Settings,
    /// How much the thread's priority is lowered, where that is possible: thinking gives way to answering.
    pub lower_priority: u8,
    /// Whether what another program writes to its standard error is thrown away.
    pub is_quiet: bool,
}

/// A search that was started.
#[derive(Clone, Debug)]
pub struct Search {
    /// Its number, different from that of every other search of this process.
    pub id: u64,
    /// Ends it early when set: the engine then chooses at once.
    pub stop: StopFlag,
}

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The search.
    pub search: u64,
    /// The move that was chosen, or what the engine did instead.
    pub result: Result<String, Fault>,
    /// The CPU time that the engine's thread or program took since its last reply. None where the system does not tell.
    pub cpu_time: Option<Duration>,
}

/// An engine in a thread of its own, which may speak for another process.
///
/// Dropped, it stops the search and ends the process, if there is one.
pub struct EngineHandle {
    requests: Sender<Request>,
    started: Receiver<Result<(), StartError>>,
    latest: LatestReport,
    seen: RefCell<Option<Report<String>>>,
    search: Option<Search>,
    /// The moves that the engine was told.
    line: Vec<String>,
    /// The process, once there is one.
    process: RunningProcess,
    /// Replies in place of the thread, if the system refused to start one.
    refused: Option<Box<Refused>>,
}

/// An engine without a thread.
struct Refused {
    on_reply: Box<dyn FnMut(Reply) + Send>,
    fault: Fault,
}

/// The latest report, and the search it is about.
type LatestReport = Arc<Mutex<Option<(u64, Report<String>)>>>;

/// A position to think about.
struct Request {
    search: Search,
    /// How many moves of the line before are part of this one.
    keep: usize,
    /// The moves after them. A game of thousands of moves would be slow if the engine were told all of them each time.
    add: Vec<String>,
    limits: Option<Limits>,
}

static SEARCHES: AtomicU64 = AtomicU64::new(1);

impl EngineHandle {
    /// Starts an engine for a game that starts as this one did. Returns at once: the engine is made in its thread.
    ///
    /// `on_reply` is called from that thread. If the system refuses to start one, each search is answered with that
    /// fault at once, from the thread that asks for it.
    pub fn start(
        session: &dyn Session,
        spec: &PlayerSpec,
        options: HostOptions,
        on_reply: impl FnMut(Reply) + Send + 'static,
    ) -> EngineHandle {
        EngineHandle::start_on(thread::Builder::new(), session, spec, options, on_reply)
    }

    fn start_on<F: FnMut(Reply) + Send + 'static>(
        thread: thread::Builder,
        session: &dyn Session,
        spec: &PlayerSpec,
        options: HostOptions,
        on_reply: F,
    ) -> EngineHandle {
        let (requests, asked) = channel();
        let (has_started, started) = channel();
        let not_started = has_started.clone();
        let latest = LatestReport::default();
        let process = RunningProcess::default();
        let worker = Worker {
            session: session.fork(ForkPoint::Start),
            spec: spec.clone(),
            options,
            latest: Arc::clone(&latest),
            process: process.clone(),
            on_reply,
        };
        // A thread that can't be started drops its closure, and `on_reply` is still needed then.
        let worker = Arc::new(Mutex::new(Some(worker)));
        let take =
            |worker: &Mutex<Option<Worker<F>>>| worker.lock().unwrap_or_else(PoisonError::into_inner).take();
        let of_thread = Arc::clone(&worker);
        let spawned = thread.spawn(move || {
            if let Some(worker) = take(&of_thread) {
                worker.run(&asked, &has_started);
            }
        });
        let refused = spawned.err().and_then(|error| {
            let error = StartError::Thread(error);
            let fault = Fault::Crash(error.to_string());
            let _ = not_started.send(Err(error));
            Some(Box::new(Refused { on_reply: Box::new(take(&worker)?.on_reply), fault }))
        });
        EngineHandle {
            requests,
            started,
            latest,
            seen: RefCell::default(),
            search: None,
            line: Vec::new(),
            process,
            refused,
        }
    }

    /// Waits until the engine is there, and returns why it can't be if it can't.
    pub fn wait_until_started(&self) -> Result<(), StartError> {
        self.started.recv().unwrap_or(Err(StartError::Panicked))
    }

    /// Starts a search in the position after these moves, within these limits or the engine's own. A search that is
    /// under way is stopped.
    pub fn go(&mut self, moves: &[String], limits: Option<Limits>) -> Search {
        self.go_until(moves, limits, StopFlag::default())
    }

    /// Starts a search as [`go`](EngineHandle::go) does, which this flag ends early.
    pub fn go_until(&mut self, moves: &[String], limits: Option<Limits>, stop: StopFlag) -> Search {
        let keep = common_moves(&self.line, moves);
        self.search_after(keep, moves[keep..].to_vec(), limits, stop)
    }

    /// Starts a search in the position after the moves it was told before and these. It takes no longer as the game
    /// does.
    pub fn go_after(&mut self, added: Vec<String>, limits: Option<Limits>) -> Search {
        self.search_after(self.line.len(), added, limits, StopFlag::default())
    }

    fn search_after(
        &mut self,
        keep: usize,
        add: Vec<String>,
        limits: Option<Limits>,
        stop: StopFlag,
    ) -> Search {
        self.stop();
        self.forget();
        let id = SEARCHES.fetch_add(1, Ordering::Relaxed);
        let search = Search { id, stop };
        self.search = Some(search.clone());
        self.line.truncate(keep);
        self.line.extend_from_slice(&add);
        // If its thread has ended, it has said why.
        let _ = self.requests.send(Request { search: search.clone(), keep, add, limits });
        if let Some(Refused { on_reply, fault }) = self.refused.as_deref_mut() {
            on_reply(Reply { search: id, result: Err(fault.clone()), cpu_time: None });
        }
        search
    }

    /// Tells the engine to choose at once.
    pub fn stop(&self) {
        if let Some(search) = &self.search {
            search.stop.stop();
        }
    }

    /// Returns what the engine thinks so far about the last search. Never waits for the engine.
    pub fn latest(&self) -> Option<Report<String>> {
        if let Ok(mut latest) = self.latest.try_lock()
            && let Some((search, report)) = latest.take()
            && self.search.as_ref().is_some_and(|current| current.id == search)
        {
            *self.seen.borrow_mut() = Some(report);
        }
        self.seen.borrow().clone()
    }

    /// Forgets the last search and what was thought about it. It is not stopped.
    pub fn forget(&mut self) {
        *self.seen.get_mut() = None;
        self.search = None;
    }
}

impl Drop for EngineHandle {
    fn drop(&mut self) {
        self.stop();
        // Ends the thread's loop, which lets another program leave by itself.
        self.requests = channel().0;
        self.process.end();
    }
}

/// Returns how many moves two lines have in common.
pub(crate) fn common_moves(line: &[String], moves: &[String]) -> usize {
    line.iter().zip(moves).take_while(|(known, text)| known == text).count()
}

/// What an engine's thread works with.
struct Worker<F> {
    session: Box<dyn Session>,
    spec: PlayerSpec,
    options: HostOptions,
    latest: LatestReport,
    process: RunningProcess,
    on_reply: F,
}

impl<F: FnMut(Reply)> Worker<F> {
    fn run(mut self, asked: &Receiver<Request>, has_started: &Sender<Result<(), StartError>>) {
        if self.options.lower_priority > 0 {
            platform::lower_priority(self.options.lower_priority);
        }
        let mut engine = match self.make_engine() {
            Ok(engine) => engine,
            Err(error) => {
                let fault = Fault::Crash(error.to_string());
                let _ = has_started.send(Err(error));
                for request in asked {
                    let (search, result) = (request.search.id, Err(fault.clone()));
                    (self.on_reply)(Reply { search, result, cpu_time: None });
                }
                return;
            }
        };
        let _ = has_started.send(Ok(()));
        let mut line: Vec<String> = Vec::new();
        let process = self.process.get();
        let cpu_time_so_far =
            || process.as_ref().map_or_else(platform::thread_cpu_time, |one| one.cpu_time());
        let mut last_time = cpu_time_so_far();
        for mut request in asked {
            line.truncate(request.keep);
            line.append(&mut request.add);
            let result = self.search(&mut *engine, &line, &request);
            let time = cpu_time_so_far();
            let cpu_time = time.zip(last_time).map(|(time, last)| time.saturating_sub(last));
            last_time = time;
            (self.on_reply)(Reply { search: request.search.id, result, cpu_time });
        }
    }

    fn make_engine(&self) -> Result<Box<dyn SessionEngine>, StartError> {
        match &self.spec {
            PlayerSpec::Program(words) => {
                Ok(Box::new(ProcessEngine::over(self.start_program(words)?, &*self.session)?))
            }
            PlayerSpec::Htp(words) => {
                check_is_hex(words, &*self.session)?;
                Ok(Box::new(HtpEngine::over(self.start_program(words)?, &*self.session)?))
            }
            spec => Ok(self.session.engine(spec, &self.options.settings)?),
        }
    }

    fn start_program(&self, words: &[String]) -> Result<Pipe, StartError> {
        self.process.start(words, self.options.is_quiet)
    }

    fn search(
        &self,
        engine: &mut dyn SessionEngine,
        line: &[String],
        request: &Request,
    ) -> Result<String, Fault> {
        let Request { search, limits, keep, .. } = request;
        let mut report = |report: &Report<String>| {
            if !search.stop.is_stopped() {
                let latest = Some((search.id, report.clone()));
                *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = latest;
            }
        };
        guarded(|| {
            engine.catch_up_after(line, *keep)?;
            engine.think(*limits, &search.stop, &mut report)
        })
    }
}

/// Returns the move that an engine chooses, or what it did instead: its panics end here.
pub(crate) fn guarded(think: impl FnOnce() -> Result<Option<String>, Fault>) -> Result<String, Fault> {
    match catch_unwind(AssertUnwindSafe(think)) {
        Ok(Ok(Some(chosen))) => Ok(chosen),
        Ok(Ok(None)) => Err(Fault::Crash("it found no move".into())),
        Ok(Err(fault)) => Err(fault),
        Err(_) => Err(Fault::Crash("the engine panicked".into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_play::{DEFAULT_GAME, Options, game};

    #[test]
    fn an_engine_without_a_thread_answers_with_the_reason() {
        let session = game(DEFAULT_GAME).unwrap().start(&Options::default()).unwrap();
        let (sender, replies) = channel();
        // No system has the memory for this stack.
        let thread = thread::Builder::new().stack_size(1 << 60);
        let (spec, options) = ("random".parse().unwrap(), HostOptions::default());
        let mut handle =
            EngineHandle::start_on(thread, &*session, &spec, options, move |reply| drop(sender.send(reply)));
        assert!(matches!(handle.wait_until_started(), Err(StartError::Thread(_))));
        for _ in 0..2 {
            let search = handle.go(&[], None);
            let reply = replies.recv().unwrap();
            assert_eq!(reply.search, search.id);
            assert!(matches!(reply.result, Err(Fault::Crash(why)) if why.contains("thread")));
        }
    }
}
