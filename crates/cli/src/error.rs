//! How the program ends when it does not end well.

use crate::interrupt::INTERRUPTED;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// Why the program stops, and with which exit code.
#[derive(Debug)]
pub(crate) enum CliError {
    /// A check that the user asked for did not hold: 1.
    Check(String),
    /// Wrong use or bad input: 2.
    Use(String),
    /// Interrupted, after all there was to say was said: 130.
    Interrupted,
    /// Whoever read our output has had enough: no error at all.
    BrokenPipe,
}

impl CliError {
    /// Wrong use or bad input, for this reason.
    pub(crate) fn bad(reason: impl ToString) -> CliError {
        CliError::Use(reason.to_string())
    }

    /// Says what went wrong and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let (reason, code) = match self {
            CliError::Check(reason) => (reason, 1),
            CliError::Use(reason) => (reason, 2),
            CliError::Interrupted => return ExitCode::from(INTERRUPTED),
            CliError::BrokenPipe => return ExitCode::SUCCESS,
        };
        // If nobody can be told, the exit code has to do.
        let _ = writeln!(io::stderr(), "parlor: {}", printable(&reason));
        ExitCode::from(code)
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliError::Check(reason) | CliError::Use(reason) => out.write_str(&printable(reason)),
            CliError::Interrupted => out.write_str("interrupted"),
            CliError::BrokenPipe => out.write_str("nobody reads any more"),
        }
    }
}

/// The reason without anything that moves a terminal's cursor, and not longer than anybody reads.
fn printable(reason: &str) -> String {
    let shown = reason.chars().take(1_000);
    shown
        .flat_map(|letter| if letter.is_control() { letter.escape_default().collect() } else { vec![letter] })
        .collect()
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> CliError {
        match error.kind() {
            io::ErrorKind::BrokenPipe => CliError::BrokenPipe,
            _ => CliError::bad(error),
        }
    }
}
