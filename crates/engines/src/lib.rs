//! The engines: programs that choose moves.
//!
//! Every engine implements [`Engine`]. [`Engine::think`] takes a position, [`Limits`], a [`StopFlag`] and a
//! callback for reports; play, hints, live evaluation and analysis all use it. [`EngineRegistry`] lists the
//! engines of each game.
//!
//! ```
//! use parlor_engines::{Limits, EngineRegistry, Settings, StopFlag};
//! use parlor_rules::drop::classic::Position;
//!
//! let position = Position::default();
//! let entry = Position::engine("random").expect("every game has it");
//! let mut engine = (entry.make)(&Settings::seeded(7));
//! let chosen = engine.think(&position, &Limits::default(), &StopFlag::default(), &mut |_| {});
//! assert!(chosen.is_some());
//! ```

mod bound;
mod budget;
mod clock;
pub mod connect4;
mod data_file;
mod engine;
pub mod growing;
pub mod hex;
mod limits;
mod registry;
mod score;
pub mod search;
mod settings;
pub mod super_;
pub mod tiles;

pub use budget::Budget;
#[cfg(target_family = "wasm")]
pub use clock::lend_clock;
pub use data_file::{DataFile, data_files};
pub use engine::{Engine, Report, StopFlag};
pub use limits::{BadLimit, Limits};
pub use registry::{EngineEntry, EngineRegistry, Make, Unsupported};
pub use score::{Expectation, Value, ValueKind};
pub use settings::Settings;

/// The examples of the README, compiled and run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
