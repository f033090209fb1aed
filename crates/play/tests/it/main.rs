//! Tables, records and views, from outside.

// A test that can't go on has failed.
#![allow(clippy::unwrap_used)]

mod analysis;
mod corpus;
mod examples;
mod hex_formats;
mod hex_htp;
mod invariants;
mod puzzles;
mod records;
mod tables;
mod timeline;
mod views;
