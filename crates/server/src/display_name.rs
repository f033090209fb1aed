//! Names that are safe to show: visible, and without effect on the text around them.

use crate::guest::Guest;
use parlor_play::{BadOptions, checked_name};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{canonical_combining_class, is_combining_mark};

/// Why a text is no name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadName {
    #[error("a name needs at least one character that can be seen")]
    Invisible,
    #[error("a name can't have control characters")]
    Control,
    #[error("a name has at most {0} characters")]
    TooLong(usize),
    #[error("this name is reserved: choose another one")]
    Reserved,
    #[error("this name isn't allowed: choose another one")]
    Banned,
    #[error("this name looks like {0:?}, who plays with you: choose another one")]
    LooksLike(String),
    #[error(transparent)]
    Record(#[from] BadOptions),
}

/// Returns a text as a name of at most `limit` characters, in Unicode's composed form (NFC).
///
/// Invisible characters are removed, among them those that change the direction of writing: with them a name could
/// look like another one or like nothing, and change how the words after it are read. Joiners and variation selectors
/// after a visible character stay: emoji and some scripts need them. Combining marks are limited to as many as languages
/// use: more of them would cover the lines around the name.
pub(crate) fn clean_name(text: &str, limit: usize) -> Result<String, BadName> {
    if text.trim().chars().any(char::is_control) {
        return Err(BadName::Control);
    }
    let name = shown_name(text);
    if !name.chars().any(has_glyph) {
        return Err(BadName::Invisible);
    }
    if name.chars().count() > limit {
        return Err(BadName::TooLong(limit));
    }
    checked_name(&name)?;
    Ok(name)
}

/// Returns how a name is shown. Earlier versions stored names with less care.
fn shown_name(name: &str) -> String {
    without_excess_marks(&without_invisible(name).nfc().collect::<String>())
}

/// Returns what a guest is called, given the name that is stored, if one is.
pub(crate) fn name_of(guest: &Guest, stored: Option<String>) -> String {
    let shown = stored.map(|name| shown_name(&name)).filter(|name| !name.is_empty());
    shown.unwrap_or_else(|| guest.default_name())
}

/// Whether a text has more combining marks on a letter than languages use.
pub(crate) fn has_excess_marks(text: &str) -> bool {
    without_excess_marks(text) != text
}

/// The most combining marks after a letter, and the most of them that move above or below it. Burmese has five after a
/// letter, and Hebrew and Vietnamese have three above and below one.
const MAX_MARKS: usize = 6;
const MAX_STACKED: usize = 3;

/// Removes the combining marks that are too many, and those without a letter.
fn without_excess_marks(text: &str) -> String {
    let (mut marks, mut stacked) = (MAX_MARKS, MAX_STACKED);
    let is_kept = |character: &char| {
        if modifies_last(*character) {
            return true;
        }
        if !is_combining_mark(*character) {
            (marks, stacked) = if character.is_whitespace() { (MAX_MARKS, MAX_STACKED) } else { (0, 0) };
            return true;
        }
        let is_stacked = canonical_combining_class(*character) != 0;
        (marks, stacked) = (marks + 1, stacked + usize::from(is_stacked));
        marks <= MAX_MARKS && (stacked <= MAX_STACKED || !is_stacked)
    };
    text.chars().filter(is_kept).collect()
}

/// Whether all of a text is visible.
pub(crate) fn is_visible(text: &str) -> bool {
    without_invisible(text) == text && text.chars().any(has_glyph)
}

/// Removes the invisible characters of a text.
fn without_invisible(text: &str) -> String {
    let mut visible = String::new();
    for character in text.chars() {
        if character.is_whitespace() {
            visible.push(' ');
        } else if has_glyph(character) || modifies_last(character) && visible.chars().any(has_glyph) {
            visible.push(character);
        }
    }
    visible.trim_matches(|end| end == ' ' || JOINERS.contains(&end)).to_string()
}

/// Zero-width joiner and non-joiner, as in emoji of several people and in Persian and Indian scripts.
pub(crate) const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// Whether a character only changes the look of the one before it.
fn modifies_last(character: char) -> bool {
    let is_variation_selector =
        matches!(character, '\u{180b}'..='\u{180d}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}');
    is_variation_selector || JOINERS.contains(&character)
}

/// Whether a character is drawn: no space, control character or default-ignorable code point.
fn has_glyph(character: char) -> bool {
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
    fn invisible_text_is_no_name() {
        let invisible =
            ["", "   ", "\u{200b}", "\u{202e}\u{200d}", "\u{3164}", "\u{2800} \u{feff}", "\u{fe0f}\u{200d}"];
        for text in invisible {
            assert_eq!(clean_name(text, 32), Err(BadName::Invisible), "{text:?}");
        }
        assert_eq!(clean_name("a\u{7}b", 32), Err(BadName::Control));
        assert_eq!(clean_name("12345", 4), Err(BadName::TooLong(4)));
        assert!(
            matches!(clean_name(&"x".repeat(65), 100), Err(BadName::Record(_))),
            "a record's names are shorter"
        );
    }

    #[test]
    fn invisible_characters_are_removed() {
        assert_eq!(clean_name("\u{202e}Ann\u{2066}\u{200f}", 32).unwrap(), "Ann");
        assert_eq!(clean_name("A\u{200b}n\u{ad}n\u{200d} ", 32).unwrap(), "Ann");
        assert_eq!(clean_name("\u{feff}  Ann\u{2028}Lee ", 32).unwrap(), "Ann Lee");
    }

    #[test]
    fn emoji_and_scripts_stay_whole() {
        for text in ["👩\u{200d}👩\u{200d}👧", "❤\u{fe0f}", "می\u{200c}خواهم", "葛\u{e0100}城", "José", "שרה"]
        {
            assert_eq!(clean_name(text, 32).unwrap(), text);
        }
    }

    #[test]
    fn names_are_composed_and_have_few_marks() {
        assert_eq!(clean_name("Jose\u{301}", 32).unwrap(), "José");
        assert_eq!(
            clean_name(&format!("A{}nn", "\u{301}\u{316}".repeat(15)), 40).unwrap().chars().count(),
            6
        );
        assert_eq!(clean_name("\u{301}\u{302}Ann", 32).unwrap(), "Ann", "nothing to be above");
        assert_eq!(clean_name("\u{301}\u{302}", 32), Err(BadName::Invisible));
        for text in ["Việt Nguyễn", "שָׁלוֹם", "คำนี้", "ကြွော်", "हिन्दी", "མཐོང", "مُحَمَّد", "1\u{fe0f}\u{20e3}"]
        {
            let composed: String = text.nfc().collect();
            assert_eq!(clean_name(text, 32).unwrap(), composed);
        }
        assert!(!has_excess_marks("Z") && has_excess_marks(&format!("Z{}", "\u{30d}".repeat(9))));
    }

    #[test]
    fn tokens_are_fully_visible() {
        assert!(is_visible("R") && is_visible("❤\u{fe0f}"));
        assert!(!is_visible("R\u{200b}") && !is_visible("\u{202e}R") && !is_visible("\u{3164}"));
    }
}
