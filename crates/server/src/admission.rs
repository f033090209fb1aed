//! Admitting requests: how many a client may make, how many of an address are answered at the same time, and how fast an
//! address may load the page's files.

use crate::app::App;
use crate::error::ApiError;
use crate::guest::Guest;
use crate::throttle::Wanted;
use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::time::Duration;
use tokio::time::sleep;

/// How long a refusal waits, so that clients who ask again at once don't keep the server busy.
pub(crate) const REFUSAL_PAUSE: Duration = Duration::from_millis(250);

/// The longest body that is read before a request gets its turn. Handlers have shorter limits.
const LONGEST_BODY: usize = 64 << 10;

/// Answers a request of this address as soon as it may be answered, or refuses it.
pub(crate) async fn admit(app: &App, address: IpAddr, request: Request, next: Next) -> Response {
    let throttle = &app.shared.throttle;
    let path = request.uri().path();
    if is_for_operators(path) {
        // They don't wait for turns: a check says whether the server lives, not how many are in front of it.
        return match throttle.allow_check(address) {
            true => next.run(request).await,
            false => refuse(too_many(app)).await,
        };
    }
    if is_file(path) {
        let turn = throttle.turn(address).await;
        let response = next.run(request).await;
        drop(turn);
        let bytes = response.body().size_hint().lower();
        return match throttle.wait_for(address, Wanted::File { bytes }).await {
            true => response,
            false => refuse(too_many(app)).await,
        };
    }
    let guest = Guest::from_cookies(request.headers());
    let is_allowed = guest.is_none_or(|guest| throttle.allow_request(address, &guest));
    if !is_allowed || !throttle.wait_for(address, Wanted::Request).await {
        return refuse(too_many(app)).await;
    }
    // A client who sends its body slowly must not have a turn meanwhile.
    let request = match with_whole_body(request).await {
        Ok(request) => request,
        Err(error) => return error.into_response(),
    };
    let _turn = throttle.turn(address).await;
    next.run(request).await
}

/// Whether a path is asked for by programs of the operators, which know the server by any name.
pub(crate) fn is_for_operators(path: &str) -> bool {
    matches!(path, "/health" | "/ready" | "/metrics")
}

/// Whether a path is that of a file of the page, of which it needs many.
fn is_file(path: &str) -> bool {
    path.starts_with("/assets/") || matches!(path, "/sw.js" | "/manifest.webmanifest" | "/favicon.ico")
}

/// Answers a request that is refused.
pub(crate) async fn refuse(error: ApiError) -> Response {
    sleep(REFUSAL_PAUSE).await;
    error.into_response()
}

fn too_many(app: &App) -> ApiError {
    ApiError::TooManyRequests(app.shared.config.limits.requests)
}

/// Returns a request whose body has arrived.
async fn with_whole_body(request: Request) -> Result<Request, ApiError> {
    let expected = request.body().size_hint();
    if request.body().is_end_stream() || expected.lower() > LONGEST_BODY as u64 {
        // There is nothing to wait for, or it is refused by its length.
        return Ok(request);
    }
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, LONGEST_BODY).await.map_err(|_| ApiError::Other {
        status: StatusCode::PAYLOAD_TOO_LARGE,
        reason: "length limit exceeded".into(),
    })?;
    Ok(Request::from_parts(parts, Body::from(body)))
}
