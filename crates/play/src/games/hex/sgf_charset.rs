//! The characters of SGF: UTF-8, or Latin-1, which the format takes where a file says nothing else.

use super::sgf_standard::short;
use super::sgf_syntax::{Place, SyntaxError};

/// The names of `CA` that bytes which are no UTF-8 are read by, without their hyphens. A file that says UTF-8 and is not
/// was written by a program that did not know better.
const KNOWN: [&str; 9] =
    ["", "utf8", "iso88591", "latin1", "l1", "windows1252", "cp1252", "ascii", "usascii"];

/// What Windows-1252 has where Latin-1 has control characters, from byte 0x80 on.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Returns the text of an SGF file. Bytes that are no UTF-8 are Latin-1, with the letters of Windows, unless `CA` names
/// something else.
pub fn decode(bytes: Vec<u8>) -> Result<String, SyntaxError> {
    let text = match String::from_utf8(bytes) {
        Ok(text) => return Ok(text),
        Err(error) => error.as_bytes().iter().map(|&byte| letter(byte)).collect::<String>(),
    };
    match charset(&text) {
        Some((place, name)) if !is_known(name) => {
            let reason = format!("CA[{}]: only UTF-8, ISO-8859-1 and Windows-1252 can be read", short(name));
            Err(SyntaxError { place, reason })
        }
        _ => Ok(text),
    }
}

/// Returns the value of the first `CA`, and where it stands. The text is not parsed for it, because in other character
/// sets a bracket can be half a letter.
fn charset(text: &str) -> Option<(Place, &str)> {
    let is_name = |at: usize| !text[..at].ends_with(|before: char| before.is_ascii_uppercase());
    let (at, start) = text.match_indices("CA[").find(|(at, _)| is_name(*at))?;
    let (name, _) = text[at + start.len()..].split_once(']')?;
    let line = text[..at].matches('\n').count() + 1;
    let column = text[..at].chars().rev().take_while(|&letter| letter != '\n').count() + 1;
    Some((Place { line, column }, name))
}

fn letter(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

fn is_known(charset: &str) -> bool {
    let name: String = charset.chars().filter(char::is_ascii_alphanumeric).collect();
    KNOWN.contains(&name.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_1_is_what_is_no_utf_8() {
        for charset in ["", "CA[UTF-8]", "CA[ISO-8859-1]", "CA[iso8859-1]", "CA[Latin-1]", "CA[windows-1252]"]
        {
            let written = [b"(;", charset.as_bytes(), b"PB[J\xf6rg \x80])"].concat();
            assert_eq!(decode(written), Ok(format!("(;{charset}PB[Jörg €])")));
        }
        let text = "(;CA[Shift_JIS]PB[Jörg])";
        assert_eq!(decode(text.as_bytes().to_vec()).as_deref(), Ok(text), "it is UTF-8 whatever it says");
        let refused = decode(b"(;GM[11]\nCA[Shift_JIS]PB[\x83\x5d])".to_vec()).unwrap_err().to_string();
        assert!(refused.starts_with("2:1: CA[Shift_JIS]: only UTF-8"), "{refused}");
        assert_eq!(decode(b"no SGF \xff".to_vec()).as_deref(), Ok("no SGF ÿ"));
    }
}
