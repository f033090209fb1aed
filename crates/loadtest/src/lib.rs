//! A client for the server, a load test that plays many games with it, and an attack while others play.
//!
//! It knows the server only by its API (`docs/server.md`) and reads as much of it as playing needs, so that the
//! server's tests do not use the types they test.

mod attack;
mod client;
mod load;
mod platform;
mod snapshot;

pub use attack::{AttackCounts, AttackReport, AttackTest};
pub use client::{Client, ClientError, Message, Socket};
pub use load::{Latencies, LoadReport, LoadTest};
pub use snapshot::{Seat, Snapshot, View, apply_update};

/// The examples of the README, compiled and run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
