//! A client for the server, and a load test that plays many games with it.
//!
//! It knows the server only by its API (`docs/server.md`) and reads as much of it as playing needs, so that the
//! server's tests do not use the types they test.

mod client;
mod load;

pub use client::{Client, ClientError, Message, Seat, Snapshot, Socket, View};
pub use load::{LoadReport, LoadTest};

/// The examples of the README, compiled and run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
