//! An append as rows of the tables, the same in every database.

use super::address_key::AddressKey;
use super::{Append, AppendOutcome, Checksum, LogRecord, StorageError, Work, chain};
use serde::Serialize;
use std::sync::Arc;

/// The row of a game after an append, and the new rows of its log.
#[derive(Serialize)]
pub(super) struct AppendRow {
    pub(super) game: String,
    pub(super) expected: i64,
    pub(super) previous: Checksum,
    pub(super) seq: i64,
    pub(super) checksum: Checksum,
    pub(super) at: i64,
    pub(super) over: bool,
    pub(super) due: Option<i64>,
    pub(super) work: i16,
    pub(super) client: String,
    /// The keyed hash of the client's address; empty if it is not known.
    pub(super) address: String,
    pub(super) member: Option<String>,
    #[serde(skip)]
    pub(super) entries: Vec<EntryRow>,
}

/// A row of the log.
pub(super) struct EntryRow {
    pub(super) seq: i64,
    pub(super) command: Option<String>,
    pub(super) event: String,
    pub(super) checksum: Checksum,
}

impl AppendRow {
    pub(super) fn new(append: &Append, key: &AddressKey) -> Result<AppendRow, StorageError> {
        let mut checksum = append.previous;
        let mut entries = Vec::with_capacity(append.events.len());
        for (index, event) in append.events.iter().enumerate() {
            let seq = append.expected + index as u64 + 1;
            let command = append.command.as_ref().filter(|_| index == 0).map(ToString::to_string);
            let event = serde_json::to_string(event)?;
            checksum = chain(checksum, &append.game, seq, command.as_deref(), &event);
            entries.push(EntryRow { seq: seq as i64, command, event, checksum });
        }
        let work = append.due.as_ref().map(|due| &due.work);
        let (client, address) = match work {
            Some(Work::Engine { client, address, .. }) => (client.to_string(), *address),
            _ => (String::new(), None),
        };
        Ok(AppendRow {
            game: append.game.clone(),
            expected: append.expected as i64,
            previous: append.previous,
            seq: append.seq() as i64,
            checksum,
            at: append.at as i64,
            over: append.over,
            due: append.due.as_ref().map(|due| due.at as i64),
            work: work.map_or(0, Work::number),
            client,
            address: address.map(|address| key.hash(address)).unwrap_or_default(),
            member: append.member.as_ref().map(ToString::to_string),
            entries,
        })
    }

    /// Returns what became of the append.
    pub(super) fn outcome(&self, is_accepted: bool) -> AppendOutcome {
        if is_accepted { AppendOutcome::Appended(self.checksum) } else { AppendOutcome::Conflict }
    }
}

/// Rows of a game's log in order, checked against each other.
pub(super) struct LogReader {
    pub(super) game: String,
    after: u64,
    checksum: Checksum,
    next: u64,
}

impl LogReader {
    /// Reads the entries after a seq. The rows begin with that entry itself, unless it is 0.
    pub(super) fn new(game: &str, after: u64) -> LogReader {
        LogReader { game: game.into(), after, checksum: 0, next: after.max(1) }
    }

    /// Returns the entry of the next row, unless it comes before those that were asked for.
    pub(super) fn next(&mut self, row: &EntryRow) -> Result<Option<LogRecord>, StorageError> {
        let seq = row.seq as u64;
        let damaged = |seq| StorageError::Damaged { game: self.game.clone(), seq };
        if seq != self.next {
            return Err(damaged(self.next));
        }
        self.next += 1;
        if seq == self.after {
            self.checksum = row.checksum;
            return Ok(None);
        }
        if chain(self.checksum, &self.game, seq, row.command.as_deref(), &row.event) != row.checksum {
            return Err(damaged(seq));
        }
        self.checksum = row.checksum;
        let event = serde_json::from_str(&row.event).map_err(|error| StorageError::Entry {
            game: self.game.clone(),
            seq,
            source: Arc::new(error),
        })?;
        let command = row.command.as_deref().and_then(|key| key.parse().ok());
        Ok(Some(LogRecord { seq, command, event, checksum: row.checksum }))
    }

    /// Returns the seq and the checksum of the last entry.
    pub(super) fn head(&self) -> (u64, Checksum) {
        (self.next - 1, self.checksum)
    }
}
