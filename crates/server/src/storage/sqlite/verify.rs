//! Looks for damage: to the file, to the logs, and a WAL whose end is missing.

use super::migrate::{WITH_CHECKSUMS, entries_of, version_of};
use super::{entry_counter, entry_row};
use crate::storage::verify::{Verifier, VerifyReport};
use crate::storage::{Checksum, StorageError};
use rusqlite::Connection;
use std::collections::HashMap;
use std::path::Path;

/// How many of the games that changed last are checked when a server starts.
const CHECKED_AT_START: i64 = 500;

/// Checks the whole database.
pub(in crate::storage) fn verify(
    connection: &mut Connection,
    path: &Path,
) -> Result<VerifyReport, StorageError> {
    // All that is read in a transaction is of one moment.
    let connection = &*connection.transaction()?;
    let acknowledged = entry_counter::read(path).unwrap_or(0);
    if version_of(connection)? < WITH_CHECKSUMS {
        // There is nothing to compare with, and the next start of a server computes it.
        let mut report = VerifyReport::default();
        check_file(connection, &mut report);
        // Unless it had, and lost all of it.
        report.damage.extend(missing_of(acknowledged));
        return Ok(report);
    }
    let (heads, unread) = match heads(connection, "SELECT id, seq, checksum FROM games") {
        Ok(heads) => (heads, None),
        Err(error) => (HashMap::new(), Some(error.to_string())),
    };
    let mut verifier = Verifier::new(heads);
    let mut report = match check_logs(connection, &mut verifier) {
        Ok(()) => verifier.finish(),
        Err(error) => {
            let mut report = verifier.report;
            report.add_damage(error.to_string());
            report
        }
    };
    check_file(connection, &mut report);
    check_tables(connection, &mut report);
    match missing_entries(connection, path) {
        Ok(missing) => report.damage.extend(missing),
        Err(error) => report.add_damage(error.to_string()),
    }
    report.damage.extend(unread);
    Ok(report)
}

fn check_logs(connection: &Connection, verifier: &mut Verifier) -> rusqlite::Result<()> {
    let entries = entries_of(connection)?;
    let sql = format!("SELECT seq, command, event, checksum, game FROM {entries} ORDER BY game, seq");
    let mut query = connection.prepare(&sql)?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        verifier.entry(&row.get::<_, String>(4)?, &entry_row(row)?);
    }
    Ok(())
}

/// What the tables beside the log can't hold, as far as that can be told without checksums.
const WRONG_ROWS: [(&str, &str); 5] = [
    ("games", "typeof(id) <> 'text' OR typeof(seq) <> 'integer' OR typeof(updated) <> 'integer'"),
    ("members", "typeof(guest) <> 'text' OR game NOT IN (SELECT id FROM games)"),
    ("guests", "typeof(id) <> 'text' OR typeof(name) <> 'text'"),
    ("service", "typeof(beat) NOT IN ('integer', 'null') OR typeof(appended) <> 'integer'"),
    ("gaps", "typeof(at) <> 'integer' OR typeof(skipped) <> 'integer'"),
];

/// Looks for rows that this program never writes.
fn check_tables(connection: &Connection, report: &mut VerifyReport) {
    for (table, wrong) in WRONG_ROWS {
        let sql = format!("SELECT count(*) FROM {table} WHERE {wrong}");
        match connection.query_row(&sql, [], |row| row.get::<_, i64>(0)) {
            Ok(0) => {}
            Ok(rows) => report.add_damage(format!("{rows} rows of the table {table} can't be right")),
            Err(error) => report.add_damage(error.to_string()),
        }
    }
}

/// Lets SQLite check its file.
fn check_file(connection: &Connection, report: &mut VerifyReport) {
    let found = || {
        let mut query = connection.prepare("PRAGMA integrity_check(20)")?;
        query.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()
    };
    match found() {
        Ok(found) => {
            found.into_iter().filter(|found| found != "ok").for_each(|found| report.add_damage(found));
        }
        Err(error) => report.add_damage(error.to_string()),
    }
}

/// Checks the games that changed last, and logs what it finds. A damaged game stays out of use; the others are served.
pub(super) fn check_at_start(connection: &mut Connection, path: &Path) -> Result<(), StorageError> {
    let connection = &*connection.transaction()?;
    let mut damage = Vec::new();
    let query = format!("SELECT id, seq, checksum FROM games ORDER BY updated DESC LIMIT {CHECKED_AT_START}");
    let heads = heads(connection, &query).unwrap_or_else(|error| {
        damage.push(error.to_string());
        HashMap::new()
    });
    let mut verifier = Verifier::new(heads.clone());
    let mut log = connection
        .prepare("SELECT seq, command, event, checksum FROM entries WHERE game = ?1 ORDER BY seq")?;
    for game in heads.keys() {
        let mut rows = log.query([game])?;
        loop {
            match rows.next().and_then(|row| row.map(entry_row).transpose()) {
                Ok(Some(row)) => verifier.entry(game, &row),
                Ok(None) => break,
                Err(error) => {
                    damage.push(format!("the log of game {game} can't be read: {error}"));
                    break;
                }
            }
        }
    }
    let report = verifier.finish();
    damage.extend(report.damage);
    damage.extend(missing_entries(connection, path)?);
    for found in &damage {
        tracing::error!(damage = found, path = %path.display(), "the database is damaged");
    }
    if damage.is_empty() {
        tracing::info!(
            games = report.games,
            entries = report.entries,
            at_most = CHECKED_AT_START,
            "latest games checked"
        );
    }
    Ok(())
}

/// Says how many entries are missing, if the entry counter next to the database has seen more than it holds.
fn missing_entries(connection: &Connection, path: &Path) -> rusqlite::Result<Option<String>> {
    let appended: i64 = connection.query_row("SELECT appended FROM service", [], |row| row.get(0))?;
    Ok(missing_of(entry_counter::read(path).unwrap_or(0).saturating_sub(appended as u64)))
}

fn missing_of(missing: u64) -> Option<String> {
    (missing > 0).then(|| {
        format!("{missing} acknowledged entries are missing: the end of the WAL was cut off, or an older file was put back")
    })
}

fn heads(connection: &Connection, query: &str) -> rusqlite::Result<HashMap<String, (u64, Checksum)>> {
    let mut query = connection.prepare(query)?;
    query.query_map([], |row| Ok((row.get(0)?, (row.get::<_, i64>(1)? as u64, row.get(2)?))))?.collect()
}
