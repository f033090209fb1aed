//! The WebSocket of a game.

use super::extract::{Caller, GameId};
use super::socket::{CloseReason, PING_INTERVAL, close_socket, open_socket, send};
use crate::app::App;
use crate::error::{ApiError, ErrorResponses, error_chain, without_position};
use crate::guest::Guest;
use crate::json_object::JsonObject;
use crate::room::{ClientCommand, CommandOutcome, Room, RoomError, ServerMessage, Subscription};
use axum::extract::rejection::QueryRejection;
use axum::extract::ws::{Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use futures_util::StreamExt;
use futures_util::stream::{SplitSink, SplitStream};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval};
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
async fn serve(app: &App, room: &Arc<Room>, guest: &Guest, last: Option<u64>, socket: WebSocket) {
    let subscription = match room.subscribe(guest, last).await {
        Ok(subscription) => subscription,
        Err(error) => {
            return tracing::error!(error = error_chain(&error), game = room.id, "subscription failed");
        }
    };
    if let Err(error) = room.resume_engines().await {
        tracing::error!(error = error_chain(&error), game = room.id, "engines not resumed");
    }
    let (mut sink, frames) = socket.split();
    let reason = exchange(app, room, guest, subscription, &mut sink, frames).await;
    close_socket(&mut sink, reason).await;
    if reason == CloseReason::TooSlow {
        app.shared.metrics.socket_too_slow();
    }
    room.unsubscribe(guest).await;
}

/// Forwards messages and commands until the socket is to be closed.
async fn exchange(
    app: &App,
    room: &Arc<Room>,
    guest: &Guest,
    subscription: Subscription,
    sink: &mut SplitSink<WebSocket, Frame>,
    mut frames: SplitStream<WebSocket>,
) -> CloseReason {
    let Subscription { initial, mut feed } = subscription;
    for text in initial {
        if let Err(reason) = send(sink, Frame::Text(text)).await {
            return reason;
        }
    }
    let mut bucket = app.shared.throttle.message_bucket();
    let mut pings = interval(PING_INTERVAL);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_frame = Instant::now();
    loop {
        let sent = tokio::select! {
            message = feed.recv() => match message {
                Ok(text) => send(sink, Frame::Text(text)).await,
                Err(RecvError::Lagged(_)) => Err(CloseReason::TooSlow),
                Err(RecvError::Closed) => Err(CloseReason::Disconnected),
            },
            frame = frames.next() => {
                last_frame = Instant::now();
                // Pings count too: each is answered, and answers that nobody reads pile up here.
                if !bucket.take(last_frame) {
                    return CloseReason::TooManyMessages;
                }
                match frame {
                    Some(Ok(Frame::Text(text))) => match execute(room, guest, &text).await {
                        Some(reply) => send(sink, Frame::Text(reply)).await,
                        None => Ok(()),
                    },
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => Ok(()),
                    Some(Ok(Frame::Binary(_))) => Err(CloseReason::NotText),
                    Some(Ok(Frame::Close(_))) | None => Err(CloseReason::Disconnected),
                    Some(Err(error)) => Err(error.into()),
                }
            },
            _ = pings.tick() => {
                if last_frame.elapsed() > 3 * PING_INTERVAL {
                    return CloseReason::Disconnected;
                }
                send(sink, Frame::Ping(Default::default())).await
            },
            () = app.shared.stopping.cancelled() => Err(CloseReason::Stopping),
        };
        if let Err(reason) = sent {
            return reason;
        }
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
    let reply = match room.execute(guest.clone(), command).await {
        Ok(CommandOutcome::Applied(_)) => return None,
        Ok(CommandOutcome::AlreadyApplied(seq)) => ServerMessage::Done { seq, command: &id }.to_json(),
        Err(error) => {
            if matches!(error, RoomError::Storage(_) | RoomError::Replay(_) | RoomError::Task(_)) {
                tracing::error!(error = error_chain(&error), game = room.id, "command failed");
            }
            let (seq, stale, error) = (room.seq(), matches!(error, RoomError::Stale), error.to_string());
            ServerMessage::Refused { seq, command: Some(&id), error: &error, stale }.to_json()
        }
    };
    Some(reply.into())
}
