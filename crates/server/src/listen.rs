//! Connections: how many one client may hold, and how long it may take to say what it wants.

use crate::app::App;
use crate::throttle::Place;
use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tower_http::add_extension::AddExtension;

/// How long the head of a request may take to come, and a connection to lie idle before it.
const HEAD: Duration = Duration::from_secs(30);

/// How long to wait when no connection can be taken, as when there are too many of all clients together.
const PAUSE: Duration = Duration::from_millis(250);

/// Takes connections until `stop` comes, then waits for the requests under way.
pub(crate) async fn listen(app: &App, listener: TcpListener, stop: impl Future<Output = ()>) {
    let router = app.router();
    let (ending, ends) = watch::channel(());
    // Closed when the last connection has let go of it.
    let (open, mut closed) = mpsc::channel::<()>(1);
    tokio::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                // Behind a proxy all connections are the proxy's.
                let place =
                    (!app.shared.config.behind_proxy).then(|| app.shared.throttle.connection(peer.ip()));
                // One too many is closed without a word: whoever holds so many does not read them.
                let Ok(place) = place.map_or(Ok(None), |place| place.map(Some).ok_or(())) else { continue };
                let (router, ends, open) = (router.clone(), ends.clone(), open.clone());
                tokio::spawn(async move {
                    serve(stream, peer, router, ends, place).await;
                    drop(open);
                });
            }
            Err(error) if is_the_clients(&error) => {}
            Err(error) => {
                tracing::error!(%error, "no connection can be taken");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    drop((listener, ending, open));
    let _ = closed.recv().await;
}

/// Serves the requests of one connection.
async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    mut ends: watch::Receiver<()>,
    _place: Option<Place>,
) {
    // A move is short and is not to wait for the next one.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(AddExtension::new(router, ConnectInfo(peer)));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    // How a connection ends is the client's business.
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = ends.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

/// Whether it was the client who gave a connection up before it was taken.
fn is_the_clients(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
