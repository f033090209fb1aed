//! The laws of the six games, their perft counts, and slow oracles to compare them with.

// A test that can't go on has failed.
#![allow(clippy::unwrap_used)]

mod compare;
mod laws;
mod oracle;
mod perfts;
mod texts;
