//! Copies all rows from a PostgreSQL database to an SQLite file, or the other way. It blocks while it uses the file, so it
//! runs on a thread that may.

use super::Postgres;
use super::address::Address;
use super::verify::snapshot;
use crate::storage::StorageError;
use crate::storage::sqlite::entries_of;
use futures_util::TryStreamExt;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, TransactionBehavior, params_from_iter, types::Value};
use serde_json::{Map, Value as Json};
use std::pin::pin;
use tokio_postgres::Row;
use tokio_postgres::types::Type;

/// The tables to copy and their columns. The only row of the table `service` is updated instead. Addresses mean nothing
/// without their key, and stay behind.
const TABLES: [(&str, &[&str]); 5] = [
    ("games", &["id", "seq", "checksum", "updated", "over", "due", "work", "client", "watched"]),
    ("log", &["game", "seq", "command", "event", "checksum"]),
    ("members", &["guest", "game"]),
    ("guests", &["id", "name", "named", "deleted"]),
    ("gaps", &["at", "skipped"]),
];

/// How many rows one statement inserts into PostgreSQL.
const ROWS: usize = 1_000;

/// Copies all rows to an SQLite file.
pub(in crate::storage) async fn export(url: &str, mut to: Connection) -> Result<(), StorageError> {
    let mut from = Address::parse(url, "parlor db")?.connect().await?;
    let from = snapshot(&mut from.client).await?;
    let to = to.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for (table, columns) in TABLES {
        let (names, places) = (columns.join(", "), vec!["?"; columns.len()].join(", "));
        let mut insert = to.prepare(&format!("INSERT INTO {table} ({names}) VALUES ({places})"))?;
        let query = format!("SELECT {names} FROM {table} ORDER BY 1");
        let mut rows = pin!(from.query_raw(&query, [0_i64; 0]).await?);
        while let Some(row) = rows.try_next().await? {
            insert.execute(params_from_iter((0..columns.len()).map(|column| value(&row, column))))?;
        }
    }
    let row = from.query_one("SELECT beat, skipped FROM service", &[]).await?;
    to.execute(
        "UPDATE service SET beat = ?, skipped = ?, appended = (SELECT count(*) FROM log)",
        [value(&row, 0), value(&row, 1)],
    )?;
    Ok(to.commit()?)
}

fn value(row: &Row, column: usize) -> Value {
    match *row.columns()[column].type_() {
        Type::BOOL => row.get::<_, bool>(column).into(),
        Type::INT2 => row.get::<_, i16>(column).into(),
        Type::INT8 => row.get::<_, Option<i64>>(column).into(),
        _ => row.get::<_, Option<String>>(column).into(),
    }
}

/// Copies all rows of an SQLite file. Returns false, and changes nothing, if the database has games already.
pub(in crate::storage) async fn import(mut from: Connection, url: &str) -> Result<bool, StorageError> {
    // This creates the tables.
    drop(Postgres::open(url).await?);
    let mut to = Address::parse(url, "parlor db")?.connect().await?;
    let to = to.client.transaction().await?;
    if to.query_opt("SELECT 1 FROM games LIMIT 1", &[]).await?.is_some() {
        return Ok(false);
    }
    let from = from.transaction()?;
    to.batch_execute("DELETE FROM gaps").await?;
    for (table, columns) in TABLES {
        let names = columns.join(", ");
        let source = if table == "log" { entries_of(&from)? } else { table };
        let on_conflict = if table == "guests" {
            "ON CONFLICT (id) DO UPDATE SET name = excluded.name, named = excluded.named, deleted = excluded.deleted"
        } else {
            ""
        };
        let insert = to
            .prepare(&format!(
                "INSERT INTO {table} ({names}) SELECT {names} \
                 FROM json_populate_recordset(NULL::{table}, $1::text::json) {on_conflict}"
            ))
            .await?;
        let values: Vec<_> =
            columns.iter().map(|column| value_in(&from, table, column)).collect::<Result<_, _>>()?;
        let mut query = from.prepare(&format!("SELECT {} FROM {source} ORDER BY 1", values.join(", ")))?;
        let mut rows = query.query([])?;
        loop {
            let mut chunk = Vec::new();
            while chunk.len() < ROWS
                && let Some(row) = rows.next()?
            {
                let mut object = Map::new();
                for (place, column) in columns.iter().enumerate() {
                    object.insert((*column).into(), json(row.get_ref(place)?)?);
                }
                chunk.push(object);
            }
            if chunk.is_empty() {
                break;
            }
            to.execute(&insert, &[&serde_json::to_string(&chunk)?]).await?;
        }
    }
    let (beat, skipped): (Option<i64>, i64) =
        from.query_row("SELECT beat, skipped FROM service", [], |row| row.try_into())?;
    to.execute("UPDATE service SET beat = $1, skipped = $2", &[&beat, &skipped]).await?;
    to.commit().await?;
    Ok(true)
}

/// Returns the SQL for a column of an SQLite file, which may be older than the column.
fn value_in<'a>(file: &Connection, table: &str, column: &'a str) -> rusqlite::Result<&'a str> {
    let sql = "SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2";
    let is_there = file.prepare(sql)?.exists([table, column])?;
    Ok(match (is_there, column) {
        (false, "named") => "coalesce((SELECT beat FROM service), 0) AS named",
        (false, "deleted") => "0 AS deleted",
        _ => column,
    })
}

/// PostgreSQL converts the numbers 0 and 1 to booleans where the column is one.
fn json(value: ValueRef) -> Result<Json, StorageError> {
    Ok(match value {
        ValueRef::Null => Json::Null,
        ValueRef::Integer(number) => number.into(),
        text => text.as_str().map_err(rusqlite::Error::from)?.into(),
    })
}
