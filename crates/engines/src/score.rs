//! What an engine thinks a move is worth.

/// How sure a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Proven.
    Exact,
    /// Proven to be at least, or at most, this.
    Bound,
    /// A guess.
    Estimate,
}

/// How a game is expected to end for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// The player to move wins.
    Win,
    /// Nobody wins.
    Draw,
    /// The player to move loses.
    Loss,
    /// Nobody knows.
    Unknown,
}

/// What a position or a move is worth to the player to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// How sure it is.
    pub kind: ValueKind,
    /// How it ends.
    pub outcome: Expectation,
    /// Plies to the end under best play, where that is known.
    pub plies: Option<u32>,
    /// In the game's own unit: discs in hand, points ahead, the chance to win.
    pub score: f64,
}

impl Value {
    /// The value of a move nothing is known about.
    pub const UNKNOWN: Value =
        Value { kind: ValueKind::Estimate, outcome: Expectation::Unknown, plies: None, score: 0.0 };
}
