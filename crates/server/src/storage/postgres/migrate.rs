//! Brings the tables of a PostgreSQL database up to date, as [`sqlite`](super::super::sqlite) does with its files.

use crate::storage::StorageError;
use tokio_postgres::Client;

/// The migrations in order; the first leads to version 1.
const MIGRATIONS: [&str; 3] = [
    include_str!("../../../migrations/postgres/0001_games_and_log.sql"),
    include_str!("../../../migrations/postgres/0002_hashed_addresses.sql"),
    include_str!("../../../migrations/postgres/0003_names_expire.sql"),
];

/// The key of the lock under which one process at a time migrates.
const LOCK: i64 = 0x7061_726c_6f72;

/// Runs the migrations that the database has not seen, all in one transaction.
pub(super) async fn migrate(client: &mut Client) -> Result<(), StorageError> {
    let transaction = client.transaction().await?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    transaction.batch_execute("CREATE TABLE IF NOT EXISTS parlor_version (version BIGINT NOT NULL)").await?;
    let row =
        transaction.query_opt("SELECT version, current_database()::text FROM parlor_version", &[]).await?;
    let version: i64 = row.as_ref().map_or(0, |row| row.get(0));
    let missing = usize::try_from(version).ok().and_then(|version| MIGRATIONS.get(version..));
    let Some(missing) = missing else {
        let database = row.map_or_else(String::new, |row| row.get(1));
        return Err(StorageError::LaterVersion { database, found: version, known: MIGRATIONS.len() });
    };
    if missing.is_empty() {
        return Ok(());
    }
    for migration in missing {
        transaction.batch_execute(migration).await?;
    }
    transaction.batch_execute("DELETE FROM parlor_version").await?;
    let known = MIGRATIONS.len() as i64;
    transaction.execute("INSERT INTO parlor_version VALUES ($1)", &[&known]).await?;
    transaction.commit().await?;
    tracing::info!(from = version, to = known, "database migrated");
    Ok(())
}
