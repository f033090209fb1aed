//! Growing: rows of tokens without labels, answers that are numbers, and the winner.

use super::{Found, Kind, Recognizer, verdict};
use parlor_play::Session;
use parlor_rules::Player;

pub(super) struct Commands {
    tokens: [String; 3],
}

/// The fewest columns of a board.
const FEWEST: usize = 4;

impl Commands {
    pub(super) fn new(session: &dyn Session) -> Commands {
        let [one, two] = Player::BOTH.map(|player| session.side_label(player));
        let blank = session.options().tokens.as_ref().map_or_else(|| ".".into(), |tokens| tokens[2].clone());
        Commands { tokens: [one, two, blank] }
    }

    fn is_token(&self, word: &str) -> bool {
        self.tokens.iter().any(|token| token == word)
    }

    /// Returns the row at the end of a line, from its first token on; before it only a prompt may stand.
    fn row<'a>(&self, line: &'a str) -> Option<&'a str> {
        let mut start = line.len();
        let mut cells = 0;
        loop {
            let before = line[..start].trim_end();
            let word_start = before.rfind([' ', '\t']).map_or(0, |at| at + 1);
            if before.is_empty() || !self.is_token(&before[word_start..]) {
                break;
            }
            start = word_start;
            cells += 1;
        }
        (cells >= FEWEST).then(|| &line[start..])
    }
}

impl Recognizer for Commands {
    fn recognize(&self, line: &str) -> Option<Found> {
        if let Some(row) = self.row(line) {
            return Found::firm(Kind::Row, row);
        }
        for words in ["unknown command", "not a column", "not a row"] {
            if line.contains(&format!("{words}: ")) || line.ends_with(&format!("{words}:")) {
                return Found::firm(Kind::Refusal, words);
            }
        }
        for token in &self.tokens[..2] {
            if let Some(found) = verdict(line, &format!("The winner is: {token}")) {
                return Some(found);
            }
        }
        if line.contains("move limit reached") {
            return Found::firm(Kind::Verdict, "move limit reached");
        }
        let last = line.split_whitespace().next_back()?;
        let number: i64 = last.parse().ok()?;
        match line.trim() == last {
            true => Found::firm(Kind::Answer, number.to_string()),
            false => Found::loose(Kind::Answer, number.to_string()),
        }
    }

    fn is_label(&self, _: &str) -> bool {
        false
    }
}
