//! The rules and engines for web pages: WebAssembly that is spoken to in JSON.
//!
//! A page runs it in Web Workers: one that answers at once, and others that think. [`Api::call`] takes a request as
//! JSON and returns the reply as JSON; [`Request`] lists what can be asked. The exports of the WebAssembly module
//! (`boundary.rs`) only carry texts to it and back. Everything here also runs natively, and is tested there.
//!
//! ```
//! use parlor_wasm::{Api, NoHost};
//!
//! let mut api = Api::default();
//! let reply = api.call(r#"{"op":"open","game":"classic","moves":["3","3"]}"#, Vec::new(), &NoHost);
//! assert!(reply.starts_with(r#"{"ok":{"id":1,"#));
//! ```

mod api;
mod boards;
#[cfg(target_family = "wasm")]
mod boundary;
mod error;
mod host;
mod predict;
mod request;
mod state;
mod think;

pub use api::Api;
pub use error::ApiError;
pub use host::{Host, NoHost};
pub use request::{
    GameSpec, PuzzleRequest, Request, ReviewRequest, ThinkRequest, ValuedMove, ValuedPosition,
};
pub use state::GameState;

/// The examples of the README, compiled and run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
