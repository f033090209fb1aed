//! A small client: what the load test and the tests play with.

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::Value;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message as Frame};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// Bytes read from a socket at once: a little more than a game of classic as it stands.
const READ: usize = 8_192;

/// A guest at a server.
#[derive(Clone, Debug)]
pub struct Client {
    address: SocketAddr,
    secret: String,
}

/// A socket at a game.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
}

/// As much of a message as is needed to play on.
#[derive(Clone, Debug, Deserialize)]
pub struct Heard {
    /// What kind of message it is.
    #[serde(rename = "type")]
    pub kind: String,
    /// Events in the log so far.
    pub seq: u64,
    /// The command that did it, or that was refused.
    #[serde(default)]
    pub command: Option<String>,
    /// Why it was refused.
    #[serde(default)]
    pub error: Option<String>,
    /// Whether the game had gone on since.
    #[serde(default)]
    pub stale: bool,
    /// The game as it stands.
    #[serde(default)]
    pub snapshot: Option<Standing>,
}

/// As much of a state as is needed to play on.
#[derive(Clone, Debug, Deserialize)]
pub struct Standing {
    /// The player to move.
    pub turn: Option<u64>,
    /// How the game ended.
    pub ending: Option<Value>,
    /// What to draw.
    pub view: Drawn,
    /// Who sits where.
    pub seats: Vec<Sitting>,
}

/// As much of a view as is needed to play on.
#[derive(Clone, Debug, Deserialize)]
pub struct Drawn {
    /// Where a move can be made, and how it is written.
    pub move_targets: Vec<(Value, String)>,
}

/// As much of a seat as is needed to play on.
#[derive(Clone, Debug, Deserialize)]
pub struct Sitting {
    /// The guest there.
    pub guest: Option<String>,
}

/// Why a client got no answer.
#[derive(Debug)]
pub enum ClientError {
    /// The connection failed.
    Io(io::Error),
    /// The socket failed.
    Socket(Box<tungstenite::Error>),
    /// The answer can't be read.
    Answer(String),
    /// The socket was closed, with this code.
    Closed(u16),
}

impl fmt::Display for ClientError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientError::Io(error) => error.fmt(out),
            ClientError::Socket(error) => error.fmt(out),
            ClientError::Answer(text) => write!(out, "not an answer: {text}"),
            ClientError::Closed(code) => write!(out, "the socket was closed with {code}"),
        }
    }
}

impl std::error::Error for ClientError {}

impl From<io::Error> for ClientError {
    fn from(error: io::Error) -> ClientError {
        ClientError::Io(error)
    }
}

impl From<tungstenite::Error> for ClientError {
    fn from(error: tungstenite::Error) -> ClientError {
        ClientError::Socket(Box::new(error))
    }
}

impl Client {
    /// A guest by a number of its own.
    pub fn new(address: SocketAddr, guest: u64) -> Client {
        Client { address, secret: format!("{guest:064x}") }
    }

    /// The public id.
    pub fn id(&self) -> String {
        crate::Guest::of(&self.secret).to_string()
    }

    /// Asks for something with GET.
    pub async fn get(&self, path: &str) -> Result<(u16, String), ClientError> {
        self.send("GET", path, "", "").await
    }

    /// Sends JSON with POST.
    pub async fn post(&self, path: &str, body: &Value) -> Result<(u16, String), ClientError> {
        self.send("POST", path, "content-type: application/json\r\n", &body.to_string()).await
    }

    /// Sends any request, with headers each ended by a line break.
    pub async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> Result<(u16, String), ClientError> {
        let mut stream = TcpStream::connect(self.address).await?;
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncookie: parlor={}\r\nconnection: close\r\n\
             content-length: {}\r\n{headers}\r\n{body}",
            self.address,
            self.secret,
            body.len(),
        );
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let bad = || ClientError::Answer(answer.chars().take(200).collect());
        let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(bad)?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(bad)?;
        Ok((status, body.to_string()))
    }

    /// Opens a game; its id.
    pub async fn open(&self, wish: &Value) -> Result<String, ClientError> {
        let (_, body) = self.post("/api/games", wish).await?;
        let answer: Value = serde_json::from_str(&body).map_err(|_| ClientError::Answer(body.clone()))?;
        answer["id"].as_str().map(String::from).ok_or(ClientError::Answer(body))
    }

    /// Follows a game, from the last number seen.
    pub async fn follow(&self, game: &str, last: Option<u64>) -> Result<Socket, ClientError> {
        let last = last.map(|last| format!("?last={last}")).unwrap_or_default();
        let stream = TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        let mut request =
            format!("ws://{}/api/games/{game}/live{last}", self.address).into_client_request()?;
        let cookie = format!("parlor={}", self.secret);
        let cookie = cookie.parse().map_err(|_| ClientError::Answer("no cookie".into()))?;
        request.headers_mut().insert("cookie", cookie);
        // The buffer is wiped before every read.
        let config = WebSocketConfig::default().read_buffer_size(READ);
        let (stream, _) = client_async_with_config(request, stream, Some(config)).await?;
        Ok(Socket { stream })
    }
}

impl Socket {
    /// Sends a command.
    pub async fn ask(
        &mut self,
        id: &str,
        expects: u64,
        deed: &str,
        text: Option<&str>,
    ) -> Result<(), ClientError> {
        let text = text.map(|text| format!(",\"move\":{text:?}")).unwrap_or_default();
        let ask = format!("{{\"id\":{id:?},\"expects\":{expects},\"do\":{deed:?}{text}}}");
        self.say(&ask).await
    }

    /// Sends any text.
    pub async fn say(&mut self, text: &str) -> Result<(), ClientError> {
        Ok(self.stream.send(Frame::text(text)).await?)
    }

    /// The next message, whole.
    pub async fn hear_text(&mut self) -> Result<String, ClientError> {
        loop {
            match self.stream.next().await {
                Some(Ok(Frame::Text(text))) => return Ok(text.to_string()),
                Some(Ok(Frame::Close(frame))) => {
                    return Err(ClientError::Closed(frame.map_or(1005, |frame| frame.code.into())));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
                None => return Err(ClientError::Closed(1006)),
            }
        }
    }

    /// The next message.
    pub async fn hear(&mut self) -> Result<Heard, ClientError> {
        let text = self.hear_text().await?;
        serde_json::from_str(&text).map_err(|error| ClientError::Answer(format!("{error} in {text}")))
    }

    /// The next message about the game: not about the people around it.
    pub async fn hear_game(&mut self) -> Result<Heard, ClientError> {
        loop {
            let heard = self.hear().await?;
            if heard.kind != "presence" {
                return Ok(heard);
            }
        }
    }
}
