//! The page and its files, which are embedded in the program.

use super::preview::{Preview, public_origin};
use crate::app::App;
use crate::error::ApiError;
use crate::room::RoomError;
use crate::web::{self, Encoding, File};
use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
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
    let origin = public_origin(headers, &app.shared.config);
    let body = Bytes::from(preview.fill(&String::from_utf8_lossy(&bytes), &origin));
    let hash = web::hash(&body);
    respond(headers, body, &hash, REVALIDATE, web::content_type("index.html"), Encoding::Plain)
}

/// Answers requests for anything else: a JSON error under `/api`, the page elsewhere.
pub(crate) async fn not_found(State(app): State<App>, method: Method, uri: Uri) -> Response {
    let is_api = uri.path() == "/api" || uri.path().starts_with("/api/");
    if !matches!(method, Method::GET | Method::HEAD) || is_api {
        return ApiError::NotFound.into_response();
    }
    (StatusCode::NOT_FOUND, named(&app, &HeaderMap::new(), "index.html").await).into_response()
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
    let Some((bytes, hash)) = web::data_file(&name) else { return ApiError::NotFound.into_response() };
    let caching = if query.as_deref() == Some(hash) { FOR_EVER } else { REVALIDATE };
    let content_type = web::content_type(&name);
    respond(&headers, Bytes::from_static(bytes), hash, caching, content_type, Encoding::Plain)
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
        let (body, _) = file.body(Encoding::Plain);
        let hash = web::hash(&body);
        return respond(headers, body, &hash, REVALIDATE, file.content_type(), Encoding::Plain);
    }
    let is_inside = std::path::Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    match tokio::fs::read(folder.join(name)).await {
        Ok(bytes) if is_inside => {
            let hash = web::hash(&bytes);
            respond(headers, bytes.into(), &hash, REVALIDATE, web::content_type(name), Encoding::Plain)
        }
        _ => ApiError::NotFound.into_response(),
    }
}

fn respond_file(headers: &HeaderMap, file: &File) -> Response {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let (body, encoding) = file.body(Encoding::accepted(accepted.unwrap_or_default()));
    let caching = if file.is_immutable() { FOR_EVER } else { REVALIDATE };
    let hash = web::hash(&body);
    respond(headers, body, &hash, caching, file.content_type(), encoding)
}

fn respond(
    headers: &HeaderMap,
    body: Bytes,
    hash: &str,
    caching: &'static str,
    content_type: &'static str,
    encoding: Encoding,
) -> Response {
    let etag = format!("\"{hash}\"");
    let described = [
        (header::ETAG, etag.clone()),
        (header::CACHE_CONTROL, caching.to_string()),
        (header::VARY, "accept-encoding".to_string()),
    ];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|cached| cached.as_bytes() == etag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, described).into_response();
    }
    let mut response = (described, [(header::CONTENT_TYPE, content_type)], body).into_response();
    if let Some(name) = encoding.name() {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
    }
    response
}
