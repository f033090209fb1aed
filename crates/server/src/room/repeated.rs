//! Commands that arrive a second time, because the answer to the first one was lost.

use super::{ClientCommand, CommandError, CommandKind, CommandOutcome, Game, Room, RoomError};
use crate::storage::{LogEvent, LogRecord};
use parlor_play::{Event, Offer, Session};
use std::ops::RangeInclusive;

impl Room {
    /// Answers a command whose id has led to these entries of the log: as before, or with an error if they came from a
    /// different command.
    pub(super) async fn answer_repeated(
        &self,
        game: &Game,
        command: &ClientCommand,
        seqs: RangeInclusive<u64>,
    ) -> Result<CommandOutcome, RoomError> {
        // Seldom needed, so the game does not keep in memory what each command was.
        let mut entries = self.shared.storage.read(&self.id, seqs.start() - 1).await?;
        entries.retain(|entry| seqs.contains(&entry.seq));
        match has_led_to(command, &entries, game.table.session()) {
            true => Ok(CommandOutcome::AlreadyApplied(*seqs.end())),
            false => Err(CommandError::IdTaken.into()),
        }
    }
}

/// Returns whether a command may have led to these entries of the log.
fn has_led_to(command: &ClientCommand, entries: &[LogRecord], session: &dyn Session) -> bool {
    // A flag that had fallen comes before the command's own events, and an ending and chance follow by themselves.
    let mut events = entries.iter().filter_map(|entry| match &entry.event {
        LogEvent::Table(entry) => {
            let is_due = matches!(entry.event, Event::Flag(_) | Event::End(_) | Event::Chance(_));
            (!is_due).then_some(&entry.event)
        }
        _ => None,
    });
    let kind = match events.next() {
        Some(Event::Move(written)) => {
            let text = command.text.as_deref().and_then(|text| session.canonical(text).ok());
            return command.kind == CommandKind::Move && text.as_ref() == Some(written);
        }
        // Asking for what the opponent offers accepts it, too.
        Some(Event::Accept(_)) => {
            let accepted = match events.next() {
                Some(Event::Undo(_)) => CommandKind::Undo,
                Some(Event::Rematch { .. }) => CommandKind::Rematch,
                _ => CommandKind::Draw,
            };
            return [CommandKind::Accept, accepted].contains(&command.kind);
        }
        Some(Event::Undo(_) | Event::Offer { what: Offer::Undo, .. }) => CommandKind::Undo,
        Some(Event::Rematch { .. } | Event::Offer { what: Offer::Rematch, .. }) => CommandKind::Rematch,
        Some(Event::Offer { what: Offer::Draw, .. }) => CommandKind::Draw,
        Some(Event::Redo(_)) => CommandKind::Redo,
        Some(Event::Cancel) => CommandKind::Cancel,
        Some(Event::Resign(_)) => CommandKind::Resign,
        Some(Event::Decline(_)) => CommandKind::Decline,
        Some(Event::Withdraw(_)) => CommandKind::Withdraw,
        Some(Event::Continue) => CommandKind::Continue,
        // Giving up a seat does not happen at the table.
        None => CommandKind::Leave,
        // No command of a client leads to these.
        Some(
            Event::Chance(_) | Event::Flag(_) | Event::End(_) | Event::Comment(_) | Event::Forfeit { .. },
        ) => {
            return false;
        }
    };
    command.kind == kind
}
