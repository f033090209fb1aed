//! What is to be kept of a game, and what it did to the list of its moves.

use super::{Game, Moves};
use crate::guest::Guest;
use crate::storage::{LogEvent, LogRecord};
use parlor_play::{Event, Step};

/// What is to be appended, and what it did.
pub(super) struct Change {
    pub(super) facts: Vec<LogEvent>,
    pub(super) steps: Vec<Step>,
    pub(super) moves: Moves,
    pub(super) command: Option<String>,
    pub(super) member: Option<Guest>,
}

impl Change {
    pub(super) fn of(
        game: &mut Game,
        before: usize,
        entries: Vec<parlor_play::Entry>,
        steps: Vec<Step>,
        command: Option<String>,
    ) -> Change {
        for entry in &entries {
            game.follow(&entry.event);
        }
        let moves = Moves::after(before, game.table.session(), entries.iter().map(|entry| &entry.event));
        let facts = entries.into_iter().map(LogEvent::Table).collect();
        Change { facts, steps, moves, command, member: None }
    }
}

impl Moves {
    pub(super) fn between(before: usize, session: &dyn parlor_play::Session, log: &[LogRecord]) -> Moves {
        let events = log.iter().filter_map(|logged| match &logged.fact {
            LogEvent::Table(entry) => Some(&entry.event),
            _ => None,
        });
        Moves::after(before, session, events)
    }

    /// What became of a list of moves that had so many.
    fn after<'a>(
        before: usize,
        session: &dyn parlor_play::Session,
        events: impl Iterator<Item = &'a Event>,
    ) -> Moves {
        let mut moves = Moves { keep: before, add: Vec::new() };
        for event in events {
            match event {
                Event::Move(text) | Event::Chance(text) => moves.add.push(text.clone()),
                Event::Undo(_) | Event::Rematch { .. } => {
                    // Whatever was before, the list now ends where the game stands.
                    moves.add.clear();
                    moves.keep = usize::MAX;
                }
                _ => {}
            }
        }
        if moves.keep == usize::MAX {
            moves.keep = session.ply() - moves.add.len().min(session.ply());
        }
        moves
    }
}
