//! Shapes: bins with borders and indices under them, the announcement of each turn, and the winner.

use super::{Found, Kind, Recognizer, labels, verdict};

pub(super) struct Bins;

/// The fewest bins.
const FEWEST: usize = 5;
/// The ways in which a game ends.
const VERDICTS: [&str; 4] = ["winner: red", "winner: blue", "a tie", "move limit reached"];

impl Recognizer for Bins {
    fn recognize(&self, line: &str) -> Option<Found> {
        if let Some(border) = border(line) {
            return Found::firm(Kind::Row, border);
        }
        let trimmed = line.trim_start();
        if trimmed.starts_with('|') && line.ends_with('|') && trimmed.len() > 1 {
            return Found::firm(Kind::Row, line);
        }
        if let Some(found) = labels(line, FEWEST) {
            return Some(found);
        }
        if line.contains("the bin is full") {
            return Found::firm(Kind::Refusal, "the bin is full");
        }
        if line.contains("invalid bin index") {
            return Found::firm(Kind::Refusal, "invalid bin index");
        }
        if let Some(at) = line.find("add shape: ") {
            return Found::firm(Kind::Turn, turn(&line[at..]));
        }
        VERDICTS.iter().find_map(|words| verdict(line, words))
    }
}

/// Returns `add shape: 3, player: red` without what a program may have added.
fn turn(text: &str) -> String {
    let words = text.split_whitespace().take(5).collect::<Vec<_>>().join(" ");
    words.trim_end_matches([':', '.', '!']).into()
}

/// Returns the border at the end of a line: the upper one may stand behind a prompt.
fn border(line: &str) -> Option<&str> {
    let start = line.trim_end_matches(['+', '-']).len();
    let mut border = &line[start..];
    // A prompt may end in a dash.
    border = &border[border.find('+')?..];
    (border.len() >= 4 && border.ends_with('+')).then_some(border)
}
