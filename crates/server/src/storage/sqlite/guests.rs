//! What is stored about guests, except for their games.

use crate::storage::{Profile, StorageError};
use rusqlite::{Connection, OptionalExtension, Row, params};

/// Returns a guest's row.
pub(super) fn profile(connection: &Connection, guest: &str) -> Result<Option<Profile>, StorageError> {
    let profile = |row: &Row| {
        Ok(Profile { name: row.get(0)?, named: row.get::<_, i64>(1)? as u64, is_deleted: row.get(2)? })
    };
    let mut query = connection.prepare_cached("SELECT name, named, deleted FROM guests WHERE id = ?1")?;
    Ok(query.query_row([guest], profile).optional()?)
}

/// Sets a guest's name at this time. Returns false if the guest was deleted.
pub(super) fn rename(
    connection: &Connection,
    guest: &str,
    name: &str,
    now: u64,
) -> Result<bool, StorageError> {
    let mut query = connection.prepare_cached(
        "INSERT INTO guests (id, name, named) VALUES (?1, ?2, ?3) \
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, named = excluded.named WHERE NOT deleted",
    )?;
    Ok(query.execute(params![guest, name, now as i64])? > 0)
}

/// Deletes the names that guests without games chose before this time, and what is left of deleted guests without games.
pub(super) fn delete_names(connection: &Connection, time: u64) -> Result<u64, StorageError> {
    let deleted = connection.execute(
        "DELETE FROM guests WHERE (named < ?1 OR deleted) AND NOT EXISTS (SELECT 1 FROM members WHERE guest = id)",
        [time as i64],
    )?;
    Ok(deleted as u64)
}
