//! Tables, records and views, from outside.

// A test that can't go on has failed.
#![allow(clippy::unwrap_used)]

mod corpus;
mod examples;
mod invariants;
mod records;
mod tables;
mod timeline;
mod views;
