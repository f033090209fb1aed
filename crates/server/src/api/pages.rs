//! The page and its files, which are embedded in the program.

use super::preview::{Preview, public_address};
use crate::app::App;
use crate::error::ApiError;
use crate::room::RoomError;
use crate::web::{self, Body, Encoding, File};
use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use std::path::{Component, PathBuf};

/// What caches are told about files whose names have their hashes.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// What caches are told about all others: ask whether it has changed.
const REVALIDATE: &str = "no-cache";

/// Returns the page, which shows the hall and every game.
pub(crate) async fn index(State(app): State<App>, headers: HeaderMap) -> Response {
    page(&app, &headers, &Preview::hall()).await
}

/// Returns the page of a game; it says so itself if there is none.
pub(crate) async fn game(State(app): State<App>, Path(id): Path<String>, headers: HeaderMap) -> Response {
    match app.hub.room(&id).await {
        Err(RoomError::NoSuchGame) => {
            (StatusCode::NOT_FOUND, page(&app, &headers, &Preview::hall()).await).into_response()
        }
        // Whatever else is wrong, the page will hear of it and try again.
        Err(_) => page(&app, &headers, &Preview::hall()).await,
        Ok(_) => {
            let preview = Preview::of_game(&app, &id).await.unwrap_or_else(Preview::hall);
            page(&app, &headers, &preview).await
        }
    }
}

/// Returns the page with what it says to those who have only its address.
async fn page(app: &App, headers: &HeaderMap, preview: &Preview) -> Response {
    let bytes = match &app.shared.config.page {
        Some(folder) => tokio::fs::read(folder.join("index.html")).await.ok().map(Bytes::from),
        None => web::file("index.html").map(File::unpacked),
    };
    let Some(bytes) = bytes else { return ApiError::NotFound.into_response() };
    let config = &app.shared.config;
    let text = String::from_utf8_lossy(&bytes).replace("=\"/", &format!("=\"{}", config.base_path.as_str()));
    let body = Bytes::from(preview.fill(&text, &public_address(headers, config)));
    let hash = web::hash(&body);
    respond(headers, body, &hash, REVALIDATE, web::content_type("index.html"), Encoding::Plain)
}

/// Answers requests for anything else: a JSON error under `/api`, the page elsewhere.
pub(crate) async fn not_found(
    State(app): State<App>,
    method: Method,
    uri: Uri,
    mut headers: HeaderMap,
) -> Response {
    let is_api = uri.path() == "/api" || uri.path().starts_with("/api/");
    if !matches!(method, Method::GET | Method::HEAD) || is_api {
        return ApiError::NotFound.into_response();
    }
    // An error always has its body.
    headers.remove(header::IF_NONE_MATCH);
    (StatusCode::NOT_FOUND, page(&app, &headers, &Preview::hall()).await).into_response()
}

/// Returns a file of the page.
pub(crate) async fn asset(State(app): State<App>, Path(path): Path<String>, headers: HeaderMap) -> Response {
    if path == "index.html" {
        return ApiError::NotFound.into_response();
    }
    named(&app, &headers, &path).await
}

/// Returns a data file of the engines. An address with its hash never changes.
pub(crate) async fn data(
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let Some(body) = web::data_file(&name) else { return ApiError::NotFound.into_response() };
    let caching = if query.as_ref() == Some(&body.hash) { FOR_EVER } else { REVALIDATE };
    respond_body(&headers, body, caching, web::content_type(&name))
}

/// Returns the favicon, of which browsers ask by themselves.
pub(crate) async fn icon(State(app): State<App>, headers: HeaderMap) -> Response {
    match web::icon() {
        Some(file) => respond_file(&headers, file),
        None => named(&app, &headers, "icon.svg").await,
    }
}

/// Returns the service worker.
pub(crate) async fn service_worker(State(app): State<App>, headers: HeaderMap) -> Response {
    named(&app, &headers, "sw.js").await
}

/// Returns the manifest, which says how the page is installed.
pub(crate) async fn manifest(State(app): State<App>, headers: HeaderMap) -> Response {
    named(&app, &headers, "manifest.webmanifest").await
}

/// Returns a file by its name: an embedded one, or one of the folder that the page is served from while it is worked on.
async fn named(app: &App, headers: &HeaderMap, name: &str) -> Response {
    if let Some(folder) = &app.shared.config.page {
        return source(folder.clone(), headers, name).await;
    }
    match web::file(name) {
        Some(file) => respond_file(headers, file),
        None => ApiError::NotFound.into_response(),
    }
}

/// Returns a file of the sources of the page. The WebAssembly module is the embedded one.
async fn source(folder: PathBuf, headers: &HeaderMap, name: &str) -> Response {
    if name == "engine/parlor.wasm"
        && let Some(file) = web::module()
    {
        return respond_body(headers, file.body(Encoding::Plain), REVALIDATE, file.content_type());
    }
    let path = folder.join(name);
    // Checked before anything is opened: `name` may be an absolute path, and reading a device may never end.
    let is_inside = std::path::Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    if !is_inside || !tokio::fs::metadata(&path).await.is_ok_and(|found| found.is_file()) {
        return ApiError::NotFound.into_response();
    }
    match tokio::fs::read(path).await {
        Ok(bytes) => {
            let hash = web::hash(&bytes);
            respond(headers, bytes.into(), &hash, REVALIDATE, web::content_type(name), Encoding::Plain)
        }
        Err(_) => ApiError::NotFound.into_response(),
    }
}

fn respond_file(headers: &HeaderMap, file: &File) -> Response {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let body = file.body(Encoding::accepted(accepted.unwrap_or_default()));
    let caching = if file.is_immutable() { FOR_EVER } else { REVALIDATE };
    respond_body(headers, body, caching, file.content_type())
}

fn respond_body(
    headers: &HeaderMap,
    body: &Body,
    caching: &'static str,
    content_type: &'static str,
) -> Response {
    respond(headers, body.bytes.clone(), &body.hash, caching, content_type, body.encoding)
}

/// Returns the response to a client that has what this tag stands for already.
pub(super) fn unchanged(headers: &HeaderMap, tag: &str, caching: &'static str) -> Option<Response> {
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|tags| tags.to_str().ok());
    let is_known = known.flat_map(|tags| tags.split(',')).any(|known| {
        // A proxy that compresses a body makes its tag a weak one.
        known.trim().trim_start_matches("W/").trim_matches('"') == tag
    });
    is_known.then(|| (StatusCode::NOT_MODIFIED, cache_headers(tag, caching)).into_response())
}

/// Returns the response with this body, unless the client has it already.
pub(super) fn respond(
    headers: &HeaderMap,
    body: Bytes,
    tag: &str,
    caching: &'static str,
    content_type: &'static str,
    encoding: Encoding,
) -> Response {
    if let Some(unchanged) = unchanged(headers, tag, caching) {
        return unchanged;
    }
    let described = cache_headers(tag, caching);
    let mut response = (described, [(header::CONTENT_TYPE, content_type)], body).into_response();
    if let Some(name) = encoding.name() {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
    }
    response
}

fn cache_headers(tag: &str, caching: &'static str) -> [(HeaderName, String); 3] {
    [
        (header::ETAG, format!("\"{tag}\"")),
        (header::CACHE_CONTROL, caching.to_string()),
        (header::VARY, "accept-encoding".to_string()),
    ]
}
