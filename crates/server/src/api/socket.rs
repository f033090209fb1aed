//! What all WebSockets have in common: limits, opening, sending and closing.

use super::extract::Caller;
use crate::app::App;
use crate::error::ApiError;
use crate::limited_stream::TooManyBytes;
use crate::token_bucket::TokenBucket;
use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use futures_util::SinkExt;
use std::time::{Duration, Instant};
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite::{self, error::ProtocolError};

/// How often a socket is pinged. One that stays silent for three times as long is closed.
const PING_INTERVAL: Duration = Duration::from_secs(15);

/// How long a frame may take to be sent before the socket counts as too slow.
const SEND_TIMEOUT: Duration = Duration::from_secs(5);

/// The size of a socket's read buffer. A command is short, and the buffer is zeroed before every read: with a large one
/// that would cost more than the move itself.
const READ_BUFFER: usize = 256;

/// Opens a socket, unless the caller has too many, and serves it until `serve` returns.
pub(super) fn open_socket<S>(
    app: App,
    caller: &Caller,
    upgrade: WebSocketUpgrade,
    serve: impl FnOnce(App, LiveSocket) -> S + Send + 'static,
) -> Result<Response, ApiError>
where
    S: Future<Output = ()> + Send + 'static,
{
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
            let socket = LiveSocket::new(socket, app.shared.throttle.message_bucket());
            serve(app.clone(), socket).await;
            app.shared.metrics.socket_closed();
            drop(permit);
        })
    }))
}

/// An open socket, with the limit on its messages and the pings that tell whether the client is still there.
pub(super) struct LiveSocket {
    socket: WebSocket,
    messages: TokenBucket,
    pings: Interval,
    last_frame: Instant,
}

impl LiveSocket {
    fn new(socket: WebSocket, messages: TokenBucket) -> LiveSocket {
        let mut pings = interval(PING_INTERVAL);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        LiveSocket { socket, messages, pings, last_frame: Instant::now() }
    }

    /// Returns the next message of the client, and sends pings meanwhile. What is dropped before it is ready loses nothing.
    pub(super) async fn next_text(&mut self) -> Result<Utf8Bytes, CloseReason> {
        loop {
            tokio::select! {
                frame = self.socket.recv() => {
                    self.last_frame = Instant::now();
                    // Pings count too: each is answered, and answers that nobody reads pile up here.
                    if !self.messages.take(self.last_frame) {
                        return Err(CloseReason::TooManyMessages);
                    }
                    match frame {
                        Some(Ok(Frame::Text(text))) => return Ok(text),
                        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                        Some(Ok(Frame::Binary(_))) => return Err(CloseReason::NotText),
                        Some(Ok(Frame::Close(_))) | None => return Err(CloseReason::Disconnected),
                        Some(Err(error)) => return Err(error.into()),
                    }
                },
                _ = self.pings.tick() => {
                    if self.last_frame.elapsed() > 3 * PING_INTERVAL {
                        return Err(CloseReason::Disconnected);
                    }
                    self.send_frames([Frame::Ping(Default::default())]).await?;
                },
            }
        }
    }

    /// Sends messages, with one call of the system for all of them. A client that does not take them in time is too slow.
    pub(super) async fn send(
        &mut self,
        messages: impl IntoIterator<Item = Utf8Bytes>,
    ) -> Result<(), CloseReason> {
        self.send_frames(messages.into_iter().map(Frame::Text)).await
    }

    async fn send_frames(&mut self, frames: impl IntoIterator<Item = Frame>) -> Result<(), CloseReason> {
        let socket = &mut self.socket;
        let sent = async {
            for frame in frames {
                socket.feed(frame).await?;
            }
            socket.flush().await
        };
        match timeout(SEND_TIMEOUT, sent).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(CloseReason::Disconnected),
            Err(_) => Err(CloseReason::TooSlow),
        }
    }

    /// Closes the socket and tells the client why.
    pub(super) async fn close(mut self, reason: CloseReason) {
        let frame = Frame::Close(Some(CloseFrame { code: reason.code(), reason: reason.text().into() }));
        let _ = self.send_frames([frame]).await;
        // A client that has closed it gets no second frame, but the answer to its own, which waits here.
        let _ = timeout(SEND_TIMEOUT, self.socket.flush()).await;
    }
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
    fn code(self) -> u16 {
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

    fn text(self) -> &'static str {
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
