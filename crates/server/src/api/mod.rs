//! The HTTP API.

mod catalogue;
mod extract;
mod follow;
mod frames;
mod games;
mod history;
mod live;
mod me;
mod my_data;
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
use crate::base_path::BasePath;
use crate::error::ApiError;
use crate::follow::MAX_BODY;
use axum::Router;
use axum::http::header;
use axum::response::Redirect;
use axum::routing::{get, post};
use tower_http::limit::RequestBodyLimitLayer;

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

/// Returns the same routes below a path. The handlers and middleware of the router see paths without it.
pub(crate) fn below(base: &BasePath, router: Router) -> Router {
    if base.is_root() {
        return router;
    }
    // The page is at the path with the slash, as the scope of its service worker is.
    let to_base = Redirect::permanent(base.as_str());
    Router::new()
        .nest(base.as_str(), router)
        .route(base.prefix(), get(async || to_base))
        .fallback(async || ApiError::NotFound)
}

/// Returns all routes.
pub(crate) fn router(app: App) -> Router {
    let own_metrics = match app.shared.config.metrics_address {
        None => Router::new().route("/metrics", get(ops::metrics)),
        Some(_) => Router::new(),
    };
    let limit = app.shared.config.limits.body;
    let following = Router::new()
        .route("/api/follow", post(follow::open))
        .route("/api/follow/{id}", get(follow::board).put(follow::present).delete(follow::end))
        .route("/api/follow/{id}/live", get(follow::live))
        .method_not_allowed_fallback(not_allowed)
        .layer(RequestBodyLimitLayer::new(limit.max(MAX_BODY)));
    Router::new()
        .route("/api/catalogue", get(catalogue::catalogue))
        .route("/api/me", get(me::me).post(me::rename).delete(my_data::delete))
        .route("/api/me/export", get(my_data::export))
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
        .method_not_allowed_fallback(not_allowed)
        .layer(RequestBodyLimitLayer::new(limit))
        .merge(following)
        .with_state(app)
}

async fn not_allowed() -> ApiError {
    ApiError::MethodNotAllowed
}
