//! Checking, backing up and restoring whole databases.
//!
//! A backup is an SQLite file, whatever the database is: a PostgreSQL database can be restored to one that was in a file,
//! and the other way round.

use super::rows::{EntryRow, LogReader};
use super::sqlite::{create_with_tables, entries_of, open_existing};
use super::{FILE, Postgres, Sqlite, StorageError, VerifyReport};
use crate::platform::create_private;
use futures_util::TryStreamExt;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row, SqliteConnection};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// The SQLite file in a data folder.
    Folder(PathBuf),
    /// A PostgreSQL database, by its address.
    Postgres(String),
}

/// Why a database could not be backed up or restored.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// There is no database to read.
    #[error("there is no database {}", .0.display())]
    NotFound(PathBuf),
    /// There is something where a copy is to be written.
    #[error("{0} has games already")]
    NotEmpty(String),
    /// There is a file where the backup is to be written.
    #[error("there is a file {} already", .0.display())]
    Exists(PathBuf),
    /// What is to be restored is damaged.
    #[error("{} is damaged: {damage}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong first.
        damage: String,
    },
}

impl From<sqlx::Error> for CopyError {
    fn from(error: sqlx::Error) -> CopyError {
        CopyError::Storage(error.into())
    }
}

impl Database {
    /// Checks every log against its checksums. The database is only read.
    pub async fn verify(&self) -> Result<VerifyReport, CopyError> {
        match self {
            Database::Folder(folder) => verify_file(&folder.join(FILE)).await,
            Database::Postgres(url) => {
                let mut connection = connect(url).await?;
                Ok(super::postgres::verify(&mut connection).await?)
            }
        }
    }

    /// Writes a copy to a new file, as the database is at one moment. Servers may be running. Returns what the copy holds.
    pub async fn backup(&self, file: &Path) -> Result<VerifyReport, CopyError> {
        if file.exists() {
            return Err(CopyError::Exists(file.into()));
        }
        let written = self.write_backup(file).await;
        if written.is_err() {
            // A part of a backup is none.
            let _ = std::fs::remove_file(file);
        }
        written
    }

    async fn write_backup(&self, file: &Path) -> Result<VerifyReport, CopyError> {
        match self {
            Database::Folder(folder) => {
                let path = folder.join(FILE);
                let mut connection = open_file(&path).await?;
                create(file)?;
                // SQLite writes to an empty file, and to no other.
                let query = sqlx::query("VACUUM INTO ?1").bind(file.to_string_lossy().into_owned());
                query.execute(&mut connection).await?;
            }
            Database::Postgres(url) => {
                let mut from = connect(url).await?;
                let mut to = create_with_tables(file).await?;
                export(&mut from, &mut to).await?;
                to.close().await?;
            }
        }
        verify_file(file).await
    }

    /// Restores a backup into a database without games. Returns what it holds.
    pub async fn restore(&self, file: &Path) -> Result<VerifyReport, CopyError> {
        let report = verify_file(file).await?;
        if let Some(damage) = report.damage.first() {
            return Err(CopyError::Damaged { path: file.into(), damage: damage.clone() });
        }
        match self {
            Database::Folder(folder) => {
                let path = folder.join(FILE);
                let io = |source| StorageError::File { path: path.clone(), source: Arc::new(source) };
                std::fs::create_dir_all(folder).map_err(io)?;
                if path.exists() {
                    return Err(CopyError::NotEmpty(path.display().to_string()));
                }
                // What a database leaves behind that was removed: SQLite would take it for a part of this one.
                if let Some(left) = super::sqlite::files_beside(&path).into_iter().find(|path| path.exists())
                {
                    return Err(CopyError::Exists(left));
                }
                let mut connection = open_file(file).await?;
                create(&path)?;
                let query = sqlx::query("VACUUM INTO ?1").bind(path.to_string_lossy().into_owned());
                query.execute(&mut connection).await?;
                // Brings the tables up to date, if the backup is older than the program.
                drop(Sqlite::open(&path).await?);
            }
            Database::Postgres(url) => {
                drop(Postgres::open(url).await?);
                let mut to = connect(url).await?;
                if sqlx::query("SELECT 1 FROM games LIMIT 1").fetch_optional(&mut to).await?.is_some() {
                    return Err(CopyError::NotEmpty("the database".into()));
                }
                let mut from = open_file(file).await?;
                import(&mut from, &mut to).await?;
            }
        }
        self.verify().await
    }
}

fn create(file: &Path) -> Result<(), StorageError> {
    create_private(file).map_err(|source| StorageError::File { path: file.into(), source: Arc::new(source) })
}

async fn connect(url: &str) -> Result<PgConnection, StorageError> {
    let options: PgConnectOptions = url.parse()?;
    Ok(options.application_name("parlor db").disable_statement_logging().connect().await?)
}

async fn open_file(path: &Path) -> Result<SqliteConnection, CopyError> {
    if !path.exists() {
        return Err(CopyError::NotFound(path.into()));
    }
    Ok(open_existing(path).await?)
}

async fn verify_file(path: &Path) -> Result<VerifyReport, CopyError> {
    let mut connection = open_file(path).await?;
    Ok(super::sqlite::verify(&mut connection, path).await?)
}

/// Copies all rows to an SQLite file.
async fn export(from: &mut PgConnection, to: &mut SqliteConnection) -> Result<(), CopyError> {
    let mut from = from.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    let mut to = to.begin_with("BEGIN IMMEDIATE").await?;
    let mut rows = sqlx::query(
        "SELECT id, seq, checksum, updated, over, due, work::int8, client, address, watched FROM games",
    )
    .fetch(&mut *from);
    while let Some(row) = rows.try_next().await? {
        let game = GameRow {
            id: row.get(0),
            numbers: [1, 2, 3, 6, 9].map(|column: usize| row.get(column)),
            over: row.get(4),
            due: row.get(5),
            texts: [row.get(7), row.get(8)],
        };
        let query = sqlx::query(
            "INSERT INTO games (id, seq, checksum, updated, work, watched, over, due, client, address) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        );
        let query = game.numbers.iter().fold(query.bind(game.id), |query, number| query.bind(*number));
        let [client, address] = game.texts;
        query.bind(game.over).bind(game.due).bind(client).bind(address).execute(&mut *to).await?;
    }
    drop(rows);
    let mut rows = sqlx::query("SELECT game, seq, command, event, checksum FROM log").fetch(&mut *from);
    let mut entries = 0_i64;
    while let Some(row) = rows.try_next().await? {
        entries += 1;
        let query =
            sqlx::query("INSERT INTO log (game, seq, command, event, checksum) VALUES (?1, ?2, ?3, ?4, ?5)");
        query
            .bind(row.get::<String, _>(0))
            .bind(row.get::<i64, _>(1))
            .bind(row.get::<Option<String>, _>(2))
            .bind(row.get::<String, _>(3))
            .bind(row.get::<i64, _>(4))
            .execute(&mut *to)
            .await?;
    }
    drop(rows);
    for (read, write) in [
        ("SELECT guest, game FROM members", "INSERT INTO members (guest, game) VALUES (?1, ?2)"),
        ("SELECT id, name FROM guests", "INSERT INTO guests (id, name) VALUES (?1, ?2)"),
    ] {
        let mut rows = sqlx::query(read).fetch(&mut *from);
        while let Some(row) = rows.try_next().await? {
            let query = sqlx::query(write).bind(row.get::<String, _>(0)).bind(row.get::<String, _>(1));
            query.execute(&mut *to).await?;
        }
    }
    sqlx::query("DELETE FROM gaps").execute(&mut *to).await?;
    for row in sqlx::query("SELECT at, skipped FROM gaps ORDER BY at").fetch_all(&mut *from).await? {
        let query = sqlx::query("INSERT INTO gaps (at, skipped) VALUES (?1, ?2)");
        query.bind(row.get::<i64, _>(0)).bind(row.get::<i64, _>(1)).execute(&mut *to).await?;
    }
    let row = sqlx::query("SELECT beat, skipped FROM service").fetch_one(&mut *from).await?;
    let query = sqlx::query("UPDATE service SET beat = ?1, skipped = ?2, appended = ?3");
    let query = query.bind(row.get::<Option<i64>, _>(0)).bind(row.get::<i64, _>(1)).bind(entries);
    query.execute(&mut *to).await?;
    to.commit().await?;
    Ok(())
}

/// The row of a game on its way.
struct GameRow {
    id: String,
    /// The seq, the checksum, when it was updated, what is due, until when it is watched.
    numbers: [i64; 5],
    over: bool,
    due: Option<i64>,
    /// To whom engines are charged, and where that is.
    texts: [String; 2],
}

/// Copies all rows of an SQLite file.
async fn import(from: &mut SqliteConnection, to: &mut PgConnection) -> Result<(), CopyError> {
    let mut from = from.begin().await?;
    let mut to = to.begin().await?;
    let games = sqlx::query(
        "SELECT id, seq, checksum, updated, work, watched, over, due, client, address FROM games",
    )
    .fetch_all(&mut *from)
    .await?;
    let entries = entries_of(&mut from).await?;
    let sql = format!("SELECT seq, command, event, checksum FROM {entries} WHERE game = ?1 ORDER BY seq");
    for row in games {
        let id: String = row.get(0);
        let query = sqlx::query(
            "INSERT INTO games (id, seq, checksum, updated, work, watched, over, due, client, address) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        );
        let query = query.bind(&id).bind(row.get::<i64, _>(1)).bind(row.get::<i64, _>(2));
        let query =
            query.bind(row.get::<i64, _>(3)).bind(row.get::<i64, _>(4) as i16).bind(row.get::<i64, _>(5));
        let query = query.bind(row.get::<bool, _>(6)).bind(row.get::<Option<i64>, _>(7));
        query.bind(row.get::<String, _>(8)).bind(row.get::<String, _>(9)).execute(&mut *to).await?;
        let query = sqlx::query(AssertSqlSafe(sql.as_str()));
        let mut reader = LogReader::new(&id, 0);
        let mut entries = Vec::new();
        for row in query.bind(&id).fetch_all(&mut *from).await? {
            let entry =
                EntryRow { seq: row.get(0), command: row.get(1), event: row.get(2), checksum: row.get(3) };
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
        for row in sqlx::query(read).fetch_all(&mut *from).await? {
            let query = sqlx::query(write).bind(row.get::<String, _>(0)).bind(row.get::<String, _>(1));
            query.execute(&mut *to).await?;
        }
    }
    sqlx::query("DELETE FROM gaps").execute(&mut *to).await?;
    for row in sqlx::query("SELECT at, skipped FROM gaps ORDER BY rowid").fetch_all(&mut *from).await? {
        let query = sqlx::query("INSERT INTO gaps (at, skipped) VALUES ($1, $2)");
        query.bind(row.get::<i64, _>(0)).bind(row.get::<i64, _>(1)).execute(&mut *to).await?;
    }
    let row = sqlx::query("SELECT beat, skipped FROM service").fetch_one(&mut *from).await?;
    let query = sqlx::query("UPDATE service SET beat = $1, skipped = $2");
    query.bind(row.get::<Option<i64>, _>(0)).bind(row.get::<i64, _>(1)).execute(&mut *to).await?;
    to.commit().await?;
    Ok(())
}
