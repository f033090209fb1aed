//! The errors of a match, apart from the faults of its engines.

use parlor_host::StartError;
use parlor_play::BadOptions;
use parlor_play::record::BadRecord;
use std::error::Error as StdError;
use thiserror::Error;

/// The error of a progress callback: a file that can't be written, for example.
pub type ListenerError = Box<dyn StdError + Send + Sync>;

/// An error that prevents a match from being played or resumed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MatchError {
    /// There is no such game.
    #[error("there is no game {0:?}")]
    NoSuchGame(String),
    /// The game can't be started like this.
    #[error(transparent)]
    Options(#[from] BadOptions),
    /// An engine can't be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A player of the match is human.
    #[error("a person can't play in a match")]
    Human,
    /// A line of a record that can't be read.
    #[error("line {line}: {source}")]
    Record {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        source: BadRecord,
    },
    /// A game of a record that belongs to another match.
    #[error("line {line}: a game of another match")]
    OtherMatch {
        /// The line, from 1.
        line: usize,
    },
    /// The progress callback failed.
    #[error(transparent)]
    Listener(ListenerError),
}
