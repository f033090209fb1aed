//! A text input of one line, edited by the keys of a shell.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use unicode_segmentation::UnicodeSegmentation;

/// A text input. The cursor moves by what is seen as one letter, whatever it is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TextField {
    text: String,
    /// The byte before which letters are typed.
    cursor: usize,
}

/// The longest text that can be typed.
const LONGEST: usize = 1_000;

impl TextField {
    /// Creates a field with a text and the cursor at its end.
    pub(in crate::tui) fn of(text: &str) -> TextField {
        let mut field = TextField::default();
        field.insert(text);
        field
    }

    pub(in crate::tui) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text before and after the cursor.
    pub(in crate::tui) fn parts(&self) -> (&str, &str) {
        self.text.split_at(self.cursor)
    }

    /// Returns the letters with the byte where each begins.
    pub(in crate::tui) fn letters(&self) -> impl DoubleEndedIterator<Item = (usize, &str)> {
        self.text.grapheme_indices(true)
    }

    /// Moves the cursor to the beginning of a letter, or to the end.
    pub(in crate::tui) fn move_to(&mut self, byte: usize) {
        let boundary = self.letters().map(|(start, _)| start).find(|&start| start >= byte);
        self.cursor = boundary.unwrap_or(self.text.len());
    }

    /// Removes the text.
    pub(in crate::tui) fn clear(&mut self) {
        *self = TextField::default();
    }

    /// Replaces the text before the cursor.
    pub(in crate::tui) fn replace_before(&mut self, text: &str) {
        self.remove(0, self.cursor);
        self.insert(text);
    }

    /// Inserts a text at the cursor. Line ends become spaces, but not those after it, which come with a copied line.
    pub(in crate::tui) fn insert(&mut self, text: &str) {
        let room = LONGEST.saturating_sub(self.text.chars().count());
        let text = text.trim_end_matches(['\r', '\n']).replace("\r\n", " ");
        let spaces = |letter: char| if matches!(letter, '\r' | '\n' | '\t') { ' ' } else { letter };
        let typed: String =
            text.chars().map(spaces).filter(|letter| !letter.is_control()).take(room).collect();
        self.text.insert_str(self.cursor, &typed);
        // What is typed may become one letter with the mark that follows.
        self.move_to(self.cursor + typed.len());
    }

    /// Handles a key. Returns whether it is one for text.
    pub(in crate::tui) fn key(&mut self, key: KeyEvent) -> bool {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let is_alt = key.modifiers.contains(KeyModifiers::ALT);
        let end = self.text.len();
        match key.code {
            // AltGr is both on some systems, and types a letter.
            KeyCode::Char(letter) if is_control == is_alt => self.insert(letter.encode_utf8(&mut [0; 4])),
            KeyCode::Char('b') if is_alt => self.cursor = self.word_before(),
            KeyCode::Char('f') if is_alt => self.cursor = self.word_after(),
            KeyCode::Left if is_control || is_alt => self.cursor = self.word_before(),
            KeyCode::Right if is_control || is_alt => self.cursor = self.word_after(),
            KeyCode::Backspace if is_alt => self.remove(self.word_before(), self.cursor),
            KeyCode::Left => self.cursor = self.before(),
            KeyCode::Right => self.cursor = self.after(),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = end,
            KeyCode::Backspace => self.remove(self.before(), self.cursor),
            KeyCode::Delete => self.remove(self.cursor, self.after()),
            KeyCode::Char('a') if is_control => self.cursor = 0,
            KeyCode::Char('e') if is_control => self.cursor = end,
            KeyCode::Char('b') if is_control => self.cursor = self.before(),
            KeyCode::Char('f') if is_control => self.cursor = self.after(),
            KeyCode::Char('d') if is_control => self.remove(self.cursor, self.after()),
            // What the key Backspace sends in some terminals.
            KeyCode::Char('h') if is_control => self.remove(self.before(), self.cursor),
            KeyCode::Char('w') if is_control => self.remove(self.word_before(), self.cursor),
            KeyCode::Char('u') if is_control => self.remove(0, self.cursor),
            KeyCode::Char('k') if is_control => self.remove(self.cursor, end),
            _ => return false,
        }
        true
    }

    /// Removes the text between two bytes, one of which is the cursor.
    fn remove(&mut self, from: usize, to: usize) {
        self.text.replace_range(from..to, "");
        self.move_to(from);
    }

    /// Returns where the letter before the cursor begins.
    fn before(&self) -> usize {
        self.letters().map(|(start, _)| start).rfind(|&start| start < self.cursor).unwrap_or(0)
    }

    /// Returns where the letter after the cursor ends.
    fn after(&self) -> usize {
        let next = self.letters().map(|(start, _)| start).find(|&start| start > self.cursor);
        next.unwrap_or(self.text.len())
    }

    /// Returns where the word before the cursor begins.
    fn word_before(&self) -> usize {
        let (before, _) = self.parts();
        let word = before.trim_end_matches(is_gap);
        word.rfind(is_gap).map_or(0, |gap| gap + word[gap..].chars().next().map_or(0, char::len_utf8))
    }

    /// Returns where the word after the cursor ends.
    fn word_after(&self) -> usize {
        let (_, after) = self.parts();
        let word = after.trim_start_matches(is_gap);
        self.text.len() - word.len() + word.find(is_gap).unwrap_or(word.len())
    }
}

/// Returns whether a letter is between words, which the names in a path are too.
fn is_gap(letter: char) -> bool {
    letter.is_whitespace() || letter == '/' || letter == ','
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a field after these keys: letters, or `Left`, `C-a`, `A-b`.
    fn typed(text: &str, keys: &str) -> String {
        let mut field = TextField::of(text);
        for word in keys.split_whitespace() {
            let (modifiers, word) = match word.split_once('-') {
                Some(("C", rest)) => (KeyModifiers::CONTROL, rest),
                Some(("A", rest)) => (KeyModifiers::ALT, rest),
                _ => (KeyModifiers::NONE, word),
            };
            let code = match word {
                "Left" => KeyCode::Left,
                "Right" => KeyCode::Right,
                "Home" => KeyCode::Home,
                "End" => KeyCode::End,
                "Del" => KeyCode::Delete,
                "Back" => KeyCode::Backspace,
                _ => KeyCode::Char(word.chars().next().unwrap()),
            };
            assert!(field.key(KeyEvent::new(code, modifiers)), "{word}");
        }
        let (before, after) = field.parts();
        format!("{before}|{after}")
    }

    #[test]
    fn the_cursor_moves_and_letters_go_where_it_is() {
        assert_eq!(typed("Ann", "Left Left x"), "Ax|nn");
        assert_eq!(typed("Ann", "Home x Right y End z"), "xAynnz|");
        assert_eq!(typed("Ann", "C-a x C-e z"), "xAnnz|");
        assert_eq!(typed("Ann", "C-b C-b C-f x"), "Anx|n");
        assert_eq!(typed("", "Left Right Home End Back Del C-w C-u C-k"), "|");
    }

    #[test]
    fn letters_and_words_are_removed_on_both_sides() {
        assert_eq!(typed("Anna", "Left Left Back"), "A|na");
        assert_eq!(typed("Anna", "Home Del C-d"), "|na");
        assert_eq!(typed("Anna", "C-h"), "Ann|");
        assert_eq!(typed("Ann Lee", "Left C-u"), "|e");
        assert_eq!(typed("Ann Lee", "Home Right C-k"), "A|");
        assert_eq!(typed("~/records/game-2.jsonl", "C-w"), "~/records/|");
        assert_eq!(typed("Ann Lee ", "A-Back"), "Ann |");
        assert_eq!(typed("Ann Lee Kim", "C-Left A-b x"), "Ann x|Lee Kim");
        assert_eq!(typed("Ann Lee Kim", "Home C-Right A-f x"), "Ann Leex| Kim");
    }

    #[test]
    fn a_letter_is_what_is_seen_as_one() {
        // An accent of its own, a wide letter, a flag, a family of four.
        for letter in ["e\u{301}", "漢", "🇨🇭", "👨‍👩‍👧‍👦"] {
            let text = format!("a{letter}b");
            assert_eq!(typed(&text, "Left Left x"), format!("ax|{letter}b"));
            assert_eq!(typed(&text, "Left Back"), "a|b");
            assert_eq!(typed(&text, "Home Right Del"), "a|b");
        }
        // A letter typed before a lone accent carries it, and the cursor is after both.
        assert_eq!(typed("\u{301}x", "Home e"), "e\u{301}|x");
    }

    #[test]
    fn a_pasted_text_is_one_line_and_has_an_end() {
        let mut field = TextField::of("ab");
        field.move_to(1);
        field.insert("one\r\ntwo\tthree\u{7}\n");
        assert_eq!(field.parts(), ("aone two three", "b"));
        field.insert(&"x".repeat(5_000));
        assert_eq!(field.text().chars().count(), LONGEST);
    }
}
