//! How the program ends when it does not end well.

use crate::interrupt::INTERRUPTED;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// Why the program stops, and with which exit code.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A check that the user asked for did not hold: 1.
    Check(String),
    /// Wrong use or bad input: 2.
    Use(String),
    /// Interrupted, after all there was to say was said: 130.
    Interrupted,
    /// Whoever read our output has had enough: no error at all.
    BrokenPipe,
}

impl Failure {
    /// Wrong use or bad input, for this reason.
    pub(crate) fn bad(reason: impl ToString) -> Failure {
        Failure::Use(reason.to_string())
    }

    /// Says what went wrong and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let (reason, code) = match self {
            Failure::Check(reason) => (reason, 1),
            Failure::Use(reason) => (reason, 2),
            Failure::Interrupted => return ExitCode::from(INTERRUPTED),
            Failure::BrokenPipe => return ExitCode::SUCCESS,
        };
        // If nobody can be told, the exit code has to do.
        let _ = writeln!(io::stderr(), "parlor: {}", printable(&reason));
        ExitCode::from(code)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Check(reason) | Failure::Use(reason) => out.write_str(&printable(reason)),
            Failure::Interrupted => out.write_str("interrupted"),
            Failure::BrokenPipe => out.write_str("nobody reads any more"),
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

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::bad(error),
        }
    }
}
