//! Accepting connections: how many one client may hold, and how long a request may take to arrive.

use crate::app::App;
use crate::throttle::ConnectionPermit;
use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tower_http::add_extension::AddExtension;

/// How long the head of a request may take to arrive, and a connection to be idle before it.
const HEADER_TIMEOUT: Duration = Duration::from_secs(30);

/// How long to wait after a failed accept, as when all file descriptors are in use.
const ACCEPT_PAUSE: Duration = Duration::from_millis(250);

/// Accepts connections until the server stops, then waits for the requests and sockets under way.
pub(crate) async fn listen(app: &App, listener: TcpListener) {
    let shared = &app.shared;
    let router = app.router();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = shared.stopping.cancelled() => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                // Behind a proxy all connections are the proxy's.
                let permit = if shared.config.behind_proxy {
                    None
                } else {
                    match shared.throttle.open_connection(peer.ip()) {
                        Some(permit) => Some(permit),
                        // Closed without an answer: a client that holds so many does not read them.
                        None => continue,
                    }
                };
                let stopping = shared.stopping.clone();
                shared.connections.spawn(serve(stream, peer, router.clone(), stopping, permit));
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

/// Serves the requests of one connection.
///
/// hyper-util's `GracefulShutdown` takes HTTP/1 connections with upgrades only through its `server-auto` feature, which
/// brings HTTP/2 along; a token and a task tracker do the same without it.
async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    stopping: CancellationToken,
    _permit: Option<ConnectionPermit>,
) {
    // A move is short and must not wait for the next one.
    let _ = stream.set_nodelay(true);
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
