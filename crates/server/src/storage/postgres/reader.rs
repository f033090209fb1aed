//! The task that reads the logs of games that others have appended to. It takes all that wait into one statement: while
//! many games are played, each move is read by another process at the same time as many others.

use super::address::Address;
use super::connection::Link;
use super::entry_row;
use crate::storage::batch::ReplySender;
use crate::storage::rows::LogReader;
use crate::storage::{LogRecord, LogResult};
use tokio::sync::mpsc;
use tokio_postgres::Row;

/// A log to read.
pub(super) struct Request {
    pub(super) game: String,
    pub(super) after: u64,
    pub(super) reply: ReplySender<Vec<LogRecord>>,
}

/// How many requests may wait, and how many one statement takes at most.
const QUEUE: usize = 8_192;
const BATCH: usize = 256;

/// Reads the entries of some games from a seq on, each with the place of its game in the request. The inner query is one
/// look into an index, whatever is known of the table.
pub(super) const READ: &str = "SELECT entry.seq, entry.command, entry.event, entry.checksum, place \
    FROM unnest($1::text[], $2::int8[]) WITH ORDINALITY AS wanted(game, after, place) \
    CROSS JOIN LATERAL ( \
        SELECT seq, command, event, checksum FROM log \
        WHERE log.game = wanted.game AND log.seq >= wanted.after ORDER BY seq OFFSET 0) AS entry";

/// Starts the reader. It ends when all senders are dropped.
pub(super) fn start(address: &Address) -> mpsc::Sender<Request> {
    let (sender, receiver) = mpsc::channel(QUEUE);
    tokio::spawn(run(Link::new(address.clone()), receiver));
    sender
}

async fn run(mut link: Link, mut queue: mpsc::Receiver<Request>) {
    let mut requests = Vec::with_capacity(BATCH);
    while queue.recv_many(&mut requests, BATCH).await > 0 {
        let games: Vec<&str> = requests.iter().map(|request| request.game.as_str()).collect();
        let after: Vec<i64> = requests.iter().map(|request| request.after as i64).collect();
        match link.query(READ, &[&games, &after]).await {
            Ok(rows) => answer(requests.drain(..), &rows),
            Err(error) => {
                for request in requests.drain(..) {
                    // Whoever asked may have gone away.
                    let _ = request.reply.send(Err(error.clone()));
                }
            }
        }
    }
}

/// Answers requests with rows that are in order for each of them.
fn answer(requests: impl ExactSizeIterator<Item = Request>, rows: &[Row]) {
    let rows_of = rows_by_place(rows, requests.len());
    for (request, rows) in requests.zip(rows_of) {
        let _ = request.reply.send(records(&request.game, request.after, &rows));
    }
}

/// Returns the rows of [`READ`] for each of the games that were asked for.
pub(super) fn rows_by_place(rows: &[Row], games: usize) -> Vec<Vec<&Row>> {
    let mut rows_of = vec![Vec::new(); games];
    for row in rows {
        let place = row.get::<_, i64>(4) as usize;
        rows_of[place - 1].push(row);
    }
    rows_of
}

/// Reads the entries of a game after a seq from its rows.
pub(super) fn records(game: &str, after: u64, rows: &[&Row]) -> LogResult {
    let mut reader = LogReader::new(game, after);
    rows.iter().filter_map(|row| entry_row(row).and_then(|row| reader.next(&row)).transpose()).collect()
}
