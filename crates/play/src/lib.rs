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
//! let mut table = Table::open(Header::new(hex.info().name))?;
//! let acted = table.act(&Command::Move { by: None, text: "F3".into() }, 0);
//! assert_eq!(acted.refusal, None);
//! assert_eq!(table.view().next, Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate knows no terminal, no socket, no file and no clock: time comes in as a number of milliseconds.

mod engine;
mod game;
mod games;
mod info;
mod options;
mod player_spec;
pub mod protocol;
pub mod record;
mod session;
mod show;
mod table;
mod timeline;
mod view;

pub use engine::{EngineInfo, SessionEngine};
pub use game::Game;
pub use games::{DEFAULT_GAME, GAMES, game};
pub use info::{Dialogue, GameInfo, PieceKind, Thumbnail, ValueUnit};
pub use options::{BadOptions, OptionKind, Options, checked_name};
pub use player_spec::{BadPlayerSpec, PlayerSpec};
pub use session::{ForkPoint, MoveError, Session};
pub use table::{
    ActOutcome, Applied, BadEvent, Clock, Command, Ending, Entry, Event, Fault, Header, MatchGame, Offer,
    Refusal, SetupRecord, Table, TimeControl,
};
pub use timeline::{CONTINUE, Ply, PlyKind, Timeline};
pub use view::{BoardFormat, Goal, Layout, MoveTarget, Slide, Status, Step, View};

/// The examples of the README, compiled and run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
