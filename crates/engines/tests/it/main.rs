//! Integration tests of the engines.

// A test may panic: that is how it fails.
#![allow(clippy::unwrap_used)]

mod examples;
mod hex;
mod mcts;
mod perfect;
mod solver;
mod test_sets;
