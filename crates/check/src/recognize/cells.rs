//! Hex: a diamond with letters above and a number before each row, and the winner.

use super::{Found, Kind, Recognizer, verdict};

pub(super) struct Cells {
    header: String,
}

impl Cells {
    pub(super) fn new(side: usize) -> Cells {
        let letters: Vec<String> = (b'A'..).take(side).map(|letter| char::from(letter).into()).collect();
        Cells { header: letters.join(" ") }
    }

    /// Returns the letters above a board. They may stand behind a prompt, two spaces after it.
    fn header<'a>(&self, line: &'a str) -> Option<&'a str> {
        let trimmed = line.trim_start();
        if trimmed == self.header {
            return Some(trimmed);
        }
        if line.ends_with(&self.header) && line[..line.len() - self.header.len()].ends_with("  ") {
            return Some(&line[line.len() - self.header.len()..]);
        }
        // A board of another size, or with other spaces.
        let mut words = trimmed.split_whitespace().zip(b'A'..).peekable();
        let is_header = words.peek().is_some() && words.all(|(word, letter)| word.as_bytes() == [letter]);
        (is_header && trimmed.len() > 3).then_some(trimmed)
    }
}

impl Recognizer for Cells {
    fn recognize(&self, line: &str) -> Option<Found> {
        if let Some(header) = self.header(line) {
            return Found::firm(Kind::Row, header);
        }
        if is_row(line) {
            return Found::firm(Kind::Row, line);
        }
        if line.contains("Invalid move") {
            return Found::firm(Kind::Refusal, "Invalid move");
        }
        ["Player O wins!", "Player X wins!", "move limit reached"]
            .iter()
            .find_map(|words| verdict(line, words))
    }

    fn is_label(&self, row: &str) -> bool {
        row.split_whitespace().all(|word| word.len() == 1 && word.as_bytes()[0].is_ascii_uppercase())
            && !row.contains('.')
            && !is_row(row)
    }
}

/// Returns whether a line is a number and then nothing but cells.
fn is_row(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_labeled = words.next().is_some_and(|label| label.parse::<u8>().is_ok());
    let mut cells = words.peekable();
    is_labeled && cells.peek().is_some() && cells.all(|cell| matches!(cell, "." | "O" | "X"))
}
