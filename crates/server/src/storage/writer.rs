//! The one that writes: it takes all that waits into one transaction, so that many moves share one sync of the disk.

use super::migrate::VERSION;
use super::{Append, Appended, StorageError};
use crate::guest::Guest;
use serde::Serialize;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row, SqliteConnection};
use std::collections::HashSet;
use tokio::sync::{mpsc, oneshot};

/// How many requests may wait, and how many of them share a transaction.
const WAITING: usize = 8_192;
const TOGETHER: usize = 512;

/// Whoever asked, waiting for the answer.
type ReplySender<T> = oneshot::Sender<Result<T, StorageError>>;

/// Something to be written.
pub(super) enum Request {
    Append(Box<Append>, ReplySender<bool>),
    Claim { only: Option<String>, now: u64, lease: u64, reply: ReplySender<Vec<String>> },
    Renew { games: Vec<String>, until: u64, reply: ReplySender<()> },
    Rename { guest: Guest, name: String, reply: ReplySender<()> },
    DeleteOlderThan { before: u64, reply: ReplySender<u64> },
    Check { reply: ReplySender<()> },
}

/// The connection that writes. After anything that went wrong on it, it is closed and another one opened: a disk that
/// is full ends a transaction without the connection's knowing, and it would never begin another.
struct WriterConnection {
    options: SqliteConnectOptions,
    connection: Option<SqliteConnection>,
    /// Whether something was written since the last failure. Much of what is asked finds nothing to write, as a claim
    /// where no work is due, and proves nothing.
    writes: bool,
}

impl WriterConnection {
    async fn connection(&mut self) -> Result<&mut SqliteConnection, sqlx::Error> {
        match &mut self.connection {
            Some(connection) => Ok(connection),
            none => Ok(none.insert(self.options.connect().await?)),
        }
    }

    async fn note<T>(&mut self, written: Result<T, StorageError>) -> Result<T, StorageError> {
        if let Err(error) = &written {
            self.writes = false;
            tracing::error!(%error, "nothing can be written");
            if let Some(connection) = self.connection.take() {
                let _ = connection.close().await;
            }
        }
        written
    }
}

/// Starts the writer on a connection of its own; it ends when nobody can ask any more and all is written.
pub(super) fn start(options: SqliteConnectOptions, connection: SqliteConnection) -> mpsc::Sender<Request> {
    let (requests, waiting) = mpsc::channel(WAITING);
    tokio::spawn(run(WriterConnection { options, connection: Some(connection), writes: true }, waiting));
    requests
}

async fn run(mut writer: WriterConnection, mut waiting: mpsc::Receiver<Request>) {
    let mut put_off = Vec::new();
    loop {
        let mut appends: Vec<(Box<Append>, ReplySender<bool>)> = Vec::new();
        let mut others = Vec::new();
        let mut games = HashSet::new();
        let mut later = Vec::new();
        let mut take = |request: Request| match request {
            // One append a game and transaction: the second is about what the first leaves.
            Request::Append(append, reply) => {
                if games.insert(append.game.clone()) {
                    appends.push((append, reply));
                } else {
                    later.push(Request::Append(append, reply));
                }
            }
            other => others.push(other),
        };
        let had = put_off.len();
        put_off.drain(..).for_each(&mut take);
        if had == 0 {
            match waiting.recv().await {
                Some(request) => take(request),
                None => break,
            }
        }
        for _ in 0..TOGETHER {
            match waiting.try_recv() {
                Ok(request) => take(request),
                Err(_) => break,
            }
        }
        put_off = later;
        if !appends.is_empty() {
            let written = match writer.connection().await {
                Ok(connection) => write(connection, &appends).await,
                Err(error) => Err(error.into()),
            };
            let written = writer.note(written).await;
            writer.writes |= written.is_ok();
            for (append, reply) in appends {
                let answer = match &written {
                    Ok(accepted) => Ok(accepted.contains(&append.game)),
                    Err(error) => Err(error.clone()),
                };
                // Whoever asked may have gone; what is written stays written.
                let _ = reply.send(answer);
            }
        }
        for other in others {
            serve(&mut writer, other).await;
        }
    }
    if let Some(connection) = writer.connection {
        let _ = connection.close().await;
    }
}

/// An append as the database reads it.
#[derive(Serialize)]
struct AppendRow<'a> {
    game: &'a str,
    expected: u64,
    added: usize,
    over: bool,
    due: Option<u64>,
    at: u64,
    member: Option<&'a str>,
}

/// A log entry as the database reads it.
#[derive(Serialize)]
struct EventRow<'a> {
    game: &'a str,
    seq: u64,
    command: Option<&'a str>,
    event: String,
}

/// Writes appends in one transaction; the games whose log was as expected.
async fn write(
    connection: &mut SqliteConnection,
    appends: &[(Box<Append>, ReplySender<bool>)],
) -> Result<HashSet<String>, StorageError> {
    let json = |error: serde_json::Error| StorageError(error.to_string());
    let lines: Vec<AppendRow<'_>> = appends.iter().map(|(append, _)| append_row(append)).collect();
    let opened: Vec<&AppendRow<'_>> = lines.iter().filter(|line| line.expected == 0).collect();
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    if !opened.is_empty() {
        let opened = serde_json::to_string(&opened).map_err(json)?;
        sqlx::query(OPEN).bind(opened).execute(&mut *transaction).await?;
    }
    let text = serde_json::to_string(&lines).map_err(json)?;
    let rows = sqlx::query(ADVANCE).bind(text).fetch_all(&mut *transaction).await?;
    let accepted: HashSet<String> = rows.iter().map(|row| row.get(0)).collect();
    let mut rows = Vec::new();
    for (append, _) in appends.iter().filter(|(append, _)| accepted.contains(&append.game)) {
        for (index, event) in append.events.iter().enumerate() {
            rows.push(EventRow {
                game: &append.game,
                seq: append.expected + index as u64 + 1,
                command: append.command.as_deref().filter(|_| index == 0),
                event: serde_json::to_string(event).map_err(json)?,
            });
        }
    }
    let rows = serde_json::to_string(&rows).map_err(json)?;
    sqlx::query(ADD_EVENTS).bind(rows).execute(&mut *transaction).await?;
    let is_accepted = |line: &&AppendRow<'_>| accepted.contains(line.game);
    let members: Vec<&AppendRow<'_>> =
        lines.iter().filter(is_accepted).filter(|line| line.member.is_some()).collect();
    if !members.is_empty() {
        let members = serde_json::to_string(&members).map_err(json)?;
        sqlx::query(ADD_MEMBERS).bind(members).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(accepted)
}

fn append_row(append: &Append) -> AppendRow<'_> {
    AppendRow {
        game: &append.game,
        expected: append.expected,
        added: append.events.len(),
        over: append.over,
        due: append.due,
        at: append.at,
        member: append.member.as_ref().map(Guest::as_str),
    }
}

const OPEN: &str = "INSERT OR IGNORE INTO games (id, seq, updated, over) \
    SELECT value ->> 'game', 0, value ->> 'at', 0 FROM json_each(?1)";

const ADVANCE: &str = "UPDATE games SET seq = seq + added, updated = at, over = now_over, due = next_due, leased = 0 \
    FROM (SELECT value ->> 'game' AS game, value ->> 'expected' AS expected, value ->> 'added' AS added, \
        value ->> 'at' AS at, value ->> 'over' AS now_over, value ->> 'due' AS next_due FROM json_each(?1)) \
    WHERE id = game AND seq = expected RETURNING id";

const ADD_EVENTS: &str = "INSERT INTO log (game, seq, command, event) \
    SELECT value ->> 'game', value ->> 'seq', value ->> 'command', value ->> 'event' FROM json_each(?1)";

const ADD_MEMBERS: &str = "INSERT OR IGNORE INTO members (guest, game) \
    SELECT value ->> 'member', value ->> 'game' FROM json_each(?1)";

const CLAIM: &str = "UPDATE games SET leased = ?1 + ?2 \
    WHERE due <= ?1 AND leased <= ?1 AND (?3 IS NULL OR id = ?3) RETURNING id";

const RENEW: &str =
    "UPDATE games SET leased = ?2 WHERE leased > 0 AND id IN (SELECT value FROM json_each(?1))";

async fn serve(writer: &mut WriterConnection, request: Request) {
    match request {
        Request::Append(_, reply) => drop(reply),
        Request::Claim { only, now, lease, reply } => {
            let query = sqlx::query(CLAIM).bind(now as i64).bind(lease as i64).bind(only);
            let claimed = done(writer, async |connection| query.fetch_all(connection).await).await;
            let _ = reply.send(claimed.map(|rows| rows.iter().map(|row| row.get(0)).collect()));
        }
        Request::Renew { games, until, reply } => {
            let games = serde_json::to_string(&games).unwrap_or_default();
            let query = sqlx::query(RENEW).bind(games).bind(until as i64);
            let _ =
                reply.send(done(writer, async |connection| query.execute(connection).await.map(drop)).await);
        }
        Request::Rename { guest, name, reply } => {
            let query = sqlx::query("INSERT OR REPLACE INTO guests (id, name) VALUES (?1, ?2)");
            let query = query.bind(guest.as_str()).bind(name);
            let _ =
                reply.send(done(writer, async |connection| query.execute(connection).await.map(drop)).await);
        }
        Request::DeleteOlderThan { before, reply } => {
            let _ = reply
                .send(done(writer, async |connection| delete_older_than(connection, before).await).await);
        }
        // What was just written needs no proof that it can be.
        Request::Check { reply } if writer.writes => {
            let _ = reply.send(Ok(()));
        }
        Request::Check { reply } => {
            // A write that changes nothing.
            let query = sqlx::query(AssertSqlSafe(format!("PRAGMA user_version = {VERSION}")));
            let written = done(writer, async |connection| query.execute(connection).await.map(drop)).await;
            writer.writes = written.is_ok();
            let _ = reply.send(written);
        }
    }
}

/// Does something with the connection, and notes how that went.
async fn done<T>(
    writer: &mut WriterConnection,
    act: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, sqlx::Error>,
) -> Result<T, StorageError> {
    let done = match writer.connection().await {
        Ok(connection) => act(connection).await,
        Err(error) => Err(error),
    };
    writer.note(done.map_err(StorageError::from)).await
}

async fn delete_older_than(connection: &mut SqliteConnection, before: u64) -> Result<u64, sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    for table in ["log", "members"] {
        let query = format!("DELETE FROM {table} WHERE game IN (SELECT id FROM games WHERE updated < ?1)");
        sqlx::query(AssertSqlSafe(query)).bind(before as i64).execute(&mut *transaction).await?;
    }
    let query = sqlx::query("DELETE FROM games WHERE updated < ?1").bind(before as i64);
    let forgotten = query.execute(&mut *transaction).await?.rows_affected();
    transaction.commit().await?;
    Ok(forgotten)
}

/// What an append came to, when the writer has said whether it was accepted.
pub(super) fn appended(accepted: bool, missed: Vec<super::LogRecord>) -> Appended {
    if accepted { Appended::Done } else { Appended::Missed(missed) }
}
