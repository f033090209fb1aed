//! What a correct program prints for an input: line mode itself, asked word by word.

use parlor_line::{LineError, LineSession, People, split_words};
use parlor_play::Header;
use std::cell::RefCell;
use std::io::{self, Read, Write};
use std::rc::Rc;

/// What should be printed for an input.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The text, byte for byte as line mode prints it into a pipe.
    pub text: String,
    /// The words of the input.
    pub words: Vec<String>,
    /// Whether the game still waits for input at the end. What a program does then is its own affair.
    pub is_cut_short: bool,
    /// How much had been printed when each word was read.
    printed_before: Vec<usize>,
}

impl Expected {
    /// Plays the words of an input.
    pub fn of(header: &Header, input: &str) -> Result<Expected, LineError> {
        let words: Vec<String> = split_words(input).map(String::from).collect();
        let text = Rc::new(RefCell::new(Vec::new()));
        let reads = Rc::new(RefCell::new(Vec::new()));
        let feeder = Feeder { words: &words, text: Rc::clone(&text), reads: Rc::clone(&reads) };
        let mut game = LineSession::open(header.clone(), People, feeder, Shared(Rc::clone(&text)), false)?;
        let played = parlor_line::play(&mut game);
        drop(game);
        let is_cut_short = match played {
            Ok(()) => false,
            Err(LineError::InputEnded) => true,
            Err(error) => return Err(error),
        };
        let text = String::from_utf8_lossy(&text.borrow()).into_owned();
        let printed_before = reads.borrow().clone();
        Ok(Expected { text, words, is_cut_short, printed_before })
    }

    /// Returns how many words had been read when the byte at this place of the text was printed.
    pub fn words_before(&self, offset: usize) -> usize {
        self.printed_before.iter().take_while(|&&printed| printed <= offset).count().min(self.words.len())
    }
}

/// Input that is handed out one word at a time, noting how much was printed before.
struct Feeder<'a> {
    words: &'a [String],
    text: Rc<RefCell<Vec<u8>>>,
    reads: Rc<RefCell<Vec<usize>>>,
}

impl Read for Feeder<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut reads = self.reads.borrow_mut();
        let Some(word) = self.words.get(reads.len()) else { return Ok(0) };
        reads.push(self.text.borrow().len());
        let bytes = format!("{word} ").into_bytes();
        // A word that does not fit is longer than any word of a game.
        let length = bytes.len().min(buffer.len());
        buffer[..length].copy_from_slice(&bytes[..length]);
        Ok(length)
    }
}

struct Shared(Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
