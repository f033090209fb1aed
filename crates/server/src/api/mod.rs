//! The HTTP API.

mod catalogue;
mod extract;
mod follow;
mod frames;
mod games;
mod history;
mod live;
mod me;
#[cfg(feature = "openapi")]
pub(crate) mod openapi;
#[cfg(feature = "openapi")]
mod openapi_bounds;
mod ops;
mod pages;
mod preview;
mod socket;
mod upgrade;

use crate::app::App;
use crate::error::ApiError;
use axum::Router;
use axum::http::header;
use axum::routing::{get, post};

/// The OpenAPI description, made by the module `openapi`.
const DESCRIPTION: &str = include_str!("openapi.json");

/// Returns the routes for operators alone.
pub(crate) fn metrics_router(app: App) -> Router {
    Router::new()
        .route("/metrics", get(ops::metrics))
        .route("/health", get(ops::health))
        .route("/ready", get(ops::ready))
        .with_state(app)
}

/// Returns all routes.
pub(crate) fn router(app: App) -> Router {
    let own_metrics = match app.shared.config.metrics_address {
        None => Router::new().route("/metrics", get(ops::metrics)),
        Some(_) => Router::new(),
    };
    Router::new()
        .route("/api/catalogue", get(catalogue::catalogue))
        .route("/api/me", get(me::me).post(me::rename))
        .route("/api/me/games", get(me::games))
        .route("/api/games", post(games::create))
        .route("/api/games/{id}", get(games::game))
        .route("/api/games/{id}/join", post(games::join))
        .route("/api/games/{id}/do", post(games::command))
        .route("/api/games/{id}/view", get(history::view))
        .route("/api/games/{id}/moves", get(history::moves))
        .route("/api/games/{id}/record", get(games::record))
        .route("/api/games/{id}/export/{format}", get(games::export))
        .route("/api/games/{id}/live", get(live::live))
        .route("/api/follow", post(follow::open))
        .route("/api/follow/{id}", get(follow::board).put(follow::present).delete(follow::end))
        .route("/api/follow/{id}/live", get(follow::live))
        .route("/api/openapi.json", get(async || ([(header::CONTENT_TYPE, "application/json")], DESCRIPTION)))
        .route("/health", get(ops::health))
        .route("/ready", get(ops::ready))
        .merge(own_metrics)
        .route("/", get(pages::index))
        .route("/me", get(pages::index))
        .route("/g/{id}", get(pages::game))
        .route("/analysis", get(pages::index))
        .route("/puzzles", get(pages::index))
        .route("/puzzles/daily", get(pages::index))
        .route("/follow/{id}", get(pages::index))
        .route("/preview.png", get(preview::hall))
        .route("/preview/{id}/board.png", get(preview::board))
        .route("/preview/{id}/qr.svg", get(preview::qr))
        .route("/assets/{*path}", get(pages::asset))
        .route("/assets/data/{name}", get(pages::data))
        .route("/sw.js", get(pages::service_worker))
        .route("/manifest.webmanifest", get(pages::manifest))
        .route("/favicon.ico", get(pages::icon))
        .fallback(pages::not_found)
        .method_not_allowed_fallback(async || ApiError::MethodNotAllowed)
        .with_state(app)
}
