//! What can be said of a position without an engine's search.

use serde::Serialize;

/// What is known of a position, as data and drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// Who wins, if that is proven.
    pub winner: Option<u64>,
    /// The moves among which a winning one must be. `None` if that is not known.
    pub must_play: Option<Vec<String>>,
    /// The cells that the first and the second player own as if by stones.
    pub filled: [Vec<String>; 2],
    /// The connections that decide or threaten, the smallest first.
    pub connections: Vec<ExplainedConnection>,
    /// The same as text for people, ending in a newline.
    #[serde(skip)]
    pub drawing: String,
}

/// A connection of a player's borders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExplainedConnection {
    /// Whose borders.
    pub player: u64,
    /// The move that makes it, or none if it holds whoever moves.
    pub key: Option<String>,
    /// The empty cells that it needs.
    pub cells: Vec<String>,
}
