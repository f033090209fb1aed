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
}

impl Request {
    /// Reads a line. Returns nothing for an empty line and for a comment.
    pub fn read(line: &str) -> Option<Request> {
        let line = line.split('#').next().unwrap_or_default();
        let visible: String =
            line.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        let mut words = visible.split_whitespace().map(String::from).peekable();
        let is_number = |word: &String| word.len() <= 20 && word.bytes().all(|byte| byte.is_ascii_digit());
        let id = words.next_if(is_number);
        // A number alone is a command without a name, which gets an answer too.
        if id.is_none() && words.peek().is_none() {
            return None;
        }
        Some(Request { id, name: words.next().unwrap_or_default(), arguments: words.collect() })
    }

    /// Returns the argument at an index.
    pub fn argument(&self, index: usize) -> Option<&str> {
        self.arguments.get(index).map(String::as_str)
    }

    /// Returns the color that is the argument at an index.
    pub fn color(&self, index: usize) -> Result<Player, String> {
        let text = self.argument(index).ok_or("expected a color: b or w")?;
        parse_color(text).ok_or_else(|| format!("{} is no color: b or w", shown(text)))
    }
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
