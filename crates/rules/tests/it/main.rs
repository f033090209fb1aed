//! Integration tests of the six games: property tests, perft counts, and comparison with slow oracles.

// A test may panic: that is how it fails.
#![allow(clippy::unwrap_used)]

mod compare;
mod examples;
mod extremes;
mod handouts;
mod laws;
mod memory;
mod oracle;
mod perfts;
mod preludes;
mod texts;
