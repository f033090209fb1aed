//! What a value in a transposition table says.

/// The kind of a stored value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The exact value.
    Exact,
    /// A lower bound.
    AtLeast,
    /// An upper bound.
    AtMost,
}

impl Bound {
    /// Returns what a search of the window from `alpha` to `beta` knows about a position of which it found this value.
    #[inline]
    pub(crate) fn of(value: i32, alpha: i32, beta: i32) -> Bound {
        match value {
            _ if value >= beta => Bound::AtLeast,
            _ if value > alpha => Bound::Exact,
            _ => Bound::AtMost,
        }
    }

    /// Returns whether a stored value of this kind answers a search of the window from `alpha` to `beta`.
    #[inline]
    pub(crate) fn answers(self, value: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value <= alpha,
        }
    }
}
