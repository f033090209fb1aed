//! From a decision to the log, and from there to everybody.

use super::broadcast::{BoardChange, SnapshotBefore};
use super::{CommandError, Game, Room, RoomError, RoomState};
use crate::bus::BusMessage;
use crate::storage::{Append, AppendOutcome, CommandKey, LogEvent};
use parlor_play::{ActOutcome, Command};

impl Room {
    /// Carries out a command at the table and returns the log's seq after it.
    pub(super) async fn act(
        &self,
        state: &mut RoomState,
        command: &Command,
        key: Option<&CommandKey>,
    ) -> Result<u64, RoomError> {
        let mut game = state.game.take().ok_or(RoomError::NoSuchGame)?;
        let before = self.before(&game);
        let length = game.table.timeline().len();
        let mut outcome = game.table.act(command, self.shared.now());
        let refusal = outcome.refusal.take();
        let (rows, columns) = game.table.session().size();
        let is_too_large = (rows * columns) as u64 > self.shared.config.limits.max_grown_cells();
        if is_too_large && game.table.timeline().len() > length {
            // The copy that has gone too far is dropped here; the log is read again when it is needed.
            return Err(CommandError::BoardTooLarge.into());
        }
        if outcome.entries.is_empty() {
            state.game = Some(game);
        } else {
            // A flag may have fallen although the command itself was refused.
            let key = key.filter(|_| refusal.is_none());
            self.commit_outcome(state, game, outcome, key, &before).await?;
        }
        match refusal {
            Some(refusal) => Err(CommandError::Refused(refusal).into()),
            None => Ok(state.seq),
        }
    }

    /// Commits what has happened at the table.
    pub(super) async fn commit_outcome(
        &self,
        state: &mut RoomState,
        mut game: Box<Game>,
        outcome: ActOutcome,
        command: Option<&CommandKey>,
        before: &SnapshotBefore,
    ) -> Result<(), RoomError> {
        for entry in &outcome.entries {
            game.exchange_seats(&entry.event);
        }
        let events = outcome.entries.into_iter().map(LogEvent::Table).collect();
        let append = Box::new(Append { command: command.cloned(), ..self.append_to(&game, events) });
        let effect = BoardChange { steps: &outcome.steps, kept: outcome.kept };
        self.commit(state, game, append, before, effect).await
    }

    /// Returns the append of events that a game has already taken in.
    pub(super) fn append_to(&self, game: &Game, events: Vec<LogEvent>) -> Append {
        let now = self.shared.now();
        Append {
            game: self.id.clone(),
            expected: game.seq,
            previous: game.checksum,
            command: None,
            events,
            member: None,
            over: game.ending().is_some(),
            due: game.next_due(now, |guest| self.shared.throttle.address_of(guest)),
            at: now,
        }
    }

    /// Appends to the log and, once that is on disk, broadcasts the change.
    pub(super) async fn commit(
        &self,
        state: &mut RoomState,
        mut game: Box<Game>,
        append: Box<Append>,
        before: &SnapshotBefore,
        effect: BoardChange<'_>,
    ) -> Result<(), RoomError> {
        let (from, seq, command) = (append.expected, append.seq(), append.command.clone());
        let is_due_now = append.due.as_ref().is_some_and(|due| due.at <= append.at);
        let checksum = match self.shared.storage.append(*append).await? {
            AppendOutcome::Appended(checksum) => checksum,
            AppendOutcome::Conflict => {
                self.load_if_stale(state).await?;
                return Err(RoomError::Stale);
            }
        };
        game.advance(seq, checksum, command.as_ref());
        self.set_seq(state, seq);
        state.game = Some(game);
        if let Some(stop) = state.thinking.take() {
            stop.stop();
        }
        self.shared.metrics.log_entries(seq - from);
        self.broadcast_update(state, command.as_ref(), before, effect);
        self.shared.bus.publish(BusMessage::Appended { game: self.id.clone(), seq });
        if is_due_now {
            self.shared.notify_due();
        }
        Ok(())
    }
}
