//! How an update changes the list of moves.

use parlor_play::Timeline;
use serde::Serialize;

/// A change to the list of moves.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Moves {
    /// How many of the moves before are still there, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    keep: Option<usize>,
    /// The moves that follow them.
    add: Vec<String>,
}

impl Moves {
    /// Returns the change of a list of `length` moves of which the first `kept` are still there, if it is one.
    pub(super) fn change(length: usize, kept: usize, timeline: &Timeline) -> Option<Moves> {
        (kept < length || timeline.len() > kept)
            .then(|| Moves { keep: (kept < length).then_some(kept), add: timeline.moves_since(kept) })
    }
}
