//! A server from start to stop.

use crate::app::App;
use crate::bus::{Bus, NullBus};
#[cfg(feature = "cluster")]
use crate::bus::{NatsBus, NatsError};
use crate::config::Config;
use crate::error::error_chain;
use crate::jobs::Jobs;
use crate::listen::listen;
use crate::no_cluster::NoCluster;
use crate::places::Places;
use crate::storage::{BEAT_INTERVAL, FILE, Sqlite, Storage, StorageError, postgres};
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

/// A server that listens.
pub struct Server {
    app: App,
    listener: TcpListener,
    metrics_listener: Option<TcpListener>,
    places: Places,
    wakes: mpsc::Receiver<()>,
}

/// A process in which engines think for servers elsewhere.
pub struct Worker {
    app: App,
    metrics_listener: Option<TcpListener>,
    wakes: mpsc::Receiver<()>,
}

/// Why a server can't start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The database can't be opened.
    #[error("can't open the database {}", path.display())]
    Storage {
        /// The file.
        path: PathBuf,
        /// Why.
        source: StorageError,
    },
    /// The database can't be reached.
    #[error("can't use the database")]
    Database(#[source] StorageError),
    /// NATS can't be used.
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Nats(#[from] NatsError),
    /// This program has no NATS.
    #[error(transparent)]
    NoCluster(#[from] NoCluster),
    /// The data folder can't be created.
    #[error("can't create the data folder {}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The address can't be listened on.
    #[error("can't listen on {address}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
}

/// How often what has expired is looked for.
const CLEAN_INTERVAL: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How long the name of a guest without games is kept, unless games are kept for less.
const KEEP_NAMES: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// How long requests and sockets under way may take when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

impl Server {
    /// Opens the database and starts to listen.
    pub async fn bind(config: Config) -> Result<Server, ServeError> {
        let (storage, bus) = open(&config).await?;
        Server::with_storage(config, storage, bus).await
    }

    /// Starts to listen, with this storage and a bus to other processes that serve the same games.
    pub async fn with_storage(
        config: Config,
        storage: Arc<dyn Storage>,
        bus: Arc<dyn Bus>,
    ) -> Result<Server, ServeError> {
        let listener = bind(config.address).await?;
        let metrics_listener = bind_metrics(&config).await?;
        let places = Places::new(config.limits.all_connections);
        let (app, wakes) = App::new(config, storage, bus);
        Ok(Server { app, listener, metrics_listener, places, wakes })
    }

    /// Returns the address it listens on.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Returns the address of the metrics, if they have their own.
    pub fn metrics_address(&self) -> io::Result<Option<SocketAddr>> {
        self.metrics_listener.as_ref().map(TcpListener::local_addr).transpose()
    }

    /// Serves until `stop` completes, then closes the sockets and finishes the requests under way.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) {
        let Server { app, listener, metrics_listener, places, wakes } = self;
        let stopping = app.shared.stopping.clone();
        let mut tasks = start_tasks(&app, wakes, metrics_listener, true);
        for task in [Follow::Logs, Follow::Presence, Follow::Watched] {
            let hub = app.hub.clone();
            tasks.spawn(async move {
                match task {
                    Follow::Logs => hub.follow_logs().await,
                    Follow::Presence => hub.tell_presence().await,
                    Follow::Watched => hub.tell_watched().await,
                }
            });
        }
        tasks.spawn(clean_up(app.clone()));
        tasks.spawn(drain_and_stop(app.clone(), stop));
        let timeout = async {
            stopping.cancelled().await;
            tokio::time::sleep(SHUTDOWN_TIMEOUT).await;
        };
        tokio::select! {
            () = listen(&app, listener, &places) => {}
            () = timeout => tracing::warn!(open = app.shared.connections.len(), "connections cut off"),
        }
        tasks.shutdown().await;
        tracing::info!("stopped");
    }
}

/// What a server with clients does again and again.
enum Follow {
    Logs,
    Presence,
    Watched,
}

impl Worker {
    /// Opens the database.
    pub async fn start(config: Config) -> Result<Worker, ServeError> {
        let (storage, bus) = open(&config).await?;
        let metrics_listener = bind_metrics(&config).await?;
        let (app, wakes) = App::new(config, storage, bus);
        Ok(Worker { app, metrics_listener, wakes })
    }

    /// Returns the address of the metrics, if there is one.
    pub fn metrics_address(&self) -> io::Result<Option<SocketAddr>> {
        self.metrics_listener.as_ref().map(TcpListener::local_addr).transpose()
    }

    /// Lets engines think until `stop` completes. What they think about then is left to others.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) {
        let Worker { app, metrics_listener, wakes } = self;
        let mut tasks = start_tasks(&app, wakes, metrics_listener, false);
        stop.await;
        tracing::info!("stopping");
        app.shared.stopping.cancel();
        tasks.shutdown().await;
        tracing::info!("stopped");
    }
}

/// Opens the storage and the bus that a configuration names.
async fn open(config: &Config) -> Result<(Arc<dyn Storage>, Arc<dyn Bus>), ServeError> {
    let bus: Arc<dyn Bus> = match &config.nats {
        #[cfg(feature = "cluster")]
        Some(address) => Arc::new(NatsBus::connect(address).await?),
        #[cfg(not(feature = "cluster"))]
        Some(_) => return Err(NoCluster.into()),
        None => Arc::new(NullBus::default()),
    };
    if let Some(url) = &config.database {
        let storage = postgres::open(url, config.database_patience).await;
        return Ok((storage.map_err(ServeError::Database)?, bus));
    }
    let folder = &config.data;
    std::fs::create_dir_all(folder).map_err(|source| ServeError::Folder { path: folder.clone(), source })?;
    let path = folder.join(FILE);
    let storage = Sqlite::open(&path).await.map_err(|source| ServeError::Storage { path, source })?;
    Ok((Arc::new(storage), bus))
}

/// Starts what every process does.
fn start_tasks(
    app: &App,
    wakes: mpsc::Receiver<()>,
    metrics_listener: Option<TcpListener>,
    is_serving: bool,
) -> JoinSet<()> {
    let mut tasks = JoinSet::new();
    tasks.spawn(Arc::new(Jobs::new(app.clone())).run(wakes));
    tasks.spawn(Jobs::watch_queue(app.clone()));
    let hub = app.hub.clone();
    tasks.spawn(async move { hub.drop_idle_rooms().await });
    let hub = app.hub.clone();
    tasks.spawn(async move { hub.follow_bus().await });
    let shared = app.shared.clone();
    tasks.spawn(async move { shared.follows.follow_bus().await });
    tasks.spawn(beat(app.clone(), is_serving));
    if let Some(listener) = metrics_listener {
        let router = app.metrics_router();
        tasks.spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                tracing::error!(%error, "metrics not served");
            }
        });
    }
    tasks
}

/// Keeps the clock, and says that games are served.
async fn beat(app: App, is_serving: bool) {
    loop {
        tokio::time::sleep(BEAT_INTERVAL).await;
        if let Err(error) = app.shared.storage.beat(is_serving).await {
            app.shared.metrics.beat_missed();
            tracing::warn!(error = error_chain(&error), "heartbeat not written");
        }
    }
}

/// Waits for the stop and, so that a balancer sends no new clients, a while longer; then stops the server.
async fn drain_and_stop(app: App, stop: impl Future<Output = ()>) {
    stop.await;
    app.shared.draining.store(true, Ordering::Relaxed);
    let drain = app.shared.config.drain;
    if !drain.is_zero() {
        tracing::info!(seconds = drain.as_secs(), "not ready any more, stopping soon");
        tokio::time::sleep(drain).await;
    }
    tracing::info!("stopping");
    app.shared.stopping.cancel();
}

async fn bind_metrics(config: &Config) -> Result<Option<TcpListener>, ServeError> {
    match config.metrics_address {
        Some(address) => bind(address).await.map(Some),
        None => Ok(None),
    }
}

async fn bind(address: SocketAddr) -> Result<TcpListener, ServeError> {
    TcpListener::bind(address).await.map_err(|source| ServeError::Listen { address, source })
}

/// Deletes what has expired, again and again.
async fn clean_up(app: App) {
    let storage = &app.shared.storage;
    loop {
        if let Some(days) = app.shared.config.limits.keep_days {
            match storage.delete_older_than(DAY * days).await {
                Ok(0) => {}
                Ok(games) => tracing::info!(games, "old games deleted"),
                Err(error) => tracing::error!(error = error_chain(&error), "old games not deleted"),
            }
        }
        let keep_names =
            app.shared.config.limits.keep_days.map_or(KEEP_NAMES, |days| KEEP_NAMES.min(DAY * days));
        match storage.delete_names_older_than(keep_names).await {
            Ok(0) => {}
            Ok(names) => tracing::info!(names, "names of guests without games deleted"),
            Err(error) => tracing::error!(error = error_chain(&error), "old names not deleted"),
        }
        if let Err(error) = storage.forget_turns().await {
            tracing::error!(error = error_chain(&error), "old turns not forgotten");
        }
        tokio::time::sleep(CLEAN_INTERVAL).await;
    }
}
