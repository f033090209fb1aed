//! The page and its files, which are embedded in the program.

use crate::error::ApiError;
use crate::web::{self, File};
use axum::extract::Path;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// Returns the page, which shows the hall and every game.
pub(crate) async fn index(headers: HeaderMap) -> Response {
    match web::file("index.html") {
        Some(file) => respond(&headers, file),
        None => ApiError::NotFound.into_response(),
    }
}

/// Answers requests for anything else: a JSON error under `/api`, the page elsewhere.
pub(crate) async fn not_found(method: Method, uri: Uri) -> Response {
    let is_api = uri.path() == "/api" || uri.path().starts_with("/api/");
    match web::file("index.html").filter(|_| matches!(method, Method::GET | Method::HEAD) && !is_api) {
        Some(file) => (StatusCode::NOT_FOUND, respond(&HeaderMap::new(), file)).into_response(),
        None => ApiError::NotFound.into_response(),
    }
}

/// Returns a file of the page.
pub(crate) async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    match web::file(&path).filter(|_| path != "index.html") {
        Some(file) => respond(&headers, file),
        None => ApiError::NotFound.into_response(),
    }
}

/// Returns the favicon.
pub(crate) async fn icon(headers: HeaderMap) -> Response {
    asset(Path("icon.svg".into()), headers).await
}

fn respond(headers: &HeaderMap, file: &File) -> Response {
    let etag = file.etag();
    let caching = [(header::ETAG, etag.clone()), (header::CACHE_CONTROL, "no-cache".to_string())];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|cached| cached.as_bytes() == etag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    (caching, [(header::CONTENT_TYPE, file.content_type())], file.bytes).into_response()
}
