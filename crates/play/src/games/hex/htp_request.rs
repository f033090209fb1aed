//! The lines of HTP: a command that is read, and an answer as it is written.

use super::notation::parse_color;
use parlor_rules::Player;

/// The longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 1 << 16;

/// A command: its number if it has one, its name and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The number, as it was written.
    pub id: Option<String>,
    /// The name of the command.
    pub name: String,
    /// The words after it.
    pub arguments: Vec<String>,
    /// The same as one text.
    text: String,
}

impl Request {
    /// Reads a line. Returns nothing for an empty line and for a comment.
    pub fn read(line: &str) -> Option<Request> {
        let line = line.split('#').next().unwrap_or_default();
        let visible: String =
            line.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        let is_number = |word: &&str| word.len() <= 20 && word.bytes().all(|byte| byte.is_ascii_digit());
        let (first, after) = split_word(&visible);
        let id = Some(first).filter(|first| !first.is_empty()).filter(is_number);
        // A number alone is a command without a name, which gets an answer too.
        let (name, text) = if id.is_some() { split_word(after) } else { (first, after) };
        if id.is_none() && name.is_empty() {
            return None;
        }
        let arguments = text.split_whitespace().map(String::from).collect();
        Some(Request { id: id.map(String::from), name: name.into(), arguments, text: text.into() })
    }

    /// Returns the argument at an index.
    pub fn argument(&self, index: usize) -> Option<&str> {
        self.arguments.get(index).map(String::as_str)
    }

    /// Returns a file's name and the number after it, if there is one. The name may be quoted, and has to be where it ends
    /// in a number of its own after a space.
    pub fn file(&self) -> Result<(&str, Option<usize>), String> {
        if let Some(quoted) = self.text.strip_prefix('"') {
            let (name, after) = quoted.split_once('"').ok_or("expected \" after the name of the file")?;
            return match after.trim() {
                "" => Ok((name, None)),
                number => number
                    .parse()
                    .map(|number| (name, Some(number)))
                    .map_err(|_| format!("{} is no number of moves", shown(number))),
            };
        }
        let (name, number) = self.text.rsplit_once(' ').unwrap_or((&self.text, ""));
        match number.parse() {
            Ok(number) => Ok((name.trim_end(), Some(number))),
            Err(_) if self.text.is_empty() => Err("expected a file".into()),
            Err(_) => Ok((&self.text, None)),
        }
    }

    /// Returns the color that is the argument at an index.
    pub fn color(&self, index: usize) -> Result<Player, String> {
        let text = self.argument(index).ok_or("expected a color: b or w")?;
        parse_color(text).ok_or_else(|| format!("{} is no color: b or w", shown(text)))
    }
}

/// Returns the first word of a text, and what follows it, without the spaces around.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

/// Returns an answer as it is written: `=` or `?`, the number of the command, the text, a blank line.
pub fn reply(id: Option<&str>, answer: &Result<String, String>) -> String {
    let (sign, text) = match answer {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    // An empty line would end the answer.
    let lines: Vec<&str> = text
        .split('\n')
        .enumerate()
        .filter(|(index, line)| *index == 0 || !line.is_empty())
        .map(|(_, line)| line)
        .collect();
    format!("{sign}{} {}\n\n", id.unwrap_or_default(), lines.join("\n"))
}

/// Returns the first characters of a word, for an error.
pub fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}
