//! Moves as text: syntax only. Whether a move can be played is for `play` to say.

use std::fmt;

/// A text that is no move of the game it was read for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadMove {
    /// What was expected, in words: `a column`, `a cell like F3`.
    pub expected: &'static str,
}

impl fmt::Display for BadMove {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "not {}", self.expected)
    }
}

impl std::error::Error for BadMove {}

/// Reads a whole number written in plain digits: no sign, no space, nothing else.
///
/// The standard parser takes `+3`, which no game's page does.
///
/// ```
/// assert_eq!(parlor_rules::parse_whole_number("12"), Some(12));
/// assert_eq!(parlor_rules::parse_whole_number("+3"), None);
/// ```
pub fn parse_whole_number(text: &str) -> Option<usize> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}
