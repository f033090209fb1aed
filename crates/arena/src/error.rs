//! What can go wrong with a match, other than what its engines do.

use parlor_host::StartError;
use parlor_play::BadOptions;
use parlor_play::record::BadRecord;
use std::error::Error as StdError;
use thiserror::Error;

/// Why whoever is told of a job's progress could not take the news in: a file that can't be written, for example.
pub type ListenerError = Box<dyn StdError + Send + Sync>;

/// Why a match can't be played or resumed.
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
    /// People do not play in matches.
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
    /// Whoever is told of the games could not take the news in.
    #[error(transparent)]
    Listener(ListenerError),
}
