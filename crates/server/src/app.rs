//! The state that all requests share, and the router with its layers.

use crate::api;
use crate::bus::{Bus, BusMessage};
use crate::config::Config;
use crate::follow::FollowBoards;
use crate::guest::random_token;
use crate::guest_quota::GuestQuota;
use crate::headers;
use crate::hub::Hub;
use crate::metrics::Metrics;
use crate::name_rules::NameRules;
use crate::picture_cache::PictureCache;
use crate::queue::QueueLength;
use crate::storage::{Storage, StorageError};
use crate::throttle::Throttle;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, mpsc};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_http::trace::TraceLayer;

/// What rooms and requests share.
pub(crate) struct Shared {
    pub(crate) config: Config,
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) metrics: Metrics,
    pub(crate) throttle: Throttle,
    pub(crate) guest_quota: GuestQuota,
    pub(crate) name_rules: NameRules,
    /// The boards that others follow.
    pub(crate) follows: FollowBoards,
    /// The pictures for the previews of links.
    pub(crate) pictures: PictureCache,
    /// Whether no new clients are wanted: the server will stop soon.
    pub(crate) draining: AtomicBool,
    /// Canceled when the server is to stop.
    pub(crate) stopping: CancellationToken,
    /// The connections and sockets, which the server waits for when it stops.
    pub(crate) connections: TaskTracker,
    /// The name of this process among those that serve the same games.
    pub(crate) node: String,
    /// How many games wait for an engine.
    pub(crate) queue: QueueLength,
    /// Held while a game is read for a guest's copy of their data.
    pub(crate) exports: Semaphore,
    /// Held while the clock is compared by somebody who can't wait for the next heartbeat.
    comparing_clock: tokio::sync::Mutex<()>,
    /// When the last check of the storage began, and what it found; held during a check.
    pub(crate) last_check: tokio::sync::Mutex<Option<(Instant, Result<(), StorageError>)>>,
    wakes: mpsc::Sender<()>,
}

/// The state of every handler.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) shared: Arc<Shared>,
    pub(crate) hub: Arc<Hub>,
}

/// How long the clock may go on without a comparison before it is not believed.
const CLOCK_AGE: Duration = Duration::from_secs(3);

impl App {
    /// Creates an app over a storage and a bus, and returns what wakes the jobs.
    pub(crate) fn new(
        config: Config,
        storage: Arc<dyn Storage>,
        bus: Arc<dyn Bus>,
    ) -> (App, mpsc::Receiver<()>) {
        // One wake finds all that is due.
        let (wakes, receiver) = mpsc::channel(1);
        let throttle = Throttle::new(&config.limits);
        let metrics = Metrics::default();
        let follows = FollowBoards::new(bus.clone(), &config.limits, metrics.boards_evicted());
        let name_rules = NameRules::new(&config);
        let guest_quota = GuestQuota::new(&config.limits);
        let shared = Arc::new(Shared {
            config,
            storage,
            follows,
            bus,
            metrics,
            throttle,
            pictures: PictureCache::default(),
            guest_quota,
            name_rules,
            draining: AtomicBool::new(false),
            stopping: CancellationToken::new(),
            connections: TaskTracker::new(),
            // Without random numbers there are no games either.
            node: random_token(8).unwrap_or_default(),
            queue: QueueLength::default(),
            exports: Semaphore::new(1),
            comparing_clock: tokio::sync::Mutex::default(),
            last_check: tokio::sync::Mutex::default(),
            wakes,
        });
        let hub = Arc::new(Hub::new(shared.clone()));
        (App { shared, hub }, receiver)
    }

    /// Returns the router of the metrics' own address.
    pub(crate) fn metrics_router(&self) -> Router {
        api::metrics_router(self.clone())
    }

    /// Returns the router: the page, the API and the endpoints for operators.
    pub(crate) fn router(&self) -> Router {
        let router = api::router(self.clone())
            .layer(DefaultBodyLimit::disable())
            .layer(middleware::from_fn_with_state(self.clone(), headers::guard))
            .layer(middleware::from_fn_with_state(self.clone(), headers::secure))
            // Errors are logged where they become responses, with their causes.
            .layer(TraceLayer::new_for_http().on_failure(()));
        api::below(&self.shared.config.base_path, router)
    }
}

impl Shared {
    /// Returns the time of service, in milliseconds.
    pub(crate) fn now(&self) -> u64 {
        self.storage.clock().now()
    }

    /// Makes sure that the clock was compared with the storage's lately: a process that was stopped for a while does not
    /// know whether anybody served meanwhile.
    pub(crate) async fn check_clock(&self) -> Result<(), StorageError> {
        let is_recent = || self.storage.clock().age().is_some_and(|age| age < CLOCK_AGE);
        if is_recent() {
            return Ok(());
        }
        // One comparison is enough for all who wait for it.
        let _one = self.comparing_clock.lock().await;
        if is_recent() { Ok(()) } else { self.storage.beat(true).await }
    }

    /// Returns a seed that nobody can guess.
    pub(crate) fn random_seed(&self) -> Option<u64> {
        let digits = random_token(8).ok()?;
        u64::from_str_radix(&digits, 16).ok()
    }

    /// Lets the jobs look for due work.
    pub(crate) fn wake_jobs(&self) {
        // A wake that is under way is enough.
        let _ = self.wakes.try_send(());
    }

    /// Tells all processes that an engine is to move at a game.
    pub(crate) fn notify_due(&self) {
        self.wake_jobs();
        self.bus.publish(BusMessage::Due);
    }
}
