//! What is stored about guests, except for their games.

use crate::storage::guest_data::OPPONENTS;
use crate::storage::{DELETED_NAME, GuestData, GuestGame, Profile, StorageError};
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};

/// Returns a guest's row.
pub(super) fn profile(connection: &Connection, guest: &str) -> Result<Option<Profile>, StorageError> {
    let profile = |row: &Row| {
        Ok(Profile { name: row.get(0)?, named: row.get::<_, i64>(1)? as u64, is_deleted: row.get(2)? })
    };
    let mut query = connection.prepare_cached("SELECT name, named, deleted FROM guests WHERE id = ?1")?;
    Ok(query.query_row([guest], profile).optional()?)
}

/// Returns the names chosen by those who take part in a guest's unfinished games.
pub(super) fn opponents(connection: &Connection, guest: &str) -> Result<Vec<String>, StorageError> {
    let mut query = connection.prepare_cached(OPPONENTS)?;
    Ok(query.query_map([guest], |row| row.get(0))?.collect::<Result<_, _>>()?)
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

/// Deletes the names that guests without games chose before this time, and the rows of deleted guests without games.
pub(super) fn delete_names(connection: &mut Connection, time: u64) -> Result<u64, StorageError> {
    let sql = "DELETE FROM guests WHERE (named < ?1 OR deleted) \
         AND NOT EXISTS (SELECT 1 FROM members WHERE guest = id)";
    securely(connection, |connection| Ok(connection.execute(sql, [time as i64])? as u64))
}

/// Returns everything that is stored about a guest outside the logs.
pub(super) fn data(connection: &Connection, guest: &str) -> Result<GuestData, StorageError> {
    let turn = connection
        .prepare_cached("SELECT turn FROM served WHERE client = 'guest ' || ?1")?
        .query_row([guest], |row| row.get::<_, i64>(0))
        .optional()?;
    let game = |row: &Row| {
        Ok(GuestGame {
            id: row.get(0)?,
            updated: row.get::<_, i64>(1)? as u64,
            over: row.get(2)?,
            address: row.get(3)?,
        })
    };
    let games = connection
        .prepare_cached(
            "SELECT id, updated, over, iif(client = ?1, address, '') FROM members JOIN games ON id = game \
             WHERE guest = ?1 ORDER BY id",
        )?
        .query_map([guest], game)?
        .collect::<Result<_, _>>()?;
    Ok(GuestData { profile: profile(connection, guest)?, turn: turn.map(|turn| turn as u64), games })
}

/// Deletes everything that is stored about a guest outside the logs. If they have games, a row stays that says the guest
/// was deleted.
pub(super) fn delete(connection: &mut Connection, guest: &str, now: u64) -> Result<(), StorageError> {
    securely(connection, |connection| {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute("DELETE FROM served WHERE client = 'guest ' || ?1", [guest])?;
        transaction.execute(
            "UPDATE games SET address = '' \
             WHERE client = ?1 AND id IN (SELECT game FROM members WHERE guest = ?1)",
            [guest],
        )?;
        transaction.execute("DELETE FROM guests WHERE id = ?1", [guest])?;
        transaction.execute(
            "INSERT INTO guests (id, name, named, deleted) SELECT ?1, ?2, ?3, 1 \
             WHERE EXISTS (SELECT 1 FROM members WHERE guest = ?1)",
            params![guest, DELETED_NAME, now as i64],
        )?;
        Ok(transaction.commit()?)
    })
}

/// Runs a deletion that overwrites the deleted data in the file.
fn securely<T>(
    connection: &mut Connection,
    delete: impl FnOnce(&mut Connection) -> Result<T, StorageError>,
) -> Result<T, StorageError> {
    connection.execute_batch("PRAGMA secure_delete = ON")?;
    let deleted = delete(connection);
    connection.execute_batch("PRAGMA secure_delete = OFF")?;
    deleted
}
