//! Lists of moves in one text, as addresses and people write them.

use crate::hex::hexworld;
use crate::{CONTINUE, GameInfo};
use std::fmt;

/// How the moves of a game are written one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListNotation {
    /// The solver's: a column is a digit or letter from 1, nothing lies between them: `44455554221`. On boards of more
    /// columns than that the numbers from 1 have commas between them.
    Columns,
    /// That of other Hex programs: `a2,f6`.
    HexWorld,
    /// The game's own moves with commas between them: `@1,1,@0,1,R`.
    Words,
}

/// The most columns that digits and letters can write.
const MOST_LETTERS: usize = 35;

/// A list of moves that can't be read: the number of the move from 1, its text, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadList {
    /// The number of the move, from 1.
    pub number: usize,
    /// What is written there.
    pub text: String,
    /// Why it is none.
    pub reason: String,
}

impl BadList {
    pub(super) fn new(number: usize, text: &str, reason: impl fmt::Display) -> BadList {
        BadList { number, text: text.chars().take(40).collect(), reason: reason.to_string() }
    }
}

impl fmt::Display for BadList {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "move {} ({}): {}", self.number, self.text, self.reason)
    }
}

impl std::error::Error for BadList {}

/// How lists of moves are written on a board with this many columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveLists {
    notation: ListNotation,
    columns: usize,
}

impl MoveLists {
    pub(super) fn new(info: &GameInfo, columns: usize) -> MoveLists {
        MoveLists { notation: info.lists, columns }
    }

    /// Returns a list as text.
    pub(super) fn write<'a>(self, moves: impl IntoIterator<Item = &'a str>) -> String {
        let words = moves.into_iter().map(|text| match self.notation {
            _ if text == CONTINUE => text.to_string(),
            ListNotation::Columns => self.column_text(text),
            ListNotation::HexWorld => hexworld::move_text(text),
            ListNotation::Words => text.to_string(),
        });
        words.collect::<Vec<_>>().join(if self.has_letters() { "" } else { "," })
    }

    /// Reads a list. White space and commas between moves may be there or not.
    pub(super) fn read(self, text: &str) -> Result<Vec<String>, BadList> {
        match self.notation {
            ListNotation::Columns if self.has_letters() => {
                let letters = text.chars().filter(|letter| !letter.is_whitespace() && *letter != ',');
                let column = |(index, letter): (usize, char)| {
                    let digit = letter.to_digit(36).filter(|&digit| digit > 0);
                    let reason = "expected columns from 1, as digits and letters";
                    digit
                        .map(|digit| (digit - 1).to_string())
                        .ok_or_else(|| BadList::new(index + 1, &letter.to_string(), reason))
                };
                letters.enumerate().map(column).collect()
            }
            ListNotation::Columns => {
                let column = |(index, word): (usize, String)| {
                    let number = word.parse::<usize>().ok().filter(|&number| number > 0);
                    number
                        .map(|number| (number - 1).to_string())
                        .ok_or_else(|| BadList::new(index + 1, &word, "expected a column from 1"))
                };
                words(text).into_iter().enumerate().map(column).collect()
            }
            ListNotation::HexWorld => {
                let reason = "expected a cell like a1, :s or :S";
                let moves = hexworld::parse_moves(&text.replace(',', " "))
                    .map_err(|(index, text)| BadList::new(index + 1, &text, reason))?;
                hexworld::our_moves(&moves)
                    .map_err(|(index, reason)| BadList::new(index + 1, &moves[index].to_string(), reason))
            }
            ListNotation::Words => Ok(words(text)),
        }
    }

    /// Returns what is wrong with a move of a list, with the move as the list has it.
    pub(super) fn as_written(self, bad: BadList) -> BadList {
        let text = self.write([bad.text.as_str()]);
        let reason = match self.notation {
            ListNotation::Columns => {
                bad.reason.replace(&format!("column {}", bad.text), &format!("column {text}"))
            }
            _ => bad.reason,
        };
        BadList { number: bad.number, text, reason }
    }

    fn has_letters(self) -> bool {
        self.notation == ListNotation::Columns && self.columns <= MOST_LETTERS
    }

    fn column_text(self, text: &str) -> String {
        let Ok(column) = text.parse::<u32>() else { return text.to_string() };
        match char::from_digit(column + 1, 36).filter(|_| self.has_letters()) {
            Some(letter) => letter.to_string(),
            None => (column + 1).to_string(),
        }
    }
}

/// Returns the words of a text, with white space or commas between them. A tile is one word with the comma in it: `@1,2`.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for piece in
        text.split(|letter: char| letter == ',' || letter.is_whitespace()).filter(|piece| !piece.is_empty())
    {
        match words.last_mut() {
            Some(word) if word.starts_with('@') && !word.contains(',') => {
                word.push(',');
                word.push_str(piece);
            }
            _ => words.push(piece.into()),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn lists(notation: ListNotation, columns: usize) -> MoveLists {
        MoveLists { notation, columns }
    }

    fn round_trip(lists: MoveLists, moves: &[&str], text: &str) {
        assert_eq!(lists.write(moves.iter().copied()), text);
        assert_eq!(lists.read(text).unwrap(), moves);
    }

    #[test]
    fn each_notation_survives_writing_and_reading() {
        round_trip(lists(ListNotation::Columns, 7), &["3", "3", "0", "6"], "4417");
        round_trip(lists(ListNotation::Columns, 35), &["0", "8", "9", "34"], "19az");
        round_trip(lists(ListNotation::Columns, 36), &["0", "9", "35"], "1,10,36");
        round_trip(lists(ListNotation::HexWorld, 11), &["B0", "swap", "F5"], "a2,:s,f6");
        round_trip(lists(ListNotation::Words, 4), &["@1,1", "@0,1", "R", "continue"], "@1,1,@0,1,R,continue");
        round_trip(lists(ListNotation::Words, 2), &["p1:0", "p2:1"], "p1:0,p2:1");
    }

    #[test]
    fn separators_may_be_missing_or_others() {
        assert_eq!(lists(ListNotation::HexWorld, 11).read("a2f6 c11").unwrap(), ["B0", "F5", "K2"]);
        assert_eq!(lists(ListNotation::Columns, 7).read(" 4 4,1 ").unwrap(), ["3", "3", "0"]);
        assert_eq!(lists(ListNotation::Words, 4).read("@1,1 @0,1\nR").unwrap(), ["@1,1", "@0,1", "R"]);
    }

    #[test]
    fn what_is_no_move_is_named_by_its_number() {
        let refused = |lists: MoveLists, text: &str| lists.read(text).unwrap_err().to_string();
        let columns = lists(ListNotation::Columns, 7);
        assert_eq!(refused(columns, "440"), "move 3 (0): expected columns from 1, as digits and letters");
        assert_eq!(refused(columns, "4ä"), "move 2 (ä): expected columns from 1, as digits and letters");
        let cells = lists(ListNotation::HexWorld, 11);
        assert_eq!(refused(cells, "a2,??"), "move 2 (??): expected a cell like a1, :s or :S");
        assert_eq!(refused(cells, "a2,:rb"), "move 2 (:rb): a list of moves has no end of the game");
    }
}
