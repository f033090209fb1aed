//! Accepting connections, and serving the requests that arrive over them.

use crate::admission::is_for_operators;
use crate::app::App;
use crate::error::ApiError;
use crate::idle_connections::{IdleConnections, TrackedConnection};
use crate::limited_stream::{LimitedStream, Permits};
use crate::places::{NoPlace, Places};
use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, StatusCode, header};
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tower_http::add_extension::AddExtension;

/// How long the head of a request may take to arrive, and a connection to be idle before it.
const HEADER_TIMEOUT: Duration = Duration::from_secs(30);

/// How long to wait after a failed accept, as when all file descriptors are in use.
const ACCEPT_PAUSE: Duration = Duration::from_millis(250);

/// How long the head of a request may take to arrive over a connection without a place, and how long everything may.
const REFUSAL_HEADER_TIMEOUT: Duration = Duration::from_secs(2);
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(10);

/// How soon a client that was refused may try again, in seconds.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("5");

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
                let idle = places.idle.clone();
                let client = NewClient { app: app.clone(), idle, router: router.clone(), stream, peer };
                match places.take(app, peer.ip()) {
                    Ok(permits) => client.spawn(permits),
                    Err(NoPlace::Full) => {
                        let place = places.make(app, peer.ip());
                        places.spawn_without_place(async move {
                            match place.await {
                                Ok(permits) => client.spawn(permits),
                                Err(reason) => client.refuse(reason).await,
                            }
                        });
                    }
                    Err(reason) => places.spawn_without_place(client.refuse(reason)),
                }
            }
            Err(error) if is_client_error(&error) => {}
            Err(error) => {
                tracing::error!(%error, "connection not accepted");
                places.idle.close_one();
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
    drop(listener);
    shared.connections.close();
    shared.connections.wait().await;
}

/// A connection that was just accepted.
struct NewClient {
    app: App,
    idle: Arc<IdleConnections>,
    router: Router,
    stream: TcpStream,
    peer: SocketAddr,
}

impl NewClient {
    /// Serves a connection that has a place, in a task of its own.
    fn spawn(self, permits: Permits) {
        let NewClient { app, idle, router, stream, peer } = self;
        let (shared, tracked) = (&app.shared, idle.add());
        let stream = LimitedStream::new(stream, shared.throttle.byte_bucket(), permits, tracked.clone());
        shared.connections.spawn(serve(stream, tracked, peer, router, shared.stopping.clone()));
    }

    /// Answers the one request of a connection without a place: a check of the operators as always, any other with the
    /// reason.
    async fn refuse(self, reason: NoPlace) {
        let NewClient { app, router, stream, peer, .. } = self;
        let router = TowerToHyperService::new(AddExtension::new(router, ConnectInfo(peer)));
        let service = service_fn(move |request: Request<Incoming>| {
            let router = router.clone();
            let path = request.uri().path().strip_prefix(app.shared.config.base_path.prefix());
            let is_for_operators = path.is_some_and(is_for_operators);
            async move {
                if is_for_operators {
                    return router.call(request).await;
                }
                let status = StatusCode::SERVICE_UNAVAILABLE;
                let error = ApiError::Other { status, reason: reason.to_string() };
                Ok(([(header::RETRY_AFTER, RETRY_AFTER)], error).into_response())
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(REFUSAL_HEADER_TIMEOUT)
            .keep_alive(false)
            .serve_connection(TokioIo::new(stream), service);
        // Whatever goes wrong is the client's affair.
        let _ = timeout(REFUSAL_TIMEOUT, connection).await;
    }
}

/// Serves the requests of one connection.
///
/// hyper-util's `GracefulShutdown` takes HTTP/1 connections with upgrades only through its `server-auto` feature, which
/// brings HTTP/2 along; a token and a task tracker do the same without it.
async fn serve(
    stream: LimitedStream<TcpStream>,
    tracked: Arc<TrackedConnection>,
    peer: SocketAddr,
    router: Router,
    stopping: CancellationToken,
) {
    let router = TowerToHyperService::new(AddExtension::new(router, ConnectInfo(peer)));
    let requests = tracked.clone();
    let service = service_fn(move |request: Request<Incoming>| {
        requests.request_arrived(request.headers().contains_key(header::COOKIE));
        let (response, requests) = (router.call(request), requests.clone());
        async move {
            let response = response.await;
            let is_upgrade =
                response.as_ref().is_ok_and(|made| made.status() == StatusCode::SWITCHING_PROTOCOLS);
            requests.response_made(is_upgrade);
            response
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    // A connection that ends with an error is the client's affair.
    tokio::select! {
        _ = connection.as_mut() => return,
        // Nothing was under way.
        () = tracked.closed() => return,
        () = stopping.cancelled() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

/// Whether the client gave the connection up before it was accepted.
fn is_client_error(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
