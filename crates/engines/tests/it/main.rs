//! Engines from outside.

// A test that can't go on has failed.
#![allow(clippy::unwrap_used)]

mod mcts;
mod perfect;
mod solver;
mod test_sets;
