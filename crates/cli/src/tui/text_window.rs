//! The part of a text input that is shown: for drawing it, and for clicks on its letters.

use super::model::TextField;
use super::theme::Theme;
use super::view::printable;
use ratatui::text::Span;

/// The part of a text input that fits into its room, with the cursor in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TextWindow {
    /// What is drawn.
    pub(super) text: String,
    /// The column of the cursor.
    pub(super) cursor: u16,
    /// The byte of the text at which each shown letter begins, with the column after the letter.
    letters: Vec<(usize, u16)>,
}

impl TextWindow {
    /// Returns what is shown in this many columns.
    pub(super) fn new(field: &TextField, theme: Theme, room: u16) -> TextWindow {
        let width = |letter: &str| Span::raw(printable(letter, theme)).width();
        let room = usize::from(room).max(1);
        let (before, after) = field.parts();
        // Some of the text after the cursor is seen too, and the cursor itself needs a column.
        let ahead = width(after).min(room / 4).max(1);
        let mut hidden = (width(before) + ahead).saturating_sub(room);
        let mut window = TextWindow { text: String::new(), cursor: 0, letters: Vec::new() };
        let mut column = 0;
        for (start, letter) in field.letters() {
            let columns = width(letter);
            if hidden > 0 {
                hidden = hidden.saturating_sub(columns);
                continue;
            }
            column += columns;
            if column > room {
                break;
            }
            window.text.push_str(&printable(letter, theme));
            window.letters.push((start, column as u16));
            if start < before.len() {
                window.cursor = column as u16;
            }
        }
        window
    }

    /// Returns the byte of the text before which a click on this column puts the cursor.
    pub(super) fn byte_at(&self, column: u16, field: &TextField) -> usize {
        let clicked = self.letters.iter().find(|(_, end)| column < *end);
        clicked.map_or(field.text().len(), |(start, _)| *start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNICODE: Theme = Theme { color: false, ascii: false, animation: false };

    #[test]
    fn the_cursor_is_always_seen() {
        for text in
            ["", "short", "0123456789", "漢字漢字漢字漢字", "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}abcdefg"]
        {
            let mut field = TextField::of(text);
            let starts: Vec<usize> = field.letters().map(|(start, _)| start).chain([text.len()]).collect();
            for theme in [UNICODE, Theme { ascii: true, ..UNICODE }] {
                for byte in &starts {
                    field.move_to(*byte);
                    let window = TextWindow::new(&field, theme, 8);
                    assert!(window.cursor < 8, "{field:?}: {window:?}");
                    assert!(Span::raw(&window.text).width() <= 8, "{field:?}: {window:?}");
                    let clicked = window.byte_at(window.cursor, &field);
                    assert_eq!(
                        clicked, *byte,
                        "a click on the cursor leaves it where it is: {field:?}: {window:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_long_text_is_scrolled_to_the_cursor() {
        let mut field = TextField::of("0123456789");
        assert_eq!(TextWindow::new(&field, UNICODE, 8).text, "3456789");
        field.move_to(0);
        assert_eq!(TextWindow::new(&field, UNICODE, 8).text, "01234567");
        field.move_to(7);
        let window = TextWindow::new(&field, UNICODE, 8);
        assert_eq!((window.text.as_str(), window.cursor), ("12345678", 6));
    }
}
