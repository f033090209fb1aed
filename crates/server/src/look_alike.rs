//! Texts that look alike: Unicode's confusable characters (UTS 39), and digits and symbols for letters.

use crate::display_name::JOINERS;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::skeleton;

/// Whether two names can hardly be told apart.
pub(crate) fn look_alike(one: &str, other: &str) -> bool {
    // Both cases are compared: a capital I looks like l, a small i doesn't.
    let as_written = |name: &str| skeleton(&spaced(name)).collect::<String>();
    let in_lower_case = |name: &str| skeleton(&spaced(name).to_lowercase()).collect::<String>();
    as_written(one) == as_written(other) || in_lower_case(one) == in_lower_case(other)
}

/// Returns a name with one space between its words.
fn spaced(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a text with plain letters instead of styled ones, and without accents.
pub(crate) fn plain(text: &str) -> String {
    text.nfkd().filter(|letter| !is_combining_mark(*letter) && !JOINERS.contains(letter)).collect()
}

/// Replaces letters that look alike, and digits and symbols that stand for letters, by one letter each.
pub(crate) fn folded(text: &str) -> String {
    let skeleton: String = skeleton(&text.to_lowercase()).collect();
    skeleton.to_lowercase().chars().map(meant_letter).collect()
}

/// Returns the letter that a digit or symbol stands for. I and l are one letter: 1 stands for either.
fn meant_letter(letter: char) -> char {
    match letter {
        '0' => 'o',
        '1' | '!' | '|' | 'i' => 'l',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        '8' => 'b',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confusable_names_look_alike() {
        for (one, other) in [
            ("Ann", "Ann"),
            ("Ann", "ann"),
            ("Ann", "Аnn"),
            ("Ali", "AIi"),
            ("Bill", "Bi11"),
            ("Tom", "Torn"),
            ("Ann  Lee", "Ann\u{a0}Lee"),
            ("❤", "❤\u{fe0f}"),
            ("Роман", "Poмaн"),
        ] {
            assert!(look_alike(one, other), "{one} {other}");
        }
        for (one, other) in
            [("Ann", "Anna"), ("José", "Jose"), ("Анна", "Anna"), ("Tom", "Tim"), ("Ann 1", "Ann 2")]
        {
            assert!(!look_alike(one, other), "{one} {other}");
        }
    }
}
