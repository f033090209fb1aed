//! What a client is told when something can't be done.

use crate::room::{CommandError, RoomError};
use crate::storage::StorageError;
use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::{IntoResponses, ToSchema};

/// What a client is told when something can't be done. Nothing has changed then.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    reason: String,
}

/// The body of every error.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErrorBody {
    /// What went wrong.
    error: String,
}

/// What every request may come to instead, for the description of the interface.
#[derive(IntoResponses)]
// Only the description needs it.
#[allow(dead_code)]
pub(crate) enum Errors {
    /// It can't be done as it was asked.
    #[response(status = "4XX")]
    Client(ErrorBody),
    /// The server can't do it now.
    #[response(status = "5XX")]
    Server(ErrorBody),
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, reason: impl ToString) -> ApiError {
        ApiError { status, reason: reason.to_string() }
    }

    pub(crate) fn bad(reason: impl ToString) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, reason)
    }

    pub(crate) fn too_many(reason: impl ToString) -> ApiError {
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, reason)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        if self.status.is_server_error() {
            tracing::error!(reason = self.reason, "request failed");
        }
        (self.status, Json(ErrorBody { error: self.reason })).into_response()
    }
}

/// What is wrong with some JSON, without its line and column: people never see the text that is counted there.
pub(crate) fn without_place(reason: &str) -> &str {
    let is_place = |place: &str| {
        let numbers = place.split_once(" column ");
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        numbers.is_some_and(|(line, column)| digits(line) && digits(column))
    };
    match reason.rsplit_once(" at line ") {
        Some((told, place)) if is_place(place) => told,
        _ => reason,
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> ApiError {
        let reason = rejection.body_text();
        let told = reason.rsplit_once("target type: ").map_or(reason.as_str(), |(_, told)| told);
        ApiError::new(rejection.status(), without_place(told))
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> ApiError {
        ApiError::new(rejection.status(), rejection.body_text())
    }
}

impl From<StorageError> for ApiError {
    fn from(error: StorageError) -> ApiError {
        RoomError::Storage(error).into()
    }
}

impl From<RoomError> for ApiError {
    fn from(error: RoomError) -> ApiError {
        let status = match &error {
            RoomError::NoSuchGame => StatusCode::NOT_FOUND,
            RoomError::Stale | RoomError::NoSeat => StatusCode::CONFLICT,
            RoomError::Command(CommandError::Watching) => StatusCode::FORBIDDEN,
            RoomError::Command(_) => StatusCode::UNPROCESSABLE_ENTITY,
            RoomError::Storage(error) => {
                tracing::error!(%error, "something can't be kept or read");
                StatusCode::SERVICE_UNAVAILABLE
            }
        };
        ApiError::new(status, error)
    }
}

impl std::fmt::Display for RoomError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RoomError::NoSuchGame => out.write_str("there is no such game"),
            RoomError::Stale => out.write_str("the game has gone on since"),
            RoomError::NoSeat => out.write_str("no seat is free"),
            RoomError::Command(denied) => denied.fmt(out),
            // What exactly is for whoever runs the server.
            RoomError::Storage(_) => out.write_str("the server can't keep or read the game just now"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_a_text_are_left_out_and_words_are_not() {
        assert_eq!(without_place("a size is two numbers at line 1 column 44"), "a size is two numbers");
        for words in ["look at line 3", "unknown field ` at line x column 2`", "at line 1 column 1"] {
            assert_eq!(without_place(words), words);
        }
    }
}
