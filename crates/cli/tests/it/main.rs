//! The program as a user meets it: the real binary, run with arguments and input.

// A test that can't go on has failed.
#![allow(clippy::unwrap_used)]

#[cfg(unix)]
mod at_a_terminal;
#[cfg(target_os = "linux")]
#[cfg(feature = "server")]
mod chaos;
// Programs are run in process groups, which Windows does not have.
#[cfg(unix)]
mod check;
mod contests;
// The programs are shell scripts.
#[cfg(unix)]
mod engine_programs;
// Not on Windows, where a killed server's connections were seen to stay open.
#[cfg(unix)]
#[cfg(feature = "server")]
mod crash;
#[cfg(unix)]
mod full_screen;
mod games;
#[cfg(unix)]
mod help;
mod hex_programs;
mod hostile;
mod program;
mod puzzles;
mod readme;
mod records;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "server")]
mod serving;
mod seventh_game;
mod solving;
mod solving_hex;
#[cfg(unix)]
mod terminal;
mod transcripts;
