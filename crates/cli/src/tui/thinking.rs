//! Engines in threads of their own, so that the screen never waits for one.

use super::Message;
use crate::platform::lower_priority;
use parlor_engines::{Report, Settings, StopFlag};
use parlor_play::{PlayerSpec, Session};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// An engine in its thread.
pub(crate) struct Worker {
    requests: Sender<Request>,
    latest: Latest,
    /// What was last taken out of there.
    seen: RefCell<Option<Report<String>>>,
    /// The last request.
    number: u64,
    stop: StopFlag,
}

/// The latest report, and the request it is about.
type Latest = Arc<Mutex<Option<(u64, Report<String>)>>>;

/// A position to think about.
struct Request {
    number: u64,
    history: Vec<String>,
    stop: StopFlag,
}

/// Thinking that is under way.
#[derive(Clone, Debug)]
pub(crate) struct Thinking {
    /// Which request it is.
    pub(super) number: u64,
    pub(super) stop: StopFlag,
    /// When it began.
    pub(super) since: Duration,
}

static REQUESTS: AtomicU64 = AtomicU64::new(1);

impl Worker {
    /// Starts an engine for a game that begins like this session.
    pub(super) fn start(
        start: Box<dyn Session>,
        who: PlayerSpec,
        settings: Settings,
        tx: Sender<Message>,
    ) -> Worker {
        let (requests, asked) = channel();
        let latest = Latest::default();
        let stop = StopFlag::default();
        let desk = Desk { session: start, who, settings, latest: Arc::clone(&latest), tx };
        thread::spawn(move || desk.work(&asked));
        Worker { requests, latest, seen: RefCell::new(None), number: 0, stop }
    }

    /// Asks for a move after these moves.
    pub(super) fn ask(&mut self, history: Vec<String>, now: Duration) -> Thinking {
        self.stop.stop();
        self.stop = StopFlag::default();
        self.forget();
        let number = REQUESTS.fetch_add(1, Ordering::Relaxed);
        self.number = number;
        // If its thread has ended it has said why.
        let _ = self.requests.send(Request { number, history, stop: self.stop.clone() });
        Thinking { number, stop: self.stop.clone(), since: now }
    }

    /// What it thinks so far. Never waits for the engine, which may be put aside in the middle of a report.
    pub(super) fn thought(&self) -> Option<Report<String>> {
        if let Ok(mut latest) = self.latest.try_lock()
            && let Some((number, thought)) = latest.take()
            && number == self.number
        {
            *self.seen.borrow_mut() = Some(thought);
        }
        self.seen.borrow().clone()
    }

    /// Forgets what it thought.
    pub(super) fn forget(&mut self) {
        *self.seen.borrow_mut() = None;
        self.number = 0;
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// What an engine's thread has in front of it.
struct Desk {
    session: Box<dyn Session>,
    who: PlayerSpec,
    settings: Settings,
    latest: Latest,
    tx: Sender<Message>,
}

impl Desk {
    fn work(mut self, asked: &Receiver<Request>) {
        // Thinking is for the time that nothing else needs: a key comes first, also on a machine that is busy.
        lower_priority();
        let seated = parlor_arena::seat_quietly(&*self.session, &self.who, &self.settings);
        let mut engine = match seated {
            Ok(engine) => engine,
            Err(reason) => {
                for request in asked {
                    let _ = self.tx.send(Message::Chosen(request.number, Err(reason.clone())));
                }
                return;
            }
        };
        for Request { number, history, stop } in asked {
            let answer = match catch_up(&mut self.session, &history) {
                Err(reason) => Err(reason),
                Ok(()) if stop.is_stopped() => continue,
                Ok(()) => {
                    // Whoever is asked after a win is asked to go on.
                    if self.session.turn().is_over() {
                        self.session.continue_after_win();
                    }
                    let (session, latest) = (&*self.session, &self.latest);
                    let mut report = |thought: &Report<String>| {
                        if stop.is_stopped() {
                            return;
                        }
                        let thought = Some((number, thought.clone()));
                        *latest.lock().unwrap_or_else(PoisonError::into_inner) = thought;
                    };
                    let mut think = || engine.think(session, &stop, &mut report);
                    match catch_unwind(AssertUnwindSafe(&mut think)) {
                        Ok(chosen) => chosen.ok_or_else(|| "it found no move".into()),
                        Err(_) => Err("it broke down".into()),
                    }
                }
            };
            if self.tx.send(Message::Chosen(number, answer)).is_err() {
                return;
            }
        }
    }
}

/// Brings a session to the position after these moves.
pub(super) fn catch_up(session: &mut Box<dyn Session>, history: &[String]) -> Result<(), String> {
    if !history.starts_with(&session.history()) {
        *session = session.restarted();
    }
    for text in &history[session.ply()..] {
        // A record has no move for going on after a win: whoever played further has gone on.
        if session.turn().is_over() {
            session.continue_after_win();
        }
        session.play(text).map_err(|error| format!("{text}: {error}"))?;
    }
    Ok(())
}
