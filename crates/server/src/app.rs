//! What all requests share, and the router.

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
use parlor_engines::StopFlag;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::{Notify, mpsc};
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::trace::TraceLayer;

/// What rooms and requests share.
pub(crate) struct Shared {
    pub(crate) config: Config,
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) metrics: Metrics,
    pub(crate) throttle: Throttle,
    /// Set when the server is to stop; sockets and engines look at it.
    pub(crate) stopping: StopFlag,
    pub(crate) stopped: Notify,
    due: mpsc::Sender<String>,
}

/// The state of every handler.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) shared: Arc<Shared>,
    pub(crate) hub: Arc<Hub>,
}

/// Games with work due that may wait to be noticed; what does not fit is found by the next sweep.
const DUE: usize = 4_096;

impl App {
    /// An app over a storage and a bus, and the games at which work comes due.
    pub(crate) fn new(
        config: Config,
        storage: Arc<dyn Storage>,
        bus: Arc<dyn Bus>,
    ) -> (App, mpsc::Receiver<String>) {
        let (due, noticed) = mpsc::channel(DUE);
        let throttle = Throttle::new(&config.limits);
        let shared = Arc::new(Shared {
            config,
            storage,
            bus,
            metrics: Metrics::default(),
            throttle,
            stopping: StopFlag::default(),
            stopped: Notify::new(),
            due,
        });
        let hub = Arc::new(Hub::new(shared.clone()));
        (App { shared, hub }, noticed)
    }

    /// The router: the page, the interface and the endpoints for whoever runs it.
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
    /// Milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        since.as_millis() as u64
    }

    /// A seed nobody can guess.
    pub(crate) fn seed(&self) -> Option<u64> {
        let digits = random_token(8).ok()?;
        u64::from_str_radix(&digits, 16).ok()
    }

    /// An engine is to move at this game.
    pub(crate) fn work_is_due(&self, game: &str) {
        // The next sweep finds what does not fit.
        let _ = self.due.try_send(game.to_string());
    }

    /// Tells everything that runs to come to its end.
    pub(crate) fn stop(&self) {
        self.stopping.stop();
        self.stopped.notify_waiters();
    }
}
