//! The socket of a live game.

use super::GameId;
use super::games::carry_out;
use super::visitor::Visitor;
use crate::app::App;
use crate::error::{ApiError, Errors, without_place};
use crate::guest::Guest;
use crate::room::{ClientCommand, CommandOutcome, Message, Room, RoomError, Subscription};
use crate::throttle::Place;
use axum::extract::rejection::QueryRejection;
use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval, timeout};
use utoipa::IntoParams;

/// Where a client left off.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct Since {
    /// The seq of the last message it saw.
    last: Option<u64>,
}

/// A socket is asked for a sign of life this often, and closed after it has given none for three times as long.
const PING: Duration = Duration::from_secs(15);

/// How long a frame may take to leave before the socket is too slow.
const SLOW: Duration = Duration::from_secs(5);

/// Bytes read from a socket at once. A command is short, and the buffer is wiped before every read: a large one costs
/// more than the move itself.
const READ: usize = 1_024;

/// Follows a game over a WebSocket.
#[utoipa::path(
    get, path = "/api/games/{id}/live", params(GameId, Since), security(("guest" = [])),
    responses((status = 101, description = "the socket"), Errors)
)]
pub(crate) async fn live(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    since: Result<Query<Since>, QueryRejection>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let Query(Since { last }) = since?;
    let room = app.hub.room(&id).await?;
    let Some(place) = app.shared.throttle.socket(visitor.address) else {
        let reason = format!("too many sockets: {} at most", app.shared.config.limits.sockets);
        return Err(ApiError::too_many(reason));
    };
    let most = app.shared.config.limits.message;
    let upgrade = upgrade.max_message_size(most).max_frame_size(most).read_buffer_size(READ);
    Ok(upgrade.on_upgrade(move |socket| follow(app, room, visitor.guest, last, place, socket)))
}

async fn follow(
    app: App,
    room: Arc<Room>,
    guest: Guest,
    last: Option<u64>,
    _place: Place,
    socket: WebSocket,
) {
    app.shared.metrics.socket(1);
    if let Ok(joined) = room.join(&guest, last).await {
        let (mut out, frames) = socket.split();
        let why = talk(&app, &room, &guest, joined, &mut out, frames).await;
        let closing = Frame::Close(Some(CloseFrame { code: why.code(), reason: why.reason().into() }));
        let _ = timeout(SLOW, out.send(closing)).await;
        if why == End::Slow {
            app.shared.metrics.slow_socket();
        }
        room.leave(&guest).await;
    }
    app.shared.metrics.socket(-1);
}

/// Why a socket is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Gone,
    Slow,
    Rude,
    NotText,
    TooLong,
    Stopping,
}

impl End {
    /// What became of a socket that can't be read.
    fn of(error: &str) -> End {
        match error {
            _ if error.contains("too long") => End::TooLong,
            _ if error.contains("UTF-8") => End::NotText,
            _ => End::Gone,
        }
    }

    fn code(self) -> u16 {
        match self {
            End::Gone => close_code::NORMAL,
            End::Slow => close_code::AGAIN,
            End::Rude => close_code::POLICY,
            End::NotText => close_code::UNSUPPORTED,
            End::TooLong => close_code::SIZE,
            End::Stopping => close_code::RESTART,
        }
    }

    fn reason(self) -> &'static str {
        match self {
            End::Gone => "",
            End::Slow => "too slow: come back for the rest",
            End::Rude => "too many messages",
            End::NotText => "a message is text in UTF-8",
            End::TooLong => "the message is too long",
            End::Stopping => "the server stops: come back soon",
        }
    }
}

async fn talk(
    app: &App,
    room: &Arc<Room>,
    guest: &Guest,
    joined: Subscription,
    out: &mut SplitSink<WebSocket, Frame>,
    mut frames: futures_util::stream::SplitStream<WebSocket>,
) -> End {
    let Subscription { first, mut feed } = joined;
    for text in first {
        if let Err(end) = send(out, text).await {
            return end;
        }
    }
    let mut allowed = app.shared.throttle.messages();
    let mut pings = interval(PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    let stopped = app.shared.stopped.notified();
    tokio::pin!(stopped);
    loop {
        if app.shared.stopping.is_stopped() {
            return End::Stopping;
        }
        tokio::select! {
            seq = feed.recv() => match seq {
                Ok(text) => if let Err(end) = send(out, text).await { return end },
                Err(RecvError::Lagged(_)) => return End::Slow,
                Err(RecvError::Closed) => return End::Gone,
            },
            frame = frames.next() => {
                heard = Instant::now();
                // Pings count too: each is answered, and an answer that nobody reads stays here.
                if !allowed.take(heard) {
                    return End::Rude;
                }
                let text = match frame {
                    Some(Ok(Frame::Text(text))) => text,
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => continue,
                    Some(Ok(Frame::Binary(_))) => return End::NotText,
                    Some(Ok(Frame::Close(_))) | None => return End::Gone,
                    Some(Err(error)) => return End::of(&error.to_string()),
                };
                if let Some(answer) = answer(app, room, guest, &text).await
                    && let Err(end) = send(out, answer.into()).await
                {
                    return end;
                }
            },
            _ = pings.tick() => {
                if heard.elapsed() > 3 * PING {
                    return End::Gone;
                }
                if timeout(SLOW, out.send(Frame::Ping(Default::default()))).await.is_err() {
                    return End::Slow;
                }
            },
            () = &mut stopped => return End::Stopping,
        }
    }
}

async fn send(out: &mut SplitSink<WebSocket, Frame>, text: Utf8Bytes) -> Result<(), End> {
    match timeout(SLOW, out.send(Frame::Text(text))).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(End::Gone),
        Err(_) => Err(End::Slow),
    }
}

/// The answer to a command that the feed does not give.
async fn answer(app: &App, room: &Arc<Room>, guest: &Guest, text: &str) -> Option<String> {
    let ask: ClientCommand = match serde_json::from_str(text) {
        Ok(ask) => ask,
        Err(error) => {
            let error = format!("not a command: {}", without_place(&error.to_string()));
            let seq = room.seq();
            return Some(Message::Refused { seq, command: None, error: &error, stale: false }.text());
        }
    };
    let id = ask.id.clone();
    match carry_out(app, room, guest.clone(), ask).await {
        // The update that everybody gets is the acknowledgement.
        Ok(CommandOutcome::Applied(_)) => None,
        Ok(CommandOutcome::AlreadyApplied(seq)) => Some(Message::Done { seq, command: &id }.text()),
        Err(error) => {
            let seq = room.seq();
            let (stale, error) = (matches!(error, RoomError::Stale), error.to_string());
            Some(Message::Refused { seq, command: Some(&id), error: &error, stale }.text())
        }
    }
}
