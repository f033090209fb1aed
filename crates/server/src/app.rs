//! The state that all requests share, and the router with its layers.

use crate::api;
use crate::bus::Bus;
use crate::config::Config;
use crate::guest::random_token;
use crate::headers;
use crate::hub::Hub;
use crate::metrics::Metrics;
use crate::storage::Storage;
use crate::throttle::Throttle;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::trace::TraceLayer;

/// What rooms and requests share.
pub(crate) struct Shared {
    pub(crate) config: Config,
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) metrics: Metrics,
    pub(crate) throttle: Throttle,
    /// Canceled when the server is to stop.
    pub(crate) stopping: CancellationToken,
    /// The connections and sockets, which the server waits for when it stops.
    pub(crate) connections: TaskTracker,
    due_games: mpsc::Sender<String>,
}

/// The state of every handler.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) shared: Arc<Shared>,
    pub(crate) hub: Arc<Hub>,
}

/// Games whose work is due that may wait to be claimed; the next sweep finds those that do not fit.
const DUE_GAMES: usize = 4_096;

impl App {
    /// Creates an app over a storage and a bus, and returns the games whose work comes due.
    pub(crate) fn new(
        config: Config,
        storage: Arc<dyn Storage>,
        bus: Arc<dyn Bus>,
    ) -> (App, mpsc::Receiver<String>) {
        let (due_games, receiver) = mpsc::channel(DUE_GAMES);
        let throttle = Throttle::new(&config.limits);
        let shared = Arc::new(Shared {
            config,
            storage,
            bus,
            metrics: Metrics::default(),
            throttle,
            stopping: CancellationToken::new(),
            connections: TaskTracker::new(),
            due_games,
        });
        let hub = Arc::new(Hub::new(shared.clone()));
        (App { shared, hub }, receiver)
    }

    /// Returns the router: the page, the API and the endpoints for operators.
    pub(crate) fn router(&self) -> Router {
        let limits = &self.shared.config.limits;
        api::router(self.clone())
            .layer(DefaultBodyLimit::disable())
            .layer(RequestBodyLimitLayer::new(limits.body))
            .layer(middleware::from_fn_with_state(self.clone(), headers::guard))
            .layer(middleware::from_fn(headers::secure))
            .layer(TraceLayer::new_for_http())
    }
}

impl Shared {
    /// Returns the time in milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        since.as_millis() as u64
    }

    /// Returns a seed that nobody can guess.
    pub(crate) fn random_seed(&self) -> Option<u64> {
        let digits = random_token(8).ok()?;
        u64::from_str_radix(&digits, 16).ok()
    }

    /// Tells the jobs that an engine is to move at a game.
    pub(crate) fn notify_due(&self, game: &str) {
        // The next sweep finds what does not fit.
        let _ = self.due_games.try_send(game.to_string());
    }
}
