//! The places for connections: how many there may be, and what happens to those beyond.

use crate::app::App;
use crate::idle_connections::IdleConnections;
use crate::limited_stream::Permits;
use crate::platform::max_open_files;
use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::AbortHandle;
use tokio::time::timeout;

/// Files that are kept back for the database, the log and connections without a place.
const RESERVED_FILES: usize = 128;

/// How many connections without a place there may be. They are answered at once; among them are the checks of the
/// operators.
const MAX_WITHOUT_PLACE: usize = 32;

/// How long to wait for the place of an idle connection that is closed.
const PLACE_TIMEOUT: Duration = Duration::from_secs(5);

/// The places for connections.
pub(crate) struct Places {
    connections: Arc<Semaphore>,
    /// The connections that are closed first when all places are taken.
    pub(crate) idle: Arc<IdleConnections>,
    /// The tasks of the latest connections without a place, the oldest first.
    without_place: Mutex<VecDeque<AbortHandle>>,
}

/// Why there is no place for a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoPlace {
    #[error("the server has too many connections: try again soon")]
    Full,
    #[error("too many connections from your address: {0} at most")]
    TooMany(u32),
}

impl Places {
    /// Makes as many places as the configuration and the system's limit on open files allow.
    pub(crate) fn new(configured: Option<usize>) -> Places {
        // Half of very few files is still better than none.
        let by_files = max_open_files().map(|files| files.saturating_sub(RESERVED_FILES).max(files / 2));
        let places = configured.or(by_files).unwrap_or(Semaphore::MAX_PERMITS).min(Semaphore::MAX_PERMITS);
        Places {
            connections: Arc::new(Semaphore::new(places)),
            idle: Arc::default(),
            without_place: Mutex::default(),
        }
    }

    /// Returns a place for a connection, or the reason why it gets none.
    pub(crate) fn take(&self, app: &App, address: IpAddr) -> Result<Permits, NoPlace> {
        let place = self.connections.clone().try_acquire_owned().map_err(|_| NoPlace::Full)?;
        permits(app, address, place)
    }

    /// Closes an idle connection and waits for its place.
    pub(crate) fn make(
        &self,
        app: &App,
        address: IpAddr,
    ) -> impl Future<Output = Result<Permits, NoPlace>> + Send + use<> {
        let can_wait = self.idle.close_one();
        let (connections, app) = (self.connections.clone(), app.clone());
        async move {
            if !can_wait {
                return Err(NoPlace::Full);
            }
            let place = timeout(PLACE_TIMEOUT, connections.acquire_owned()).await;
            let place = place.ok().and_then(Result::ok).ok_or(NoPlace::Full)?;
            permits(&app, address, place)
        }
    }

    /// Runs the task of a connection without a place. Of too many the oldest is ended: a client who says nothing must not
    /// keep checks from being answered.
    pub(crate) fn spawn_without_place(&self, task: impl Future<Output = ()> + Send + 'static) {
        let task = tokio::spawn(task).abort_handle();
        let mut tasks = self.without_place.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.push_back(task);
        if tasks.len() > MAX_WITHOUT_PLACE
            && let Some(oldest) = tasks.pop_front()
        {
            oldest.abort();
        }
    }
}

/// Returns the permits of a connection that has a place among all, unless its address has too many.
fn permits(app: &App, address: IpAddr, place: OwnedSemaphorePermit) -> Result<Permits, NoPlace> {
    // Behind a proxy all connections are the proxy's.
    match app.shared.config.limits.connections.filter(|_| !app.shared.config.is_proxy(address)) {
        None => Ok((place, None)),
        Some(most) => match app.shared.throttle.open_connection(address, most) {
            Some(permit) => Ok((place, Some(permit))),
            None => Err(NoPlace::TooMany(most)),
        },
    }
}
