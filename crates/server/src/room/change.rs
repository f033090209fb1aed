//! What is to be kept of a game, and what it did to the list of its moves.

use super::{Game, Moves};
use crate::guest::Guest;
use crate::storage::LogEvent;
use parlor_play::{Step, Timeline};

/// What is to be appended, and what it did.
pub(super) struct Change {
    pub(super) events: Vec<LogEvent>,
    pub(super) steps: Vec<Step>,
    pub(super) moves: Moves,
    pub(super) command: Option<String>,
    pub(super) member: Option<Guest>,
}

impl Change {
    pub(super) fn of(
        game: &mut Game,
        kept: usize,
        entries: Vec<parlor_play::Entry>,
        steps: Vec<Step>,
        command: Option<String>,
    ) -> Change {
        for entry in &entries {
            game.follow(&entry.event);
        }
        let moves = Moves::after(kept, game.table.timeline());
        let events = entries.into_iter().map(LogEvent::Table).collect();
        Change { events, steps, moves, command, member: None }
    }
}

impl Moves {
    /// Returns what became of a list of moves of which so many still stand.
    pub(super) fn after(kept: usize, timeline: &Timeline) -> Moves {
        Moves { keep: kept, add: timeline.moves_since(kept) }
    }
}
