//! From a request to a WebSocket.
//!
//! axum can do this too, but keeps the memory that opening takes for as long as the socket is open, and does not give out
//! the stream below it.

use crate::error::ApiError;
use crate::limited_stream::LimitedStream;
use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::Request;
use axum::http::request::Parts;
use axum::response::Response;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

/// A WebSocket of a client.
pub(super) type ClientSocket = WebSocketStream<LimitedStream<TcpStream>>;

/// A request for a WebSocket, and the response that accepts it.
pub(super) struct SocketUpgrade {
    pub(super) pending: PendingSocket,
    pub(super) response: Response,
}

/// A WebSocket that is open once the response has been sent.
pub(super) struct PendingSocket(OnUpgrade);

impl<S: Sync> FromRequestParts<S> for SocketUpgrade {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<SocketUpgrade, ApiError> {
        let mut request = Request::new(());
        *request.method_mut() = parts.method.clone();
        *request.version_mut() = parts.version;
        *request.headers_mut() = parts.headers.clone();
        let response = create_response_with_body(&request, Body::empty);
        let response = response.map_err(|error| ApiError::NoSocket(format!("not a WebSocket: {error}")))?;
        let pending = parts.extensions.remove::<OnUpgrade>().map(PendingSocket);
        let pending =
            pending.ok_or_else(|| ApiError::NoSocket("this connection can't become a WebSocket".into()))?;
        Ok(SocketUpgrade { pending, response })
    }
}

impl PendingSocket {
    /// Waits until the client has the response. There is no socket if it has gone away meanwhile.
    pub(super) async fn open(self, config: WebSocketConfig) -> Option<ClientSocket> {
        let upgraded = self.0.await.ok()?;
        let Ok(parts) = upgraded.downcast::<TokioIo<LimitedStream<TcpStream>>>() else {
            tracing::error!("a WebSocket on a connection of another kind");
            return None;
        };
        let (stream, received) = (parts.io.into_inner(), parts.read_buf.to_vec());
        Some(WebSocketStream::from_partially_read(stream, received, Role::Server, Some(config)).await)
    }
}
