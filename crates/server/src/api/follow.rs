//! Presenting a board, and following one.

use super::extract::{Caller, JsonBody};
use super::socket::{CloseReason, LiveSocket, open_socket};
use super::upgrade::SocketUpgrade;
use crate::app::App;
use crate::error::ApiError;
use crate::follow::{
    FollowedBoard, Follower, Presented, Presenter, board_id, check_secret, new_board_secret,
};
use crate::throttle::network;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use tokio::time::sleep_until;

/// The least time between two changes that a follower is sent. Presenters' pages send less often; any other presenter
/// could make the server send large boards to hundreds of followers without a pause.
const SEND_INTERVAL: Duration = Duration::from_millis(100);

/// The board in a path.
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Path))]
// Only the description needs it: the handlers take the id by itself.
#[allow(dead_code)]
pub(super) struct BoardId {
    /// The board's id.
    id: String,
}

impl Caller {
    fn presenter(&self) -> Presenter {
        Presenter { guest: self.guest.clone(), address: network(self.ip) }
    }
}

/// A board that was opened to be followed.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct OpenedBoard {
    /// Its id: it is followed at `/follow/` and this.
    id: String,
    /// The secret of whoever presents on it.
    secret: String,
}

/// What a presenter shows, with the secret.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct PresentBoard {
    /// The secret that was given out with the id.
    secret: String,
    /// What to show.
    board: Presented,
}

/// The secret of a board that ends.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct EndBoard {
    /// The secret that was given out with the id.
    secret: String,
}

/// Opens a board that others can follow.
#[cfg_attr(feature = "openapi", utoipa::path(
    post, path = "/api/follow", request_body = Presented, security(("guest" = [])),
    responses((status = 201, body = OpenedBoard), crate::error::ErrorResponses)
))]
pub(super) async fn open(
    State(app): State<App>,
    caller: Caller,
    JsonBody(board): JsonBody<Presented>,
) -> Result<(StatusCode, Json<OpenedBoard>), ApiError> {
    if !app.shared.throttle.allow_game(caller.ip, &caller.guest) {
        return Err(ApiError::TooManyGames(app.shared.config.limits.games_per_day));
    }
    let no_luck = |_| ApiError::Other {
        status: StatusCode::SERVICE_UNAVAILABLE,
        reason: "the system has no random numbers".into(),
    };
    let secret = new_board_secret().map_err(no_luck)?;
    let id = board_id(&secret).unwrap_or_default();
    app.shared.follows.present(&id, &secret, board, caller.presenter(), Instant::now())?;
    Ok((StatusCode::CREATED, Json(OpenedBoard { id, secret })))
}

/// Shows something else on a board. After a restart of the server this opens the board again.
#[cfg_attr(feature = "openapi", utoipa::path(
    put, path = "/api/follow/{id}", request_body = PresentBoard, params(BoardId), security(("guest" = [])),
    responses((status = 200, body = FollowedBoard), crate::error::ErrorResponses)
))]
pub(super) async fn present(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    JsonBody(PresentBoard { secret, board }): JsonBody<PresentBoard>,
) -> Result<Json<FollowedBoard>, ApiError> {
    check_secret(&id, &secret)?;
    app.shared.follows.find(&id).await;
    Ok(Json(app.shared.follows.present(&id, &secret, board, caller.presenter(), Instant::now())?))
}

/// Returns what a board shows.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/follow/{id}", params(BoardId),
    responses((status = 200, body = FollowedBoard), crate::error::ErrorResponses)
))]
pub(super) async fn board(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<FollowedBoard>, ApiError> {
    app.shared.follows.find(&id).await;
    Ok(Json(app.shared.follows.board(&id, Instant::now())?))
}

/// Ends a board.
#[cfg_attr(feature = "openapi", utoipa::path(
    delete, path = "/api/follow/{id}", request_body = EndBoard, params(BoardId), security(("guest" = [])),
    responses((status = 204, description = "it has ended"), crate::error::ErrorResponses)
))]
pub(super) async fn end(
    State(app): State<App>,
    _caller: Caller,
    Path(id): Path<String>,
    JsonBody(EndBoard { secret }): JsonBody<EndBoard>,
) -> Result<StatusCode, ApiError> {
    check_secret(&id, &secret)?;
    app.shared.follows.find(&id).await;
    app.shared.follows.end(&id, &secret, Instant::now())?;
    Ok(StatusCode::NO_CONTENT)
}

/// Opens the WebSocket of a board. The server sends `FollowedBoard`s; what a follower sends is ignored.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/follow/{id}/live", params(BoardId), security(("guest" = [])),
    responses((status = 101, description = "the WebSocket"), crate::error::ErrorResponses)
))]
pub(super) async fn live(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    upgrade: Result<SocketUpgrade, ApiError>,
) -> Result<Response, ApiError> {
    app.shared.follows.find(&id).await;
    let follower = app.shared.follows.follow(&id, Instant::now())?;
    open_socket(app, &caller, upgrade?, |app, socket| serve(app, follower, socket))
}

/// Sends a follower every change until one side closes the socket.
async fn serve(app: App, mut follower: Follower, mut socket: Box<LiveSocket>) {
    let stopping = app.shared.stopping.cancelled();
    tokio::pin!(stopping);
    let mut sent = socket.send([follower.current()]).await;
    let mut next_change = tokio::time::Instant::now();
    let reason = loop {
        if let Err(reason) = sent {
            break reason;
        }
        sent = tokio::select! {
            has_more = next_after(&mut follower, next_change) => match has_more {
                true => {
                    next_change = tokio::time::Instant::now() + SEND_INTERVAL;
                    socket.send([follower.current()]).await
                }
                false => Err(CloseReason::Disconnected),
            },
            heard = socket.next_text() => match heard {
                Ok(_) | Err(CloseReason::NotText) => Ok(()),
                Err(reason) => Err(reason),
            },
            () = &mut stopping => Err(CloseReason::Stopping),
        };
    };
    socket.close(reason).await;
}

/// Waits for a change that is sent at this time or later. Cancel-safe.
async fn next_after(follower: &mut Follower, time: tokio::time::Instant) -> bool {
    sleep_until(time).await;
    follower.changed().await
}
