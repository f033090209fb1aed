//! Waiting for a database that can't be reached yet: a server may be started while PostgreSQL stops, starts or fails over.

use super::Postgres;
use crate::error::error_chain;
use crate::storage::StorageError;
use std::error::Error;
use std::io;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// How long to wait before the database is tried again.
const PAUSE: Duration = Duration::from_millis(500);

/// The beginnings of PostgreSQL's error codes that go away by themselves: lost connections, conflicts with others who
/// migrate, too many connections, a server that stops or starts, and one that is not the primary yet.
const PASSING: [&str; 5] = ["08", "40", "53", "57P", "25006"];

impl Postgres {
    /// Connects as [`Postgres::open`] does, and tries again for this long while the database can't be reached. What
    /// waiting does not change, such as a wrong password, is an error at once.
    pub async fn open_within(url: &str, patience: Duration) -> Result<Postgres, StorageError> {
        let started = Instant::now();
        loop {
            let error = match Postgres::open(url).await {
                Err(error) if is_passing(&error) => error,
                result => return result,
            };
            let left = patience.saturating_sub(started.elapsed());
            if left.is_zero() {
                return Err(error);
            }
            tracing::warn!(
                error = error_chain(&error),
                patience_seconds = left.as_secs(),
                "PostgreSQL can't be reached: trying again"
            );
            sleep(PAUSE.min(left)).await;
        }
    }
}

/// Whether an error may go away by itself.
fn is_passing(error: &StorageError) -> bool {
    match error {
        StorageError::Timeout(_) => true,
        StorageError::Postgres(error) => match error.code() {
            Some(code) => PASSING.iter().any(|passing| code.code().starts_with(passing)),
            None => error.is_closed() || error.source().is_some_and(is_connection_lost),
        },
        _ => false,
    }
}

/// Whether the connection failed, rather than a message or a certificate that will be refused again.
fn is_connection_lost(error: &(dyn Error + 'static)) -> bool {
    let kind = error.downcast_ref().map(io::Error::kind);
    kind.is_some_and(|kind| !matches!(kind, io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput))
}
