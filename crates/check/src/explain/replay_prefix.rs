//! Replays the words of an input up to a point, to say what the last of them did.

use parlor_play::{BoardFormat, Dialogue, Header, MoveError, Options, Session, Step, game};
use parlor_rules::{IllegalMove, parse_whole_number};

/// A game after some words of its input.
pub(crate) struct Moment {
    /// What the last word did.
    pub(crate) effect: Effect,
    /// The game as it stands.
    pub(crate) session: Box<dyn Session>,
}

/// What a word did.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Effect {
    /// No word has been read.
    Start,
    /// A move was made: its steps.
    Played(Vec<Step>),
    /// The column, bin or cell has no room.
    Full(String),
    /// A word that is no move.
    Refused(String),
    /// A question was asked.
    Asked(String),
    /// The board was cleared.
    Cleared,
    /// Another game has begun.
    Again,
    /// Half of a command: its number is still to come.
    Partial,
    /// A placement after the end, which nothing comes of.
    Ignored,
    /// The game had ended.
    Ended,
}

impl Moment {
    /// Replays the first words of an input.
    pub(crate) fn after(header: &Header, words: &[String]) -> Option<Moment> {
        let info = game(&header.game)?.info();
        let mut moment = Moment { effect: Effect::Start, session: start(header)? };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match info.dialogue {
                Dialogue::Commands => moment.command(header, word, &mut words)?,
                Dialogue::Cells => {
                    let is_letter = is_half_of_cell(word);
                    match (is_letter, if is_letter { words.next() } else { None }) {
                        (true, None) => moment.effect = Effect::Partial,
                        (_, number) => moment.play(&format!("{word}{}", number.map_or("", String::as_str))),
                    }
                }
                Dialogue::Columns if moment.session.turn().is_over() => match word.as_str() {
                    "y" => moment = Moment { effect: Effect::Again, session: start(header)? },
                    _ => moment.effect = Effect::Ended,
                },
                _ => moment.play(word),
            }
        }
        Some(moment)
    }

    /// Returns the board as it should be.
    pub(crate) fn board(&self) -> String {
        let mut text = String::new();
        let _ = self.session.write(BoardFormat::Plain, &mut text);
        text
    }

    fn play(&mut self, text: &str) {
        self.effect = match self.session.play(text) {
            Ok(ply) => Effect::Played(ply.steps.clone()),
            Err(MoveError::Illegal(IllegalMove::ColumnFull(_) | IllegalMove::CellTaken)) => {
                Effect::Full(text.into())
            }
            Err(MoveError::Illegal(IllegalMove::GameOver)) => Effect::Ignored,
            Err(_) => Effect::Refused(text.into()),
        };
    }

    fn command<'a>(
        &mut self,
        header: &Header,
        word: &str,
        words: &mut impl Iterator<Item = &'a String>,
    ) -> Option<()> {
        match word {
            "p1" | "p2" => {
                let Some(column) = words.next() else {
                    self.effect = Effect::Partial;
                    return Some(());
                };
                match parse_whole_number(column) {
                    Some(_) => self.play(&format!("{word}:{column}")),
                    None => self.effect = Effect::Refused(format!("{word} {column}")),
                }
            }
            "clear" => *self = Moment { effect: Effect::Cleared, session: start(header)? },
            "row" | "column" => {
                self.effect = match words.next() {
                    Some(number) => Effect::Asked(format!("{word} {number}")),
                    None => Effect::Partial,
                };
            }
            "rows" | "columns" | "print" => self.effect = Effect::Asked(word.into()),
            "quit" => self.effect = Effect::Ended,
            _ => self.effect = Effect::Refused(word.into()),
        }
        Some(())
    }
}

/// Returns whether a word of hex takes the next one as its row: one character that is no digit.
pub(crate) fn is_half_of_cell(word: &str) -> bool {
    word.chars().count() == 1 && !word.starts_with(|letter: char| letter.is_ascii_digit())
}

fn start(header: &Header) -> Option<Box<dyn Session>> {
    let options: &Options = &header.options;
    game(&header.game)?.start(options).ok()
}
