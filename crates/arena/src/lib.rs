//! Matches and ladders between engines, Parlor's own and any that speak the engine protocol.
//!
//! Every engine runs in a thread or a process of its own ([`parlor_host`]) with a timeout: one that
//! crashes, plays an illegal move or takes too long forfeits that game, and the match continues. [`Score`]
//! turns results into Elo and error bars, [`run`] plays a match on all cores, [`ladder`] rates many engines at once,
//! and [`solo`] compares engines at a game for one.

mod elo;
mod error;
pub mod ladder;
mod pairing;
mod runner;
mod score;
pub mod solo;
mod sprt;

pub use elo::{Interval, elo, expected, wilson};
pub use error::{ListenerError, MatchError};
pub use pairing::{Finished, MoveTimes, Opening, Pairing};
pub use runner::{Match, Progress, run};
pub use score::{GameResult, Score};
pub use sprt::{BadSprt, Sprt, Verdict};

/// The examples of the README, compiled and run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
