//! A line of text that is typed.

/// A text, and where the next letter goes: at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TextField {
    pub(in crate::tui) text: String,
}

/// More than anybody types, less than anything minds.
const LONGEST: usize = 1_000;

impl TextField {
    /// A field with something in it.
    pub(in crate::tui) fn of(text: impl Into<String>) -> TextField {
        TextField { text: text.into() }
    }

    /// A letter is typed.
    pub(in crate::tui) fn type_letter(&mut self, letter: char) {
        if !letter.is_control() && self.text.chars().count() < LONGEST {
            self.text.push(letter);
        }
    }

    /// The last letter goes.
    pub(in crate::tui) fn erase(&mut self) {
        self.text.pop();
    }
}
