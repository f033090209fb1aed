//! The tasks that append to the logs. Each takes all waiting appends into one statement, so that many moves share one
//! round trip and one sync of the disk.

use super::address::Address;
use super::connection::Link;
use crate::storage::address_key::AddressKey;
use crate::storage::batch::{Batch, ReplySender};
use crate::storage::rows::{AppendRow, EntryRow};
use crate::storage::{Append, AppendOutcome, StorageError};
use std::collections::HashSet;
use std::sync::Arc;
use tokio::sync::{Mutex, mpsc};

/// Appends that wait to be written.
pub(super) type Queue = mpsc::Sender<(Append, ReplySender<AppendOutcome>)>;
type Receiver = mpsc::Receiver<(Append, ReplySender<AppendOutcome>)>;

/// How many appends may wait.
const QUEUE: usize = 8_192;

/// How many appends one statement takes at most.
const BATCH: usize = 256;

/// How many statements run at the same time: while the disk syncs one, the next is on its way.
const WRITERS: usize = 2;

/// Adds events to the logs that have the expected seq, and returns their games. The appends are in the order of their games,
/// so that processes that append to the same games hardly ever wait for each other in a circle; the server notices that,
/// and the statement is run again. An address is kept only for an engine's move.
const APPEND: &str = "WITH input AS MATERIALIZED ( \
        SELECT * FROM unnest($1::text[], $2::int8[], $3::int8[], $4::int8[], $5::int8[], $6::int8[], $7::bool[], \
            $8::int8[], $9::int2[], $10::text[], $11::text[], $12::text[]) \
        AS input(game, expected, previous, seq, checksum, at, over, due, work, client, address, member)), \
    created AS ( \
        INSERT INTO games (id, seq, checksum, updated, over, due, work, client, address, watched) \
        SELECT game, seq, checksum, at, over, due, work, client, address, at + 10000 FROM input \
        WHERE expected = 0 ORDER BY game ON CONFLICT DO NOTHING RETURNING id), \
    advanced AS ( \
        UPDATE games SET seq = input.seq, checksum = input.checksum, updated = input.at, over = input.over, \
            due = input.due, work = input.work, leased = 0, \
            client = coalesce(nullif(input.client, ''), games.client), \
            address = CASE WHEN input.work > 0 THEN coalesce(nullif(input.address, ''), games.address) ELSE '' END \
        FROM input WHERE input.expected > 0 AND games.id = input.game AND games.seq = input.expected \
            AND games.checksum = input.previous \
        RETURNING games.id), \
    accepted AS (SELECT id FROM created UNION ALL SELECT id FROM advanced), \
    entries AS ( \
        INSERT INTO log (game, seq, command, event, checksum) \
        SELECT entry.game, entry.seq, entry.command, entry.event, entry.checksum \
        FROM unnest($13::text[], $14::int8[], $15::text[], $16::text[], $17::int8[]) \
            AS entry(game, seq, command, event, checksum) \
        JOIN accepted ON accepted.id = entry.game), \
    joined AS ( \
        INSERT INTO members (guest, game) SELECT member, game FROM input JOIN accepted ON id = game \
        WHERE member IS NOT NULL ON CONFLICT DO NOTHING) \
    SELECT id FROM accepted";

/// Starts the writers. They end when all senders are dropped and everything is written.
pub(super) fn start(address: &Address, key: &AddressKey) -> Queue {
    let (sender, receiver) = mpsc::channel(QUEUE);
    let receiver = Arc::new(Mutex::new(receiver));
    for _ in 0..WRITERS {
        tokio::spawn(run(Link::new(address.clone()), key.clone(), receiver.clone()));
    }
    sender
}

async fn run(mut link: Link, key: AddressKey, queue: Arc<Mutex<Receiver>>) {
    let mut postponed = Vec::new();
    loop {
        let mut batch = Batch::default();
        for (append, reply) in postponed.drain(..) {
            batch.add(append, reply);
        }
        if batch.appends.is_empty() {
            let mut queue = queue.lock().await;
            match queue.recv().await {
                Some((append, reply)) => batch.add(append, reply),
                None => return,
            }
            take_waiting(&mut queue, &mut batch);
        } else if let Ok(mut queue) = queue.try_lock() {
            // Another writer that waits for appends holds the lock all the time.
            take_waiting(&mut queue, &mut batch);
        }
        postponed = match write(&mut link, &key, &batch.appends).await {
            Err(error) if batch.appends.len() > 1 && is_refused(&error) => {
                let written = write_each(&mut link, &key, &batch.appends).await;
                batch.finish_each(written)
            }
            written => batch.finish(&written),
        };
    }
}

/// Whether the server is there but does not take what it was sent.
fn is_refused(error: &StorageError) -> bool {
    matches!(error, StorageError::Postgres(error) if error.as_db_error().is_some())
}

/// Writes appends one by one: what is wrong with one of them is not to spoil the others.
async fn write_each(
    link: &mut Link,
    key: &AddressKey,
    appends: &[Append],
) -> Vec<Result<AppendOutcome, StorageError>> {
    let mut written: Vec<Result<AppendOutcome, StorageError>> = Vec::with_capacity(appends.len());
    for append in appends {
        let outcome = match written.last() {
            // The server is away: nobody is to wait until each has failed.
            Some(Err(error)) if !is_refused(error) => Err(error.clone()),
            _ => write(link, key, std::slice::from_ref(append)).await.map(|outcomes| outcomes[0]),
        };
        written.push(outcome);
    }
    written
}

fn take_waiting(queue: &mut Receiver, batch: &mut Batch) {
    while batch.appends.len() + batch.later.len() < BATCH {
        match queue.try_recv() {
            Ok((append, reply)) => batch.add(append, reply),
            Err(_) => break,
        }
    }
}

/// Writes appends in one statement. If they were written although that failed, they are conflicts the second time, and
/// whoever sent them finds them in the log.
async fn write(
    link: &mut Link,
    key: &AddressKey,
    appends: &[Append],
) -> Result<Vec<AppendOutcome>, StorageError> {
    let rows = appends.iter().map(|append| AppendRow::new(append, key)).collect::<Result<Vec<_>, _>>()?;
    let mut in_order: Vec<&AppendRow> = rows.iter().collect();
    in_order.sort_by(|one, two| one.game.cmp(&two.game));
    let entries: Vec<(&str, &EntryRow)> =
        in_order.iter().flat_map(|row| row.entries.iter().map(|entry| (row.game.as_str(), entry))).collect();
    let accepted = link
        .query(
            APPEND,
            &[
                &column(&in_order, |row| row.game.as_str()),
                &column(&in_order, |row| row.expected),
                &column(&in_order, |row| row.previous),
                &column(&in_order, |row| row.seq),
                &column(&in_order, |row| row.checksum),
                &column(&in_order, |row| row.at),
                &column(&in_order, |row| row.over),
                &column(&in_order, |row| row.due),
                &column(&in_order, |row| row.work),
                &column(&in_order, |row| row.client.as_str()),
                &column(&in_order, |row| row.address.as_str()),
                &column(&in_order, |row| row.member.as_deref()),
                &column(&entries, |(game, _)| game),
                &column(&entries, |(_, entry)| entry.seq),
                &column(&entries, |(_, entry)| entry.command.as_deref()),
                &column(&entries, |(_, entry)| entry.event.as_str()),
                &column(&entries, |(_, entry)| entry.checksum),
            ],
        )
        .await?;
    let accepted: HashSet<&str> = accepted.iter().map(|row| row.get(0)).collect();
    Ok(rows.iter().map(|row| row.outcome(accepted.contains(row.game.as_str()))).collect())
}

/// Returns a column of all rows.
fn column<R: Copy, T>(rows: &[R], of: impl Fn(R) -> T) -> Vec<T> {
    rows.iter().copied().map(of).collect()
}
