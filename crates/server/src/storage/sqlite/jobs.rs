//! Claiming work that is due.

use crate::storage::due::{BELIEVED_LEASES, PICK, REMEMBERED_TURNS};
use crate::storage::{Claim, Claimed, Lease, StorageError};
use sqlx::sqlite::SqliteRow;
use sqlx::{Connection, Row, SqliteConnection};
use std::time::Duration;

const IS_ANYTHING_DUE: &str = "SELECT 1 FROM games WHERE due <= ?1 LIMIT 1";

/// Games between engines that nobody watches have nothing due until somebody does.
const SUSPEND: &str =
    "UPDATE games SET due = NULL, leased = 0 WHERE work = 2 AND due <= ?1 AND watched <= ?1";

const CLAIM_FLAGS: &str = "UPDATE games SET leased = ?1 + ?2 \
    WHERE due <= ?1 AND work = 0 AND (leased <= ?1 OR leased > ?3) RETURNING id, seq, due, work, leased";

const CLAIM_ENGINE: &str =
    "UPDATE games SET leased = ?1 + ?2 WHERE id = ?3 RETURNING id, seq, due, work, leased";

/// The address and the guest have had their turn.
const SERVE: &str = "INSERT OR REPLACE INTO served (client, turn) \
    SELECT value, (SELECT coalesce(max(turn), 0) + 1 FROM served) FROM json_each(?1)";

const FORGET_TURNS: &str = "DELETE FROM served WHERE turn < (SELECT max(turn) FROM served) - ?1";

const RENEW: &str = "UPDATE games SET leased = ?3 WHERE id = ?1 AND leased = ?2";

const WATCH: &str = "UPDATE games SET watched = ?3, due = coalesce(due, ?2) \
    WHERE id IN (SELECT value FROM json_each(?1)) AND work = 2 AND NOT over";

/// Claims flags and engines' moves at this time.
pub(super) async fn claim(
    connection: &mut SqliteConnection,
    claim: Claim,
    now: u64,
) -> Result<Vec<Claimed>, StorageError> {
    let time = now as i64;
    // Most of the time nothing is due, and nothing has to be locked.
    if sqlx::query(IS_ANYTHING_DUE).bind(time).fetch_optional(&mut *connection).await?.is_none() {
        return Ok(Vec::new());
    }
    let lease = claim.lease.as_millis() as i64;
    let believed = time + BELIEVED_LEASES * lease;
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    sqlx::query(SUSPEND).bind(time).execute(&mut *transaction).await?;
    let query = sqlx::query(CLAIM_FLAGS).bind(time).bind(lease).bind(believed);
    let flags = query.fetch_all(&mut *transaction).await?;
    let mut claimed =
        flags.iter().map(|row| claimed_game(row, now)).collect::<Result<Vec<_>, StorageError>>()?;
    for _ in 0..claim.engines {
        let query = sqlx::query(PICK).bind(time).bind(claim.engines_per_client as i64).bind(believed);
        let Some(row) = query.fetch_optional(&mut *transaction).await? else { break };
        let (id, client, address): (String, String, String) =
            (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let query = sqlx::query(CLAIM_ENGINE).bind(time).bind(lease).bind(id);
        claimed.push(claimed_game(&query.fetch_one(&mut *transaction).await?, now)?);
        let clients = serde_json::to_string(&[format!("address {address}"), format!("guest {client}")])?;
        sqlx::query(SERVE).bind(clients).execute(&mut *transaction).await?;
        sqlx::query(FORGET_TURNS).bind(REMEMBERED_TURNS).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(claimed)
}

fn claimed_game(row: &SqliteRow, now: u64) -> Result<Claimed, StorageError> {
    let number = |column: usize| row.try_get::<i64, _>(column);
    Ok(Claimed {
        game: row.try_get(0)?,
        seq: number(1)? as u64,
        is_engine: number(3)? > 0,
        waited: Duration::from_millis(now.saturating_sub(number(2)? as u64)),
        until: number(4)? as u64,
    })
}

/// Lets those of these leases that still hold end at this time.
pub(super) async fn renew(
    connection: &mut SqliteConnection,
    leases: &[Lease],
    until: u64,
) -> Result<Vec<Option<u64>>, StorageError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut renewed = Vec::with_capacity(leases.len());
    for lease in leases {
        let query = sqlx::query(RENEW).bind(&lease.game).bind(lease.until as i64).bind(until as i64);
        let changed = query.execute(&mut *transaction).await?.rows_affected();
        renewed.push((changed > 0).then_some(until));
    }
    transaction.commit().await?;
    Ok(renewed)
}

/// Lets games between engines go on until this time.
pub(super) async fn watch(
    connection: &mut SqliteConnection,
    games: &[String],
    now: u64,
    until: u64,
) -> Result<(), StorageError> {
    let games = serde_json::to_string(games)?;
    sqlx::query(WATCH).bind(games).bind(now as i64).bind(until as i64).execute(connection).await?;
    Ok(())
}
