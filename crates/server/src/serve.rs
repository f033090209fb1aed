//! A server from start to stop.

use crate::app::App;
use crate::bus::{Bus, InProcessBus};
use crate::config::Config;
use crate::jobs::Jobs;
use crate::listen::listen;
use crate::storage::{FILE, Sqlite, Storage, StorageError};
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// A server that listens.
pub struct Server {
    app: App,
    listener: TcpListener,
    noticed: tokio::sync::mpsc::Receiver<String>,
}

/// Why a server can't run.
#[derive(Debug)]
pub enum ServeError {
    /// The data can't be kept there.
    Storage(StorageError),
    /// The folder can't be made.
    Folder(std::path::PathBuf, io::Error),
    /// Nobody can listen there.
    Listen(SocketAddr, io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::Storage(error) => error.fmt(out),
            ServeError::Folder(path, error) => write!(out, "{}: {error}", path.display()),
            ServeError::Listen(address, error) => write!(out, "can't listen on {address}: {error}"),
        }
    }
}

impl std::error::Error for ServeError {}

/// How often games past their time are looked for.
const FORGET: Duration = Duration::from_secs(60 * 60);
const DAY: u64 = 24 * 60 * 60 * 1_000;

/// How long requests under way may take when the server stops.
const LAST_REQUESTS: Duration = Duration::from_secs(5);

impl Server {
    /// Opens the data and starts to listen.
    pub async fn bind(config: Config) -> Result<Server, ServeError> {
        let folder = &config.data;
        std::fs::create_dir_all(folder).map_err(|error| ServeError::Folder(folder.clone(), error))?;
        let storage = Sqlite::open(&folder.join(FILE)).await.map_err(ServeError::Storage)?;
        Server::over(config, Arc::new(storage), Arc::new(InProcessBus::default())).await
    }

    /// Listens, with games kept in this storage and other processes that serve them on this bus.
    pub async fn over(
        config: Config,
        storage: Arc<dyn Storage>,
        bus: Arc<dyn Bus>,
    ) -> Result<Server, ServeError> {
        let address = config.address;
        let listener =
            TcpListener::bind(address).await.map_err(|error| ServeError::Listen(address, error))?;
        let (app, noticed) = App::new(config, storage, bus);
        Ok(Server { app, listener, noticed })
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop` comes, then ends cleanly: sockets are closed, what is under way is finished.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let Server { app, listener, noticed } = self;
        let mut tasks = JoinSet::new();
        tasks.spawn(Arc::new(Jobs::new(app.clone())).run(noticed));
        let hub = app.hub.clone();
        tasks.spawn(async move { hub.sweep().await });
        let hub = app.hub.clone();
        tasks.spawn(async move { hub.listen().await });
        tasks.spawn(forget_old_games(app.clone()));
        let shared = app.shared.clone();
        let stopping = async move {
            stop.await;
            tracing::info!("stopping");
            shared.stop();
        };
        let shared = app.shared.clone();
        let too_long = async {
            let stopped = shared.stopped.notified();
            if !shared.stopping.is_stopped() {
                stopped.await;
            }
            tokio::time::sleep(LAST_REQUESTS).await;
        };
        tokio::select! {
            () = listen(&app, listener, stopping) => {}
            () = too_long => {}
        }
        tasks.shutdown().await;
        tracing::info!("stopped");
        Ok(())
    }
}

async fn forget_old_games(app: App) {
    let Some(days) = app.shared.config.limits.keep_days else { return };
    loop {
        let before = app.shared.now().saturating_sub(u64::from(days) * DAY);
        match app.shared.storage.delete_older_than(before).await {
            Ok(0) => {}
            Ok(games) => tracing::info!(games, "old games deleted"),
            Err(error) => tracing::error!(%error, "old games can't be deleted"),
        }
        tokio::time::sleep(FORGET).await;
    }
}
