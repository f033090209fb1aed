//! Frames to and from a WebSocket.

use super::socket::CloseReason;
use super::upgrade::ClientSocket;
use axum::body::Bytes;
use futures_util::{FutureExt, SinkExt, StreamExt};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::protocol::Message;
use tokio_tungstenite::tungstenite::protocol::frame::{CloseFrame, Frame};

/// How long a frame may take to be sent before the socket counts as too slow.
const SEND_TIMEOUT: Duration = Duration::from_secs(5);

/// A WebSocket that keeps no memory for what it has sent.
pub(super) struct FrameSocket {
    socket: ClientSocket,
    /// What is yet to be sent of frames that were begun.
    unsent: Bytes,
}

impl FrameSocket {
    pub(super) fn new(socket: ClientSocket) -> FrameSocket {
        FrameSocket { socket, unsent: Bytes::new() }
    }

    /// Returns the next message of the client.
    pub(super) async fn next(&mut self) -> Option<tungstenite::Result<Message>> {
        // Reading answers pings, and an answer must not get between the parts of a frame.
        if !self.unsent.is_empty()
            && let Err(error) = self.send_unsent().await
        {
            return Some(Err(error));
        }
        self.socket.next().await
    }

    /// Sends frames. They are formatted at once, so that the future does not have them.
    pub(super) fn send(
        &mut self,
        frames: impl IntoIterator<Item = Frame>,
    ) -> impl Future<Output = Result<(), CloseReason>> {
        let mut bytes = Vec::from(std::mem::take(&mut self.unsent));
        for frame in frames {
            // Writing into memory does not fail.
            let _ = frame.format(&mut bytes);
        }
        self.unsent = bytes.into();
        self.send_in_time()
    }

    async fn send_in_time(&mut self) -> Result<(), CloseReason> {
        // Almost always the system takes everything at once, and no timer is needed.
        let sent = match self.send_unsent().now_or_never() {
            Some(sent) => Ok(sent),
            None => Box::pin(timeout(SEND_TIMEOUT, self.send_unsent())).await,
        };
        match sent {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(CloseReason::Disconnected),
            Err(_) => Err(CloseReason::TooSlow),
        }
    }

    /// Sends what is yet to be sent. Dropped before it is ready, it can go on where it was.
    ///
    /// Frames go past the socket's own buffer, which would keep room for the longest of them. What is in that buffer goes
    /// first: answers to pings.
    async fn send_unsent(&mut self) -> tungstenite::Result<()> {
        self.socket.flush().await?;
        self.socket.get_mut().write_all_buf(&mut self.unsent).await?;
        self.unsent = Bytes::new();
        Ok(())
    }

    /// Sends the rest of what was begun and a last frame, and closes the connection.
    ///
    /// One that `lingers` waits for a while until the client has read the frame.
    pub(super) async fn close(&mut self, frame: CloseFrame, lingers: bool) {
        let closed = async {
            self.send_unsent().await?;
            self.socket.send(Message::Close(Some(frame))).await
        };
        let _ = timeout(SEND_TIMEOUT, closed).await;
        // A client that has closed it gets no second frame, but the answer to its own, which waits here.
        let _ = timeout(SEND_TIMEOUT, self.socket.flush()).await;
        let shutdown = self.socket.get_mut().shutdown();
        let _ = if lingers { Some(shutdown.await) } else { shutdown.now_or_never() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::idle_connections::IdleConnections;
    use crate::limited_stream::LimitedStream;
    use crate::token_bucket::TokenBucket;
    use std::sync::Arc;
    use tokio::net::{TcpListener, TcpStream};
    use tokio::sync::Semaphore;
    use tokio_tungstenite::WebSocketStream;
    use tokio_tungstenite::tungstenite::protocol::Role;
    use tokio_tungstenite::tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};

    async fn pair() -> (FrameSocket, WebSocketStream<TcpStream>) {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (server, _) = listener.accept().await.unwrap();
        let place = Arc::new(Semaphore::new(1)).try_acquire_owned().unwrap();
        let bytes = TokenBucket::new(1e9, Duration::from_secs(1));
        let server =
            LimitedStream::new(server, bytes, (place, None), Arc::<IdleConnections>::default().add());
        let server = WebSocketStream::from_raw_socket(server, Role::Server, None).await;
        (FrameSocket::new(server), WebSocketStream::from_raw_socket(client, Role::Client, None).await)
    }

    #[tokio::test]
    async fn what_was_begun_is_sent_before_anything_else() {
        let (mut server, mut client) = pair().await;
        let text = |text: &str| Frame::message(text.to_string(), OpCode::Data(Data::Text), true);
        // More than the system takes, from a client that reads nothing.
        let long = "x".repeat(15_000_000);
        assert!(server.send([text(&long)]).now_or_never().is_none(), "it waits for the client");
        client.send(Message::Ping("are you there?".into())).await.unwrap();
        let serving = tokio::spawn(async move {
            assert!(matches!(server.next().await, Some(Ok(Message::Ping(_)))));
            server.send([text("short")]).await.unwrap();
            server.close(CloseFrame { code: CloseCode::Again, reason: "too slow".into() }, true).await;
        });
        let mut heard = Vec::new();
        while let Some(Ok(message)) = client.next().await {
            heard.push(message);
        }
        serving.await.unwrap();
        assert!(matches!(&heard[0], Message::Text(text) if *text == long), "in one piece");
        assert!(matches!(&heard[1..3], [Message::Pong(_), Message::Text(text)] if *text == "short"));
        assert!(matches!(&heard[3..], [Message::Close(Some(frame))] if frame.code == CloseCode::Again));
    }
}
