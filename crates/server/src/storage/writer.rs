//! The one task that writes to the database. It takes all waiting appends into one transaction, so that many moves
//! share one sync of the disk.

use super::migrate::VERSION;
use super::{Append, AppendOutcome, StorageError};
use crate::error::error_chain;
use crate::guest::Guest;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row, SqliteConnection};
use std::collections::HashSet;
use tokio::sync::{mpsc, oneshot};

/// How many requests may wait.
const QUEUE: usize = 8_192;

/// How many requests are taken at once; their appends share a transaction.
const BATCH: usize = 512;

/// Where the reply to a request goes.
pub(super) type ReplySender<T> = oneshot::Sender<Result<T, StorageError>>;

/// Something to write.
pub(super) enum Request {
    Append(Box<Append>, ReplySender<AppendOutcome>),
    Claim { only: Option<String>, now: u64, lease: u64, reply: ReplySender<Vec<String>> },
    Renew { games: Vec<String>, until: u64, reply: ReplySender<()> },
    Rename { guest: Guest, name: String, reply: ReplySender<()> },
    DeleteOlderThan { time: u64, reply: ReplySender<u64> },
    Check { reply: ReplySender<()> },
}

/// Starts the writer on its connection. It ends when all senders are dropped and everything is written.
pub(super) fn start(options: SqliteConnectOptions, connection: SqliteConnection) -> mpsc::Sender<Request> {
    let (requests, queue) = mpsc::channel(QUEUE);
    let writer = WriterConnection { options, connection: Some(connection), has_written: true };
    tokio::spawn(run(writer, queue));
    requests
}

/// The connection that writes.
///
/// After an error it is closed and a new one opened: a full disk ends a transaction without the connection's
/// knowledge, and it would never begin another.
struct WriterConnection {
    options: SqliteConnectOptions,
    connection: Option<SqliteConnection>,
    /// Whether an append or a check was written since the last failure. A claim that finds no work writes nothing and
    /// must not set this.
    has_written: bool,
}

impl WriterConnection {
    /// Runs an operation on the connection. After an error the connection is closed.
    async fn run<T>(
        &mut self,
        operation: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, StorageError>,
    ) -> Result<T, StorageError> {
        let result = match self.connection().await {
            Ok(connection) => operation(connection).await,
            Err(error) => Err(error.into()),
        };
        if let Err(error) = &result {
            self.has_written = false;
            tracing::error!(error = error_chain(error), "database write failed");
            if let Some(connection) = self.connection.take() {
                let _ = connection.close().await;
            }
        }
        result
    }

    async fn connection(&mut self) -> Result<&mut SqliteConnection, sqlx::Error> {
        match &mut self.connection {
            Some(connection) => Ok(connection),
            none => Ok(none.insert(self.options.connect().await?)),
        }
    }
}

async fn run(mut writer: WriterConnection, mut queue: mpsc::Receiver<Request>) {
    let mut postponed = Vec::new();
    loop {
        let mut appends = Vec::new();
        let mut replies = Vec::new();
        let mut others = Vec::new();
        let mut games = HashSet::new();
        let mut later = Vec::new();
        let mut take = |request: Request| match request {
            // One append per game and transaction: the second one builds on the first.
            Request::Append(append, reply) if games.insert(append.game.clone()) => {
                appends.push(append);
                replies.push(reply);
            }
            append @ Request::Append(..) => later.push(append),
            other => others.push(other),
        };
        let must_wait = postponed.is_empty();
        postponed.drain(..).for_each(&mut take);
        if must_wait {
            match queue.recv().await {
                Some(request) => take(request),
                None => break,
            }
        }
        for _ in 0..BATCH {
            match queue.try_recv() {
                Ok(request) => take(request),
                Err(_) => break,
            }
        }
        postponed = later;
        if !appends.is_empty() {
            let written = writer.run(async |connection| write_appends(connection, &appends).await).await;
            writer.has_written |= written.is_ok();
            for (append, reply) in appends.iter().zip(replies) {
                let outcome = written.as_ref().map_err(StorageError::clone).map(|accepted| {
                    let is_accepted = accepted.contains(&append.game);
                    if is_accepted { AppendOutcome::Appended } else { AppendOutcome::Conflict }
                });
                // A receiver that is gone does not matter: what is written stays written.
                let _ = reply.send(outcome);
            }
        }
        for request in others {
            serve(&mut writer, request).await;
        }
    }
    if let Some(connection) = writer.connection {
        let _ = connection.close().await;
    }
}

/// Creates the games whose log is expected to be empty.
const CREATE_GAMES: &str = "INSERT OR IGNORE INTO games (id, seq, updated, over) \
    SELECT value ->> 'game', 0, value ->> 'at', 0 FROM json_each(?1) WHERE value ->> 'expected' = 0";

/// Moves the games on whose seq is the expected one, and returns them.
const ADVANCE_GAMES: &str = "UPDATE games \
    SET seq = seq + added, updated = at, over = now_over, due = next_due, leased = 0 \
    FROM (SELECT value ->> 'game' AS game, value ->> 'expected' AS expected, \
        json_array_length(value, '$.events') AS added, value ->> 'at' AS at, value ->> 'over' AS now_over, \
        value ->> 'due' AS next_due FROM json_each(?1)) \
    WHERE id = game AND seq = expected RETURNING id";

/// Adds the events of the games that were moved on.
const ADD_EVENTS: &str = "INSERT INTO log (game, seq, command, event) \
    SELECT append.value ->> 'game', (append.value ->> 'expected') + event.key + 1, \
        CASE event.key WHEN 0 THEN append.value ->> 'command' END, event.value \
    FROM json_each(?1) AS append, json_each(append.value, '$.events') AS event \
    WHERE append.value ->> 'game' IN (SELECT value FROM json_each(?2))";

/// Adds the guests who take part in the games that were moved on.
const ADD_MEMBERS: &str = "INSERT OR IGNORE INTO members (guest, game) \
    SELECT value ->> 'member', value ->> 'game' FROM json_each(?1) \
    WHERE value ->> 'member' IS NOT NULL AND value ->> 'game' IN (SELECT value FROM json_each(?2))";

const CLAIM: &str = "UPDATE games SET leased = ?1 + ?2 \
    WHERE due <= ?1 AND leased <= ?1 AND (?3 IS NULL OR id = ?3) RETURNING id";

const RENEW: &str =
    "UPDATE games SET leased = ?2 WHERE leased > 0 AND id IN (SELECT value FROM json_each(?1))";

/// Writes appends in one transaction and returns the games whose log had the expected seq.
async fn write_appends(
    connection: &mut SqliteConnection,
    appends: &[Box<Append>],
) -> Result<HashSet<String>, StorageError> {
    let json = serde_json::to_string(appends)?;
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    if appends.iter().any(|append| append.expected == 0) {
        sqlx::query(CREATE_GAMES).bind(&json).execute(&mut *transaction).await?;
    }
    let rows = sqlx::query(ADVANCE_GAMES).bind(&json).fetch_all(&mut *transaction).await?;
    let accepted: HashSet<String> = rows.iter().map(|row| row.get(0)).collect();
    let games = serde_json::to_string(&accepted)?;
    sqlx::query(ADD_EVENTS).bind(&json).bind(&games).execute(&mut *transaction).await?;
    if appends.iter().any(|append| append.member.is_some()) {
        sqlx::query(ADD_MEMBERS).bind(&json).bind(&games).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(accepted)
}

/// Carries out a request that is no append.
async fn serve(writer: &mut WriterConnection, request: Request) {
    match request {
        Request::Append(_, reply) => drop(reply),
        Request::Claim { only, now, lease, reply } => {
            let query = sqlx::query(CLAIM).bind(now as i64).bind(lease as i64).bind(only);
            let claimed = writer.run(async |connection| Ok(query.fetch_all(connection).await?)).await;
            let _ = reply.send(claimed.map(|rows| rows.iter().map(|row| row.get(0)).collect()));
        }
        Request::Renew { games, until, reply } => {
            let renew = async |connection: &mut SqliteConnection| {
                let games = serde_json::to_string(&games)?;
                sqlx::query(RENEW).bind(games).bind(until as i64).execute(connection).await?;
                Ok(())
            };
            let _ = reply.send(writer.run(renew).await);
        }
        Request::Rename { guest, name, reply } => {
            let query = sqlx::query("INSERT OR REPLACE INTO guests (id, name) VALUES (?1, ?2)");
            let query = query.bind(guest.as_str()).bind(name);
            let renamed = writer.run(async |connection| Ok(query.execute(connection).await?)).await;
            let _ = reply.send(renamed.map(drop));
        }
        Request::DeleteOlderThan { time, reply } => {
            let deleted = writer.run(async |connection| delete_older_than(connection, time).await).await;
            let _ = reply.send(deleted);
        }
        // A recent write is proof enough.
        Request::Check { reply } if writer.has_written => {
            let _ = reply.send(Ok(()));
        }
        Request::Check { reply } => {
            // A write that changes nothing.
            let query = sqlx::query(AssertSqlSafe(format!("PRAGMA user_version = {VERSION}")));
            let written = writer.run(async |connection| Ok(query.execute(connection).await?)).await;
            writer.has_written = written.is_ok();
            let _ = reply.send(written.map(drop));
        }
    }
}

async fn delete_older_than(connection: &mut SqliteConnection, time: u64) -> Result<u64, StorageError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    for delete in [
        "DELETE FROM log WHERE game IN (SELECT id FROM games WHERE updated < ?1)",
        "DELETE FROM members WHERE game IN (SELECT id FROM games WHERE updated < ?1)",
    ] {
        sqlx::query(delete).bind(time as i64).execute(&mut *transaction).await?;
    }
    let query = sqlx::query("DELETE FROM games WHERE updated < ?1").bind(time as i64);
    let deleted = query.execute(&mut *transaction).await?.rows_affected();
    transaction.commit().await?;
    Ok(deleted)
}
