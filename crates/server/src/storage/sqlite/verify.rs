//! Looks for damage: to the file, to the logs, and a WAL whose end is missing.

use super::migrate::{WITH_CHECKSUMS, entries_of};
use super::{entry_row, witness};
use crate::error::error_chain;
use crate::storage::verify::{Verifier, VerifyReport, damage_of};
use crate::storage::{Checksum, StorageError};
use futures_util::TryStreamExt;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Connection, Row, SqliteConnection};
use std::collections::HashMap;
use std::path::Path;

/// How many of the games that changed last are checked when a server starts.
const CHECKED_AT_START: i64 = 500;

/// Checks the whole database.
pub(in crate::storage) async fn verify(
    connection: &mut SqliteConnection,
    path: &Path,
) -> Result<VerifyReport, StorageError> {
    // All that is read in a transaction is of one moment.
    let mut transaction = connection.begin().await?;
    let connection = &mut *transaction;
    let version: i64 = sqlx::query("PRAGMA user_version").fetch_one(&mut *connection).await?.get(0);
    if version < WITH_CHECKSUMS {
        // There is nothing to compare with, and the next start of a server computes it.
        let mut report = VerifyReport::default();
        check_file(connection, &mut report).await?;
        // Unless it had, and lost all of it.
        report.damage.extend(missing_of(witness::read(path).unwrap_or(0)));
        return Ok(report);
    }
    let (heads, unread) = match heads(connection, "SELECT id, seq, checksum FROM games").await {
        Ok(heads) => (heads, None),
        Err(error) => (HashMap::new(), Some(damage_of(&error).ok_or(error)?)),
    };
    let mut verifier = Verifier::new(heads);
    let logs = async {
        let entries = entries_of(&mut *connection).await?;
        let sql = format!("SELECT seq, command, event, checksum, game FROM {entries} ORDER BY game, seq");
        let mut rows = sqlx::query(AssertSqlSafe(sql)).fetch(&mut *connection);
        while let Some(row) = rows.try_next().await? {
            let game: &str = row.try_get(4)?;
            verifier.entry(game, &entry_row(&row)?);
        }
        Ok::<_, StorageError>(())
    };
    let failed = logs.await.err();
    let mut report = match failed {
        None => verifier.finish(),
        Some(error) => {
            let mut report = verifier.report;
            report.add_damage(damage_of(&error).ok_or(error)?);
            report
        }
    };
    check_file(connection, &mut report).await?;
    check_tables(connection, &mut report).await?;
    match missing_entries(connection, path).await {
        Ok(missing) => report.damage.extend(missing),
        Err(error) => report.add_damage(damage_of(&error).ok_or(error)?),
    }
    report.damage.extend(unread);
    Ok(report)
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
async fn check_tables(
    connection: &mut SqliteConnection,
    report: &mut VerifyReport,
) -> Result<(), StorageError> {
    for (table, wrong) in WRONG_ROWS {
        let sql = format!("SELECT count(*) FROM {table} WHERE {wrong}");
        match sqlx::query(AssertSqlSafe(sql)).fetch_one(&mut *connection).await.and_then(|row| row.try_get(0))
        {
            Ok(0_i64) => {}
            Ok(rows) => report.add_damage(format!("{rows} rows of the table {table} can't be right")),
            Err(error) => {
                let error = error.into();
                report.add_damage(damage_of(&error).ok_or(error)?);
            }
        }
    }
    Ok(())
}

/// Lets SQLite check its file.
async fn check_file(
    connection: &mut SqliteConnection,
    report: &mut VerifyReport,
) -> Result<(), StorageError> {
    match sqlx::query("PRAGMA integrity_check(20)").fetch_all(&mut *connection).await {
        Ok(rows) => rows
            .iter()
            .map(|row| row.get::<String, _>(0))
            .filter(|found| found != "ok")
            .for_each(|found| report.add_damage(found)),
        Err(error) => {
            let error = error.into();
            report.add_damage(damage_of(&error).ok_or(error)?);
        }
    }
    Ok(())
}

/// Checks the games that changed last, and logs what it finds. A damaged game stays out of use; the others are served.
pub(super) async fn check_at_start(
    connection: &mut SqliteConnection,
    path: &Path,
) -> Result<(), StorageError> {
    let mut damage = Vec::new();
    let mut transaction = connection.begin().await?;
    let connection = &mut *transaction;
    let query = "SELECT id, seq, checksum FROM games ORDER BY updated DESC LIMIT 500";
    let checked = match heads(connection, query).await {
        Ok(heads) => {
            let mut verifier = Verifier::new(heads.clone());
            for game in heads.keys() {
                let query = sqlx::query(
                    "SELECT seq, command, event, checksum FROM entries WHERE game = ?1 ORDER BY seq",
                );
                match query.bind(game).fetch_all(&mut *connection).await {
                    Ok(rows) => {
                        for row in &rows {
                            match entry_row(row) {
                                Ok(row) => verifier.entry(game, &row),
                                Err(error) => damage.push(error_chain(&error)),
                            }
                        }
                    }
                    Err(error) => damage.push(format!("the log of game {game} can't be read: {error}")),
                }
            }
            let report = verifier.finish();
            damage.extend(report.damage);
            (report.games, report.entries)
        }
        Err(error) => {
            damage.push(damage_of(&error).ok_or(error)?);
            (0, 0)
        }
    };
    damage.extend(missing_entries(connection, path).await?);
    let (games, entries) = checked;
    for found in &damage {
        tracing::error!(damage = found, path = %path.display(), "the database is damaged");
    }
    if damage.is_empty() {
        tracing::info!(games, entries, at_most = CHECKED_AT_START, "latest games checked");
    }
    Ok(())
}

/// Says how many entries are missing, if the witness beside the database has seen more than it holds.
async fn missing_entries(
    connection: &mut SqliteConnection,
    path: &Path,
) -> Result<Option<String>, StorageError> {
    let appended: i64 =
        sqlx::query("SELECT appended FROM service").fetch_one(connection).await?.try_get(0)?;
    Ok(missing_of(witness::read(path).unwrap_or(0).saturating_sub(appended as u64)))
}

fn missing_of(missing: u64) -> Option<String> {
    (missing > 0).then(|| {
        format!("{missing} acknowledged entries are missing: the end of the WAL was cut off, or an older file was put back")
    })
}

async fn heads(
    connection: &mut SqliteConnection,
    query: &'static str,
) -> Result<HashMap<String, (u64, Checksum)>, StorageError> {
    let rows = sqlx::query(query).fetch_all(connection).await?;
    let head = |row: &SqliteRow| -> Result<_, StorageError> {
        Ok((row.try_get(0)?, (row.try_get::<i64, _>(1)? as u64, row.try_get(2)?)))
    };
    rows.iter().map(head).collect()
}
