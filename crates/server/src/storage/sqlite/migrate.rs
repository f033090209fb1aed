//! Brings the tables of an SQLite file up to date.
//!
//! The version is SQLite's own `user_version`. Migrations run under the file's lock, so that two servers that start over one
//! folder don't both run the same one.

use crate::storage::{StorageError, chain};
use rusqlite::{Connection, Row, TransactionBehavior, params};
use std::ops::RangeInclusive;
use std::path::Path;

/// The migrations in order; the first leads to version 1.
const MIGRATIONS: [&str; 7] = [
    include_str!("../../../migrations/sqlite/0001_games_and_facts.sql"),
    include_str!("../../../migrations/sqlite/0002_log_seq.sql"),
    include_str!("../../../migrations/sqlite/0003_checksums_and_service.sql"),
    include_str!("../../../migrations/sqlite/0004_fresh_entries.sql"),
    include_str!("../../../migrations/sqlite/0005_hashed_addresses.sql"),
    include_str!("../../../migrations/sqlite/0006_names_expire.sql"),
    include_str!("../../../migrations/sqlite/0007_members_by_game.sql"),
];

/// The version of the tables that this program reads and writes.
pub(super) const VERSION: usize = MIGRATIONS.len();

/// The version from which on entries have checksums.
pub(super) const WITH_CHECKSUMS: i64 = 3;

/// The versions that stored network addresses as they are.
const WITH_ADDRESSES: RangeInclusive<i64> = 3..=4;

/// The version from which on some entries are in a table of their own.
const WITH_FRESH: i64 = 4;

/// Returns the version of a file's tables.
pub(super) fn version_of(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Returns the table or view that has all entries of a file, which may be older than this program.
pub(in crate::storage) fn entries_of(connection: &Connection) -> rusqlite::Result<&'static str> {
    Ok(if version_of(connection)? < WITH_FRESH { "log" } else { "entries" })
}

/// Runs the migrations that the file has not seen, all in one transaction.
pub(super) fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StorageError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version = version_of(&transaction)?;
    let missing = usize::try_from(version).ok().and_then(|version| MIGRATIONS.get(version..));
    let Some(missing) = missing else {
        let database = path.display().to_string();
        return Err(StorageError::LaterVersion { database, found: version, known: VERSION });
    };
    if missing.is_empty() {
        return Ok(());
    }
    for migration in missing {
        transaction.execute_batch(migration)?;
    }
    if version < WITH_CHECKSUMS {
        add_checksums(&transaction)?;
    }
    transaction.execute_batch(&format!("PRAGMA user_version = {VERSION}"))?;
    transaction.commit()?;
    if WITH_ADDRESSES.contains(&version)
        // Whatever was overwritten or deleted is still in unused parts of the file until it is written again.
        && let Err(error) = connection.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
    {
        tracing::warn!(%error, path = %path.display(), "old addresses may be left in unused parts of the file");
    }
    if version > 0 {
        tracing::info!(path = %path.display(), from = version, to = VERSION, "database migrated");
    }
    Ok(())
}

/// Computes the checksums of entries that have none yet.
fn add_checksums(connection: &Connection) -> rusqlite::Result<()> {
    let mut games = connection.prepare("SELECT id FROM games")?;
    let games: Vec<String> = games.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut log = connection.prepare("SELECT seq, command, event FROM log WHERE game = ?1 ORDER BY seq")?;
    let mut set = connection.prepare("UPDATE log SET checksum = ?3 WHERE game = ?1 AND seq = ?2")?;
    for game in &games {
        let entry = |row: &Row| Ok((row.get::<_, i64>(0)?, row.get(1)?, row.get(2)?));
        let entries: Vec<(i64, Option<String>, String)> =
            log.query_map([game], entry)?.collect::<Result<_, _>>()?;
        let mut checksum = 0;
        for (seq, command, event) in entries {
            checksum = chain(checksum, game, seq as u64, command.as_deref(), &event);
            set.execute(params![game, seq, checksum])?;
        }
        connection.execute("UPDATE games SET checksum = ?2 WHERE id = ?1", params![game, checksum])?;
    }
    Ok(())
}
