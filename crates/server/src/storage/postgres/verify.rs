//! Looks for damage to the logs. Pages and WAL have PostgreSQL's own checksums.

use super::entry_row;
use super::transfer::connect;
use crate::error::error_chain;
use crate::storage::verify::{Verifier, VerifyReport};
use crate::storage::{Checksum, StorageError};
use futures_util::TryStreamExt;
use sqlx::{Connection, PgConnection, Row};
use std::collections::HashMap;

/// All that is read in a transaction is of one moment.
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/// Checks all logs, as they are at one moment.
pub(in crate::storage) async fn verify(url: &str) -> Result<VerifyReport, StorageError> {
    let mut connection = connect(url).await?;
    let mut transaction = connection.begin_with(SNAPSHOT).await?;
    let heads = heads(&mut transaction, "SELECT id, seq, checksum FROM games").await?;
    let mut verifier = Verifier::new(heads);
    let query = sqlx::query("SELECT seq, command, event, checksum, game FROM log ORDER BY game, seq");
    let mut rows = query.fetch(&mut *transaction);
    while let Some(row) = rows.try_next().await? {
        verifier.entry(row.get(4), &entry_row(&row)?);
    }
    drop(rows);
    Ok(verifier.finish())
}

/// Checks the games that changed last, and logs what it finds. A damaged game stays out of use; the others are served.
pub(super) async fn check_at_start(connection: &mut PgConnection) -> Result<(), StorageError> {
    // No index leads to the latest games: the work that is due says which games are alive.
    let query = "SELECT id, seq, checksum FROM games WHERE due IS NOT NULL ORDER BY due DESC LIMIT 100";
    let mut transaction = connection.begin_with(SNAPSHOT).await?;
    let heads = heads(&mut transaction, query).await?;
    let mut verifier = Verifier::new(heads.clone());
    for game in heads.keys() {
        let query = sqlx::query("SELECT seq, command, event, checksum FROM log WHERE game = $1 ORDER BY seq")
            .bind(game);
        for row in query.fetch_all(&mut *transaction).await? {
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
    connection: &mut PgConnection,
    query: &'static str,
) -> Result<HashMap<String, (u64, Checksum)>, StorageError> {
    let rows = sqlx::query(query).fetch_all(connection).await?;
    Ok(rows.iter().map(|row| (row.get(0), (row.get::<i64, _>(1) as u64, row.get(2)))).collect())
}
