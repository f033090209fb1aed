//! Who asks.

use crate::app::App;
use crate::error::ApiError;
use crate::guest::{Guest, secret_in};
use crate::headers::From;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use std::net::IpAddr;

/// A guest who asks, by the secret in their cookie.
pub(crate) struct Visitor {
    pub(crate) guest: Guest,
    pub(crate) address: IpAddr,
}

/// Where a request comes from, whoever asks.
pub(crate) struct Address(pub(crate) IpAddr);

impl FromRequestParts<App> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Visitor, ApiError> {
        let Some(guest) = known(parts) else {
            let reason = "no cookie: ask for /api/me first";
            return Err(ApiError::new(StatusCode::UNAUTHORIZED, reason));
        };
        let Address(address) = Address::from_request_parts(parts, app).await?;
        Ok(Visitor { guest, address })
    }
}

impl FromRequestParts<App> for Address {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _app: &App) -> Result<Address, ApiError> {
        let from = parts.extensions.get::<From>();
        Ok(Address(from.map_or(IpAddr::from([0, 0, 0, 0]), |from| from.0)))
    }
}

/// The guest whose secret a request carries.
pub(crate) fn known(parts: &Parts) -> Option<Guest> {
    let cookies = parts.headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    cookies.filter_map(secret_in).next().map(Guest::of)
}
