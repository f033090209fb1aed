//! Looks for damage to the logs. Pages and WAL have PostgreSQL's own checksums.

use super::address::Address;
use super::entry_row;
use crate::error::error_chain;
use crate::storage::verify::{Verifier, VerifyReport};
use crate::storage::{Checksum, StorageError};
use futures_util::TryStreamExt;
use std::collections::HashMap;
use std::pin::pin;
use tokio_postgres::{Client, IsolationLevel, Transaction};

/// Begins a transaction that sees the database as it is at one moment.
pub(super) async fn snapshot(client: &mut Client) -> Result<Transaction<'_>, tokio_postgres::Error> {
    client.build_transaction().isolation_level(IsolationLevel::RepeatableRead).read_only(true).start().await
}

/// Checks all logs, as they are at one moment.
pub(in crate::storage) async fn verify(url: &str) -> Result<VerifyReport, StorageError> {
    let mut connection = Address::parse(url, "parlor db")?.connect().await?;
    let transaction = snapshot(&mut connection.client).await?;
    let heads = heads(&transaction, "SELECT id, seq, checksum FROM games").await?;
    let mut verifier = Verifier::new(heads);
    let query = "SELECT seq, command, event, checksum, game FROM log ORDER BY game, seq";
    let mut rows = pin!(transaction.query_raw(query, [0_i64; 0]).await?);
    while let Some(row) = rows.try_next().await? {
        verifier.entry(row.get(4), &entry_row(&row)?);
    }
    Ok(verifier.finish())
}

/// Checks the games that changed last, and logs what it finds. A damaged game stays out of use; the others are served.
pub(super) async fn check_at_start(client: &mut Client) -> Result<(), StorageError> {
    // No index leads to the latest games: the work that is due says which games are alive.
    let query = "SELECT id, seq, checksum FROM games WHERE due IS NOT NULL ORDER BY due DESC LIMIT 100";
    let transaction = snapshot(client).await?;
    let heads = heads(&transaction, query).await?;
    let mut verifier = Verifier::new(heads.clone());
    let log = "SELECT seq, command, event, checksum FROM log WHERE game = $1 ORDER BY seq";
    let log = transaction.prepare(log).await?;
    for game in heads.keys() {
        for row in transaction.query(&log, &[game]).await? {
            match entry_row(&row) {
                Ok(row) => verifier.entry(game, &row),
                Err(error) => tracing::error!(error = error_chain(&error), game, "the database is damaged"),
            }
        }
    }
    let report = verifier.finish();
    for found in &report.damage {
        tracing::error!(damage = found, "the database is damaged");
    }
    tracing::info!(games = report.games, entries = report.entries, "some games checked");
    Ok(())
}

async fn heads(
    transaction: &Transaction<'_>,
    query: &str,
) -> Result<HashMap<String, (u64, Checksum)>, StorageError> {
    let rows = transaction.query(query, &[]).await?;
    Ok(rows.iter().map(|row| (row.get(0), (row.get::<_, i64>(1) as u64, row.get(2)))).collect())
}
