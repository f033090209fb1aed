//! The program as its users meet it: the real binary, run with arguments.

// A test that can't go on has failed.
#![allow(clippy::unwrap_used)]

mod book;
mod connect4;
mod playouts;
mod program;
mod train;
