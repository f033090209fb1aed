//! The value an engine gives to a position or a move.

/// The certainty of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// The value is proven.
    Exact,
    /// The value is a proven lower or upper bound.
    Bound,
    /// The value is an estimate.
    Estimate,
}

/// The expected result of a game for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// The player to move wins.
    Win,
    /// The game is a draw.
    Draw,
    /// The player to move loses.
    Loss,
    /// The result is not known.
    Unknown,
}

/// The value of a position or a move for the player to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// The certainty of the value.
    pub kind: ValueKind,
    /// The expected result.
    pub outcome: Expectation,
    /// The plies to the end under best play, if known.
    pub plies: Option<u32>,
    /// The score in the unit of the game: discs in hand in Connect Four, points ahead in super, the chance to
    /// win in others.
    pub score: f64,
}

impl Value {
    /// The value of a move that was not searched.
    pub const UNKNOWN: Value =
        Value { kind: ValueKind::Estimate, outcome: Expectation::Unknown, plies: None, score: 0.0 };
}
