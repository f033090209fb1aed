//! The errors that end the program, with their exit codes.

use crate::interrupt::INTERRUPTED;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

#[derive(Debug, thiserror::Error)]
pub(crate) enum TrainingError {
    /// Wrong usage or bad input. The exit code is 2.
    #[error("{0}")]
    Use(String),
    /// So many results of a bench are wrong. The exit code is 1.
    #[error("{0} scores are wrong")]
    Wrong(usize),
    /// Interrupted, after the results so far were saved and printed. The exit code is 130.
    #[error("interrupted")]
    Interrupted,
    /// Standard output can't be written to. If its reader closed it, this is not an error.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl TrainingError {
    /// Returns the error for wrong usage or bad input.
    pub(crate) fn bad(reason: impl ToString) -> TrainingError {
        TrainingError::Use(reason.to_string())
    }

    /// Returns the error for a file that can't be used.
    pub(crate) fn file(path: &Path, reason: impl std::fmt::Display) -> TrainingError {
        TrainingError::Use(format!("{}: {reason}", path.display()))
    }

    /// Prints the reason to standard error and returns the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let code = match &self {
            TrainingError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            TrainingError::Interrupted => return ExitCode::from(INTERRUPTED),
            TrainingError::Wrong(_) => 1,
            TrainingError::Use(_) | TrainingError::Output(_) => 2,
        };
        // If standard error is closed, the exit code is all that can be reported.
        let _ = writeln!(io::stderr(), "parlor-training: {self}");
        ExitCode::from(code)
    }
}
