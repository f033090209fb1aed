//! Engines in threads or processes of their own, behind one interface.
//!
//! [`EngineHandle::start`] starts an engine for a game: one of Parlor's own, or another program that speaks the engine
//! protocol or HTP. Nobody can tell which from the handle: [`go`](EngineHandle::go) starts a search,
//! [`stop`](EngineHandle::stop) ends it early, [`latest`](EngineHandle::latest) is what the engine thinks so far, and
//! the reply is delivered when it is there. [`BlockingEngine`] waits for the reply, with patience, and lets quick engines
//! think on the thread that asks. An engine that panics, crashes or hangs costs its own reply and nothing else, and it
//! ends with its owner.
//!
//! ```
//! use parlor_engines::{Settings, StopFlag};
//! use parlor_host::BlockingEngine;
//! use parlor_play::{Options, game};
//! use std::time::Duration;
//!
//! let session = game("classic").expect("a game of the list").start(&Options::default())?;
//! let mut engine = BlockingEngine::start(&*session, &"medium:100n".parse()?, Settings::default())?;
//! let moves = ["3".to_string(), "3".to_string()];
//! let chosen = engine.choose(&moves, None, Duration::from_secs(10), &StopFlag::default())?;
//! assert!(chosen.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod blocking;
mod error;
mod handle;
mod htp;
mod local;
mod pipe;
mod platform;
mod process;
mod process_group;
mod running;

pub use blocking::BlockingEngine;
pub use error::StartError;
pub use handle::{EngineHandle, HostOptions, Reply, Search};
pub use htp::HtpEngine;
pub use platform::thread_cpu_time;
pub use process::ProcessEngine;
pub use process_group::kill_all_programs;

/// The examples of the README, compiled and run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
