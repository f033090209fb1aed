//! Numbers with their nouns.

use std::fmt::Display;

/// Returns a number with its noun: `1 move`, `2 moves`.
pub(crate) fn count<N: Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let ending = if number == N::from(1) { "" } else { "s" };
    format!("{number} {noun}{ending}")
}
