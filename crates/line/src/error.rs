//! Why a dialogue ended early.

use std::io;
use thiserror::Error;

/// Why a dialogue ended early.
#[derive(Debug, Error)]
pub enum LineError {
    /// The input ended before the game was over.
    #[error("input ended before the game was over")]
    InputEnded,
    /// The player has typed `quit`.
    #[error("the game was left")]
    Quit,
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Something else: options that no game has, an engine that failed.
    #[error("{0}")]
    Other(String),
}

impl LineError {
    /// Returns the error with this reason.
    pub(crate) fn other(reason: impl ToString) -> LineError {
        LineError::Other(reason.to_string())
    }
}
