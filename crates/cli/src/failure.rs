//! How the program ends when it does not end well.

use std::io;
use std::process::ExitCode;

/// Why the program stops, and with which exit code.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A check that the user asked for did not hold: 1.
    Check(String),
    /// Wrong use or bad input: 2.
    Use(String),
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
            Failure::BrokenPipe => return ExitCode::SUCCESS,
        };
        eprintln!("parlor: {reason}");
        ExitCode::from(code)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::bad(error),
        }
    }
}
