//! What can go wrong with an engine.

use parlor_play::{BadPlayerSpec, Fault};
use thiserror::Error;

/// Why an engine can't be started.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StartError {
    /// The game has no such engine, or it can't play this board.
    #[error(transparent)]
    Spec(#[from] BadPlayerSpec),
    /// No program was named.
    #[error("no program was named")]
    NoProgram,
    /// The program can't be run.
    #[error("{program}: {source}")]
    Spawn {
        /// The program.
        program: String,
        /// Why not.
        source: std::io::Error,
    },
    /// The program runs, but does not speak the engine protocol.
    #[error("{program}: {fault}")]
    Protocol {
        /// The program.
        program: String,
        /// What it did instead.
        #[source]
        fault: Fault,
    },
    /// The program speaks HTP, and the game is not Hex.
    #[error("{program}: HTP is the protocol of Hex programs, {game} is another game")]
    NotHex {
        /// The program.
        program: String,
        /// The game.
        game: &'static str,
    },
    /// The system refused to start a thread for the engine.
    #[error("the system refused to start a thread: {0}")]
    Thread(#[source] std::io::Error),
    /// The owner of the engine was gone before it was there.
    #[error("the engine is not needed any more")]
    Ended,
    /// The thread of the engine ended before the engine was there.
    #[error("the engine panicked while it was started")]
    Panicked,
}
