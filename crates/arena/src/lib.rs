//! Matches and ladders: engines play each other, ours and any that speak the protocol, and nothing an engine does can
//! hang or crash a match.
//!
//! A [`MatchEngine`] sits in a thread or a process of its own and is asked for a move with patience: whoever crashes,
//! plays an illegal move or takes too long loses that game, is counted, and the run goes on. [`Score`] turns results
//! into Elo and error bars, [`run`] plays a match on all cores, [`ladder`] rates many engines at once, [`solo`]
//! compares players of a game for one, and [`book`] and [`train`] are the jobs that make the engines' data.

pub mod book;
mod elo;
mod engine;
mod external;
pub mod ladder;
mod pairing;
mod platform;
mod runner;
mod score;
pub mod solo;
mod sprt;
pub mod train;

pub use elo::{Interval, elo, expected, wilson};
pub use engine::{Fault, InProcess, MatchEngine, start_engine};
pub use external::External;
pub use pairing::{Finished, Opening, Pairing};
pub use runner::{Match, Progress, run};
pub use score::{GameResult, Score};
pub use sprt::{Sprt, Verdict};

use parlor_engines::Settings;
use parlor_play::{PlayerSpec, Session, SessionEngine};

/// Seats an engine of the game or another program, for a table with people at it.
pub fn seat(
    session: &dyn Session,
    who: &PlayerSpec,
    settings: &Settings,
) -> Result<Box<dyn SessionEngine>, String> {
    match who {
        PlayerSpec::Program(words) => Ok(Box::new(External::start(words)?)),
        _ => session.engine(who, settings).map_err(|error| error.to_string()),
    }
}

/// The same for a full screen, which another program must not write on.
pub fn seat_quietly(
    session: &dyn Session,
    who: &PlayerSpec,
    settings: &Settings,
) -> Result<Box<dyn SessionEngine>, String> {
    match who {
        PlayerSpec::Program(words) => Ok(Box::new(External::start_quietly(words)?)),
        _ => seat(session, who, settings),
    }
}

/// The examples of the README, compiled and run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
