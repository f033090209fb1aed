//! The interface over HTTP, with its description made from the handlers.

mod catalogue;
mod games;
mod history;
mod live;
mod me;
mod ops;
mod pages;
mod visitor;

use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::guest::COOKIE;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use serde::de::DeserializeOwned;
use utoipa::openapi::OpenApi as OpenApiDescription;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::{IntoParams, Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Parlor",
        description = "Six grid games. Live games go over a WebSocket, described in docs/server.md."
    ),
    components(schemas(ErrorBody)),
    modifiers(&Guests)
)]
struct Description;

/// Guests are known by their cookie, which `/api/me` gives.
struct Guests;

impl Modify for Guests {
    fn modify(&self, description: &mut OpenApiDescription) {
        let components = description.components.get_or_insert_default();
        let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(COOKIE)));
        components.add_security_scheme("guest", cookie);
    }
}

/// Which game.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
// Only the description needs it: the handlers take the id by itself.
#[allow(dead_code)]
struct GameId {
    /// The game's id.
    id: String,
}

/// All routes.
pub(crate) fn router(app: App) -> Router {
    let (router, description) = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(catalogue::catalogue))
        .routes(routes!(me::me, me::rename))
        .routes(routes!(me::games))
        .routes(routes!(games::open))
        .routes(routes!(games::game))
        .routes(routes!(games::join))
        .routes(routes!(games::act))
        .routes(routes!(history::view))
        .routes(routes!(history::moves))
        .routes(routes!(games::record))
        .routes(routes!(live::live))
        .routes(routes!(ops::health))
        .routes(routes!(ops::metrics))
        .split_for_parts();
    let description = Json(description);
    router
        .route("/api/openapi.json", get(async move || description))
        .route("/", get(pages::index))
        .route("/g/{id}", get(pages::index))
        .route("/assets/{*path}", get(pages::asset))
        .route("/favicon.ico", get(pages::icon))
        .fallback(pages::elsewhere)
        .method_not_allowed_fallback(async || {
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "this can't be asked here")
        })
        .with_state(app)
}

/// A body as JSON, or the reason why it is none.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        let Json(body) = Json::from_request(request, state).await?;
        Ok(Body(body))
    }
}
