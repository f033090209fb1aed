//! Matches as they are run, and their statistics against a simulated coin.

// A test that can't go on has failed.
#![allow(clippy::unwrap_used)]

mod coin;
// The programs that do everything wrong are shell scripts.
#[cfg(unix)]
mod faults;
mod matches;
