//! Helpers to parse moves. Parsing checks the syntax only; `play` checks whether a move is legal.

use std::fmt;

/// The error of a text that is not a move of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadMove {
    /// What was expected: `a column`, `a cell like F3`.
    pub expected: &'static str,
}

impl fmt::Display for BadMove {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "not {}", self.expected)
    }
}

impl std::error::Error for BadMove {}

/// Parses a whole number that is written in digits only, without a sign or a space.
///
/// The parser of the standard library also accepts `+3`. The games do not (`docs/games/README.md`).
///
/// ```
/// assert_eq!(parlor_rules::parse_whole_number("12"), Some(12));
/// assert_eq!(parlor_rules::parse_whole_number("+3"), None);
/// ```
pub fn parse_whole_number(text: &str) -> Option<usize> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// Parses an integer that is written in digits, with a minus sign before a negative one.
///
/// A number that does not fit becomes the largest or smallest one. No board is that large, so each game corrects
/// or refuses it like any other.
///
/// ```
/// assert_eq!(parlor_rules::parse_integer("-12"), Some(-12));
/// assert_eq!(parlor_rules::parse_integer("99999999999999999999"), Some(i64::MAX));
/// assert_eq!(parlor_rules::parse_integer("+3"), None);
/// ```
pub fn parse_integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let saturated = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(text.parse().unwrap_or(saturated))
}
