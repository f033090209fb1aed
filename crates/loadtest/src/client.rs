//! A client for the server: HTTP requests, and the WebSocket of a game.

use crate::snapshot::{Change, Snapshot};
use futures_util::{SinkExt, StreamExt};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::io;
use std::net::{IpAddr, SocketAddr};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message as Frame, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// The size of a socket's read buffer: more than an update. The buffer is zeroed before every read.
const READ_BUFFER: usize = 1_024;

/// The close code of a socket that was closed without one.
const NO_STATUS: u16 = 1005;

/// The close code of a socket that ended without being closed.
const ABNORMAL: u16 = 1006;

/// A guest at a server.
#[derive(Clone, Debug)]
pub struct Client {
    address: SocketAddr,
    secret: String,
    /// The address that connections come from; `None` leaves that to the system.
    source: Option<IpAddr>,
}

/// The WebSocket of a game.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    snapshot: Option<Snapshot>,
    seq: u64,
    /// Bytes of the messages that were received.
    received: u64,
}

/// A message from the server, as much of it as playing needs.
#[derive(Clone, Debug, Deserialize)]
pub struct Message {
    /// The type of the message: `hello`, `update`, ...
    #[serde(rename = "type")]
    pub kind: String,
    /// The length of the game's log.
    pub seq: u64,
    /// The client's public id, in `hello`.
    #[serde(default)]
    pub you: Option<String>,
    /// The id of the command that was carried out or refused.
    #[serde(default)]
    pub command: Option<String>,
    /// Why it was refused.
    #[serde(default)]
    pub error: Option<String>,
    /// Whether it was refused because the game had gone on.
    #[serde(default)]
    pub stale: bool,
    /// The length of the log before an update.
    #[serde(default)]
    from: Option<u64>,
    #[serde(default)]
    change: Option<Change>,
    #[serde(default)]
    snapshot: Option<Snapshot>,
}

/// A command as the server reads it.
#[derive(Serialize)]
struct Command<'a> {
    id: &'a str,
    expects: u64,
    #[serde(rename = "do")]
    kind: &'a str,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

/// Why a client did not get what it wanted.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The connection failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The WebSocket failed.
    #[error(transparent)]
    WebSocket(#[from] Box<tungstenite::Error>),
    /// A response or message is not what the API says.
    #[error("unexpected response: {0}")]
    Unexpected(String),
    /// The server refused a command.
    #[error("the server refused a command: {0}")]
    Refused(String),
    /// The server did not answer in time.
    #[error("no answer for {0} seconds")]
    Timeout(u64),
    /// The socket was closed.
    #[error("the socket was closed with code {0}")]
    Closed(u16),
}

impl ClientError {
    /// Returns the status of the HTTP response with which the server refused a WebSocket.
    pub fn http_status(&self) -> Option<u16> {
        match self {
            ClientError::WebSocket(error) => match &**error {
                tungstenite::Error::Http(response) => Some(response.status().as_u16()),
                _ => None,
            },
            _ => None,
        }
    }
}

impl From<tungstenite::Error> for ClientError {
    fn from(error: tungstenite::Error) -> ClientError {
        ClientError::WebSocket(Box::new(error))
    }
}

impl Client {
    /// Creates a guest; the same number is the same guest.
    pub fn new(address: SocketAddr, guest: u64) -> Client {
        Client { address, secret: format!("{guest:064x}"), source: None }
    }

    /// Returns the same guest, whose connections come from another address of this machine.
    pub fn from_address(self, source: Option<IpAddr>) -> Client {
        Client { source, ..self }
    }

    /// Returns the same guest at another server.
    pub fn at(self, address: SocketAddr) -> Client {
        Client { address, ..self }
    }

    /// Returns the secret in the guest's cookie.
    pub fn secret(&self) -> &str {
        &self.secret
    }

    /// Sends a GET request and returns status and body.
    pub async fn get(&self, path: &str) -> Result<(u16, String), ClientError> {
        self.request("GET", path, "", "").await
    }

    /// Sends JSON in a POST request and returns status and body.
    pub async fn post(&self, path: &str, body: &Value) -> Result<(u16, String), ClientError> {
        self.request("POST", path, "content-type: application/json\r\n", &body.to_string()).await
    }

    /// Sends a request, with headers that each end with a line break, and returns status and body.
    pub async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> Result<(u16, String), ClientError> {
        let mut stream = open_stream(self.address, self.source).await?;
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncookie: parlor={}\r\nconnection: close\r\n\
             content-length: {}\r\n{headers}\r\n{body}",
            self.address,
            self.secret,
            body.len(),
        );
        stream.write_all(request.as_bytes()).await?;
        let mut response = Vec::new();
        stream.read_to_end(&mut response).await?;
        let response = String::from_utf8_lossy(&response).into_owned();
        let unexpected = || ClientError::Unexpected(response.chars().take(200).collect());
        let (head, body) = response.split_once("\r\n\r\n").ok_or_else(unexpected)?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(unexpected)?;
        Ok((status, body.to_string()))
    }

    /// Creates a game and returns its id.
    pub async fn create_game(&self, request: &Value) -> Result<String, ClientError> {
        let (_, body) = self.post("/api/games", request).await?;
        let response: Value =
            serde_json::from_str(&body).map_err(|_| ClientError::Unexpected(body.clone()))?;
        response["id"].as_str().map(String::from).ok_or(ClientError::Unexpected(body))
    }

    /// Opens the socket of a game; `last` is the seq of the last message seen.
    pub async fn connect(&self, game: &str, last: Option<u64>) -> Result<Socket, ClientError> {
        let query = last.map(|last| format!("?last={last}")).unwrap_or_default();
        let socket = self.connect_to(&format!("/api/games/{game}/live{query}")).await?;
        Ok(Socket { seq: last.unwrap_or(0), ..socket })
    }

    /// Opens the socket at a path.
    pub async fn connect_to(&self, path: &str) -> Result<Socket, ClientError> {
        let stream = open_stream(self.address, self.source).await?;
        stream.set_nodelay(true)?;
        let mut request = format!("ws://{}{path}", self.address).into_client_request()?;
        let cookie = format!("parlor={}", self.secret);
        let cookie = cookie.parse().map_err(|_| ClientError::Unexpected(cookie.clone()))?;
        request.headers_mut().insert("cookie", cookie);
        let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
        let (stream, _) = client_async_with_config(request, stream, Some(config)).await?;
        Ok(Socket { stream, snapshot: None, seq: 0, received: 0 })
    }
}

/// Connects to a server, from an address of this machine.
pub(crate) async fn open_stream(address: SocketAddr, source: Option<IpAddr>) -> io::Result<TcpStream> {
    let Some(source) = source else { return TcpStream::connect(address).await };
    let socket = if source.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    socket.bind((source, 0).into())?;
    socket.connect(address).await
}

impl Socket {
    /// Sends a command.
    pub async fn command(
        &mut self,
        id: &str,
        expects: u64,
        kind: &str,
        text: Option<&str>,
    ) -> Result<(), ClientError> {
        let command = Command { id, expects, kind, text };
        let command = serde_json::to_string(&command);
        self.send(command.map_err(|error| ClientError::Unexpected(error.to_string()))?).await
    }

    /// Sends any text.
    pub async fn send(&mut self, text: impl Into<Utf8Bytes>) -> Result<(), ClientError> {
        Ok(self.stream.send(Frame::Text(text.into())).await?)
    }

    /// Returns the next message as text.
    pub async fn next_text(&mut self) -> Result<Utf8Bytes, ClientError> {
        loop {
            match self.stream.next().await {
                Some(Ok(Frame::Text(text))) => {
                    self.received += text.len() as u64;
                    return Ok(text);
                }
                Some(Ok(Frame::Close(frame))) => {
                    return Err(ClientError::Closed(frame.map_or(NO_STATUS, |frame| frame.code.into())));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
                None => return Err(ClientError::Closed(ABNORMAL)),
            }
        }
    }

    /// Returns the next message, whole.
    pub async fn next_json(&mut self) -> Result<Value, ClientError> {
        let text = self.next_text().await?;
        serde_json::from_str(&text).map_err(|error| ClientError::Unexpected(format!("{error} in {text}")))
    }

    /// Returns the next message, and takes what it says about the game into the snapshot.
    pub async fn next(&mut self) -> Result<Message, ClientError> {
        let text = self.next_text().await?;
        let unexpected = |reason: &str| ClientError::Unexpected(format!("{reason} in {text}"));
        let mut message: Message =
            serde_json::from_str(&text).map_err(|error| unexpected(&error.to_string()))?;
        if let Some(from) = message.from {
            if from != self.seq {
                return Err(unexpected("an update is missing"));
            }
            self.seq = message.seq;
        }
        if let Some(snapshot) = message.snapshot.take() {
            self.seq = message.seq;
            self.snapshot = Some(snapshot);
        }
        if let (Some(snapshot), Some(change)) = (&mut self.snapshot, message.change.take()) {
            snapshot.apply(change).ok_or_else(|| unexpected("an update of another game"))?;
        }
        Ok(message)
    }

    /// Returns how many bytes of messages were received.
    pub fn received(&self) -> u64 {
        self.received
    }

    /// Returns the game as of the last message, if the server has sent one that [`Socket::next`] read.
    pub fn snapshot(&self) -> Option<&Snapshot> {
        self.snapshot.as_ref()
    }

    /// Returns the next message about the game, passing over presence and places in the queue.
    pub async fn next_about_game(&mut self) -> Result<Message, ClientError> {
        loop {
            let message = self.next().await?;
            if !message.kind.starts_with("presence") && message.kind != "queue" {
                return Ok(message);
            }
        }
    }
}
