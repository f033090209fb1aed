//! A connection of a task's own, opened again when it is lost.

use super::TIMEOUT;
use crate::error::error_chain;
use crate::storage::StorageError;
use sqlx::postgres::{PgArguments, PgConnectOptions, PgRow};
use sqlx::query::Query;
use sqlx::{ConnectOptions, Executor, PgConnection, Postgres};
use tokio::time::timeout;

/// A connection that is opened when it is needed.
pub(super) struct Link {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
}

/// Every statement is short and finds its rows by an index: planned once, never by what the tables hold at the moment.
/// Left to itself the server reads the whole table of games for each batch of moves while there are only some thousands,
/// and plans anew each time. A plan that has to read a table after all looks expensive enough to be compiled, which takes
/// longer than anything it does.
const SETTINGS: &str = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; \
    SET enable_bitmapscan = off; SET jit = off";

/// Makes a new connection ready.
pub(super) async fn prepare(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    connection.execute(sqlx::raw_sql(SETTINGS)).await.map(drop)
}

impl Link {
    pub(super) fn new(options: PgConnectOptions) -> Link {
        Link { options, connection: None }
    }

    /// Runs a query, and once more on a new connection if the first one fails: the server may have been started again. It
    /// must be one that may run twice.
    pub(super) async fn fetch_all<'q>(
        &mut self,
        query: impl Fn() -> Query<'q, Postgres, PgArguments>,
    ) -> Result<Vec<PgRow>, StorageError> {
        let mut result = self.try_once(query()).await;
        if let Err(StorageError::Postgres(error)) = &result {
            tracing::warn!(%error, "database statement tried again");
            self.connection = None;
            result = self.try_once(query()).await;
        }
        if let Err(error) = &result {
            tracing::error!(error = error_chain(error), "database statement failed");
            // Whatever is still on its way is for nobody.
            self.connection = None;
        }
        result
    }

    async fn try_once(
        &mut self,
        query: Query<'_, Postgres, PgArguments>,
    ) -> Result<Vec<PgRow>, StorageError> {
        let run = async {
            let connection = match &mut self.connection {
                Some(connection) => connection,
                none => {
                    let mut connection = self.options.connect().await?;
                    prepare(&mut connection).await?;
                    none.insert(connection)
                }
            };
            query.fetch_all(connection).await
        };
        Ok(timeout(TIMEOUT, run).await.map_err(|_| StorageError::Timeout(TIMEOUT))??)
    }
}
