//! What somebody may be called: a text that others can see, and that leaves the words around it alone.

use parlor_play::checked_name;
use std::fmt;

/// A text that is no name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BadName {
    /// Nothing in it can be seen.
    Unseen,
    /// It holds a control character.
    Control,
    /// It has more characters than this.
    TooLong(usize),
    /// No record could hold it.
    Unkept,
}

impl fmt::Display for BadName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadName::Unseen => out.write_str("a name needs at least one character that can be seen"),
            BadName::Control => out.write_str("a name can't have control characters"),
            BadName::TooLong(most) => write!(out, "a name has at most {most} characters"),
            BadName::Unkept => out.write_str("this can't be a name"),
        }
    }
}

/// The name that a text stands for, of at most so many characters.
///
/// Characters nobody sees are left out, among them those that turn the direction of writing round: with them a name
/// could look like another one, or like nothing, and change how the words after it are read. Those that belong to the
/// character before them stay: they make up emoji, and some scripts need them.
pub(crate) fn name(text: &str, most: usize) -> Result<String, BadName> {
    if text.trim().chars().any(char::is_control) {
        return Err(BadName::Control);
    }
    let name = shown(text);
    if !name.chars().any(is_seen) {
        return Err(BadName::Unseen);
    }
    if name.chars().count() > most {
        return Err(BadName::TooLong(most));
    }
    checked_name(&name).map_err(|_| BadName::Unkept)?;
    Ok(name)
}

/// Whether all of a text is shown as it is.
pub(crate) fn is_shown(text: &str) -> bool {
    shown(text) == text && text.chars().any(is_seen)
}

/// What is left of a text without the characters nobody sees.
fn shown(text: &str) -> String {
    let mut shown = String::new();
    for character in text.chars() {
        if character.is_whitespace() {
            shown.push(' ');
        } else if is_seen(character) || belongs_to_the_last(character) && shown.chars().any(is_seen) {
            shown.push(character);
        }
    }
    shown.trim_matches(|end| end == ' ' || JOINERS.contains(&end)).to_string()
}

/// Join two characters to one, or keep them apart: emoji of several people, Persian and Indian scripts.
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// Whether a character has no look of its own but chooses that of another one.
fn belongs_to_the_last(character: char) -> bool {
    let chooses =
        matches!(character, '\u{180b}'..='\u{180d}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}');
    chooses || JOINERS.contains(&character)
}

/// Whether a character leaves a mark on the screen: neither space nor one of those Unicode says are ignorable.
fn is_seen(character: char) -> bool {
    let ignorable = matches!(
        character,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    );
    !ignorable && !character.is_whitespace() && !character.is_control()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_no_name() {
        let unseen =
            ["", "   ", "\u{200b}", "\u{202e}\u{200d}", "\u{3164}", "\u{2800} \u{feff}", "\u{fe0f}\u{200d}"];
        for text in unseen {
            assert_eq!(name(text, 32), Err(BadName::Unseen), "{text:?}");
        }
        assert_eq!(name("a\u{7}b", 32), Err(BadName::Control));
        assert_eq!(name("12345", 4), Err(BadName::TooLong(4)));
        assert_eq!(name(&"x".repeat(65), 100), Err(BadName::Unkept), "a record's names are shorter");
    }

    #[test]
    fn what_turns_the_writing_round_or_hides_is_left_out() {
        assert_eq!(name("\u{202e}Ann\u{2066}\u{200f}", 32).unwrap(), "Ann");
        assert_eq!(name("A\u{200b}n\u{ad}n\u{200d} ", 32).unwrap(), "Ann");
        assert_eq!(name("\u{feff}  Ann\u{2028}Lee ", 32).unwrap(), "Ann Lee");
    }

    #[test]
    fn emoji_and_other_scripts_stay_whole() {
        for text in ["👩\u{200d}👩\u{200d}👧", "❤\u{fe0f}", "می\u{200c}خواهم", "葛\u{e0100}城", "José", "שרה"]
        {
            assert_eq!(name(text, 32).unwrap(), text);
        }
    }

    #[test]
    fn a_token_is_shown_as_it_is() {
        assert!(is_shown("R") && is_shown("❤\u{fe0f}"));
        assert!(!is_shown("R\u{200b}") && !is_shown("\u{202e}R") && !is_shown("\u{3164}"));
    }
}
