//! Parlor: six grid games in a terminal and in the browser.

mod args;
mod clock;
mod commands;
mod corrected_size;
mod count;
mod data;
#[cfg(feature = "server")]
mod environment;
mod error;
mod interrupt;
mod line;
mod locale;
mod output;
mod platform;
mod record_file;
mod record_reader;
mod terminal_probe;
mod tui;

use clap::Parser;
use error::CliError;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

fn main() -> ExitCode {
    let done = match args::Args::try_parse() {
        Ok(args) => commands::run(args),
        // --help and --version are output as any other: a full disk is an error.
        Err(help) if !help.use_stderr() => {
            help.print().and_then(|()| io::stdout().flush()).map_err(CliError::from)
        }
        Err(wrong_use) => wrong_use.exit(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(),
    }
}

/// Returns the time in milliseconds since 1970, as events record it.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}
