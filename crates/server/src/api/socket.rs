//! What all WebSockets have in common: limits, opening, sending and closing.

use super::extract::Caller;
use super::frames::FrameSocket;
use super::upgrade::{PendingSocket, SocketUpgrade};
use crate::app::{App, Shared};
use crate::error::ApiError;
use crate::limited_stream::TooManyBytes;
use crate::throttle::ConnectionPermit;
use crate::token_bucket::TokenBucket;
use axum::body::Bytes;
use axum::response::Response;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::{Interval, MissedTickBehavior, interval};
use tokio_tungstenite::tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{CloseFrame, Frame};
use tokio_tungstenite::tungstenite::protocol::{Message, WebSocketConfig};
use tokio_tungstenite::tungstenite::{self, Utf8Bytes, error::ProtocolError};

/// How often a socket is pinged. One that stays silent for three times as long is closed.
const PING_INTERVAL: Duration = Duration::from_secs(15);

/// The size of a socket's read buffer. A command is short, and the buffer is zeroed before every read: with a large one
/// that would cost more than the move itself.
const READ_BUFFER: usize = 256;

/// Opens a socket, unless the caller has too many, and serves it until `serve` returns.
pub(super) fn open_socket<S>(
    app: App,
    caller: &Caller,
    upgrade: SocketUpgrade,
    serve: impl FnOnce(App, Box<LiveSocket>) -> S + Send + 'static,
) -> Result<Response, ApiError>
where
    S: Future<Output = ()> + Send + 'static,
{
    let limits = &app.shared.config.limits;
    let Some(permit) = app.shared.throttle.open_socket(caller.ip, &caller.guest) else {
        return Err(ApiError::TooManySockets(limits.sockets));
    };
    let config = WebSocketConfig::default()
        .max_message_size(Some(limits.message))
        .max_frame_size(Some(limits.message))
        .read_buffer_size(READ_BUFFER);
    let SocketUpgrade { pending, response } = upgrade;
    let address = caller.ip;
    // Opening is a task of its own, because a task keeps the memory of its largest moment until its end.
    app.shared.connections.clone().spawn(async move {
        if let Some(socket) = LiveSocket::open(pending, config, &app, permit, address).await {
            app.shared.connections.clone().spawn(serve(app, socket));
        }
    });
    Ok(response)
}

/// An open socket, with the limit on its messages and the pings that tell whether the client is still there.
///
/// It is always in a box: every future that it is handed to would have memory for it.
pub(super) struct LiveSocket {
    frames: FrameSocket,
    messages: TokenBucket,
    pings: Interval,
    last_frame: Instant,
    address: IpAddr,
    _counted: CountedSocket,
}

/// A socket's place among those of its guest and address, and in the metrics, until it is dropped.
struct CountedSocket {
    shared: Arc<Shared>,
    _permit: ConnectionPermit,
}

impl CountedSocket {
    fn new(shared: &Arc<Shared>, permit: ConnectionPermit) -> CountedSocket {
        shared.metrics.socket_opened();
        CountedSocket { shared: shared.clone(), _permit: permit }
    }
}

impl Drop for CountedSocket {
    fn drop(&mut self) {
        self.shared.metrics.socket_closed();
    }
}

impl LiveSocket {
    async fn open(
        pending: PendingSocket,
        config: WebSocketConfig,
        app: &App,
        permit: ConnectionPermit,
        address: IpAddr,
    ) -> Option<Box<LiveSocket>> {
        let socket = pending.open(config).await?;
        let mut pings = interval(PING_INTERVAL);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Some(Box::new(LiveSocket {
            frames: FrameSocket::new(socket),
            messages: app.shared.throttle.message_bucket(),
            pings,
            last_frame: Instant::now(),
            address,
            _counted: CountedSocket::new(&app.shared, permit),
        }))
    }

    /// Returns the address of the client.
    pub(super) fn address(&self) -> IpAddr {
        self.address
    }

    /// Returns the next message of the client, and sends pings meanwhile. What is dropped before it is ready loses nothing.
    pub(super) async fn next_text(&mut self) -> Result<Utf8Bytes, CloseReason> {
        loop {
            tokio::select! {
                message = self.frames.next() => {
                    self.last_frame = Instant::now();
                    // Pings count too: each is answered, and answers that nobody reads pile up here.
                    if !self.messages.take(self.last_frame) {
                        return Err(CloseReason::TooManyMessages);
                    }
                    match message {
                        Some(Ok(Message::Text(text))) => return Ok(text),
                        Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                        Some(Ok(Message::Binary(_))) => return Err(CloseReason::NotText),
                        Some(Ok(Message::Close(_))) | None => return Err(CloseReason::Disconnected),
                        Some(Err(error)) => return Err(error.into()),
                    }
                },
                _ = self.pings.tick() => {
                    if self.last_frame.elapsed() > 3 * PING_INTERVAL {
                        return Err(CloseReason::Disconnected);
                    }
                    self.frames.send([Frame::ping(Bytes::new())]).await?;
                },
            }
        }
    }

    /// Sends messages, with one call of the system for all of them. A client that does not take them in time is too slow.
    pub(super) fn send(
        &mut self,
        messages: impl IntoIterator<Item = Utf8Bytes>,
    ) -> impl Future<Output = Result<(), CloseReason>> {
        let text = |text: Utf8Bytes| Frame::message(text, OpCode::Data(Data::Text), true);
        self.frames.send(messages.into_iter().map(text))
    }

    /// Closes the socket and tells the client why.
    pub(super) async fn close(mut self: Box<LiveSocket>, reason: CloseReason) {
        let frame = CloseFrame { code: reason.code(), reason: reason.text().into() };
        // A client that misbehaves may be sending still, and a server that stops should not wait for the others.
        let lingers = !matches!(reason, CloseReason::Disconnected | CloseReason::Stopping);
        self.frames.close(frame, lingers).await;
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
    fn code(self) -> CloseCode {
        match self {
            CloseReason::Disconnected => CloseCode::Normal,
            CloseReason::TooSlow => CloseCode::Again,
            CloseReason::TooManyMessages => CloseCode::Policy,
            CloseReason::NotText => CloseCode::Unsupported,
            CloseReason::MessageTooLong => CloseCode::Size,
            CloseReason::BrokenProtocol => CloseCode::Protocol,
            CloseReason::Stopping => CloseCode::Restart,
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

impl From<tungstenite::Error> for CloseReason {
    fn from(error: tungstenite::Error) -> CloseReason {
        match error {
            tungstenite::Error::Capacity(_) => CloseReason::MessageTooLong,
            tungstenite::Error::Utf8(_) => CloseReason::NotText,
            // A client that just goes away breaks the protocol too, but nobody is there to be told.
            tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => {
                CloseReason::Disconnected
            }
            tungstenite::Error::Protocol(_) => CloseReason::BrokenProtocol,
            tungstenite::Error::Io(error) if TooManyBytes::is_cause_of(&error) => {
                CloseReason::TooManyMessages
            }
            _ => CloseReason::Disconnected,
        }
    }
}
