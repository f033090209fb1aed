//! Finds what counts in a program's output by the game's own layout and words: rows of boards, verdicts, scores,
//! answers to questions. Prompts and everything else are free.
//!
//! Each line is looked at by itself. The first row of a board and any message may stand behind a prompt on the same line,
//! because with piped input nothing ends the prompt's line.

mod bins;
mod cells;
mod columns;
mod commands;

use crate::normalize::lines;
use parlor_play::{Dialogue, Session};

/// Something in the output that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it is.
    pub kind: Kind,
    /// Its text, without what may differ.
    pub text: String,
    /// The number of its line, from 0.
    pub line: usize,
    /// Where it stands in the text.
    pub offset: usize,
    /// Whether it may be something else that only looks like it: then it counts only where it is expected.
    pub is_loose: bool,
}

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A line of a board, its labels included.
    Row,
    /// How the game ended.
    Verdict,
    /// Points, scores and wins.
    Score,
    /// The answer to a question.
    Answer,
    /// A refusal in the page's words. A program with words of its own is not asked for it.
    Refusal,
    /// The announcement of a turn in the page's words, likewise.
    Turn,
}

impl Kind {
    /// Returns whether a program may leave it out, or say it in other words.
    pub(crate) fn is_free(self) -> bool {
        matches!(self, Kind::Refusal | Kind::Turn)
    }
}

/// What a line was found to be.
pub(crate) struct Found {
    kind: Kind,
    text: String,
    is_loose: bool,
}

impl Found {
    /// Returns what it is.
    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    fn firm(kind: Kind, text: impl Into<String>) -> Option<Found> {
        Some(Found { kind, text: text.into(), is_loose: false })
    }

    fn loose(kind: Kind, text: impl Into<String>) -> Option<Found> {
        Some(Found { kind, text: text.into(), is_loose: true })
    }
}

/// The layout and the words of a game.
pub(crate) trait Recognizer: Send + Sync {
    /// Returns what counts in a line.
    fn recognize(&self, line: &str) -> Option<Found>;

    /// Returns whether a line of a board has only the names of its columns.
    fn is_label(&self, row: &str) -> bool {
        row.split_whitespace().all(|word| word.chars().all(|digit| digit.is_ascii_digit()))
    }
}

/// Returns the recognizer of a game. None for games without a dialogue of their own.
pub(crate) fn recognizer(session: &dyn Session, names: &[String]) -> Option<Box<dyn Recognizer>> {
    let (_, columns) = session.size();
    match session.info().dialogue {
        Dialogue::Columns => Some(Box::new(columns::Columns::new(columns, names))),
        Dialogue::Bins => Some(Box::new(bins::Bins)),
        Dialogue::Cells => Some(Box::new(cells::Cells::new(columns))),
        Dialogue::Commands => Some(Box::new(commands::Commands::new(session))),
        Dialogue::Keys | Dialogue::Generic => None,
    }
}

/// Returns what counts in a text.
pub(crate) fn items(recognizer: &dyn Recognizer, text: &str) -> Vec<Item> {
    let found = lines(text).enumerate().filter_map(|(number, line)| {
        let Found { kind, text, is_loose } = recognizer.recognize(line.text)?;
        // What stands behind a prompt is printed later than the prompt.
        let start = if line.text.ends_with(&text) { line.text.len() - text.len() } else { line.text.len() };
        Some(Item { kind, text, line: number, offset: line.offset + start, is_loose })
    });
    found.collect()
}

/// Returns a verdict: firm if it is the whole line, loose if there is more.
fn verdict(line: &str, words: &str) -> Option<Found> {
    if line.trim() == words {
        return Found::firm(Kind::Verdict, words);
    }
    let at = line.find(words)?;
    let starts_word = !line[..at].chars().next_back().is_some_and(char::is_alphanumeric);
    let ends_word = !line[at + words.len()..].chars().next().is_some_and(char::is_alphanumeric);
    (starts_word && ends_word).then(|| Found::loose(Kind::Verdict, words)).flatten()
}

/// Returns a line of numbers 0, 1, 2, ... under a board: at least this many.
fn labels(line: &str, fewest: usize) -> Option<Found> {
    let is_number = |word: &str| word.chars().all(|digit| digit.is_ascii_digit());
    let count = line.split_whitespace().count();
    (count >= fewest && line.split_whitespace().all(is_number))
        .then(|| Found::firm(Kind::Row, line))
        .flatten()
}

/// Returns the last `count` words of a line as they stand, if all of them are cells; what is before them is a prompt,
/// which may touch the first cell.
fn cells_at_end(line: &str, count: usize, is_cell: impl Fn(&str) -> bool) -> Option<&str> {
    let mut start = line.len();
    for left in (0..count).rev() {
        let before = line[..start].trim_end();
        let word_start = before.rfind([' ', '\t']).map_or(0, |at| at + 1);
        let word = &before[word_start..];
        if is_cell(word) {
            start = word_start;
        } else if left == 0 {
            // The first cell may touch the prompt: `column 0-6:.`
            let tail = word.char_indices().skip(1).map(|(at, _)| at).find(|&at| is_cell(&word[at..]))?;
            start = word_start + tail;
        } else {
            return None;
        }
    }
    Some(&line[start..])
}

/// Returns a row of a board of this many cells: the whole line, whatever its number of cells, or the end of a line
/// behind a prompt.
fn row(line: &str, count: usize, fewest: usize, is_cell: impl Fn(&str) -> bool) -> Option<Found> {
    if line.split_whitespace().count() >= fewest && line.split_whitespace().all(&is_cell) {
        return Found::firm(Kind::Row, line.trim());
    }
    let text = cells_at_end(line, count, is_cell)?;
    Found::firm(Kind::Row, text)
}
