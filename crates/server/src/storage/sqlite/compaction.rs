//! Moving entries to the places beside the others of their games.
//!
//! An entry is on disk once it is among the fresh ones, which lie in the order in which they came: a page holds those of many
//! games. The table of logs has the entries of a game beside each other, so that one that is written there costs a page
//! of its own. Some seconds' worth of them, game by game, costs a page for each game.

use crate::storage::StorageError;
use rusqlite::{Connection, TransactionBehavior};
use std::time::{Duration, Instant};

/// Into how many parts fresh entries are sorted. The more there are, the shorter appends wait for one to be moved, and the
/// more pages an append writes.
const SHELVES: u64 = 16;

/// How long one shelf after the other is left alone: a shelf is moved every four seconds.
const INTERVAL: Duration = Duration::from_millis(250);

/// Returns the shelf of a game.
pub(super) fn shelf_of(game: &str) -> i64 {
    let hash = game.bytes().fold(0_u64, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
    (hash % SHELVES) as i64
}

/// Which shelf is moved next, and when.
pub(super) struct Shelves {
    next: u64,
    due: Instant,
    /// Whether something was appended since everything was last moved.
    has_fresh: bool,
    /// Whether something was appended since the last heartbeat.
    has_appended: bool,
}

impl Default for Shelves {
    fn default() -> Shelves {
        Shelves { next: 0, due: Instant::now() + INTERVAL, has_fresh: false, has_appended: false }
    }
}

impl Shelves {
    /// Takes in that entries were appended.
    pub(super) fn appended(&mut self) {
        (self.has_fresh, self.has_appended) = (true, true);
    }

    /// Returns the shelf to move now, if one is due.
    pub(super) fn take_due(&mut self) -> Option<i64> {
        let now = Instant::now();
        if !self.has_fresh || now < self.due {
            return None;
        }
        (self.next, self.due) = ((self.next + 1) % SHELVES, now + INTERVAL);
        Some(self.next as i64)
    }

    /// Returns whether nothing was appended since this was last asked, and something before.
    pub(super) fn take_idle(&mut self) -> bool {
        !std::mem::take(&mut self.has_appended) && std::mem::take(&mut self.has_fresh)
    }
}

/// Moves the entries of a shelf. It waits for no disk: until the next append is synced, a power failure undoes it.
pub(super) fn move_shelf(connection: &mut Connection, shelf: i64) -> Result<(), StorageError> {
    without_sync(connection, |connection| {
        for sql in [
            "INSERT OR IGNORE INTO log (game, seq, command, event, checksum) \
             SELECT game, seq, command, event, checksum FROM fresh WHERE shelf = ?1 ORDER BY game, seq",
            "DELETE FROM fresh WHERE shelf = ?1",
        ] {
            connection.prepare_cached(sql)?.execute([shelf])?;
        }
        Ok(())
    })
}

/// Moves all entries.
pub(super) fn move_all(connection: &mut Connection) -> Result<(), StorageError> {
    without_sync(connection, |connection| {
        connection.execute_batch(
            "INSERT OR IGNORE INTO log (game, seq, command, event, checksum) \
             SELECT game, seq, command, event, checksum FROM fresh ORDER BY game, seq; \
             DELETE FROM fresh",
        )
    })
}

/// Runs statements in a transaction that does not wait for the disk. Whatever fails, the next one does wait.
fn without_sync(
    connection: &mut Connection,
    run: impl FnOnce(&Connection) -> rusqlite::Result<()>,
) -> Result<(), StorageError> {
    connection.execute_batch("PRAGMA synchronous = NORMAL")?;
    let moved = in_transaction(connection, run);
    connection.execute_batch("PRAGMA synchronous = FULL")?;
    Ok(moved?)
}

fn in_transaction(
    connection: &mut Connection,
    run: impl FnOnce(&Connection) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    run(&transaction)?;
    transaction.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Databases hold these: a shelf that is not known is not read.
    #[test]
    fn shelves_are_for_ever() {
        assert_eq!(["", "one", "0123456789abcdef01234567"].map(shelf_of), [0, 6, 12]);
    }
}
