//! Reads words and the keys of 1024 from standard input.

use crate::error::CliError;
use parlor_rules::tiles::Direction;
use std::io::{self, Read};

/// A reader of words separated by white space.
pub(crate) struct Words {
    bytes: Bytes,
}

/// The longest word that is read. A longer one is cut and gets an ellipsis, which no game accepts as a move.
const LONGEST_WORD: usize = 4096;

impl Words {
    pub(crate) fn stdin() -> Words {
        Words { bytes: Bytes::stdin() }
    }

    /// Reads the next word. None at the end of input.
    pub(crate) fn next(&mut self) -> Result<Option<String>, CliError> {
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
pub(crate) fn split_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| u8::try_from(letter).is_ok_and(is_space)).filter(|word| !word.is_empty())
}

/// Returns whether a byte is white space as in C, including the vertical tab.
fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// A key of 1024.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Press(Direction),
    Stop,
}

/// A reader of the keys of 1024. Other input is ignored.
pub(crate) struct Keys {
    bytes: Bytes,
}

const ESCAPE: u8 = 0x1b;

impl Keys {
    pub(crate) fn stdin() -> Keys {
        Keys { bytes: Bytes::stdin() }
    }

    #[cfg(test)]
    fn of(text: &[u8]) -> Keys {
        Keys { bytes: Bytes { buffer: text.to_vec(), at: 0, ended: true } }
    }

    /// Reads the next key. The end of input is [`Key::Stop`].
    pub(crate) fn next(&mut self) -> Result<Key, CliError> {
        while let Some(byte) = self.bytes.next()? {
            let key = match byte {
                ESCAPE => self.escape()?,
                b'h' => Some(Key::Press(Direction::Left)),
                b'j' => Some(Key::Press(Direction::Down)),
                b'k' => Some(Key::Press(Direction::Up)),
                b'l' => Some(Key::Press(Direction::Right)),
                b'U' | b'D' | b'L' | b'R' => Direction::from_letter(byte.into()).map(Key::Press),
                b'S' => Some(Key::Stop),
                _ => None,
            };
            if let Some(key) = key {
                return Ok(key);
            }
        }
        Ok(Key::Stop)
    }

    /// Reads an escape sequence: an arrow, or another key. The whole sequence of another key is skipped, so that its last
    /// letter does not count as a press.
    fn escape(&mut self) -> Result<Option<Key>, CliError> {
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

fn arrow(byte: u8) -> Option<Key> {
    match byte {
        b'A' => Some(Key::Press(Direction::Up)),
        b'B' => Some(Key::Press(Direction::Down)),
        b'C' => Some(Key::Press(Direction::Right)),
        b'D' => Some(Key::Press(Direction::Left)),
        _ => None,
    }
}

/// The bytes of standard input, read without waiting for a full buffer.
struct Bytes {
    buffer: Vec<u8>,
    at: usize,
    ended: bool,
}

impl Bytes {
    fn stdin() -> Bytes {
        Bytes { buffer: Vec::new(), at: 0, ended: false }
    }

    fn peek(&mut self) -> Result<Option<u8>, CliError> {
        while self.at == self.buffer.len() && !self.ended {
            self.buffer.resize(1 << 14, 0);
            let read = match io::stdin().lock().read(&mut self.buffer) {
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

    fn next(&mut self) -> Result<Option<u8>, CliError> {
        let byte = self.peek()?;
        self.at += usize::from(byte.is_some());
        Ok(byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &[u8]) -> String {
        let mut keys = Keys::of(text);
        let mut read = String::new();
        while let Ok(Key::Press(direction)) = keys.next() {
            read.push(direction.letter());
        }
        read
    }

    #[test]
    fn arrows_capitals_and_hjkl_are_keys() {
        assert_eq!(keys(b"\x1b[A\x1b[B\x1b[C\x1b[D"), "UDRL");
        assert_eq!(keys(b"\x1bOA\x1bOB\x1bOC\x1bOD"), "UDRL");
        assert_eq!(keys(b"UDLR hjkl\n"), "UDLRLDUR");
        assert_eq!(keys(b"LLSRR"), "LL");
    }

    #[test]
    fn other_input_is_ignored() {
        assert_eq!(keys(b"udr xyz 123 \xff\x00 L"), "L");
        assert_eq!(keys(b"\x1b[1;2D\x1b[5~\x1b[200~L"), "L", "a key with shift is another key");
        assert_eq!(keys(b"\x1b\x1b[AL\x1b"), "UL");
        assert_eq!(keys(b"\x1b["), "");
    }
}
