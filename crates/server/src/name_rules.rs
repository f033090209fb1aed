//! Which names guests may choose: none that belong to somebody else, and none that offend.

use crate::banned_words::BannedWords;
use crate::config::Config;
use crate::display_name::BadName;
use crate::guest::Guest;
use crate::look_alike::{folded, plain};
use crate::storage::DELETED_NAME;
use std::collections::HashSet;

/// Which names guests may choose on a server.
pub(crate) struct NameRules {
    /// Folded names that are reserved as a whole.
    names: HashSet<String>,
    /// Folded words that no name may have.
    words: HashSet<String>,
    banned: BannedWords,
}

/// Words of those who run a server.
const OFFICIAL_WORDS: [&str; 7] =
    ["admin", "admins", "administrator", "moderator", "sysadmin", "webmaster", "parlor"];

/// Names that the page gives to others.
const OTHERS: [&str; 9] =
    [DELETED_NAME, "a friend", "friend", "you", "guest", "server", "system", "support", "staff"];

/// How many hexadecimal digits the name has that a guest gets at first.
const DEFAULT_DIGITS: usize = 4;

impl NameRules {
    pub(crate) fn new(config: &Config) -> NameRules {
        let engines =
            parlor_play::games().iter().flat_map(|game| game.engines()).map(|engine| engine.name.to_string());
        let programs = config.programs.iter().map(|program| program.name.clone());
        let names = OTHERS.map(str::to_string).into_iter().chain(engines).chain(programs);
        NameRules {
            names: names.map(|name| letters_of(&name)).collect(),
            words: OFFICIAL_WORDS.map(letters_of).into(),
            banned: config.banned_words.clone(),
        }
    }

    /// Returns an error if a guest may not have this name.
    pub(crate) fn check(&self, name: &str, guest: &Guest) -> Result<(), BadName> {
        if name == guest.default_name() {
            return Ok(());
        }
        let is_official = |word: &str| self.words.contains(&letters_of(word));
        let words = || {
            plain(name)
                .split(|letter: char| !letter.is_alphanumeric())
                .map(str::to_string)
                .collect::<Vec<_>>()
        };
        let is_numbered = |text: &str| text.trim_matches(|letter: char| letter.is_ascii_digit()).to_string();
        let whole = plain(name).chars().filter(|letter| letter.is_alphanumeric()).collect::<String>();
        let is_reserved = [&whole, &is_numbered(&whole)]
            .into_iter()
            .any(|name| self.names.contains(&letters_of(name)) || is_official(name))
            || words().iter().any(|word| is_official(word) || is_official(&is_numbered(word)))
            || is_default(&whole);
        if is_reserved {
            return Err(BadName::Reserved);
        }
        self.check_words(name)
    }

    /// Returns an error if a text has a banned word.
    pub(crate) fn check_words(&self, text: &str) -> Result<(), BadName> {
        if self.banned.has_one_in(text) { Err(BadName::Banned) } else { Ok(()) }
    }
}

/// Returns the letters and digits of a text, folded.
fn letters_of(text: &str) -> String {
    folded(&plain(text).chars().filter(|letter| letter.is_alphanumeric()).collect::<String>())
}

/// Whether a name, given by its letters and digits, looks like one that a guest gets at first: `Guest 12ab`.
fn is_default(name: &str) -> bool {
    let folded = folded(name);
    let Some(digits) = folded.strip_prefix(&letters_of("guest")) else { return false };
    // A digit may have been folded into a letter.
    let hexadecimal = folded_digits();
    let is_number = name.chars().rev().take_while(char::is_ascii_digit).count() >= digits.chars().count();
    is_number
        || digits.chars().count() == DEFAULT_DIGITS && digits.chars().all(|digit| hexadecimal.contains(digit))
}

fn folded_digits() -> String {
    folded("0123456789abcdef")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> NameRules {
        NameRules::new(&Config::new(([127, 0, 0, 1], 0).into(), ""))
    }

    #[test]
    fn names_of_others_are_reserved() {
        let (rules, guest) = (rules(), Guest::from_secret("ann"));
        for name in [
            "Admin",
            "ADMIN",
            "admin",
            "Аdmin",
            "ADMlN",
            "A d m i n",
            "Admin.",
            "Admin 1",
            "Parlor Admin",
            "the moderator",
            "Ädmin",
            "Ａｄｍｉｎ",
            "Parlor",
            "PARL0R",
            "Strong",
            "strong",
            "Ѕtrong",
            "Easy",
            "Perfect",
            "Random",
            "Deleted guest",
            "deleted  Guest",
            "DeIeted guest",
            "Guest",
            "Guest 1234",
            "guest1234",
            "Guest beef",
            "Guest l234",
            "Guest 123456",
            "You",
            "a friend",
        ] {
            assert_eq!(rules.check(name, &guest), Err(BadName::Reserved), "{name}");
        }
        assert_eq!(rules.check(&guest.default_name(), &guest), Ok(()), "one's own");
        assert_eq!(rules.check("Shithead", &guest), Err(BadName::Banned));
    }

    #[test]
    fn other_names_are_free() {
        let (rules, guest) = (rules(), Guest::from_secret("ann"));
        for name in [
            "Ann",
            "Strong Bob",
            "Mr Random",
            "Easygoing",
            "Роман",
            "Анна",
            "Дмитрий",
            "Сергей",
            "Ελένη",
            "Admiral",
            "Adam",
            "Guesthouse",
            "Guest of Ann",
            "Friends",
            "张伟",
            "שרה",
            "می\u{200c}خواهم",
            "👩\u{200d}👩\u{200d}👧",
            "1234",
            "Parlors",
        ] {
            assert_eq!(rules.check(name, &guest), Ok(()), "{name}");
        }
    }
}
