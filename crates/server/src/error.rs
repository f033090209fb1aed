//! Errors as clients see them, and as the log shows them.

use crate::create_game::CreateGameError;
use crate::display_name::BadName;
use crate::follow::FollowError;
use crate::picture_cache::NoPicture;
use crate::room::{CommandError, RoomError};
use crate::storage::StorageError;
use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::error::Error;

/// Why a request was refused or failed. Nothing has changed then.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    #[error(transparent)]
    Room(#[from] RoomError),
    #[error(transparent)]
    CreateGame(#[from] CreateGameError),
    #[error(transparent)]
    Name(#[from] BadName),
    #[error(transparent)]
    Follow(#[from] FollowError),
    #[error(transparent)]
    Picture(#[from] NoPicture),
    #[error("{}", json_reason(.0))]
    Json(#[from] JsonRejection),
    #[error("{}", .0.body_text())]
    Query(#[from] QueryRejection),
    #[error("no cookie: ask for /api/me first")]
    NoCookie,
    #[error("this guest was deleted: ask for /api/me to become another one")]
    DeletedGuest,
    #[error("the request comes from another site")]
    OtherSite,
    #[error("this server does not go by that name: see --origin")]
    OtherHost,
    #[error("a request must name one host, the same in its address and in its Host header")]
    BadHost,
    #[error("the request took too long to arrive")]
    Timeout,
    #[error("too many requests: {0} a second at most")]
    TooManyRequests(u32),
    #[error("too many games: {0} a day at most")]
    TooManyGames(u32),
    #[error("too many changes of your name and requests for your data: {0} a day at most")]
    TooManyChanges(u32),
    #[error("too many sockets: {0} at most")]
    TooManySockets(u32),
    #[error("there is no round {asked}: the table has played {rounds}")]
    NoSuchRound { asked: u64, rounds: u64 },
    #[error("there is no position after {asked} moves: the round has {moves}")]
    NoSuchPosition { asked: usize, moves: usize },
    #[error("the database was removed or replaced: nothing is saved until the server is started again")]
    FileGone,
    #[error("the server is stopping")]
    Stopping,
    #[error("there is nothing here")]
    NotFound,
    #[error("this method is not allowed here")]
    MethodNotAllowed,
    #[error("{0}")]
    NoSocket(String),
    /// An error that axum or tower answered by itself.
    #[error("{reason}")]
    Other { status: StatusCode, reason: String },
}

/// The body of every error.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct ErrorBody {
    /// What went wrong, as a sentence without a full stop.
    error: String,
}

/// The errors that every request can have, for the OpenAPI description.
#[cfg(feature = "openapi")]
#[derive(utoipa::IntoResponses)]
// Only the description needs it.
#[allow(dead_code)]
pub(crate) enum ErrorResponses {
    /// The request can't be carried out as it is.
    #[response(status = "4XX")]
    Client(ErrorBody),
    /// The server can't carry it out now.
    #[response(status = "5XX")]
    Server(ErrorBody),
}

impl ApiError {
    fn status(&self) -> StatusCode {
        match self {
            ApiError::Room(error) => room_status(error),
            ApiError::Follow(error) => follow_status(*error),
            ApiError::Json(rejection) => rejection.status(),
            ApiError::Query(rejection) => rejection.status(),
            ApiError::NoCookie | ApiError::DeletedGuest => StatusCode::UNAUTHORIZED,
            ApiError::OtherSite => StatusCode::FORBIDDEN,
            ApiError::OtherHost => StatusCode::MISDIRECTED_REQUEST,
            ApiError::Timeout => StatusCode::REQUEST_TIMEOUT,
            ApiError::TooManyRequests(_)
            | ApiError::TooManyGames(_)
            | ApiError::TooManyChanges(_)
            | ApiError::TooManySockets(_) => StatusCode::TOO_MANY_REQUESTS,
            ApiError::Name(BadName::LooksLike(_)) => StatusCode::CONFLICT,
            ApiError::FileGone | ApiError::Stopping | ApiError::Picture(_) => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::NotFound | ApiError::NoSuchRound { .. } | ApiError::NoSuchPosition { .. } => {
                StatusCode::NOT_FOUND
            }
            ApiError::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            ApiError::NoSocket(_) => StatusCode::UPGRADE_REQUIRED,
            ApiError::Other { status, .. } => *status,
            ApiError::BadHost | ApiError::CreateGame(_) | ApiError::Name(_) => StatusCode::BAD_REQUEST,
        }
    }
}

fn follow_status(error: FollowError) -> StatusCode {
    match error {
        FollowError::NoSuchBoard => StatusCode::NOT_FOUND,
        FollowError::WrongSecret => StatusCode::FORBIDDEN,
        FollowError::TooManyOfGuest(_) | FollowError::TooManyOfAddress => StatusCode::TOO_MANY_REQUESTS,
        FollowError::TooManyFollowers | FollowError::TooManyBoards => StatusCode::SERVICE_UNAVAILABLE,
        FollowError::LongPosition | FollowError::TooManyMarks => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

fn room_status(error: &RoomError) -> StatusCode {
    match error {
        RoomError::NoSuchGame => StatusCode::NOT_FOUND,
        RoomError::Stale | RoomError::NoSeat | RoomError::LooksLike(_) => StatusCode::CONFLICT,
        RoomError::Command(CommandError::Watching) => StatusCode::FORBIDDEN,
        RoomError::Command(CommandError::IdTaken) => StatusCode::CONFLICT,
        RoomError::Command(_) => StatusCode::UNPROCESSABLE_ENTITY,
        RoomError::Storage(_)
        | RoomError::Replay(_)
        | RoomError::Random(_)
        | RoomError::Task(_)
        | RoomError::Panicked => StatusCode::SERVICE_UNAVAILABLE,
    }
}

impl From<getrandom::Error> for ApiError {
    fn from(error: getrandom::Error) -> ApiError {
        RoomError::Random(error).into()
    }
}

impl From<StorageError> for ApiError {
    fn from(error: StorageError) -> ApiError {
        RoomError::Storage(error).into()
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.status();
        // A server that is told to stop says so until it does: that is no error.
        if status.is_server_error() && !matches!(self, ApiError::Stopping) {
            tracing::error!(error = error_chain(&self), "request failed");
        }
        let mut response = (status, Json(ErrorBody { error: self.to_string() })).into_response();
        if let ApiError::NoSocket(_) = self {
            let headers = response.headers_mut();
            headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
            headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        }
        response
    }
}

/// Joins an error and its sources with colons.
pub fn error_chain(error: &dyn Error) -> String {
    let sources = std::iter::successors(Some(error), |&error| error.source());
    sources.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// Describes what is wrong with a body, without axum's preface and without line and column.
fn json_reason(rejection: &JsonRejection) -> String {
    let text = rejection.body_text();
    let prefaces = ["target type: ", "request body as JSON: "];
    let reason = prefaces.iter().find_map(|preface| Some(text.split_once(preface)?.1)).unwrap_or(&text);
    without_position(reason).to_string()
}

/// Strips line and column from a JSON error: people never see the text that they count in.
pub(crate) fn without_position(reason: &str) -> &str {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_position = |text: &str| {
        text.split_once(" column ").is_some_and(|(line, column)| is_number(line) && is_number(column))
    };
    match reason.rsplit_once(" at line ") {
        Some((reason, position)) if is_position(position) => reason,
        _ => reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_positions_are_stripped() {
        assert_eq!(without_position("a size is two numbers at line 1 column 44"), "a size is two numbers");
        for words in ["look at line 3", "unknown field ` at line x column 2`", "at line 1 column 1"] {
            assert_eq!(without_position(words), words);
        }
    }

    #[test]
    fn a_chain_names_every_source() {
        let source = serde_json::from_str::<u64>("x").unwrap_err();
        let error = StorageError::Entry { game: "g".into(), seq: 3, source: std::sync::Arc::new(source) };
        let chain = error_chain(&error);
        assert!(chain.starts_with("entry 3 of the log of game g can't be read: expected value"), "{chain}");
    }
}
