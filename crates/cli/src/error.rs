//! The errors that end the program, with their exit codes.

use crate::interrupt::INTERRUPTED;
use parlor_line::LineError;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// An error that ends the program.
#[derive(Debug)]
pub(crate) enum CliError {
    /// A check that the user asked for failed. The exit code is 1.
    Check(String),
    /// Wrong usage or bad input. The exit code is 2.
    Use(String),
    /// Something differs from what it should be, as the output says. The exit code is 1.
    Differs,
    /// Interrupted, after the results so far were printed. The exit code is 130.
    Interrupted,
    /// The user quit. The exit code is 0.
    Quit,
    /// The reader of the output closed the pipe. This is not an error: the exit code is 0.
    BrokenPipe,
}

impl CliError {
    /// Returns the error for wrong usage or bad input.
    pub(crate) fn bad(reason: impl ToString) -> CliError {
        CliError::Use(reason.to_string())
    }

    /// Prints the reason to standard error and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let (reason, code) = match self {
            CliError::Check(reason) => (reason, 1),
            CliError::Use(reason) => (reason, 2),
            CliError::Differs => return ExitCode::from(1),
            CliError::Interrupted => return ExitCode::from(INTERRUPTED),
            CliError::Quit | CliError::BrokenPipe => return ExitCode::SUCCESS,
        };
        // If standard error is closed, the exit code is all that can be reported.
        let _ = writeln!(io::stderr(), "parlor: {}", printable(&reason));
        ExitCode::from(code)
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliError::Check(reason) | CliError::Use(reason) => out.write_str(&printable(reason)),
            CliError::Differs => out.write_str("something differs"),
            CliError::Interrupted => out.write_str("interrupted"),
            CliError::Quit => out.write_str("the user quit"),
            CliError::BrokenPipe => out.write_str("the output was closed"),
        }
    }
}

/// Returns the first 1,000 characters of the reason, with control characters escaped.
fn printable(reason: &str) -> String {
    let shown = reason.chars().take(1_000);
    shown
        .flat_map(|letter| if letter.is_control() { letter.escape_default().collect() } else { vec![letter] })
        .collect()
}

impl From<LineError> for CliError {
    fn from(error: LineError) -> CliError {
        match error {
            LineError::Io(error) => error.into(),
            LineError::InputEnded => CliError::Check(error.to_string()),
            LineError::Quit => CliError::Quit,
            LineError::Other(reason) => CliError::Use(reason),
        }
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> CliError {
        match error.kind() {
            io::ErrorKind::BrokenPipe => CliError::BrokenPipe,
            _ => CliError::bad(error),
        }
    }
}
