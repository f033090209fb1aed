//! Whoever is asked for a move, with patience.

use crate::External;
use parlor_engines::{Limits, Settings, StopFlag};
use parlor_play::{Options, PlayerSpec, Session, game};
use std::fmt;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// An engine in a thread or process of its own.
pub trait MatchEngine: Send {
    /// Chooses a move after these moves from the start, within the patience; none if it is stopped from outside.
    fn choose(
        &mut self,
        history: &[String],
        patience: Duration,
        stop: &StopFlag,
    ) -> Result<Option<String>, Fault>;
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
pub fn start_engine(
    name: &'static str,
    options: &Options,
    who: &PlayerSpec,
    limits: Limits,
    settings: Settings,
) -> Result<Box<dyn MatchEngine>, String> {
    let session = start(name, options)?;
    match who {
        PlayerSpec::Human => Err("people do not play in matches".into()),
        PlayerSpec::Program(words) => Ok(Box::new(External::start(words)?.playing(name, options, limits)?)),
        PlayerSpec::Engine { .. } => {
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
    requests: Sender<News>,
    replies: Receiver<Result<Option<String>, String>>,
    stop: StopFlag,
    /// The moves it has been told.
    told: Vec<String>,
}

/// Moves an engine has not been told yet; a game of thousands of moves would be slow if it were told all each time.
struct News {
    /// Whether they go on from those before, or begin the game again.
    goes_on: bool,
    moves: Vec<String>,
}

/// How often whoever waits for an engine looks whether the match is stopped.
pub(crate) const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
/// How long an engine that was told to stop has until it is left behind.
const GRACE: Duration = Duration::from_secs(2);

impl InProcess {
    fn start(session: Box<dyn Session>, who: PlayerSpec, settings: Settings) -> InProcess {
        let (requests, asked) = channel::<News>();
        let (answers, replies) = channel();
        let stop = StopFlag::default();
        let told = stop.clone();
        thread::spawn(move || {
            let Ok(mut engine) = session.engine(&who, &settings) else { return };
            let mut session = session;
            while let Ok(news) = asked.recv() {
                let answer =
                    catch_up(&mut session, &news).map(|()| engine.think(&*session, &told, &mut |_| {}));
                if answers.send(answer).is_err() {
                    return;
                }
            }
        });
        InProcess { requests, replies, stop, told: Vec::new() }
    }
}

/// Plays what the session has not seen yet.
fn catch_up(session: &mut Box<dyn Session>, news: &News) -> Result<(), String> {
    if !news.goes_on {
        *session = session.restarted();
    }
    for text in &news.moves {
        session.play(text).map_err(|error| format!("{text}: {error}"))?;
    }
    Ok(())
}

impl MatchEngine for InProcess {
    fn choose(
        &mut self,
        history: &[String],
        patience: Duration,
        stop: &StopFlag,
    ) -> Result<Option<String>, Fault> {
        let gone = || Fault::Crash("the engine panicked".into());
        let goes_on = history.starts_with(&self.told);
        let known = if goes_on { self.told.len() } else { 0 };
        self.told.truncate(known);
        self.told.extend_from_slice(&history[known..]);
        self.requests.send(News { goes_on, moves: history[known..].to_vec() }).map_err(|_| gone())?;
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.replies.recv_timeout(left.min(BETWEEN_LOOKS)) {
                Ok(Ok(Some(chosen))) => return Ok(Some(chosen)),
                Ok(Ok(None)) => return Err(Fault::Crash("it found no move".into())),
                Ok(Err(reason)) => return Err(Fault::Crash(reason)),
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
                Err(RecvTimeoutError::Timeout) if stop.is_stopped() => {
                    self.stop.stop();
                    return Ok(None);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    self.stop.stop();
                    // Wait a little, so that it does not think on beside the next game.
                    let _ = self.replies.recv_timeout(GRACE);
                    return Err(Fault::Timeout);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Drop for InProcess {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
