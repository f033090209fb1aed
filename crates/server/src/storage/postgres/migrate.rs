//! Brings the tables of a PostgreSQL database up to date, as [`sqlite`](super::super::sqlite) does with its files.

use crate::storage::StorageError;
use sqlx::{Connection, PgConnection, Row};

/// The migrations in order; the first leads to version 1.
const MIGRATIONS: [&str; 1] = [include_str!("../../../migrations/postgres/0001_games_and_log.sql")];

/// The key of the lock under which one process at a time migrates.
const LOCK: i64 = 0x7061_726c_6f72;

/// Runs the migrations that the database has not seen, all in one transaction.
pub(super) async fn migrate(connection: &mut PgConnection) -> Result<(), StorageError> {
    let mut transaction = connection.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(LOCK).execute(&mut *transaction).await?;
    sqlx::query("CREATE TABLE IF NOT EXISTS parlor_version (version BIGINT NOT NULL)")
        .execute(&mut *transaction)
        .await?;
    let row = sqlx::query("SELECT version, current_database()::text FROM parlor_version")
        .fetch_optional(&mut *transaction)
        .await?;
    let version = row.as_ref().map_or(0, |row| row.get::<i64, _>(0));
    let missing = usize::try_from(version).ok().and_then(|version| MIGRATIONS.get(version..));
    let Some(missing) = missing else {
        let database = row.map_or_else(String::new, |row| row.get(1));
        return Err(StorageError::LaterVersion { database, found: version, known: MIGRATIONS.len() });
    };
    if missing.is_empty() {
        return Ok(());
    }
    for migration in missing {
        sqlx::raw_sql(*migration).execute(&mut *transaction).await?;
    }
    sqlx::query("DELETE FROM parlor_version").execute(&mut *transaction).await?;
    let query = sqlx::query("INSERT INTO parlor_version VALUES ($1)").bind(MIGRATIONS.len() as i64);
    query.execute(&mut *transaction).await?;
    transaction.commit().await?;
    tracing::info!(from = version, to = MIGRATIONS.len(), "database migrated");
    Ok(())
}
