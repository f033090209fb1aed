//! Attackers: connections that ask as often as they can, in a thread of their own.

use super::targets::{Attack, Target};
use super::{AttackCounts, AttackTest};
use crate::client::{Client, ClientError, open_stream};
use crate::platform::lower_priority;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout_at};

/// An attack that is under way.
pub(super) struct Attackers(JoinHandle<AttackCounts>);

/// How long an attacker waits after a connection failed.
const PAUSE: Duration = Duration::from_millis(5);

/// What all connections of an attack have in common.
struct Shared {
    target: Target,
    address: SocketAddr,
    source: Option<IpAddr>,
    /// The number of the next guest: every request has a new one, because anybody can make them up.
    guest: AtomicU64,
    requests: AtomicU64,
    refused: AtomicU64,
    bytes: AtomicU64,
    broken: AtomicU64,
}

impl Attackers {
    /// Starts an attack that stops by itself.
    pub(super) fn start(test: &AttackTest, target: Target, end: Instant) -> io::Result<Attackers> {
        let shared = Shared {
            target,
            address: test.address,
            source: test.attackers,
            guest: AtomicU64::new(end.elapsed().as_nanos() as u64 | 1 << 62),
            requests: AtomicU64::new(0),
            refused: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            broken: AtomicU64::new(0),
        };
        let connections = test.connections;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let attack = move || {
            // The measurement must not wait for its own attack.
            lower_priority();
            runtime.block_on(attack(Arc::new(shared), connections, end))
        };
        Ok(Attackers(std::thread::Builder::new().name("attackers".into()).spawn(attack)?))
    }

    /// Waits for the end of the attack, and returns what was done.
    pub(super) fn join(self) -> AttackCounts {
        self.0.join().unwrap_or_default()
    }
}

async fn attack(shared: Arc<Shared>, connections: usize, end: Instant) -> AttackCounts {
    let mut tasks = JoinSet::new();
    for _ in 0..connections {
        let shared = shared.clone();
        tasks.spawn(async move {
            // What is under way then is cut off.
            let _ = timeout_at(end.into(), repeat(&shared)).await;
        });
    }
    while tasks.join_next().await.is_some() {}
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    AttackCounts {
        requests: count(&shared.requests),
        refused: count(&shared.refused),
        bytes: count(&shared.bytes),
        broken: count(&shared.broken),
    }
}

async fn repeat(shared: &Shared) {
    loop {
        let result = match &shared.target.attack {
            Attack::Requests { method, path, body } => {
                shared.send_requests(method, path, body.as_deref()).await
            }
            Attack::Sockets { path } => shared.send_messages(path).await,
            Attack::Connections => shared.connect().await.map(drop),
            Attack::Silence => shared.keep_silent().await,
        };
        if result.is_err() {
            shared.broken.fetch_add(1, Ordering::Relaxed);
            sleep(PAUSE).await;
        }
    }
}

impl Shared {
    async fn connect(&self) -> Result<TcpStream, ClientError> {
        let stream = open_stream(self.address, self.source).await?;
        self.requests
            .fetch_add(u64::from(matches!(self.target.attack, Attack::Connections)), Ordering::Relaxed);
        Ok(stream)
    }

    fn next_guest(&self) -> u64 {
        self.guest.fetch_add(1, Ordering::Relaxed)
    }

    /// Sends one request after the other over one connection until the server closes it.
    async fn send_requests(&self, method: &str, path: &str, body: Option<&str>) -> Result<(), ClientError> {
        let mut stream = self.connect().await?;
        let mut buffer = vec![0; 64 << 10];
        loop {
            let (guest, body) = (self.next_guest(), body.unwrap_or_default());
            // The page's files are largest without compression.
            let request = format!(
                "{method} {path} HTTP/1.1\r\nhost: {}\r\ncookie: parlor={guest:064x}\r\n\
                 accept-encoding: identity\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
                self.address,
                body.len(),
            );
            stream.write_all(request.as_bytes()).await?;
            let response = read_response(&mut stream, &mut buffer).await?;
            self.requests.fetch_add(1, Ordering::Relaxed);
            self.refused.fetch_add(u64::from(response.status >= 400), Ordering::Relaxed);
            self.bytes.fetch_add(response.bytes, Ordering::Relaxed);
            if response.closes {
                return Ok(());
            }
        }
    }

    /// Opens a WebSocket and sends messages until the server closes it.
    async fn send_messages(&self, path: &str) -> Result<(), ClientError> {
        let client = Client::new(self.address, self.next_guest()).from_address(self.source);
        let mut socket = match client.connect_to(path).await {
            Ok(socket) => socket,
            Err(error) => {
                self.refused.fetch_add(u64::from(error.http_status().is_some()), Ordering::Relaxed);
                return Err(error);
            }
        };
        loop {
            socket.send(r#"{"id":"attack","expects":1,"do":"move","move":"3"}"#).await?;
            self.requests.fetch_add(1, Ordering::Relaxed);
            let received = socket.received();
            socket.next_text().await?;
            self.bytes.fetch_add(socket.received() - received, Ordering::Relaxed);
        }
    }

    /// Sends the beginning of a request, and waits until the server closes the connection.
    async fn keep_silent(&self) -> Result<(), ClientError> {
        let mut stream = self.connect().await?;
        stream.write_all(b"GET / HTTP/1.1\r\nhost: ").await?;
        self.requests.fetch_add(1, Ordering::Relaxed);
        while stream.read(&mut [0; 1_024]).await? > 0 {}
        Ok(())
    }
}

struct Response {
    status: u16,
    bytes: u64,
    closes: bool,
}

/// Reads a response and drops its body.
async fn read_response(stream: &mut TcpStream, buffer: &mut [u8]) -> Result<Response, ClientError> {
    let mut filled = 0;
    let head_end = loop {
        let count = stream.read(&mut buffer[filled..]).await?;
        if count == 0 {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        }
        filled += count;
        if let Some(place) = buffer[..filled].windows(4).position(|bytes| bytes == b"\r\n\r\n") {
            break place + 4;
        }
    };
    let head = String::from_utf8_lossy(&buffer[..head_end]).to_ascii_lowercase();
    let header =
        |name: &str| head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).map(str::trim);
    let unexpected = || ClientError::Unexpected(head.chars().take(200).collect());
    let status: u16 = head.split(' ').nth(1).and_then(|text| text.parse().ok()).ok_or_else(unexpected)?;
    let closes = header("connection") == Some("close");
    let has_body = !matches!(status, 204 | 304);
    let length = if has_body { header("content-length").map_or(Ok(0), str::parse) } else { Ok(0) };
    let length: u64 = length.map_err(|_| unexpected())?;
    let mut missing = length.saturating_sub((filled - head_end) as u64);
    while missing > 0 {
        let count = stream.read(buffer).await?;
        if count == 0 {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        }
        missing = missing.saturating_sub(count as u64);
    }
    Ok(Response { status, bytes: head_end as u64 + length, closes })
}
