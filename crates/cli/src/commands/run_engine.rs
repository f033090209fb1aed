//! `parlor run-engine`: an engine that speaks the engine protocol on standard input and output.

use super::{best_engine, find_game};
use crate::args::RunEngineArgs;
use crate::error::CliError;
use crate::output::Output;
use parlor_engines::{Limits, Settings, StopFlag};
use parlor_play::protocol::{Reply, Request};
use parlor_play::{ForkPoint, Game, PlayerSpec, Session, SessionEngine};
use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line that is read, long enough for the moves of a long game.
const LONGEST_LINE: u64 = 1 << 24;

/// How long a search may last once the input has ended: long enough for a script that is piped in, not so long that an
/// engine outlives the program that started it.
const LAST_SEARCH: Duration = Duration::from_secs(1);

/// An event of the engine's main loop.
enum EngineEvent {
    /// A line of standard input.
    Input(String),
    /// A reply of the search thread.
    Reply(Reply),
    /// Standard input has ended.
    EndOfInput,
}

pub(crate) fn run(args: &RunEngineArgs) -> Result<(), CliError> {
    let game = find_game(&args.game.game)?;
    let settings = Settings {
        seed: args.seed,
        memory: args.memory,
        threads: args.threads as usize,
        ..Settings::default()
    };
    let session = game.start(&Default::default()).map_err(CliError::bad)?;
    // Protocol clients send limits, which `perfect` ignores.
    let who = args.engine.clone().unwrap_or_else(|| best_engine(game, &*session, true));
    session.check_player(&who).map_err(CliError::bad)?;
    let (tx, rx) = channel();
    read_lines(tx.clone());
    let mut engine = Engine {
        game,
        who,
        settings,
        session: Ok(session),
        engine: None,
        out: Output::new(),
        tx,
        waiting: VecDeque::new(),
    };
    engine.serve(&rx)
}

/// Reads lines in a thread of their own, so that `stop` is received during a search.
fn read_lines(tx: Sender<EngineEvent>) {
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        while let Ok(1..) = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            if tx.send(EngineEvent::Input(String::from_utf8_lossy(&line).into_owned())).is_err() {
                return;
            }
            line.clear();
        }
        let _ = tx.send(EngineEvent::EndOfInput);
    });
}

/// A command that was refused and must come again.
enum Refused {
    /// The game, or the board that it starts from.
    Game,
    /// The moves. The game is known.
    Position(Box<dyn Session>),
}

impl fmt::Display for Refused {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Refused::Game => "there is no game: the last one was refused",
            Refused::Position(_) => "there is no position: the last one was refused",
        })
    }
}

struct Engine {
    game: &'static dyn Game,
    who: PlayerSpec,
    settings: Settings,
    /// The game at the position, or the command that was refused: what it asked for must not be taken for what there was
    /// before.
    session: Result<Box<dyn Session>, Refused>,
    /// The engine and the limits it was made for. It is reused because it may remember earlier searches.
    engine: Option<(Limits, Box<dyn SessionEngine>)>,
    out: Output,
    tx: Sender<EngineEvent>,
    waiting: VecDeque<EngineEvent>,
}

impl Engine {
    fn serve(&mut self, rx: &Receiver<EngineEvent>) -> Result<(), CliError> {
        loop {
            let next = match self.waiting.pop_front() {
                Some(event) => event,
                None => rx.recv().unwrap_or(EngineEvent::EndOfInput),
            };
            let EngineEvent::Input(line) = next else { return Ok(()) };
            if line.trim().is_empty() {
                continue;
            }
            match Request::read(&line) {
                Ok(Request::Quit) => return Ok(()),
                Ok(Request::Stop) => {}
                Ok(Request::Go(limits)) => {
                    if self.go(limits, rx)? {
                        return Ok(());
                    }
                }
                Ok(request) => {
                    let replies = self.answer(request);
                    replies.into_iter().try_for_each(|reply| self.send(&reply))?;
                }
                Err(reason) => self.send(&Reply::Error(reason))?,
            }
        }
    }

    fn send(&mut self, reply: &Reply) -> Result<(), CliError> {
        self.out.line(reply)?;
        self.out.flush()
    }

    fn answer(&mut self, request: Request) -> Vec<Reply> {
        match request {
            Request::Hello => {
                // Gets ready for the usual game, because a client may name no other.
                if let Ok(session) = &self.session {
                    let _ = session.engine(&self.who, &self.settings);
                }
                let id = format!("{} of parlor {}", self.who, env!("CARGO_PKG_VERSION"));
                vec![Reply::Id(id), Reply::Ok]
            }
            Request::Game { name, .. } if name != self.game.info().name => {
                vec![self.set_game(Err(format!("this engine plays {}", self.game.info().name)))]
            }
            Request::Game { options, .. } => {
                let started = self.game.start(&options).map_err(|error| error.to_string());
                vec![self.set_game(started)]
            }
            Request::Setup(setup) => {
                let game = match &self.session {
                    Ok(game) | Err(Refused::Position(game)) => game,
                    Err(refused) => return vec![Reply::Error(refused.to_string())],
                };
                let started = game.set_up(&setup).map_err(|error| error.to_string());
                vec![self.set_game(started)]
            }
            Request::Position(moves) => vec![self.set_position(&moves)],
            Request::Go(_) | Request::Stop | Request::Quit => Vec::new(),
        }
    }

    /// Plays this game from now on. The engine gets ready for it, so that no search begins with loading.
    fn set_game(&mut self, started: Result<Box<dyn Session>, String>) -> Reply {
        self.engine = None;
        let ready = started.and_then(|session| match session.engine(&self.who, &self.settings) {
            Ok(_) => Ok(session),
            Err(error) => Err(error.to_string()),
        });
        match ready {
            Ok(session) => {
                self.session = Ok(session);
                Reply::Ok
            }
            Err(reason) => {
                self.session = Err(Refused::Game);
                Reply::Error(reason)
            }
        }
    }

    /// Sets the position to the one after these moves.
    fn set_position(&mut self, moves: &[String]) -> Reply {
        let game = match &self.session {
            Ok(game) | Err(Refused::Position(game)) => game,
            Err(refused) => return Reply::Error(refused.to_string()),
        };
        let mut session = game.fork(ForkPoint::Start);
        for (number, text) in moves.iter().enumerate() {
            if let Err(error) = session.play_listed(text) {
                self.session = Err(Refused::Position(session.fork(ForkPoint::Start)));
                return Reply::Error(format!("move {} ({text}): {error}", number + 1));
            }
        }
        self.session = Ok(session);
        Reply::Ok
    }

    /// Searches until the engine is done, a limit is reached or `stop` arrives. Returns whether `quit` arrived.
    fn go(&mut self, limits: Limits, rx: &Receiver<EngineEvent>) -> Result<bool, CliError> {
        let session = match &self.session {
            Ok(session) => session,
            Err(refused) => {
                let error = Reply::Error(refused.to_string());
                return self.send(&error).map(|()| false);
            }
        };
        let reusable = self.engine.take().filter(|(for_limits, _)| *for_limits == limits);
        let mut engine = match reusable {
            Some((_, engine)) => engine,
            None => {
                let who = match &self.who {
                    PlayerSpec::Engine { name, limits: own } if limits == Limits::default() => {
                        PlayerSpec::Engine { name: name.clone(), limits: *own }
                    }
                    PlayerSpec::Engine { name, .. } => PlayerSpec::Engine { name: name.clone(), limits },
                    other => other.clone(),
                };
                session.engine(&who, &self.settings).map_err(CliError::bad)?
            }
        };
        let stop = StopFlag::default();
        let (moves, tx, stop_search) = (session.timeline().moves(), self.tx.clone(), stop.clone());
        let (mut quit, mut waiting, out) = (false, VecDeque::new(), &mut self.out);
        let has_ended = self.waiting.iter().any(|event| matches!(event, EngineEvent::EndOfInput));
        let mut deadline = has_ended.then(|| Instant::now() + LAST_SEARCH);
        thread::scope(|scope| {
            let thinking = &mut engine;
            scope.spawn(move || {
                let info = |thought: &parlor_engines::Report<String>| {
                    let _ = tx.send(EngineEvent::Reply(Reply::Info(thought.clone())));
                };
                let chosen = thinking
                    .catch_up(&moves)
                    .and_then(|()| thinking.think(None, &stop_search, &mut { info }));
                let _ = tx.send(EngineEvent::Reply(Reply::Best(chosen.unwrap_or_default())));
            });
            loop {
                let left = deadline.map_or(Duration::MAX, |deadline| deadline.duration_since(Instant::now()));
                let next = match rx.recv_timeout(left) {
                    Ok(next) => next,
                    Err(RecvTimeoutError::Timeout) => {
                        stop.stop();
                        deadline = None;
                        continue;
                    }
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                };
                match next {
                    EngineEvent::Reply(reply) => {
                        let written = out.line(&reply).and_then(|()| out.flush());
                        if written.is_err() {
                            stop.stop();
                        }
                        if matches!(reply, Reply::Best(_)) {
                            return written;
                        }
                    }
                    EngineEvent::Input(line) => match Request::read(&line) {
                        Ok(Request::Stop) => stop.stop(),
                        // After other commands it waits for them, so that a whole script can be piped in.
                        Ok(Request::Quit) if waiting.is_empty() => {
                            stop.stop();
                            quit = true;
                        }
                        _ => waiting.push_back(EngineEvent::Input(line)),
                    },
                    EngineEvent::EndOfInput => {
                        deadline = Some(Instant::now() + LAST_SEARCH);
                        waiting.push_back(EngineEvent::EndOfInput);
                    }
                }
            }
        })?;
        self.waiting.extend(waiting);
        self.engine = Some((limits, engine));
        Ok(quit)
    }
}
