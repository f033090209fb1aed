//! What handlers take out of requests.

use crate::app::App;
use crate::error::ApiError;
use crate::guest::Guest;
use crate::headers::ClientIp;
use crate::json_object::{JsonObject, with_integers};
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use std::net::IpAddr;

/// The game in a path.
#[cfg(feature = "openapi")]
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Path)]
// Only the description needs it: the handlers take the id by itself.
#[allow(dead_code)]
pub(super) struct GameId {
    /// The game's id.
    id: String,
}

/// A body that is a JSON object, or our own error.
pub(super) struct JsonBody<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, ApiError> {
        let (parts, body) = request.into_parts();
        let with_body = |body| Request::from_parts(parts.clone(), body);
        let bytes = Bytes::from_request(with_body(body), state).await.map_err(JsonRejection::from)?;
        let read = async |bytes: Bytes| Json::from_request(with_body(Body::from(bytes)), state).await;
        let error = match read(bytes.clone()).await {
            Ok(Json(JsonObject(body))) => return Ok(JsonBody(body)),
            Err(error) => error,
        };
        if matches!(error, JsonRejection::JsonDataError(_))
            && let Some(bytes) = with_integers(&bytes)
            && let Ok(Json(JsonObject(body))) = read(bytes.into()).await
        {
            return Ok(JsonBody(body));
        }
        Err(error.into())
    }
}

/// The guest who makes a request, by the secret in their cookie, and their address.
pub(super) struct Caller {
    pub(super) guest: Guest,
    pub(super) ip: IpAddr,
}

impl Caller {
    /// Returns an error if the guest was deleted.
    pub(super) async fn check_not_deleted(&self, app: &App) -> Result<(), ApiError> {
        let profile = app.shared.storage.profile(&self.guest).await?;
        if profile.is_some_and(|profile| profile.is_deleted) { Err(ApiError::DeletedGuest) } else { Ok(()) }
    }
}

impl FromRequestParts<App> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _app: &App) -> Result<Caller, ApiError> {
        let guest = Guest::from_cookies(&parts.headers).ok_or(ApiError::NoCookie)?;
        let ip = parts.extensions.get::<ClientIp>().map_or(IpAddr::from([0, 0, 0, 0]), |ip| ip.0);
        Ok(Caller { guest, ip })
    }
}
