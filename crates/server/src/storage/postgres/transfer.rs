//! Copying all rows from a PostgreSQL database to an SQLite file and back. It waits for the file, so it runs on a thread
//! that may.

use crate::storage::StorageError;
use crate::storage::rows::{EntryRow, LogReader};
use crate::storage::sqlite::{entries_of, entry_row};
use futures_util::TryStreamExt;
use rusqlite::{Row as SqliteRow, TransactionBehavior, params};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection, Row};

/// Connects to a database to read or to fill it.
pub(super) async fn connect(url: &str) -> Result<PgConnection, StorageError> {
    let options: PgConnectOptions = url.parse()?;
    Ok(options.application_name("parlor db").disable_statement_logging().connect().await?)
}

/// Copies all rows to an SQLite file.
pub(in crate::storage) async fn export(url: &str, mut to: rusqlite::Connection) -> Result<(), StorageError> {
    let mut from = connect(url).await?;
    let mut from = from.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    let to = to.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut insert = to.prepare(
        "INSERT INTO games (id, seq, checksum, updated, over, due, work, client, address, watched) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?;
    let mut rows = sqlx::query(
        "SELECT id, seq, checksum, updated, over, due, work::int8, client, address, watched FROM games",
    )
    .fetch(&mut *from);
    while let Some(row) = rows.try_next().await? {
        insert.execute(params![
            row.get::<String, _>(0),
            row.get::<i64, _>(1),
            row.get::<i64, _>(2),
            row.get::<i64, _>(3),
            row.get::<bool, _>(4),
            row.get::<Option<i64>, _>(5),
            row.get::<i64, _>(6),
            row.get::<String, _>(7),
            row.get::<String, _>(8),
            row.get::<i64, _>(9),
        ])?;
    }
    drop(rows);
    let mut insert =
        to.prepare("INSERT INTO log (game, seq, command, event, checksum) VALUES (?1, ?2, ?3, ?4, ?5)")?;
    let mut rows = sqlx::query("SELECT game, seq, command, event, checksum FROM log").fetch(&mut *from);
    let mut entries = 0_i64;
    while let Some(row) = rows.try_next().await? {
        entries += 1;
        insert.execute(params![
            row.get::<String, _>(0),
            row.get::<i64, _>(1),
            row.get::<Option<String>, _>(2),
            row.get::<String, _>(3),
            row.get::<i64, _>(4),
        ])?;
    }
    drop((rows, insert));
    for (read, write) in [
        ("SELECT guest, game FROM members", "INSERT INTO members (guest, game) VALUES (?1, ?2)"),
        ("SELECT id, name FROM guests", "INSERT INTO guests (id, name) VALUES (?1, ?2)"),
    ] {
        let mut insert = to.prepare(write)?;
        let mut rows = sqlx::query(read).fetch(&mut *from);
        while let Some(row) = rows.try_next().await? {
            insert.execute([row.get::<String, _>(0), row.get::<String, _>(1)])?;
        }
    }
    to.execute("DELETE FROM gaps", [])?;
    for row in sqlx::query("SELECT at, skipped FROM gaps ORDER BY at").fetch_all(&mut *from).await? {
        let gap = [row.get::<i64, _>(0), row.get::<i64, _>(1)];
        to.execute("INSERT INTO gaps (at, skipped) VALUES (?1, ?2)", gap)?;
    }
    let row = sqlx::query("SELECT beat, skipped FROM service").fetch_one(&mut *from).await?;
    to.execute(
        "UPDATE service SET beat = ?1, skipped = ?2, appended = ?3",
        params![row.get::<Option<i64>, _>(0), row.get::<i64, _>(1), entries],
    )?;
    Ok(to.commit()?)
}

/// Copies all rows of an SQLite file. Returns whether there was room for them: a database with games is left as it is.
pub(in crate::storage) async fn import(
    mut from: rusqlite::Connection,
    url: &str,
) -> Result<bool, StorageError> {
    let mut to = connect(url).await?;
    if sqlx::query("SELECT 1 FROM games LIMIT 1").fetch_optional(&mut to).await?.is_some() {
        return Ok(false);
    }
    let from = from.transaction()?;
    let mut to = to.begin().await?;
    let mut games = from
        .prepare("SELECT id, seq, checksum, updated, work, watched, over, due, client, address FROM games")?;
    let mut games = games.query([])?;
    let entries = entries_of(&from)?;
    let sql = format!("SELECT seq, command, event, checksum FROM {entries} WHERE game = ?1 ORDER BY seq");
    let mut log = from.prepare(&sql)?;
    while let Some(row) = games.next()? {
        let id: String = row.get(0)?;
        let query = sqlx::query(
            "INSERT INTO games (id, seq, checksum, updated, work, watched, over, due, client, address) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        );
        let query = query.bind(&id).bind(row.get::<_, i64>(1)?).bind(row.get::<_, i64>(2)?);
        let query = query.bind(row.get::<_, i64>(3)?).bind(row.get::<_, i16>(4)?).bind(row.get::<_, i64>(5)?);
        let query = query.bind(row.get::<_, bool>(6)?).bind(row.get::<_, Option<i64>>(7)?);
        query.bind(row.get::<_, String>(8)?).bind(row.get::<_, String>(9)?).execute(&mut *to).await?;
        let mut reader = LogReader::new(&id, 0);
        let mut entries = Vec::new();
        for row in log.query_map([&id], entry_row)? {
            let entry: EntryRow = row?;
            reader.next(&entry)?;
            entries.push(entry);
        }
        let query = sqlx::query(
            "INSERT INTO log (game, seq, command, event, checksum) \
             SELECT $1, * FROM unnest($2::int8[], $3::text[], $4::text[], $5::int8[])",
        );
        let query = query.bind(&id).bind(entries.iter().map(|entry| entry.seq).collect::<Vec<_>>());
        let query = query.bind(entries.iter().map(|entry| entry.command.as_deref()).collect::<Vec<_>>());
        let query = query.bind(entries.iter().map(|entry| entry.event.as_str()).collect::<Vec<_>>());
        let query = query.bind(entries.iter().map(|entry| entry.checksum).collect::<Vec<_>>());
        query.execute(&mut *to).await?;
    }
    for (read, write) in [
        ("SELECT guest, game FROM members", "INSERT INTO members (guest, game) VALUES ($1, $2)"),
        (
            "SELECT id, name FROM guests",
            "INSERT INTO guests (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = $2",
        ),
    ] {
        let pair = |row: &SqliteRow| Ok((row.get(0)?, row.get(1)?));
        for row in from.prepare(read)?.query_map([], pair)? {
            let (one, two): (String, String) = row?;
            sqlx::query(write).bind(one).bind(two).execute(&mut *to).await?;
        }
    }
    sqlx::query("DELETE FROM gaps").execute(&mut *to).await?;
    let gap = |row: &SqliteRow| Ok((row.get(0)?, row.get(1)?));
    for row in from.prepare("SELECT at, skipped FROM gaps ORDER BY rowid")?.query_map([], gap)? {
        let (at, skipped): (i64, i64) = row?;
        let query = sqlx::query("INSERT INTO gaps (at, skipped) VALUES ($1, $2)");
        query.bind(at).bind(skipped).execute(&mut *to).await?;
    }
    let beat = |row: &SqliteRow| Ok((row.get(0)?, row.get(1)?));
    let (beat, skipped): (Option<i64>, i64) =
        from.query_row("SELECT beat, skipped FROM service", [], beat)?;
    let query = sqlx::query("UPDATE service SET beat = $1, skipped = $2");
    query.bind(beat).bind(skipped).execute(&mut *to).await?;
    to.commit().await?;
    Ok(true)
}
