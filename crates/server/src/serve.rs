//! A server from start to stop.

use crate::app::App;
use crate::bus::{Bus, InProcessBus};
use crate::config::Config;
use crate::error::error_chain;
use crate::jobs::Jobs;
use crate::listen::listen;
use crate::storage::{FILE, Sqlite, Storage, StorageError};
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

/// A server that listens.
pub struct Server {
    app: App,
    listener: TcpListener,
    due_games: mpsc::Receiver<String>,
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

/// How often old games are looked for.
const DELETE_INTERVAL: Duration = Duration::from_secs(60 * 60);
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// How long requests and sockets under way may take when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

impl Server {
    /// Opens the database in the data folder and starts to listen.
    pub async fn bind(config: Config) -> Result<Server, ServeError> {
        let folder = &config.data;
        std::fs::create_dir_all(folder)
            .map_err(|source| ServeError::Folder { path: folder.clone(), source })?;
        let path = folder.join(FILE);
        let storage = Sqlite::open(&path).await.map_err(|source| ServeError::Storage { path, source })?;
        Server::with_storage(config, Arc::new(storage), Arc::new(InProcessBus::default())).await
    }

    /// Starts to listen, with this storage and a bus to other processes that serve the same games.
    pub async fn with_storage(
        config: Config,
        storage: Arc<dyn Storage>,
        bus: Arc<dyn Bus>,
    ) -> Result<Server, ServeError> {
        let address = config.address;
        let listener = TcpListener::bind(address).await;
        let listener = listener.map_err(|source| ServeError::Listen { address, source })?;
        let (app, due_games) = App::new(config, storage, bus);
        Ok(Server { app, listener, due_games })
    }

    /// Returns the address it listens on.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop` completes, then closes the sockets and finishes the requests under way.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) {
        let Server { app, listener, due_games } = self;
        let stopping = app.shared.stopping.clone();
        let mut tasks = JoinSet::new();
        tasks.spawn(Arc::new(Jobs::new(app.clone())).run(due_games));
        let hub = app.hub.clone();
        tasks.spawn(async move { hub.drop_idle_rooms().await });
        let hub = app.hub.clone();
        tasks.spawn(async move { hub.follow_bus().await });
        tasks.spawn(delete_old_games(app.clone()));
        let token = stopping.clone();
        tasks.spawn(async move {
            stop.await;
            tracing::info!("stopping");
            token.cancel();
        });
        let timeout = async {
            stopping.cancelled().await;
            tokio::time::sleep(SHUTDOWN_TIMEOUT).await;
        };
        tokio::select! {
            () = listen(&app, listener) => {}
            () = timeout => tracing::warn!(open = app.shared.connections.len(), "connections cut off"),
        }
        tasks.shutdown().await;
        tracing::info!("stopped");
    }
}

async fn delete_old_games(app: App) {
    let Some(days) = app.shared.config.limits.keep_days else { return };
    loop {
        let time = app.shared.now().saturating_sub(u64::from(days) * DAY_MS);
        match app.shared.storage.delete_older_than(time).await {
            Ok(0) => {}
            Ok(games) => tracing::info!(games, "old games deleted"),
            Err(error) => tracing::error!(error = error_chain(&error), "old games not deleted"),
        }
        tokio::time::sleep(DELETE_INTERVAL).await;
    }
}
