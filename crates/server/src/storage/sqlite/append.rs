//! Appending to the logs of many games in one transaction.

use super::compaction::shelf_of;
use crate::storage::address_key::AddressKey;
use crate::storage::rows::AppendRow;
use crate::storage::{Append, AppendOutcome, StorageError};
use rusqlite::{Connection, TransactionBehavior, params};

/// Somebody watches a new game.
const CREATE: &str = "INSERT OR IGNORE INTO games (id, seq, checksum, updated, over, watched) \
    VALUES (?1, 0, 0, ?2, 0, ?2 + 10000)";

/// The address is kept only for an engine's move. A process that doesn't know it leaves what another has stored.
const ADVANCE: &str = "UPDATE games SET seq = ?4, checksum = ?5, updated = ?6, over = ?7, due = ?8, work = ?9, \
        leased = 0, client = coalesce(nullif(?10, ''), client), \
        address = iif(?9 > 0, coalesce(nullif(?11, ''), address), '') \
    WHERE id = ?1 AND seq = ?2 AND checksum = ?3";

const ADD_ENTRY: &str = "INSERT INTO fresh (shelf, place, game, seq, command, event, checksum) \
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";

const ADD_MEMBER: &str = "INSERT OR IGNORE INTO members (guest, game) VALUES (?1, ?2)";

/// Writes appends in one transaction. Returns what became of each, and how many entries were ever appended.
pub(super) fn write_appends(
    connection: &mut Connection,
    appends: &[Append],
    key: &AddressKey,
) -> Result<(Vec<AppendOutcome>, u64), StorageError> {
    let rows = appends.iter().map(|append| AppendRow::new(append, key)).collect::<Result<Vec<_>, _>>()?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut appended: i64 =
        transaction.prepare_cached("SELECT appended FROM service")?.query_row([], |row| row.get(0))?;
    let mut outcomes = Vec::with_capacity(rows.len());
    for row in &rows {
        let is_accepted = write_append(&transaction, row, &mut appended)?;
        outcomes.push(row.outcome(is_accepted));
    }
    transaction.prepare_cached("UPDATE service SET appended = ?1")?.execute([appended])?;
    transaction.commit()?;
    Ok((outcomes, appended as u64))
}

/// Writes an append and returns true, if the game has the expected seq. `appended` counts all entries that were ever
/// appended.
fn write_append(connection: &Connection, row: &AppendRow, appended: &mut i64) -> rusqlite::Result<bool> {
    if row.expected == 0 {
        connection.prepare_cached(CREATE)?.execute(params![row.game, row.at])?;
    }
    let advanced = connection.prepare_cached(ADVANCE)?.execute(params![
        row.game,
        row.expected,
        row.previous,
        row.seq,
        row.checksum,
        row.at,
        row.over,
        row.due,
        row.work,
        row.client,
        row.address,
    ])?;
    if advanced == 0 {
        return Ok(false);
    }
    let shelf = shelf_of(&row.game);
    for entry in &row.entries {
        *appended += 1;
        connection.prepare_cached(ADD_ENTRY)?.execute(params![
            shelf,
            *appended,
            row.game,
            entry.seq,
            entry.command,
            entry.event,
            entry.checksum,
        ])?;
    }
    if let Some(member) = &row.member {
        connection.prepare_cached(ADD_MEMBER)?.execute([member, &row.game])?;
    }
    Ok(true)
}
