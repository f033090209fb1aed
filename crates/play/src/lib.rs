//! Where games are played: tables with seats, clock, record and undo, and the views that front ends draw.
//!
//! The types of the single games end here. Outside, a game is chosen at run time from the one list,
//! [`GAMES`], and spoken to in text and [`View`]s: a [`Session`] is a game in progress, a [`Table`] is a session
//! with people around it, and a [`record`] is a table's history as text.
//!
//! ```
//! use parlor_play::{Command, Header, Table, game};
//!
//! let hex = game("hex").expect("one of the six");
//! let mut table = Table::open(Header::new(hex.about().name))?;
//! let acted = table.act(&Command::Move { by: None, text: "F3".into() }, 0);
//! assert_eq!(acted.refusal, None);
//! assert_eq!(table.view().next, Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate knows no terminal, no socket, no file and no clock: time comes in as a number of milliseconds.

mod games;
mod options;
pub mod protocol;
pub mod record;
mod session;
mod table;
mod thinker;
mod view;

pub use games::{GAMES, Game, GameInfo, game};
pub use options::{BadOptions, OptionKind, Options, checked_name};
pub use session::{Axis, MoveError, Session};
pub use table::{
    ActOutcome, BadEvent, Clock, Command, Ending, Entry, Event, Header, Offer, Refusal, SetupRecord, Table,
    TimeControl,
};
pub use thinker::{BadPlayerSpec, EngineInfo, PlayerSpec, SessionEngine};
pub use view::{Goal, Layout, MoveTarget, Show, Status, Step, View};

/// The examples of the README, compiled and run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
