//! For whoever runs the server.

use crate::app::App;
use crate::error::{ApiError, Errors};
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

/// Whether the server and its storage work.
#[utoipa::path(
    get, path = "/health",
    responses((status = 200, body = String, content_type = "text/plain"), Errors)
)]
pub(crate) async fn health(State(app): State<App>) -> Result<&'static str, ApiError> {
    app.shared.storage.check().await?;
    Ok("ok\n")
}

/// Numbers in Prometheus' text format.
#[utoipa::path(
    get, path = "/metrics",
    responses((status = 200, body = String, content_type = "application/openmetrics-text"))
)]
pub(crate) async fn metrics(State(app): State<App>) -> impl IntoResponse {
    app.shared.metrics.rooms(app.hub.len());
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.shared.metrics.text())
}
