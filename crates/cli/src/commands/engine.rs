//! `parlor engine`: an engine on standard input and output, speaking the engine protocol.

use super::{best_engine, named};
use crate::args::EngineArgs;
use crate::error::CliError;
use crate::output::Output;
use parlor_engines::{Limits, Settings, StopFlag};
use parlor_play::protocol::{Reply, Request};
use parlor_play::{ForkPoint, Game, PlayerSpec, Session, SessionEngine};
use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// The longest line that is read: room for a long game's moves.
const LONGEST_LINE: u64 = 1 << 24;

/// What the engine waits for.
enum Heard {
    Line(String),
    Said(Reply),
    End,
}

pub(crate) fn run(args: &EngineArgs) -> Result<(), CliError> {
    let game = named(&args.game.game)?;
    let settings = Settings {
        seed: args.seed,
        memory: args.memory,
        threads: args.threads as usize,
        ..Settings::default()
    };
    let session = game.start(&Default::default()).map_err(CliError::bad)?;
    // Whoever asks over the protocol gives limits, which perfect does not keep.
    let who = args.engine.clone().unwrap_or_else(|| best_engine(game, &*session, true));
    session.engine(&who, &settings).map_err(CliError::bad)?;
    let (heard, hears) = channel();
    read_lines(heard.clone());
    let mut engine = Engine {
        game,
        who,
        settings,
        session,
        thinker: None,
        out: Output::new(),
        heard,
        waiting: VecDeque::new(),
    };
    engine.serve(&hears)
}

/// Reads lines in a thread of their own, so that `stop` is heard while the engine thinks.
fn read_lines(heard: Sender<Heard>) {
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        while let Ok(1..) = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            if heard.send(Heard::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
                return;
            }
            line.clear();
        }
        let _ = heard.send(Heard::End);
    });
}

struct Engine {
    game: &'static dyn Game,
    who: PlayerSpec,
    settings: Settings,
    session: Box<dyn Session>,
    /// Made for the limits it was last asked with, and kept, because it may remember what it thought.
    thinker: Option<(Limits, Box<dyn SessionEngine>)>,
    out: Output,
    heard: Sender<Heard>,
    waiting: VecDeque<Heard>,
}

impl Engine {
    fn serve(&mut self, hears: &Receiver<Heard>) -> Result<(), CliError> {
        loop {
            let next = match self.waiting.pop_front() {
                Some(heard) => heard,
                None => hears.recv().unwrap_or(Heard::End),
            };
            let Heard::Line(line) = next else { return Ok(()) };
            if line.trim().is_empty() {
                continue;
            }
            match Request::read(&line) {
                Ok(Request::Quit) => return Ok(()),
                Ok(Request::Stop) => {}
                Ok(Request::Go(limits)) => {
                    if self.go(limits, hears)? {
                        return Ok(());
                    }
                }
                Ok(request) => {
                    let replies = self.answer(request);
                    replies.into_iter().try_for_each(|reply| self.say(&reply))?;
                }
                Err(reason) => self.say(&Reply::Error(reason))?,
            }
        }
    }

    fn say(&mut self, reply: &Reply) -> Result<(), CliError> {
        self.out.line(reply)?;
        self.out.flush()
    }

    fn answer(&mut self, request: Request) -> Vec<Reply> {
        match request {
            Request::Hello => {
                let id = format!("{} of parlor {}", self.who, env!("CARGO_PKG_VERSION"));
                vec![Reply::Id(id), Reply::Ok]
            }
            Request::Game { name, .. } if name != self.game.info().name => {
                vec![Reply::Error(format!("this engine plays {}", self.game.info().name))]
            }
            Request::Game { options, .. } => match self.game.start(&options) {
                Ok(session) => {
                    (self.session, self.thinker) = (session, None);
                    vec![Reply::Ok]
                }
                Err(error) => vec![Reply::Error(error.to_string())],
            },
            Request::Position(moves) => match self.set_position(&moves) {
                Ok(()) => vec![Reply::Ok],
                Err(reason) => vec![Reply::Error(reason)],
            },
            Request::Go(_) | Request::Stop | Request::Quit => Vec::new(),
        }
    }

    /// Plays the moves from the start; on an error the position is what it was.
    fn set_position(&mut self, moves: &[String]) -> Result<(), String> {
        let mut session = self.session.fork(ForkPoint::Start);
        for (number, text) in moves.iter().enumerate() {
            session.play_listed(text).map_err(|error| format!("move {} ({text}): {error}", number + 1))?;
        }
        self.session = session;
        Ok(())
    }

    /// Thinks until it knows, is told to stop, or its limits are reached; whether the engine was told to quit.
    fn go(&mut self, limits: Limits, hears: &Receiver<Heard>) -> Result<bool, CliError> {
        let kept = self.thinker.take().filter(|(for_limits, _)| *for_limits == limits);
        let mut thinker = match kept {
            Some((_, thinker)) => thinker,
            None => {
                let who = match &self.who {
                    PlayerSpec::Engine { name, limits: own } if limits == Limits::default() => {
                        PlayerSpec::Engine { name: name.clone(), limits: *own }
                    }
                    PlayerSpec::Engine { name, .. } => PlayerSpec::Engine { name: name.clone(), limits },
                    other => other.clone(),
                };
                self.session.engine(&who, &self.settings).map_err(CliError::bad)?
            }
        };
        let stop = StopFlag::default();
        let (moves, heard, told) = (self.session.timeline().moves(), self.heard.clone(), stop.clone());
        let (mut quit, mut waiting, out) = (false, VecDeque::new(), &mut self.out);
        thread::scope(|scope| {
            let thinking = &mut thinker;
            scope.spawn(move || {
                let info = |thought: &parlor_engines::Report<String>| {
                    let _ = heard.send(Heard::Said(Reply::Info(thought.clone())));
                };
                let chosen =
                    thinking.catch_up(&moves).and_then(|()| thinking.think(None, &told, &mut { info }));
                let _ = heard.send(Heard::Said(Reply::Best(chosen.unwrap_or_default())));
            });
            while let Ok(next) = hears.recv() {
                match next {
                    Heard::Said(reply) => {
                        let written = out.line(&reply).and_then(|()| out.flush());
                        if written.is_err() {
                            stop.stop();
                        }
                        if matches!(reply, Reply::Best(_)) {
                            return written;
                        }
                    }
                    Heard::Line(line) => match Request::read(&line) {
                        Ok(Request::Stop) => stop.stop(),
                        // Behind other commands it waits its turn, so that a whole script can be piped in.
                        Ok(Request::Quit) if waiting.is_empty() => {
                            stop.stop();
                            quit = true;
                        }
                        _ => waiting.push_back(Heard::Line(line)),
                    },
                    Heard::End => waiting.push_back(Heard::End),
                }
            }
            Ok(())
        })?;
        self.waiting.extend(waiting);
        self.thinker = Some((limits, thinker));
        Ok(quit)
    }
}
