//! The WebSocket of a game.

use super::extract::{Caller, GameId};
use super::socket::{CloseReason, LiveSocket, open_socket};
use crate::app::App;
use crate::error::{ApiError, ErrorResponses, error_chain, without_position};
use crate::guest::Guest;
use crate::json_object::JsonObject;
use crate::room::{ClientCommand, CommandOutcome, Room, RoomError, ServerMessage, Subscription};
use axum::extract::rejection::QueryRejection;
use axum::extract::ws::{Utf8Bytes, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use serde::Deserialize;
use std::sync::Arc;
use tokio::sync::broadcast::error::RecvError;
use utoipa::IntoParams;

/// Where a client left off.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct LiveQuery {
    /// The `seq` of the last message the client saw.
    last: Option<u64>,
}

/// Opens the WebSocket of a game. The client sends `ClientCommand`s, the server sends `ServerMessage`s.
#[utoipa::path(
    get, path = "/api/games/{id}/live", params(GameId, LiveQuery), security(("guest" = [])),
    responses((status = 101, description = "the WebSocket"), ErrorResponses)
)]
pub(super) async fn live(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    query: Result<Query<LiveQuery>, QueryRejection>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let Query(LiveQuery { last }) = query?;
    let room = app.hub.room(&id).await?;
    let guest = caller.guest.clone();
    open_socket(app, &caller, upgrade, move |app, socket| async move {
        serve(&app, &room, &guest, last, socket).await;
    })
}

/// Serves a socket until one side closes it.
async fn serve(app: &App, room: &Arc<Room>, guest: &Guest, last: Option<u64>, mut socket: LiveSocket) {
    // In boxes: what only the beginning needs is not kept for as long as the socket is open.
    let subscription = match Box::pin(room.subscribe(guest, last)).await {
        Ok(subscription) => subscription,
        Err(error) => {
            return tracing::error!(error = error_chain(&error), game = room.id, "subscription failed");
        }
    };
    if let Err(error) = Box::pin(room.resume_engines()).await {
        tracing::error!(error = error_chain(&error), game = room.id, "engines not resumed");
    }
    let reason = exchange(app, room, guest, subscription, &mut socket).await;
    Box::pin(socket.close(reason)).await;
    if reason == CloseReason::TooSlow {
        app.shared.metrics.socket_too_slow();
    }
    Box::pin(room.unsubscribe(guest)).await;
}

/// Forwards messages and commands until the socket is to be closed.
async fn exchange(
    app: &App,
    room: &Arc<Room>,
    guest: &Guest,
    subscription: Subscription,
    socket: &mut LiveSocket,
) -> CloseReason {
    let Subscription { initial, mut feed } = subscription;
    let stopping = app.shared.stopping.cancelled();
    tokio::pin!(stopping);
    let mut sent = socket.send(initial).await;
    loop {
        if let Err(reason) = sent {
            return reason;
        }
        sent = tokio::select! {
            message = feed.recv() => match message {
                Ok(text) => socket.send([text]).await,
                Err(RecvError::Lagged(_)) => Err(CloseReason::TooSlow),
                Err(RecvError::Closed) => Err(CloseReason::Disconnected),
            },
            heard = socket.next_text() => match heard {
                Ok(text) => match execute(room, guest, &text).await {
                    Some(reply) => socket.send([reply]).await,
                    None => Ok(()),
                },
                Err(reason) => Err(reason),
            },
            () = &mut stopping => Err(CloseReason::Stopping),
        };
    }
}

/// Carries out a command and returns the reply to it, unless the update that everybody gets is the reply.
async fn execute(room: &Arc<Room>, guest: &Guest, text: &str) -> Option<Utf8Bytes> {
    let command = match serde_json::from_str::<JsonObject<ClientCommand>>(text) {
        Ok(JsonObject(command)) => command,
        Err(error) => {
            let error = format!("not a command: {}", without_position(&error.to_string()));
            let seq = room.seq();
            let refused = ServerMessage::Refused { seq, command: None, error: &error, stale: false };
            return Some(refused.to_json().into());
        }
    };
    let id = command.id.clone();
    let reply = match room.execute(guest, command).await {
        Ok(CommandOutcome::Applied(_)) => return None,
        Ok(CommandOutcome::AlreadyApplied(seq)) => ServerMessage::Done { seq, command: &id }.to_json(),
        Err(error) => {
            if matches!(error, RoomError::Storage(_) | RoomError::Replay(_) | RoomError::Panicked) {
                tracing::error!(error = error_chain(&error), game = room.id, "command failed");
            }
            let (seq, stale, error) = (room.seq(), matches!(error, RoomError::Stale), error.to_string());
            ServerMessage::Refused { seq, command: Some(&id), error: &error, stale }.to_json()
        }
    };
    Some(reply.into())
}
