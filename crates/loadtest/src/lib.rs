//! A client for the server, and a load test that plays many games with it.
//!
//! It knows the server only by its API (`docs/server.md`) and reads as much of it as playing needs, so that the
//! server's tests do not use the types they test.

mod client;
mod load;
mod snapshot;

pub use client::{Client, ClientError, Message, Socket};
pub use load::{Latencies, LoadReport, LoadTest};
pub use snapshot::{Seat, Snapshot, View, apply_update};

/// The examples of the README, compiled and run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
