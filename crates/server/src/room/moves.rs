//! How an update changes the list of moves.

use parlor_play::Timeline;
use serde::Serialize;
use utoipa::ToSchema;

/// A change to the list of moves.
#[derive(Serialize, ToSchema)]
pub(crate) struct Moves {
    /// How many of the moves before are still there.
    keep: usize,
    /// The moves that follow them.
    add: Vec<String>,
}

impl Moves {
    /// Returns the change that sends the whole list again.
    pub(super) fn all(timeline: &Timeline) -> Moves {
        Moves::after(0, timeline)
    }

    /// Returns the change after which the first `kept` moves are still there.
    pub(super) fn after(kept: usize, timeline: &Timeline) -> Moves {
        Moves { keep: kept, add: timeline.moves_since(kept) }
    }
}
