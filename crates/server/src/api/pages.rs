//! The page and its parts, which are in the program itself.

use crate::error::ApiError;
use crate::web::{self, File};
use axum::extract::Path;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// The page: of the hall and of every game.
pub(crate) async fn index(headers: HeaderMap) -> Response {
    match web::file("index.html") {
        Some(file) => served(&headers, file),
        None => not_here().into_response(),
    }
}

/// Whatever else is asked for: programs are seq in JSON, people by the page.
pub(crate) async fn elsewhere(method: Method, uri: Uri) -> Response {
    let is_api = uri.path() == "/api" || uri.path().starts_with("/api/");
    match web::file("index.html").filter(|_| matches!(method, Method::GET | Method::HEAD) && !is_api) {
        Some(file) => (StatusCode::NOT_FOUND, served(&HeaderMap::new(), file)).into_response(),
        None => not_here().into_response(),
    }
}

/// A part of the page.
pub(crate) async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    match web::file(&path).filter(|_| path != "index.html") {
        Some(file) => served(&headers, file),
        None => not_here().into_response(),
    }
}

/// The little picture of the tab.
pub(crate) async fn icon(headers: HeaderMap) -> Response {
    asset(Path("icon.svg".into()), headers).await
}

fn not_here() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "there is nothing here")
}

fn served(headers: &HeaderMap, file: &File) -> Response {
    let tag = file.tag();
    let fixed = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, "no-cache".to_string())];
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    if known {
        return (StatusCode::NOT_MODIFIED, fixed).into_response();
    }
    (fixed, [(header::CONTENT_TYPE, file.kind())], file.bytes).into_response()
}
