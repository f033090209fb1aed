//! Claiming work that is due, by the database's clock.

use super::Postgres;
use super::connection::Parameters;
use crate::storage::due::{
    BELIEVED_LEASES, MAX_LISTED, PICK, REMEMBERED_TURNS, THINKING, TURN_MEMORY, WAITING,
};
use crate::storage::{Claim, Claimed, Jobs, LEASE, Lease, StorageFuture, Waiting};
use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::Duration;
use tokio_postgres::Row;

/// Suspends games between engines that nobody watches and claims flags. Returns the time first.
const CLAIM_FLAGS: &str = "WITH now AS MATERIALIZED (SELECT service_now() AS now), \
    unwatched AS (SELECT id FROM games, now WHERE work = 2 AND due <= now AND watched <= now FOR UPDATE OF games SKIP LOCKED), \
    suspended AS (UPDATE games SET due = NULL, leased = 0, address = '' FROM unwatched WHERE games.id = unwatched.id), \
    flags AS ( \
        SELECT id, now + $1 AS until FROM games, now \
        WHERE due <= now AND work = 0 AND (leased <= now OR leased > now + $2) FOR UPDATE OF games SKIP LOCKED), \
    claimed AS ( \
        UPDATE games SET leased = until FROM flags WHERE games.id = flags.id \
        RETURNING games.id, games.seq, games.due, games.work, games.leased) \
    SELECT id, seq, due, work::int8, leased, now, \
        EXISTS (SELECT 1 FROM games, now WHERE due <= now AND work > 0 AND (leased <= now OR leased > now + $2)) \
    FROM now LEFT JOIN claimed ON true";

/// Claims one engine's move, of those that come next the first that no other process is claiming just now.
static CLAIM_ENGINE: LazyLock<String> = LazyLock::new(|| {
    format!(
        "WITH picked AS MATERIALIZED (SELECT id, row_number() OVER () AS place FROM ({PICK}) AS picks), \
        chosen AS ( \
            SELECT games.id FROM games JOIN picked ON picked.id = games.id \
            WHERE due <= $1 AND (leased <= $1 OR leased > $3) ORDER BY place LIMIT 1 FOR UPDATE OF games SKIP LOCKED), \
        claimed AS ( \
            UPDATE games SET leased = $1 + $4 FROM chosen WHERE games.id = chosen.id \
            RETURNING games.id, games.seq, games.due, games.work, games.leased, games.client, games.address), \
        turns AS ( \
            INSERT INTO served (client, turn, at) \
            SELECT client, (SELECT coalesce(max(turn), 0) + 1 FROM served), $1 FROM \
                (SELECT 'address ' || address AS client FROM claimed UNION SELECT 'guest ' || client FROM claimed) \
                AS clients ORDER BY client \
            ON CONFLICT (client) DO UPDATE SET turn = excluded.turn, at = excluded.at), \
        forgotten AS ( \
            DELETE FROM served WHERE turn < (SELECT max(turn) FROM served) - $5) \
        SELECT id, seq, due, work::int8, leased FROM claimed"
    )
});

/// Renews the leases that still hold. Rows are locked in the order in which appends lock them.
const RENEW: &str = "WITH held AS MATERIALIZED ( \
        SELECT games.id, until FROM games JOIN unnest($1::text[], $2::int8[]) AS lease(id, until) ON lease.id = games.id \
        WHERE leased = until ORDER BY games.id FOR UPDATE OF games) \
    UPDATE games SET leased = service_now() + $3 FROM held WHERE games.id = held.id \
    RETURNING games.id, until, leased";

impl Jobs for Postgres {
    fn claim(&self, claim: Claim) -> StorageFuture<'_, Vec<Claimed>> {
        Box::pin(async move {
            let lease = claim.lease.as_millis() as i64;
            let rows = self.query(CLAIM_FLAGS, &[&lease, &(BELIEVED_LEASES * lease)]).await?;
            let Some(first) = rows.first() else { return Ok(Vec::new()) };
            let (now, engines_wait): (i64, bool) = (first.get(5), first.get(6));
            // What is due by the database's clock is due by this process's.
            self.clock.observe(now as u64);
            let is_claimed = |row: &&Row| row.get::<_, Option<&str>>(0).is_some();
            let mut claimed: Vec<Claimed> =
                rows.iter().filter(is_claimed).map(|row| claimed_game(row, now)).collect();
            let (engines_per_client, believed) =
                (claim.engines_per_client as i64, now + BELIEVED_LEASES * lease);
            for _ in 0..if engines_wait { claim.engines } else { 0 } {
                let parameters: Parameters =
                    &[&now, &engines_per_client, &believed, &lease, &REMEMBERED_TURNS];
                match self.query(&CLAIM_ENGINE, parameters).await?.first() {
                    Some(row) => claimed.push(claimed_game(row, now)),
                    None => break,
                }
            }
            Ok(claimed)
        })
    }

    fn renew(&self, leases: Vec<Lease>, time: Duration) -> StorageFuture<'_, Vec<Option<u64>>> {
        Box::pin(async move {
            let games: Vec<&str> = leases.iter().map(|lease| lease.game.as_str()).collect();
            let ends: Vec<i64> = leases.iter().map(|lease| lease.until as i64).collect();
            let rows = self.query(RENEW, &[&games, &ends, &(time.as_millis() as i64)]).await?;
            let renewed: HashMap<(&str, i64), i64> =
                rows.iter().map(|row| ((row.get(0), row.get(1)), row.get(2))).collect();
            let end_of =
                |lease: &Lease| Some(*renewed.get(&(lease.game.as_str(), lease.until as i64))? as u64);
            Ok(leases.iter().map(end_of).collect())
        })
    }

    fn watch(&self, games: Vec<String>, time: Duration) -> StorageFuture<'_, ()> {
        Box::pin(async move {
            let sql = "UPDATE games SET watched = now + $2, due = coalesce(due, now) \
                 FROM (SELECT service_now() AS now) AS clock WHERE id = ANY($1) AND work = 2 AND NOT over";
            self.query(sql, &[&games, &(time.as_millis() as i64)]).await.map(drop)
        })
    }

    fn forget_turns(&self) -> StorageFuture<'_, ()> {
        Box::pin(async move {
            let sql = "DELETE FROM served WHERE at < service_now() - $1";
            self.query(sql, &[&(TURN_MEMORY.as_millis() as i64)]).await.map(drop)
        })
    }

    fn waiting(&self) -> StorageFuture<'_, Waiting> {
        Box::pin(async move {
            let now = self.clock.now() as i64;
            let believed = now + BELIEVED_LEASES * LEASE.as_millis() as i64;
            let rows = self.query(WAITING, &[&now, &believed, &(MAX_LISTED as i64)]).await?;
            let Some(first) = rows.first() else {
                let rows = self.query(THINKING, &[&now, &believed]).await?;
                let thinking = rows.first().map_or(0, |row| row.get::<_, i64>(0) as u64);
                return Ok(Waiting { thinking, ..Waiting::default() });
            };
            let [length, thinking] = [1, 2].map(|column: usize| first.get::<_, i64>(column) as u64);
            Ok(Waiting { games: rows.iter().map(|row| row.get(0)).collect(), length, thinking })
        })
    }
}

fn claimed_game(row: &Row, now: i64) -> Claimed {
    Claimed {
        game: row.get(0),
        seq: row.get::<_, i64>(1) as u64,
        is_engine: row.get::<_, i64>(3) > 0,
        waited: Duration::from_millis((now - row.get::<_, i64>(2)).max(0) as u64),
        until: row.get::<_, i64>(4) as u64,
    }
}
