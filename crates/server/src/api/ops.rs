//! Endpoints for operators.

use crate::app::App;
use crate::error::ApiError;
use crate::storage::StorageError;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Checks that the server is alive: if not, it should be started again. The failure of a database that many servers use is
/// no reason for that.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/health",
    responses((status = 200, body = String, content_type = "text/plain"), crate::error::ErrorResponses)
))]
pub(crate) async fn health(State(app): State<App>) -> Result<&'static str, ApiError> {
    if app.shared.storage.is_local() {
        check_storage(&app).await?;
    }
    Ok("ok\n")
}

/// Checks that the server can serve games now: that it can read and write its storage, and is not stopping.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/ready",
    responses((status = 200, body = String, content_type = "text/plain"), crate::error::ErrorResponses)
))]
pub(crate) async fn ready(State(app): State<App>) -> Result<&'static str, ApiError> {
    if app.shared.draining.load(Ordering::Relaxed) {
        return Err(ApiError::Stopping);
    }
    check_storage(&app).await?;
    Ok(match app.shared.bus.is_connected() {
        // Games are served all the same; moves made through other servers are seen a little later.
        Some(false) => "ready, but NATS is not connected\n",
        _ => "ready\n",
    })
}

/// Checks the storage. Many who ask at the same time share a check that begins after all of them have asked.
async fn check_storage(app: &App) -> Result<(), ApiError> {
    let asked = Instant::now();
    let mut last_check = app.shared.last_check.lock().await;
    let result = match &*last_check {
        Some((began, result)) if *began >= asked => result.clone(),
        _ => {
            let began = Instant::now();
            let result = app.shared.storage.check().await;
            last_check.insert((began, result)).1.clone()
        }
    };
    result.map_err(|error| match error {
        StorageError::FileGone(_) => ApiError::FileGone,
        error => error.into(),
    })
}

/// Returns the metrics in OpenMetrics text format.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/metrics",
    responses((status = 200, body = String, content_type = "application/openmetrics-text"))
))]
pub(crate) async fn metrics(State(app): State<App>) -> impl IntoResponse {
    app.shared.metrics.rooms(app.hub.len());
    app.shared.metrics.boards_presented(app.shared.follows.len());
    app.shared.metrics.bus(app.shared.bus.is_connected());
    let content_type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, content_type)], app.shared.metrics.text())
}
