//! The WebSocket of a game.

use super::extract::Caller;
use super::socket::{CloseReason, LiveSocket, open_socket};
use super::upgrade::SocketUpgrade;
use crate::admission::REFUSAL_PAUSE;
use crate::app::App;
use crate::error::{ApiError, error_chain, without_position};
use crate::guest::Guest;
use crate::json_object::{JsonObject, with_integers};
use crate::room::{
    ClientCommand, CommandError, CommandOutcome, Room, RoomError, ServerMessage, Subscription,
};
use crate::throttle::Wanted;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use serde::Deserialize;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// Where a client left off.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(super) struct LiveQuery {
    /// The `seq` of the last message the client saw.
    last: Option<u64>,
}

/// Opens the WebSocket of a game. The client sends `ClientCommand`s, the server sends `ServerMessage`s.
#[cfg_attr(feature = "openapi", utoipa::path(
    get, path = "/api/games/{id}/live", params(crate::api::extract::GameId, LiveQuery), security(("guest" = [])),
    responses((status = 101, description = "the WebSocket"), crate::error::ErrorResponses)
))]
pub(super) async fn live(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    query: Result<Query<LiveQuery>, QueryRejection>,
    upgrade: Result<SocketUpgrade, ApiError>,
) -> Result<Response, ApiError> {
    let Query(LiveQuery { last }) = query?;
    let room = app.hub.room(&id).await?;
    let guest = caller.guest.clone();
    open_socket(app, &caller, upgrade?, move |app, socket| serve(app, room, guest, last, socket))
}

/// Serves a socket until one side closes it.
///
/// What only the beginning or the end needs is in boxes, and is not kept for as long as the socket is open. An `async fn`
/// would have its arguments twice.
#[allow(clippy::manual_async_fn)]
fn serve(
    app: App,
    room: Arc<Room>,
    guest: Guest,
    last: Option<u64>,
    mut socket: Box<LiveSocket>,
) -> impl Future<Output = ()> + Send {
    async move {
        let Subscription { initial, mut feed } = match Box::pin(room.subscribe(&guest, last)).await {
            Ok(subscription) => subscription,
            Err(error) => {
                return tracing::error!(error = error_chain(&error), game = room.id, "subscription failed");
            }
        };
        if let Err(error) = Box::pin(room.resume_engines()).await {
            tracing::error!(error = error_chain(&error), game = room.id, "engines not resumed");
        }
        let reason = match socket.send(initial).await {
            Ok(()) => exchange(&app, &room, &guest, &mut feed, &mut socket).await,
            Err(reason) => reason,
        };
        Box::pin(socket.close(reason)).await;
        if reason == CloseReason::TooSlow {
            app.shared.metrics.socket_too_slow();
        }
        Box::pin(room.unsubscribe(&guest)).await;
    }
}

/// Forwards messages and commands until the socket is to be closed.
async fn exchange(
    app: &App,
    room: &Arc<Room>,
    guest: &Guest,
    feed: &mut broadcast::Receiver<Utf8Bytes>,
    socket: &mut LiveSocket,
) -> CloseReason {
    let mut stopping = pin!(app.shared.stopping.cancelled());
    loop {
        let heard = tokio::select! {
            // What is told comes before what is heard: a client that sends many commands at once must not fall behind
            // with the updates of its own.
            biased;
            () = stopping.as_mut() => return CloseReason::Stopping,
            message = feed.recv() => SocketEvent::Message(message),
            heard = socket.next_text() => SocketEvent::Command(heard),
        };
        let outgoing = match heard {
            SocketEvent::Message(Ok(text)) => Some(text),
            SocketEvent::Message(Err(RecvError::Lagged(_))) => return CloseReason::TooSlow,
            SocketEvent::Message(Err(RecvError::Closed)) => return CloseReason::Disconnected,
            // In a box, so that sockets that wait need no memory for it.
            SocketEvent::Command(Ok(text)) => {
                match Box::pin(execute(app, socket.address(), room, guest, text)).await {
                    Ok(reply) => reply,
                    Err(reason) => return reason,
                }
            }
            SocketEvent::Command(Err(reason)) => return reason,
        };
        if let Err(reason) = socket.send(outgoing).await {
            return reason;
        }
    }
}

/// What a socket waits for.
enum SocketEvent {
    Message(Result<Utf8Bytes, RecvError>),
    Command(Result<Utf8Bytes, CloseReason>),
}

fn read_command(text: &str) -> serde_json::Result<ClientCommand> {
    let error = match serde_json::from_str(text) {
        Ok(JsonObject(command)) => return Ok(command),
        Err(error) => error,
    };
    let again = with_integers(text.as_bytes()).and_then(|text| serde_json::from_slice(&text).ok());
    again.map(|JsonObject(command)| command).ok_or(error)
}

/// Carries out a command and returns the reply to it, unless the update that everybody gets is the reply.
async fn execute(
    app: &App,
    address: IpAddr,
    room: &Arc<Room>,
    guest: &Guest,
    text: Utf8Bytes,
) -> Result<Option<Utf8Bytes>, CloseReason> {
    // All sockets of an address together must not keep the server from the moves of others.
    if !app.shared.throttle.wait_for(address, Wanted::Message).await {
        return Err(CloseReason::TooManyMessages);
    }
    let command = match read_command(&text) {
        Ok(command) => command,
        Err(error) => {
            sleep(REFUSAL_PAUSE).await;
            let error = format!("not a command: {}", without_position(&error.to_string()));
            let seq = room.seq();
            let refused = ServerMessage::Refused { seq, command: None, error: &error, stale: false };
            return Ok(Some(refused.to_json().into()));
        }
    };
    let id = command.id.clone();
    let reply = match room.execute(guest, command).await {
        Ok(CommandOutcome::Applied(_)) => return Ok(None),
        Ok(CommandOutcome::AlreadyApplied(seq)) => ServerMessage::Done { seq, command: &id }.to_json(),
        Err(error) => {
            // Spectators have nothing to command, and players must not wait behind them.
            if matches!(error, RoomError::Command(CommandError::Watching)) {
                sleep(REFUSAL_PAUSE).await;
            }
            if matches!(error, RoomError::Storage(_) | RoomError::Replay(_) | RoomError::Panicked) {
                tracing::error!(error = error_chain(&error), game = room.id, "command failed");
            }
            let (seq, stale, error) = (room.seq(), matches!(error, RoomError::Stale), error.to_string());
            ServerMessage::Refused { seq, command: Some(&id), error: &error, stale }.to_json()
        }
    };
    Ok(Some(reply.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the size of the futures that a function returns.
    fn size_of_future<A, F: Future>(_: impl FnOnce(A) -> F) -> usize {
        size_of::<F>()
    }

    #[test]
    fn a_socket_that_waits_needs_little_memory() {
        type Serve = (App, Arc<Room>, Guest, Option<u64>, Box<LiveSocket>);
        let served =
            size_of_future(|(app, room, guest, last, socket): Serve| serve(app, room, guest, last, socket));
        assert!(served <= 600, "{served} bytes for as long as the socket is open");
        assert!(size_of::<LiveSocket>() <= 640, "{} bytes, too", size_of::<LiveSocket>());
        type Execute<'a> = (&'a App, IpAddr, &'a Arc<Room>, &'a Guest, Utf8Bytes);
        let executed = size_of_future(|(app, address, room, guest, text): Execute<'static>| {
            execute(app, address, room, guest, text)
        });
        assert!(executed <= 2_048, "{executed} bytes while a move is written to disk");
    }
}
