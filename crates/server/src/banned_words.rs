//! Words that names can't have.

use crate::look_alike::{folded, plain};
use std::fs;
use std::io;
use std::path::Path;

/// Words that names can't have, with their obvious variants.
#[derive(Clone, Debug)]
pub struct BannedWords(Vec<Pattern>);

/// A word, and whether it is found inside longer ones.
#[derive(Clone, Debug)]
struct Pattern {
    /// Each letter with how often it follows itself: a name may repeat it more often.
    runs: Vec<(char, usize)>,
    has_open_start: bool,
    has_open_end: bool,
}

/// The words that every server refuses.
const SHIPPED: &str = include_str!("banned_words.txt");

/// The fewest separated letters that are read as a word.
const SPACED_LETTERS: usize = 3;

/// Symbols that separate words. Others may stand for letters.
const SEPARATORS: &str = "-_.,:;/'\"()[]";

impl Default for BannedWords {
    /// Returns the words that every server refuses.
    fn default() -> BannedWords {
        let mut words = BannedWords(Vec::new());
        words.add(SHIPPED);
        words
    }
}

impl BannedWords {
    /// Reads a file with more words, one a line, and adds them to those that every server refuses. Lines that begin with `#`
    /// are comments; a star before or after a word also finds it inside longer words.
    pub fn read(file: &Path) -> io::Result<BannedWords> {
        let mut words = BannedWords::default();
        words.add(&fs::read_to_string(file)?);
        Ok(words)
    }

    fn add(&mut self, lines: &str) {
        let words = lines.lines().map(str::trim).filter(|line| !line.starts_with('#'));
        self.0.extend(words.filter_map(Pattern::new));
    }

    /// Whether a name has one of the words.
    pub(crate) fn has_one_in(&self, name: &str) -> bool {
        let words = words_of(&plain(name));
        let words: Vec<_> = words.iter().map(|word| runs_of(&folded(word))).collect();
        self.0.iter().any(|pattern| words.iter().any(|word| pattern.matches(word)))
    }
}

impl Pattern {
    fn new(line: &str) -> Option<Pattern> {
        let letters: String = plain(line).chars().filter(|letter| letter.is_alphanumeric()).collect();
        let runs = runs_of(&folded(&letters));
        let (has_open_start, has_open_end) = (line.starts_with('*'), line.ends_with('*'));
        (!runs.is_empty()).then_some(Pattern { runs, has_open_start, has_open_end })
    }

    fn matches(&self, word: &[(char, usize)]) -> bool {
        let length = self.runs.len();
        let is_same = |part: &[(char, usize)]| {
            let mut pairs = part.iter().zip(&self.runs);
            pairs.all(|((letter, count), (own, least))| letter == own && count >= least)
        };
        word.windows(length).enumerate().any(|(start, part)| {
            (start == 0 || self.has_open_start)
                && (start + length == word.len() || self.has_open_end)
                && is_same(part)
        })
    }
}

/// Returns a text's letters, each with how often it follows itself.
fn runs_of(text: &str) -> Vec<(char, usize)> {
    let mut runs: Vec<(char, usize)> = Vec::new();
    for letter in text.chars() {
        match runs.last_mut() {
            Some((last, count)) if *last == letter => *count += 1,
            _ => runs.push((letter, 1)),
        }
    }
    runs
}

/// Returns everything in a name that can be read as a word.
fn words_of(name: &str) -> Vec<String> {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let is_space = |letter: char| letter.is_whitespace() || SEPARATORS.contains(letter);
    let parts: Vec<&str> = name.split(|letter: char| !letter.is_alphanumeric()).collect();
    let mut words: Vec<String> = Vec::new();
    for part in &parts {
        words.push((*part).into());
        words.push(part.trim_matches(is_digit).into());
        words.extend(capitalized_words(part));
    }
    // Symbols may stand for letters: `$` for s.
    words.extend(name.split(is_space).map(str::to_string));
    // Letters may have spaces between them.
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    for letters in parts.chunk_by(|one, other| is_letter(one) && is_letter(other)) {
        if letters.len() >= SPACED_LETTERS {
            words.push(letters.concat());
        }
    }
    words.push(parts.concat());
    words
}

fn is_letter(part: &str) -> bool {
    part.chars().count() == 1
}

/// Splits `OneTwo` into its words.
fn capitalized_words(part: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_after_small = false;
    for letter in part.chars() {
        match words.last_mut() {
            Some(word) if !(is_after_small && letter.is_uppercase()) => word.push(letter),
            _ => words.push(letter.into()),
        }
        is_after_small = letter.is_lowercase();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_their_variants_are_found() {
        let words = BannedWords::default();
        for name in [
            "Shit",
            "SHIT",
            "big shit",
            "shit69",
            "69shit",
            "sh1t",
            "5hit",
            "$hit",
            "shiiiit",
            "s h i t",
            "S.H.I.T",
            "s-h-i-t",
            "sh_it",
            "ѕhіt",
            "ｓｈｉｔ",
            "𝓼𝓱𝓲𝓽",
            "s\u{301}h\u{301}i\u{301}t\u{301}",
            "BigShit",
            "shit!",
            "fuck",
            "fuckface",
            "MotherFucker",
            "FUCKYOU",
            "f.u.c.k you",
            "A55hole",
            "wh0re",
        ] {
            assert!(words.has_one_in(name), "{name}");
        }
    }

    #[test]
    fn innocent_words_stay() {
        let words = BannedWords::default();
        for name in [
            "Scunthorpe",
            "Kike",
            "Fuk",
            "FCK",
            "Porn",
            "Penistone",
            "Essex",
            "Sussex",
            "Dick",
            "Dickens",
            "Cockburn",
            "Hancock",
            "Shitake",
            "Matsushita",
            "Mishit",
            "Cass",
            "Bass",
            "Class 5a",
            "Assassin",
            "Cumberland",
            "Niger",
            "Nigel",
            "Bitcoin",
            "Spice",
            "Therapist",
            "Titus",
            "Fagan",
            "Fuchs",
            "Analyst",
            "Ann Alice",
            "Swatch",
            "Pornic",
            "Роман",
            "Дмитрий",
            "Ελένη",
            "שרה",
            "張偉",
            "S. H. Ito",
        ] {
            assert!(!words.has_one_in(name), "{name}");
        }
    }

    #[test]
    fn operators_add_words() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("words");
        fs::write(&file, "# ours\n\n  Dagnabbit \r\n*zounds*\n*\n").unwrap();
        let words = BannedWords::read(&file).unwrap();
        for name in ["dagnabbit", "Dagnabb1t", "Gadzoundses", "shit"] {
            assert!(words.has_one_in(name), "{name}");
        }
        assert!(!words.has_one_in("Dagnabbits") && !words.has_one_in("*") && !words.has_one_in(""));
        assert!(BannedWords::read(&folder.path().join("none")).is_err());
    }
}
