//! Brings the tables of an SQLite file up to date.
//!
//! The version is SQLite's own `user_version`, which files had before there was anything to migrate. sqlx's migrator
//! keeps a table of its own instead and takes no lock on SQLite: two servers that start over one folder would both run
//! the same migration.

use crate::storage::{StorageError, chain};
use sqlx::{AssertSqlSafe, Connection, Row, SqliteConnection};
use std::path::Path;

/// The migrations in order; the first leads to version 1.
const MIGRATIONS: [&str; 4] = [
    include_str!("../../../migrations/sqlite/0001_games_and_facts.sql"),
    include_str!("../../../migrations/sqlite/0002_log_seq.sql"),
    include_str!("../../../migrations/sqlite/0003_checksums_and_service.sql"),
    include_str!("../../../migrations/sqlite/0004_fresh_entries.sql"),
];

/// The version of the tables that this program reads and writes.
pub(super) const VERSION: usize = MIGRATIONS.len();

/// The version from which on entries have checksums.
pub(super) const WITH_CHECKSUMS: i64 = 3;

/// The version from which on some entries are in a table of their own.
const WITH_FRESH: i64 = 4;

/// Returns the table or view that has all entries of a file, which may be older than this program.
pub(in crate::storage) async fn entries_of(
    connection: &mut SqliteConnection,
) -> Result<&'static str, StorageError> {
    let version: i64 = sqlx::query("PRAGMA user_version").fetch_one(connection).await?.get(0);
    Ok(if version < WITH_FRESH { "log" } else { "entries" })
}

/// Runs the migrations that the file has not seen, all in one transaction.
pub(super) async fn migrate(connection: &mut SqliteConnection, path: &Path) -> Result<(), StorageError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let version: i64 = sqlx::query("PRAGMA user_version").fetch_one(&mut *transaction).await?.get(0);
    let missing = usize::try_from(version).ok().and_then(|version| MIGRATIONS.get(version..));
    let Some(missing) = missing else {
        let database = path.display().to_string();
        return Err(StorageError::LaterVersion { database, found: version, known: VERSION });
    };
    if missing.is_empty() {
        return Ok(());
    }
    for migration in missing {
        sqlx::raw_sql(*migration).execute(&mut *transaction).await?;
    }
    if version < WITH_CHECKSUMS {
        add_checksums(&mut transaction).await?;
    }
    let set_version = format!("PRAGMA user_version = {VERSION}");
    sqlx::raw_sql(AssertSqlSafe(set_version)).execute(&mut *transaction).await?;
    transaction.commit().await?;
    if version > 0 {
        tracing::info!(path = %path.display(), from = version, to = VERSION, "database migrated");
    }
    Ok(())
}

/// Computes the checksums of entries that have none yet.
async fn add_checksums(connection: &mut SqliteConnection) -> Result<(), StorageError> {
    let games = sqlx::query("SELECT id FROM games").fetch_all(&mut *connection).await?;
    for row in &games {
        let game: &str = row.try_get(0)?;
        let query =
            sqlx::query("SELECT seq, command, event FROM log WHERE game = ?1 ORDER BY seq").bind(game);
        let mut checksum = 0;
        for row in query.fetch_all(&mut *connection).await? {
            let (seq, command, event): (i64, Option<&str>, &str) =
                (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            checksum = chain(checksum, game, seq as u64, command, event);
            let query = sqlx::query("UPDATE log SET checksum = ?3 WHERE game = ?1 AND seq = ?2");
            query.bind(game).bind(seq).bind(checksum).execute(&mut *connection).await?;
        }
        let query = sqlx::query("UPDATE games SET checksum = ?2 WHERE id = ?1").bind(game).bind(checksum);
        query.execute(&mut *connection).await?;
    }
    Ok(())
}
