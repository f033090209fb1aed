//! Connections to the server: a link that one task owns, and a pool.

use super::address::Address;
use crate::error::error_chain;
use crate::storage::StorageError;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::task::AbortHandle;
use tokio::time::timeout;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row, Statement};

/// How long a statement may take before it is given up.
pub(super) const TIMEOUT: Duration = Duration::from_secs(5);

/// How many connections a pool has, in addition to those of the writers and the reader.
const POOLED: usize = 7;

/// The parameters of a statement.
pub(super) type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

/// A connection with its prepared statements. Dropping it closes it, whatever it is doing.
pub(super) struct Connection {
    pub(super) client: Client,
    statements: HashMap<&'static str, Statement>,
    task: AbortHandle,
}

impl Connection {
    /// Creates a connection of a client and the task that sends and receives its messages.
    pub(super) fn new(client: Client, task: AbortHandle) -> Connection {
        Connection { client, statements: HashMap::new(), task }
    }

    async fn query(
        &mut self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, tokio_postgres::Error> {
        let statement = match self.statements.get(sql) {
            Some(statement) => statement,
            None => {
                let statement = self.client.prepare(sql).await?;
                &*self.statements.entry(sql).or_insert(statement)
            }
        };
        self.client.query(statement, parameters).await
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Every statement is short and finds its rows by an index: planned once, never by what the tables hold at the moment.
/// Left to itself the server reads the whole table of games for each batch of moves while there are only some thousands,
/// and plans anew each time. A plan that has to read a table after all looks expensive enough to be compiled, which takes
/// longer than anything it does.
const SETTINGS: &str = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; \
    SET enable_bitmapscan = off; SET jit = off";

/// Opens a connection for short statements.
async fn open(address: &Address) -> Result<Connection, StorageError> {
    let connection = address.connect().await?;
    connection.client.batch_execute(SETTINGS).await?;
    Ok(connection)
}

/// A connection that is opened when it is needed, and again when it is lost.
pub(super) struct Link {
    address: Address,
    connection: Option<Connection>,
}

impl Link {
    pub(super) fn new(address: Address) -> Link {
        Link { address, connection: None }
    }

    /// Runs a statement, and once more on a new connection if the first one fails: the server may have been started
    /// again. It must be one that may run twice.
    pub(super) async fn query(
        &mut self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, StorageError> {
        let mut result = self.try_once(sql, parameters).await;
        if let Err(StorageError::Postgres(error)) = &result {
            tracing::warn!(error = error_chain(error), "database statement tried again");
            self.connection = None;
            result = self.try_once(sql, parameters).await;
        }
        if let Err(error) = &result {
            tracing::error!(error = error_chain(error), "database statement failed");
            self.connection = None;
        }
        result
    }

    async fn try_once(
        &mut self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, StorageError> {
        in_time(async {
            let connection = match &mut self.connection {
                Some(connection) => connection,
                none => none.insert(open(&self.address).await?),
            };
            Ok(connection.query(sql, parameters).await?)
        })
        .await
    }
}

/// Some connections, each used by one statement at a time.
pub(super) struct Pool {
    address: Address,
    places: Semaphore,
    idle: Mutex<Vec<Connection>>,
}

impl Pool {
    pub(super) fn new(address: Address) -> Pool {
        Pool { address, places: Semaphore::new(POOLED), idle: Mutex::default() }
    }

    /// Runs a statement. If it fails or takes too long, its connection is closed. Returns the rows and the instant at
    /// which the database was asked: there may have been no connection before.
    pub(super) async fn query(
        &self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<(Vec<Row>, Instant), StorageError> {
        let (mut connection, _place) = in_time(async {
            let place = self.places.acquire().await.map_err(|_| StorageError::ReaderStopped)?;
            let idle = self.take_idle();
            Ok((if let Some(idle) = idle { idle } else { open(&self.address).await? }, place))
        })
        .await?;
        let asked = Instant::now();
        let rows = in_time(async { Ok(connection.query(sql, parameters).await?) }).await?;
        self.idle().push(connection);
        Ok((rows, asked))
    }

    fn take_idle(&self) -> Option<Connection> {
        let mut idle = self.idle();
        // The server may have been started again meanwhile.
        idle.retain(|connection| !connection.client.is_closed());
        idle.pop()
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn in_time<T>(run: impl Future<Output = Result<T, StorageError>>) -> Result<T, StorageError> {
    timeout(TIMEOUT, run).await.map_err(|_| StorageError::Timeout(TIMEOUT))?
}
