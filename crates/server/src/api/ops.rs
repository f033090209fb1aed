//! Endpoints for operators.

use crate::app::App;
use crate::error::{ApiError, ErrorResponses};
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

/// Checks that the server can read and write its storage.
#[utoipa::path(
    get, path = "/health",
    responses((status = 200, body = String, content_type = "text/plain"), ErrorResponses)
)]
pub(crate) async fn health(State(app): State<App>) -> Result<&'static str, ApiError> {
    app.shared.storage.check().await?;
    Ok("ok\n")
}

/// Returns the metrics in OpenMetrics text format.
#[utoipa::path(
    get, path = "/metrics",
    responses((status = 200, body = String, content_type = "application/openmetrics-text"))
)]
pub(crate) async fn metrics(State(app): State<App>) -> impl IntoResponse {
    app.shared.metrics.rooms(app.hub.len());
    let content_type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, content_type)], app.shared.metrics.text())
}
