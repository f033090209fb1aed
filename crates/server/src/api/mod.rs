//! The HTTP API, with an OpenAPI description made from the handlers.

mod catalogue;
mod extract;
mod follow;
mod frames;
mod games;
mod history;
mod live;
mod me;
mod ops;
mod pages;
mod preview;
mod socket;
mod upgrade;

use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::guest::COOKIE;
use crate::room::ServerMessage;
use axum::routing::get;
use axum::{Json, Router};
use parlor_play::MoveTarget;
use utoipa::openapi::OpenApi as OpenApiDescription;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Parlor",
        description = "Six grid games. A live game has a WebSocket: the client sends ClientCommand objects, the server \
                       sends ServerMessage objects. docs/server.md says how."
    ),
    components(schemas(ErrorBody, MoveTarget, ServerMessage<'static>)),
    modifiers(&CookieSecurity)
)]
struct Description;

/// Describes the cookie by which guests are known; `/api/me` sets it.
struct CookieSecurity;

impl Modify for CookieSecurity {
    fn modify(&self, description: &mut OpenApiDescription) {
        let components = description.components.get_or_insert_default();
        let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(COOKIE)));
        components.add_security_scheme("guest", cookie);
    }
}

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
        None => OpenApiRouter::new().routes(routes!(ops::metrics)),
        Some(_) => OpenApiRouter::new(),
    };
    let (router, description) = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(catalogue::catalogue))
        .routes(routes!(me::me, me::rename))
        .routes(routes!(me::games))
        .routes(routes!(games::create))
        .routes(routes!(games::game))
        .routes(routes!(games::join))
        .routes(routes!(games::command))
        .routes(routes!(history::view))
        .routes(routes!(history::moves))
        .routes(routes!(games::record))
        .routes(routes!(games::export))
        .routes(routes!(live::live))
        .routes(routes!(follow::open))
        .routes(routes!(follow::board, follow::present, follow::end))
        .routes(routes!(follow::live))
        .routes(routes!(ops::health))
        .routes(routes!(ops::ready))
        .merge(own_metrics)
        .split_for_parts();
    let description = Json(description);
    router
        .route("/api/openapi.json", get(async move || description))
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
