//! Accepting connections: how many there may be, and how long a request may take to arrive.

use crate::app::App;
use crate::limited_stream::{LimitedStream, Permits};
use crate::platform::max_open_files;
use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tower_http::add_extension::AddExtension;

/// How long the head of a request may take to arrive, and a connection to be idle before it.
const HEADER_TIMEOUT: Duration = Duration::from_secs(30);

/// How long to wait after a failed accept, as when all file descriptors are in use.
const ACCEPT_PAUSE: Duration = Duration::from_millis(250);

/// Files that are kept back for the database, the log and connections that are refused.
const RESERVED_FILES: usize = 128;

/// How many refused connections are told so at the same time; more than these are closed without an answer.
const MAX_REFUSALS: usize = 32;

/// How long a refused client may take to read why.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(2);

/// The places for connections.
pub(crate) struct Places {
    connections: Arc<Semaphore>,
    refusals: Arc<Semaphore>,
}

impl Places {
    /// Makes as many places as the configuration and the system's limit on open files allow.
    pub(crate) fn new(configured: Option<usize>) -> Places {
        // Half of very few files is still better than none.
        let by_files = max_open_files().map(|files| files.saturating_sub(RESERVED_FILES).max(files / 2));
        let places = configured.or(by_files).unwrap_or(Semaphore::MAX_PERMITS).min(Semaphore::MAX_PERMITS);
        Places {
            connections: Arc::new(Semaphore::new(places)),
            refusals: Arc::new(Semaphore::new(MAX_REFUSALS)),
        }
    }

    /// Returns a place for a connection, or why there is none.
    fn take(&self, app: &App, peer: SocketAddr) -> Result<Permits, String> {
        let Ok(place) = self.connections.clone().try_acquire_owned() else {
            return Err("the server has too many connections: try again soon".into());
        };
        // Behind a proxy all connections are the proxy's.
        if app.shared.config.is_proxy(peer.ip()) {
            return Ok((place, None));
        }
        match app.shared.throttle.open_connection(peer.ip()) {
            Some(permit) => Ok((place, Some(permit))),
            None => {
                let most = app.shared.config.limits.connections;
                Err(format!("too many connections from your address: {most} at most"))
            }
        }
    }
}

/// Accepts connections until the server stops, then waits for the requests and sockets under way.
pub(crate) async fn listen(app: &App, listener: TcpListener, places: &Places) {
    let shared = &app.shared;
    let router = app.router();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = shared.stopping.cancelled() => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                // A move is short and must not wait for the next one.
                let _ = stream.set_nodelay(true);
                match places.take(app, peer) {
                    Ok(permits) => {
                        let stopping = shared.stopping.clone();
                        let stream = LimitedStream::new(stream, shared.throttle.byte_bucket(), permits);
                        shared.connections.spawn(serve(stream, peer, router.clone(), stopping));
                    }
                    Err(reason) => {
                        if let Ok(permit) = places.refusals.clone().try_acquire_owned() {
                            tokio::spawn(async move {
                                let _ = timeout(REFUSAL_TIMEOUT, refuse(stream, &reason)).await;
                                drop(permit);
                            });
                        }
                    }
                }
            }
            Err(error) if is_client_error(&error) => {}
            Err(error) => {
                tracing::error!(%error, "connection not accepted");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
    drop(listener);
    shared.connections.close();
    shared.connections.wait().await;
}

/// Answers a connection that there is no place for, whatever it asks.
async fn refuse(mut stream: TcpStream, reason: &str) -> io::Result<()> {
    let body = format!("{{\"error\":\"{reason}\"}}");
    let response = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         retry-after: 5\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(response.as_bytes()).await?;
    stream.shutdown().await?;
    // Closing before the request is read would reset the connection, and the answer might be lost.
    let mut buffer = [0; 1_024];
    while stream.read(&mut buffer).await? > 0 {}
    Ok(())
}

/// Serves the requests of one connection.
///
/// hyper-util's `GracefulShutdown` takes HTTP/1 connections with upgrades only through its `server-auto` feature, which
/// brings HTTP/2 along; a token and a task tracker do the same without it.
async fn serve(
    stream: LimitedStream<TcpStream>,
    peer: SocketAddr,
    router: Router,
    stopping: CancellationToken,
) {
    let service = TowerToHyperService::new(AddExtension::new(router, ConnectInfo(peer)));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    // A connection that ends with an error is the client's affair.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = stopping.cancelled() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

/// Whether the client gave the connection up before it was accepted.
fn is_client_error(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
