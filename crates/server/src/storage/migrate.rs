//! Brings the tables of an SQLite file up to date.
//!
//! The version is SQLite's own `user_version`, which files had before there was anything to migrate. sqlx's migrator
//! keeps a table of its own instead and takes no lock on SQLite: two servers that start over one folder would both run
//! the same migration.

use super::StorageError;
use sqlx::{AssertSqlSafe, Connection, Row, SqliteConnection};
use std::path::Path;

/// The migrations in order; the first leads to version 1.
const MIGRATIONS: [&str; 2] = [
    include_str!("../../migrations/sqlite/0001_games_and_facts.sql"),
    include_str!("../../migrations/sqlite/0002_log_seq.sql"),
];

/// The version of the tables that this program reads and writes.
pub(super) const VERSION: usize = MIGRATIONS.len();

/// Runs the migrations that the file has not seen, all in one transaction.
pub(super) async fn migrate(connection: &mut SqliteConnection, path: &Path) -> Result<(), StorageError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let version: i64 = sqlx::query("PRAGMA user_version").fetch_one(&mut *transaction).await?.get(0);
    let missing = usize::try_from(version).ok().and_then(|version| MIGRATIONS.get(version..));
    let Some(missing) = missing else {
        return Err(StorageError::LaterVersion { path: path.into(), found: version, known: VERSION });
    };
    if missing.is_empty() {
        return Ok(());
    }
    for migration in missing {
        sqlx::raw_sql(*migration).execute(&mut *transaction).await?;
    }
    let set_version = format!("PRAGMA user_version = {VERSION}");
    sqlx::raw_sql(AssertSqlSafe(set_version)).execute(&mut *transaction).await?;
    transaction.commit().await?;
    if version > 0 {
        tracing::info!(path = %path.display(), from = version, to = VERSION, "database migrated");
    }
    Ok(())
}
