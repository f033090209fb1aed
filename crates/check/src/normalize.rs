//! Text without what never matters: escape sequences, carriage returns, trailing spaces.

const ESCAPE: char = '\u{1b}';

/// Returns what was printed as text, without escape sequences and carriage returns. Bytes that are no UTF-8 become U+FFFD.
pub(crate) fn plain_text(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            ESCAPE => skip_escape(&mut letters),
            '\r' | '\0' | '\u{7}' | '\u{feff}' => {}
            _ => plain.push(letter),
        }
    }
    plain
}

fn skip_escape(letters: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    match letters.peek() {
        Some('[') => {
            letters.next();
            // Parameters, then one final letter.
            for letter in letters.by_ref() {
                if ('\u{40}'..='\u{7e}').contains(&letter) {
                    break;
                }
            }
        }
        Some(']') => {
            // A title or the like, up to a bell or the escape that ends it.
            for letter in letters.by_ref() {
                if letter == '\u{7}' || letter == ESCAPE {
                    break;
                }
            }
        }
        Some('(' | ')') => {
            letters.next();
            letters.next();
        }
        _ => {
            letters.next();
        }
    }
}

/// A line of a text and where it starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) text: &'a str,
    pub(crate) offset: usize,
}

/// Returns the lines of a text without trailing spaces, blank ones included.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut offset = 0;
    text.split('\n').map(move |line| {
        let found = Line { text: line.trim_end(), offset };
        offset += line.len() + 1;
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_go() {
        assert_eq!(plain_text(b"\x1b[1;31mO\x1b[0m .\r\n\x1b]0;title\x07\x1b(BX\xff"), "O .\nX\u{fffd}");
        assert_eq!(plain_text(b"\x1b[2J\x1b[HA\x1b"), "A");
    }
}
