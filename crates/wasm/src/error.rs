//! Why a request can't be answered.

use parlor_play::record::BadRecord;
use parlor_play::{BadAnalysis, BadOptions, BadPlayerSpec, BadPuzzles, Fault, MoveError};
use std::fmt;

/// Why a request can't be answered.
#[derive(Debug)]
pub enum ApiError {
    /// It is no request.
    Request(serde_json::Error),
    /// There is no game of this number.
    NoSuchGame(u64),
    /// Too many games are open.
    TooManyGames,
    /// The game can't be opened like this.
    Options(BadOptions),
    /// The text holds no record.
    NoRecord,
    /// A line of a record is wrong: its number and why.
    Record(usize, BadRecord),
    /// A move can't be made: the move and why.
    Move(String, MoveError),
    /// There is nothing to undo or redo.
    NothingToDo,
    /// The line has fewer plies than this.
    NoSuchPly(usize),
    /// The next move is not chance's.
    NotChance,
    /// No player is to move.
    NobodyToMove,
    /// There is no such engine, or it can't play here.
    Engine(BadPlayerSpec),
    /// The engine has failed.
    Fault(Fault),
    /// There is no data file of this name.
    NoSuchFile(String),
    /// An analysis can't be opened or changed like this.
    Analysis(BadAnalysis),
    /// No puzzles can be made.
    Puzzles(BadPuzzles),
}

impl fmt::Display for ApiError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ApiError::Request(error) => write!(out, "not a request: {error}"),
            ApiError::NoSuchGame(id) => write!(out, "there is no open game {id}"),
            ApiError::TooManyGames => out.write_str("too many games are open"),
            ApiError::Options(error) => error.fmt(out),
            ApiError::NoRecord => out.write_str("there is no record in this text"),
            ApiError::Record(line, error) => write!(out, "line {line}: {error}"),
            ApiError::Move(text, error) => {
                let shown: String = text.chars().take(40).collect();
                write!(out, "{shown:?}: {error}")
            }
            ApiError::NothingToDo => out.write_str("there is nothing to undo or redo"),
            ApiError::NoSuchPly(ply) => write!(out, "the line has no ply {ply}"),
            ApiError::NotChance => out.write_str("the next move is not chance's"),
            ApiError::NobodyToMove => out.write_str("no player is to move"),
            ApiError::Engine(error) => error.fmt(out),
            ApiError::Fault(fault) => fault.fmt(out),
            ApiError::Analysis(error) => error.fmt(out),
            ApiError::Puzzles(error) => error.fmt(out),
            ApiError::NoSuchFile(name) => write!(out, "there is no data file {name:?}"),
        }
    }
}

impl std::error::Error for ApiError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ApiError::Request(error) => Some(error),
            ApiError::Options(error) => Some(error),
            ApiError::Record(_, error) => Some(error),
            ApiError::Move(_, error) => Some(error),
            ApiError::Engine(error) => Some(error),
            ApiError::Fault(fault) => Some(fault),
            ApiError::Analysis(error) => Some(error),
            ApiError::Puzzles(error) => Some(error),
            _ => None,
        }
    }
}
