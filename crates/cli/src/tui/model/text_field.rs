//! A text input of one line.

/// A text input with the cursor at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TextField {
    pub(in crate::tui) text: String,
}

/// The longest text that can be typed.
const LONGEST: usize = 1_000;

impl TextField {
    /// Creates a field with a text.
    pub(in crate::tui) fn of(text: impl Into<String>) -> TextField {
        TextField { text: text.into() }
    }

    /// Appends a letter.
    pub(in crate::tui) fn type_letter(&mut self, letter: char) {
        if !letter.is_control() && self.text.chars().count() < LONGEST {
            self.text.push(letter);
        }
    }

    /// Removes the last letter.
    pub(in crate::tui) fn erase(&mut self) {
        self.text.pop();
    }
}
