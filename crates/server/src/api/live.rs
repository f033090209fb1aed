//! The WebSocket of a game.

use super::extract::{Caller, GameId};
use crate::app::App;
use crate::error::{ApiError, ErrorResponses, error_chain, without_position};
use crate::guest::Guest;
use crate::json_object::JsonObject;
use crate::limited_stream::TooManyBytes;
use crate::room::{ClientCommand, CommandOutcome, Room, RoomError, ServerMessage, Subscription};
use axum::extract::rejection::QueryRejection;
use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite::{self, error::ProtocolError};
use utoipa::IntoParams;

/// Where a client left off.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct LiveQuery {
    /// The `seq` of the last message the client saw.
    last: Option<u64>,
}

/// How often a socket is pinged. One that stays silent for three times as long is closed.
pub(super) const PING_INTERVAL: Duration = Duration::from_secs(15);

/// How long a frame may take to be sent before the socket counts as too slow.
pub(super) const SEND_TIMEOUT: Duration = Duration::from_secs(5);

/// The size of a socket's read buffer. A command is short, and the buffer is zeroed before every read: with a large one
/// that would cost more than the move itself.
pub(super) const READ_BUFFER: usize = 1_024;

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
    let limits = &app.shared.config.limits;
    let Some(permit) = app.shared.throttle.open_socket(caller.ip, &caller.guest) else {
        return Err(ApiError::TooManySockets(limits.sockets));
    };
    let upgrade =
        upgrade.max_message_size(limits.message).max_frame_size(limits.message).read_buffer_size(READ_BUFFER);
    let connections = app.shared.connections.clone();
    Ok(upgrade.on_upgrade(move |socket| {
        connections.track_future(async move {
            app.shared.metrics.socket_opened();
            serve(&app, &room, &caller.guest, last, socket).await;
            app.shared.metrics.socket_closed();
            drop(permit);
        })
    }))
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
    let close = Frame::Close(Some(CloseFrame { code: reason.code(), reason: reason.text().into() }));
    let _ = timeout(SEND_TIMEOUT, sink.send(close)).await;
    if reason == CloseReason::TooSlow {
        app.shared.metrics.socket_too_slow();
    }
    room.unsubscribe(guest).await;
}

/// Why a socket is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CloseReason {
    /// The client has closed it or is silent.
    Disconnected,
    TooSlow,
    TooManyMessages,
    NotText,
    MessageTooLong,
    BrokenProtocol,
    Stopping,
}

impl CloseReason {
    pub(super) fn code(self) -> u16 {
        match self {
            CloseReason::Disconnected => close_code::NORMAL,
            CloseReason::TooSlow => close_code::AGAIN,
            CloseReason::TooManyMessages => close_code::POLICY,
            CloseReason::NotText => close_code::UNSUPPORTED,
            CloseReason::MessageTooLong => close_code::SIZE,
            CloseReason::BrokenProtocol => close_code::PROTOCOL,
            CloseReason::Stopping => close_code::RESTART,
        }
    }

    pub(super) fn text(self) -> &'static str {
        match self {
            CloseReason::Disconnected => "",
            CloseReason::TooSlow => "the connection is too slow: connect again for the rest",
            CloseReason::TooManyMessages => "too many messages",
            CloseReason::NotText => "a message is text in UTF-8",
            CloseReason::MessageTooLong => "the message is too long",
            CloseReason::BrokenProtocol => "the frames are not those of a WebSocket",
            CloseReason::Stopping => "the server is restarting: connect again soon",
        }
    }
}

impl From<axum::Error> for CloseReason {
    fn from(error: axum::Error) -> CloseReason {
        match error.into_inner().downcast_ref() {
            Some(tungstenite::Error::Capacity(_)) => CloseReason::MessageTooLong,
            Some(tungstenite::Error::Utf8(_)) => CloseReason::NotText,
            // A client that just goes away breaks the protocol too, but nobody is there to be told.
            Some(tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake)) => {
                CloseReason::Disconnected
            }
            Some(tungstenite::Error::Protocol(_)) => CloseReason::BrokenProtocol,
            Some(tungstenite::Error::Io(error)) if TooManyBytes::is_cause_of(error) => {
                CloseReason::TooManyMessages
            }
            _ => CloseReason::Disconnected,
        }
    }
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

pub(super) async fn send(sink: &mut SplitSink<WebSocket, Frame>, frame: Frame) -> Result<(), CloseReason> {
    match timeout(SEND_TIMEOUT, sink.send(frame)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(CloseReason::Disconnected),
        Err(_) => Err(CloseReason::TooSlow),
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
