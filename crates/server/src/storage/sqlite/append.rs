//! Appending to the logs of many games in one transaction.
//!
//! Many rows share a statement: each statement is a trip to the thread of the connection.

use super::shelves::shelf_of;
use crate::storage::rows::{AppendRow, EntryRow};
use crate::storage::{Append, AppendOutcome, StorageError};
use sqlx::{AssertSqlSafe, Connection, Row, SqliteConnection};
use std::collections::HashSet;

/// Writes appends in one transaction. Returns what became of each, and how many entries were ever appended.
pub(super) async fn write_appends(
    connection: &mut SqliteConnection,
    appends: &[Append],
) -> Result<(Vec<AppendOutcome>, u64), StorageError> {
    let mut rows = appends.iter().map(AppendRow::new).collect::<Result<Vec<_>, _>>()?;
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    create_games(&mut transaction, &rows).await?;
    let accepted = advance_games(&mut transaction, &rows).await?;
    let is_accepted = |row: &&AppendRow| accepted.contains(&row.game);
    let mut entries = Vec::with_capacity(rows.len());
    for row in rows.iter_mut().filter(|row| accepted.contains(&row.game)) {
        entries.extend(row.entries.drain(..).map(|entry| (row.game.clone(), entry)));
    }
    let count = entries.len() as i64;
    let query = sqlx::query("UPDATE service SET appended = appended + ?1 RETURNING appended");
    let appended: i64 = query.bind(count).fetch_one(&mut *transaction).await?.try_get(0)?;
    add_entries(&mut transaction, entries, appended - count).await?;
    let members: Vec<(&str, &str)> = rows
        .iter()
        .filter(is_accepted)
        .filter_map(|row| Some((row.member.as_deref()?, row.game.as_str())))
        .collect();
    add_members(&mut transaction, &members).await?;
    transaction.commit().await?;
    let outcomes = rows.iter().map(|row| row.outcome(accepted.contains(&row.game))).collect();
    Ok((outcomes, appended as u64))
}

/// Creates the games whose log is expected to be empty. Somebody watches a new game.
async fn create_games(connection: &mut SqliteConnection, rows: &[AppendRow]) -> Result<(), StorageError> {
    let new: Vec<&AppendRow> = rows.iter().filter(|row| row.expected == 0).collect();
    for rows in chunks(&new) {
        let sql = format!(
            "INSERT OR IGNORE INTO games (id, seq, checksum, updated, over, watched) VALUES {}",
            values("(?, 0, 0, ?, 0, ?)", rows.len())
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for row in rows {
            query = query.bind(row.game.clone()).bind(row.at).bind(row.at + 10_000);
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Moves the games on whose seq is the expected one, and returns them.
async fn advance_games(
    connection: &mut SqliteConnection,
    rows: &[AppendRow],
) -> Result<HashSet<String>, StorageError> {
    let mut accepted = HashSet::with_capacity(rows.len());
    for rows in chunks(rows) {
        let sql = format!(
            "WITH new (game, expected, previous, seq, checksum, at, over, due, work, client, address) \
             AS (VALUES {}) \
             UPDATE games SET seq = new.seq, checksum = new.checksum, updated = new.at, over = new.over, \
                 due = new.due, work = new.work, leased = 0, client = coalesce(nullif(new.client, ''), games.client), \
                 address = coalesce(nullif(new.address, ''), games.address) \
             FROM new WHERE games.id = new.game AND games.seq = new.expected AND games.checksum = new.previous \
             RETURNING games.id",
            values("(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows.len())
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for row in rows {
            query = query
                .bind(row.game.clone())
                .bind(row.expected)
                .bind(row.previous)
                .bind(row.seq)
                .bind(row.checksum)
                .bind(row.at)
                .bind(row.over)
                .bind(row.due)
                .bind(row.work)
                .bind(row.client.clone())
                .bind(row.address.clone());
        }
        let advanced = query.fetch_all(&mut *connection).await?;
        for row in &advanced {
            accepted.insert(row.try_get(0)?);
        }
    }
    Ok(accepted)
}

/// Adds the entries of the games that were moved on, after as many as were ever appended.
async fn add_entries(
    connection: &mut SqliteConnection,
    entries: Vec<(String, EntryRow)>,
    mut appended: i64,
) -> Result<(), StorageError> {
    let sizes: Vec<usize> = chunks(&entries).map(<[_]>::len).collect();
    let mut entries = entries.into_iter();
    for size in sizes {
        let sql = format!(
            "INSERT INTO fresh (shelf, place, game, seq, command, event, checksum) VALUES {}",
            values("(?, ?, ?, ?, ?, ?, ?)", size)
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (game, entry) in entries.by_ref().take(size) {
            appended += 1;
            query = query
                .bind(shelf_of(&game))
                .bind(appended)
                .bind(game)
                .bind(entry.seq)
                .bind(entry.command)
                .bind(entry.event)
                .bind(entry.checksum);
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Adds the guests who take part in the games that were moved on.
async fn add_members(
    connection: &mut SqliteConnection,
    members: &[(&str, &str)],
) -> Result<(), StorageError> {
    for rows in chunks(members) {
        let sql =
            format!("INSERT OR IGNORE INTO members (guest, game) VALUES {}", values("(?, ?)", rows.len()));
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (guest, game) in rows {
            query = query.bind(guest.to_string()).bind(game.to_string());
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// The numbers of rows that one statement has: few, so that each statement is prepared once.
const CHUNKS: [usize; 5] = [256, 64, 16, 4, 1];

/// Splits rows into as few chunks as statements are prepared for.
fn chunks<T>(mut rows: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let size = CHUNKS.into_iter().find(|&size| size <= rows.len())?;
        let (chunk, rest) = rows.split_at(size);
        rows = rest;
        Some(chunk)
    })
}

/// Returns the placeholders of this many rows.
fn values(row: &str, rows: usize) -> String {
    vec![row; rows].join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_have_every_row_once() {
        for length in 0..700 {
            let rows: Vec<usize> = (0..length).collect();
            assert_eq!(chunks(&rows).collect::<Vec<_>>().concat(), rows);
            assert!(chunks(&rows).all(|chunk| CHUNKS.contains(&chunk.len())));
        }
    }
}
