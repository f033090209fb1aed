//! Whoever is asked for a move, with patience.

use crate::External;
use parlor_engines::{Limits, Settings, Stop};
use parlor_play::{Options, Session, Who, game};
use std::fmt;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// An engine in a thread or process of its own.
pub trait Contestant: Send {
    /// Chooses a move after these moves from the start, within the patience.
    fn choose(&mut self, history: &[String], patience: Duration) -> Result<String, Fault>;
}

/// How an engine loses a game without losing it on the board.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It crashed, or broke off, or spoke in riddles.
    Crash(String),
    /// It played a move that can't be made.
    Illegal(String),
    /// It took too long.
    Timeout,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Crash(reason) => write!(out, "crashed: {reason}"),
            Fault::Illegal(text) => write!(out, "illegal move: {text}"),
            Fault::Timeout => out.write_str("took too long"),
        }
    }
}

/// Starts a contestant for a game; an engine that is not there is told at once.
pub fn contestant(
    name: &'static str,
    options: &Options,
    who: &Who,
    limits: Limits,
    settings: Settings,
) -> Result<Box<dyn Contestant>, String> {
    let session = start(name, options)?;
    match who {
        Who::Human => Err("people do not play in matches".into()),
        Who::Program(words) => Ok(Box::new(External::start(words)?.playing(name, options, limits)?)),
        Who::Engine { .. } => {
            let who = who.clone().limited(limits);
            session.engine(&who, &settings).map_err(|error| error.to_string())?;
            Ok(Box::new(InProcess::start(session, who, settings)))
        }
    }
}

fn start(name: &str, options: &Options) -> Result<Box<dyn Session>, String> {
    let game = game(name).ok_or_else(|| format!("there is no game {name:?}"))?;
    game.start(options).map_err(|error| error.to_string())
}

/// One of our engines in a thread of its own, with a session of its own: if it panics only its thread ends, and if it
/// never answers it is left behind.
pub struct InProcess {
    requests: Sender<Vec<String>>,
    replies: Receiver<Result<Option<String>, String>>,
    stop: Stop,
}

/// How long an engine that was told to stop has until it is left behind.
const GRACE: Duration = Duration::from_secs(2);

impl InProcess {
    fn start(session: Box<dyn Session>, who: Who, settings: Settings) -> InProcess {
        let (requests, asked) = channel::<Vec<String>>();
        let (answers, replies) = channel();
        let stop = Stop::default();
        let told = stop.clone();
        thread::spawn(move || {
            let Ok(mut engine) = session.engine(&who, &settings) else { return };
            let mut session = session;
            while let Ok(history) = asked.recv() {
                let answer =
                    catch_up(&mut session, &history).map(|()| engine.think(&*session, &told, &mut |_| {}));
                if answers.send(answer).is_err() {
                    return;
                }
            }
        });
        InProcess { requests, replies, stop }
    }
}

/// Plays what the session has not seen yet, or everything from the start.
fn catch_up(session: &mut Box<dyn Session>, history: &[String]) -> Result<(), String> {
    let seen = session.history();
    if !history.starts_with(&seen) {
        *session = session.restarted();
    }
    for text in &history[session.ply()..] {
        session.play(text).map_err(|error| format!("{text}: {error}"))?;
    }
    Ok(())
}

impl Contestant for InProcess {
    fn choose(&mut self, history: &[String], patience: Duration) -> Result<String, Fault> {
        let gone = || Fault::Crash("the engine panicked".into());
        self.requests.send(history.to_vec()).map_err(|_| gone())?;
        match self.replies.recv_timeout(patience) {
            Ok(Ok(Some(chosen))) => Ok(chosen),
            Ok(Ok(None)) => Err(Fault::Crash("it found no move".into())),
            Ok(Err(reason)) => Err(Fault::Crash(reason)),
            Err(RecvTimeoutError::Disconnected) => Err(gone()),
            Err(RecvTimeoutError::Timeout) => {
                self.stop.stop();
                // Wait a little, so that it does not think on beside the next game.
                let _ = self.replies.recv_timeout(GRACE);
                Err(Fault::Timeout)
            }
        }
    }
}

impl Drop for InProcess {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
