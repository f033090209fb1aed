//! Matches as they are run, and their statistics against a simulated coin.

// A test that can't go on has failed.
#![allow(clippy::unwrap_used)]

mod coin;
mod faults;
mod matches;
