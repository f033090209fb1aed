//! Appends that share a transaction.

use super::{Append, AppendOutcome, StorageError};
use std::collections::HashSet;
use tokio::sync::oneshot;

/// Where the reply to a request goes.
pub(super) type ReplySender<T> = oneshot::Sender<Result<T, StorageError>>;

/// Appends of different games, which one transaction takes together.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) appends: Vec<Append>,
    replies: Vec<ReplySender<AppendOutcome>>,
    games: HashSet<String>,
    /// One append per game and transaction: the second one builds on the first.
    pub(super) later: Vec<(Append, ReplySender<AppendOutcome>)>,
}

impl Batch {
    /// Adds an append, or keeps it for later if its game has one here.
    pub(super) fn add(&mut self, append: Append, reply: ReplySender<AppendOutcome>) {
        if self.games.insert(append.game.clone()) {
            self.appends.push(append);
            self.replies.push(reply);
        } else {
            self.later.push((append, reply));
        }
    }

    /// Answers all appends, and returns those that were kept for later.
    pub(super) fn finish(
        self,
        written: &Result<Vec<AppendOutcome>, StorageError>,
    ) -> Vec<(Append, ReplySender<AppendOutcome>)> {
        let outcome =
            |index: usize| written.as_ref().map(|outcomes| outcomes[index]).map_err(StorageError::clone);
        let written = (0..self.appends.len()).map(outcome).collect();
        self.finish_each(written)
    }

    /// The same, where each has an outcome of its own.
    pub(super) fn finish_each(
        self,
        written: Vec<Result<AppendOutcome, StorageError>>,
    ) -> Vec<(Append, ReplySender<AppendOutcome>)> {
        for (reply, outcome) in self.replies.into_iter().zip(written) {
            // A receiver that is gone does not matter: what is written stays written.
            let _ = reply.send(outcome);
        }
        self.later
    }
}
