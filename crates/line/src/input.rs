//! Reads words and the keys of 1024.

use parlor_rules::tiles::Direction;
use std::collections::VecDeque;
use std::io::{self, Read};

/// A reader of words separated by white space.
pub struct Words<'a> {
    pub(crate) bytes: Bytes<'a>,
}

/// The longest word that is read. A longer one is cut and gets an ellipsis, which no game accepts as a move.
const LONGEST_WORD: usize = 4096;

impl<'a> Words<'a> {
    /// Creates the reader of words from any reader.
    pub fn new(input: impl Read + 'a) -> Words<'a> {
        Words { bytes: Bytes::new(input) }
    }

    /// Reads the next word. None at the end of input.
    #[expect(clippy::should_implement_trait, reason = "reading can fail")]
    pub fn next(&mut self) -> io::Result<Option<String>> {
        let (mut word, mut is_cut) = (Vec::new(), false);
        while let Some(byte) = self.bytes.next()? {
            match (is_space(byte), word.is_empty()) {
                (true, true) => {}
                (true, false) => break,
                (false, _) if word.len() < LONGEST_WORD => word.push(byte),
                (false, _) => is_cut = true,
            }
        }
        let mut text = String::from_utf8_lossy(&word).into_owned();
        if is_cut {
            text.push('…');
        }
        Ok((!text.is_empty()).then_some(text))
    }
}

/// Splits a text into words, with the same white space as [`Words`].
pub fn split_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| u8::try_from(letter).is_ok_and(is_space)).filter(|word| !word.is_empty())
}

/// Returns whether a byte is white space as in C, including the vertical tab.
fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// A key of 1024.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Press(Direction),
    Stop,
    /// A word that is no keys. It may be a command.
    Word(String),
}

/// A reader of the keys of 1024. Other input is ignored.
///
/// Letters are read word by word, because a word with a letter that is no key is ignored whole. An arrow ends a word
/// and is read at once.
pub(crate) struct Keys<'a> {
    bytes: Bytes<'a>,
    /// The keys of the words read so far that are still to be returned.
    ready: VecDeque<Key>,
}

const ESCAPE: u8 = 0x1b;

/// The most bytes of a word that are judged together, so that input without white space can't fill the memory.
const LONGEST_KEY_WORD: usize = 1 << 20;

impl<'a> Keys<'a> {
    pub(crate) fn new(bytes: Bytes<'a>) -> Keys<'a> {
        Keys { bytes, ready: VecDeque::new() }
    }

    /// Reads the next key. The end of input is [`Key::Stop`].
    pub(crate) fn next(&mut self) -> io::Result<Key> {
        loop {
            if let Some(key) = self.ready.pop_front() {
                return Ok(key);
            }
            match self.bytes.peek()? {
                None => return Ok(Key::Stop),
                Some(ESCAPE) => {
                    self.bytes.next()?;
                    let arrow = self.escape()?;
                    self.ready.extend(arrow);
                }
                Some(_) => self.read_word()?,
            }
        }
    }

    /// Reads up to the next white space or escape sequence. The keys of a word are ready if all its letters are keys.
    fn read_word(&mut self) -> io::Result<()> {
        let mut word = Vec::new();
        while let Some(byte) = self.bytes.peek()?
            && byte != ESCAPE
            && word.len() < LONGEST_KEY_WORD
        {
            self.bytes.next()?;
            if is_space(byte) {
                break;
            }
            word.push(byte);
        }
        let word = String::from_utf8_lossy(&word);
        if word.chars().all(|letter| key(letter).is_some() || !letter.is_alphabetic()) {
            self.ready.extend(word.chars().filter_map(key));
        } else if word.len() <= LONGEST_WORD {
            self.ready.push_back(Key::Word(word.into_owned()));
        }
        Ok(())
    }

    /// Reads an escape sequence: an arrow, or another key. The whole sequence of another key is skipped, so that its last
    /// letter does not count as a press.
    fn escape(&mut self) -> io::Result<Option<Key>> {
        match self.bytes.peek()? {
            Some(b'O') => {
                self.bytes.next()?;
                Ok(self.bytes.next()?.and_then(arrow))
            }
            Some(b'[') => {
                self.bytes.next()?;
                let mut has_no_parameters = true;
                while let Some(byte) = self.bytes.next()? {
                    match byte {
                        0x20..=0x3f => has_no_parameters = false,
                        ESCAPE => return self.escape(),
                        _ if has_no_parameters => return Ok(arrow(byte)),
                        _ => return Ok(None),
                    }
                }
                Ok(None)
            }
            _ => Ok(None),
        }
    }
}

/// Returns the key of a letter.
fn key(letter: char) -> Option<Key> {
    match letter {
        'h' => Some(Key::Press(Direction::Left)),
        'j' => Some(Key::Press(Direction::Down)),
        'k' => Some(Key::Press(Direction::Up)),
        'l' => Some(Key::Press(Direction::Right)),
        'S' => Some(Key::Stop),
        _ => Direction::from_letter(letter).map(Key::Press),
    }
}

/// Returns the presses in an input of 1024, up to the key that stops or the end.
pub fn presses(input: &[u8]) -> Vec<Direction> {
    let mut keys = Keys::new(Bytes::new(input));
    let mut presses = Vec::new();
    loop {
        match keys.next() {
            Ok(Key::Press(direction)) => presses.push(direction),
            Ok(Key::Word(_)) => {}
            Ok(Key::Stop) | Err(_) => return presses,
        }
    }
}

fn arrow(byte: u8) -> Option<Key> {
    match byte {
        b'A' => Some(Key::Press(Direction::Up)),
        b'B' => Some(Key::Press(Direction::Down)),
        b'C' => Some(Key::Press(Direction::Right)),
        b'D' => Some(Key::Press(Direction::Left)),
        _ => None,
    }
}

/// The bytes of the input, read without waiting for a full buffer.
pub(crate) struct Bytes<'a> {
    input: Box<dyn Read + 'a>,
    buffer: Vec<u8>,
    at: usize,
    ended: bool,
}

impl<'a> Bytes<'a> {
    pub(crate) fn new(input: impl Read + 'a) -> Bytes<'a> {
        Bytes { input: Box::new(input), buffer: Vec::new(), at: 0, ended: false }
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        while self.at == self.buffer.len() && !self.ended {
            self.buffer.resize(1 << 14, 0);
            let read = match self.input.read(&mut self.buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    self.buffer.truncate(self.at);
                    continue;
                }
                read => read?,
            };
            self.buffer.truncate(read);
            self.at = 0;
            self.ended = read == 0;
        }
        Ok(self.buffer.get(self.at).copied())
    }

    fn next(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        self.at += usize::from(byte.is_some());
        Ok(byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &[u8]) -> String {
        presses(text).into_iter().map(Direction::letter).collect()
    }

    #[test]
    fn arrows_capitals_and_hjkl_are_keys() {
        assert_eq!(keys(b"\x1b[A\x1b[B\x1b[C\x1b[D"), "UDRL");
        assert_eq!(keys(b"\x1bOA\x1bOB\x1bOC\x1bOD"), "UDRL");
        assert_eq!(keys(b"UDLR hjkl\n"), "UDLRLDUR");
        assert_eq!(keys(b"LLSRR"), "LL");
    }

    #[test]
    fn a_word_with_another_letter_is_ignored_whole() {
        assert_eq!(keys(b"help L hello\tU SAD LLSRRx\x0bR"), "LUR");
        assert_eq!(keys("LÜ Lé UDLR".as_bytes()), "UDLR", "any letter, also one that is not ASCII");
        assert_eq!(keys(b"U1 2,D L\xff"), "UDL", "what is no letter does not count");
        assert_eq!(keys(b"he\x1b[Alp\x1b[B"), "UD", "an arrow is a word of its own");
    }

    #[test]
    fn endless_words_are_read_in_pieces() {
        let long = vec![b'L'; LONGEST_KEY_WORD + 10];
        assert_eq!(keys(&long).len(), LONGEST_KEY_WORD + 10);
    }

    #[test]
    fn other_input_is_ignored() {
        assert_eq!(keys(b"udr xyz 123 \xff\x00 L"), "L");
        assert_eq!(keys(b"\x1b[1;2D\x1b[5~\x1b[200~L"), "L", "a key with shift is another key");
        assert_eq!(keys(b"\x1b\x1b[AL\x1b"), "UL");
        assert_eq!(keys(b"\x1b["), "");
    }
}
