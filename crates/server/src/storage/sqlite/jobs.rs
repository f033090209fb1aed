//! Claiming work that is due.

use crate::storage::due::{BELIEVED_LEASES, PICK, REMEMBERED_TURNS};
use crate::storage::{Claim, Claimed, Lease, StorageError};
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, named_params, params};
use std::time::Duration;

const IS_ANYTHING_DUE: &str = "SELECT 1 FROM games WHERE due <= ?1 LIMIT 1";

/// Games between engines that nobody watches have nothing due until somebody does.
const SUSPEND: &str =
    "UPDATE games SET due = NULL, leased = 0, address = '' WHERE work = 2 AND due <= ?1 AND watched <= ?1";

const CLAIM_FLAGS: &str = "UPDATE games SET leased = ?1 + ?2 \
    WHERE due <= ?1 AND work = 0 AND (leased <= ?1 OR leased > ?3) RETURNING id, seq, due, work, leased";

const CLAIM_ENGINE: &str =
    "UPDATE games SET leased = ?1 + ?2 WHERE id = ?3 RETURNING id, seq, due, work, leased";

/// The address and the guest have had their turn.
const SERVE: &str = "INSERT OR REPLACE INTO served (client, turn, at) \
    SELECT value, (SELECT coalesce(max(turn), 0) + 1 FROM served), ?2 FROM json_each(?1)";

const FORGET_TURNS: &str = "DELETE FROM served WHERE turn < (SELECT max(turn) FROM served) - ?1";

const RENEW: &str = "UPDATE games SET leased = ?3 WHERE id = ?1 AND leased = ?2";

const WATCH: &str = "UPDATE games SET watched = ?3, due = coalesce(due, ?2) \
    WHERE id IN (SELECT value FROM json_each(?1)) AND work = 2 AND NOT over";

/// Claims flags and engines' moves at this time.
pub(super) fn claim(
    connection: &mut Connection,
    claim: Claim,
    now: u64,
) -> Result<Vec<Claimed>, StorageError> {
    let time = now as i64;
    // Most of the time nothing is due, and nothing has to be locked.
    if !connection.prepare_cached(IS_ANYTHING_DUE)?.exists([time])? {
        return Ok(Vec::new());
    }
    let lease = claim.lease.as_millis() as i64;
    let believed = time + BELIEVED_LEASES * lease;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.prepare_cached(SUSPEND)?.execute([time])?;
    let mut claimed = transaction
        .prepare_cached(CLAIM_FLAGS)?
        .query_map([time, lease, believed], |row| claimed_game(row, now))?
        .collect::<Result<Vec<_>, _>>()?;
    for _ in 0..claim.engines {
        let limit = claim.engines_per_client as i64;
        let picked: Option<(String, String, String)> = transaction
            .prepare_cached(PICK)?
            .query_row(named_params! {"$1": time, "$2": limit, "$3": believed}, |row| row.try_into())
            .optional()?;
        let Some((id, client, address)) = picked else { break };
        let game = transaction
            .prepare_cached(CLAIM_ENGINE)?
            .query_row(params![time, lease, id], |row| claimed_game(row, now))?;
        claimed.push(game);
        let clients = serde_json::to_string(&[format!("address {address}"), format!("guest {client}")])?;
        transaction.prepare_cached(SERVE)?.execute(params![clients, time])?;
        transaction.prepare_cached(FORGET_TURNS)?.execute([REMEMBERED_TURNS])?;
    }
    transaction.commit()?;
    Ok(claimed)
}

fn claimed_game(row: &Row, now: u64) -> rusqlite::Result<Claimed> {
    let number = |column: usize| row.get::<_, i64>(column);
    Ok(Claimed {
        game: row.get(0)?,
        seq: number(1)? as u64,
        is_engine: number(3)? > 0,
        waited: Duration::from_millis(now.saturating_sub(number(2)? as u64)),
        until: number(4)? as u64,
    })
}

/// Lets those of these leases that still hold end at this time.
pub(super) fn renew(
    connection: &mut Connection,
    leases: &[Lease],
    until: u64,
) -> Result<Vec<Option<u64>>, StorageError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut renewed = Vec::with_capacity(leases.len());
    for lease in leases {
        let parameters = params![lease.game, lease.until as i64, until as i64];
        let changed = transaction.prepare_cached(RENEW)?.execute(parameters)?;
        renewed.push((changed > 0).then_some(until));
    }
    transaction.commit()?;
    Ok(renewed)
}

/// Lets games between engines go on until this time.
pub(super) fn watch(
    connection: &Connection,
    games: &[String],
    now: u64,
    until: u64,
) -> Result<(), StorageError> {
    let games = serde_json::to_string(games)?;
    connection.prepare_cached(WATCH)?.execute(params![games, now as i64, until as i64])?;
    Ok(())
}
