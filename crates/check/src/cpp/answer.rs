//! What the driver answers to an operation, what the rules expect, and whether the two agree.

use crate::Compare;

/// What the rules expect of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// Nothing but to return.
    Nothing,
    /// Whatever it likes, an exception as well: the rules leave it open.
    Anything,
    /// A number.
    Number(i64),
    /// A string, to the letter.
    Text(String),
    /// A board, in the stream that was given.
    Printed(String),
    /// A board on standard output.
    Shown(String),
    /// The contents of the bins, from the bottom up.
    Bins(Vec<Vec<u8>>),
    /// A bin, and some question on standard output.
    Asked(i64),
    /// A whole game that uses up its input: the last board and how it ended.
    Game {
        /// The last board.
        board: String,
        /// The line after it.
        verdict: &'static str,
    },
}

/// What the driver answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// The answer itself; strings without their quotes.
    pub(super) value: Value,
    /// What was printed on standard output meanwhile.
    pub(super) printed: String,
}

/// The answer itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// A number, bins, or `-` for nothing.
    Plain(String),
    /// A string.
    Text(String),
    /// The operation threw an exception that says this.
    Threw(String),
    /// It read more input than there was.
    WantsInput,
    /// It did not end in time.
    OutOfTime,
    /// Memory was left over at the end.
    Leak,
}

impl Answer {
    /// Reads a line of the driver.
    pub(super) fn read(line: &str) -> Option<Answer> {
        let (value, rest) = if let Some(rest) = line.strip_prefix("! ") {
            let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            match word {
                "threw" => {
                    let (text, rest) = unquote(rest)?;
                    (Value::Threw(text), rest)
                }
                "input" => (Value::WantsInput, rest),
                "time" => (Value::OutOfTime, rest),
                "leak" => (Value::Leak, rest),
                _ => return None,
            }
        } else if line.starts_with('"') {
            let (text, rest) = unquote(line)?;
            (Value::Text(text), rest)
        } else {
            let (plain, rest) = line.split_once(" | ")?;
            (Value::Plain(plain.trim().into()), rest)
        };
        let rest = rest.trim_start_matches([' ', '|']);
        let printed = if rest.is_empty() { String::new() } else { unquote(rest)?.0 };
        Some(Answer { value, printed })
    }
}

impl Expected {
    /// Returns whether an answer is the expected one.
    pub(super) fn agrees(&self, answer: &Answer, compare: Compare) -> bool {
        let plain = match &answer.value {
            Value::Plain(plain) => Some(plain.as_str()),
            _ => None,
        };
        match self {
            Expected::Nothing => plain == Some("-"),
            Expected::Anything => true,
            Expected::Number(number) | Expected::Asked(number) => plain == Some(&number.to_string()),
            Expected::Text(text) => answer.value == Value::Text(text.clone()),
            Expected::Bins(_) => plain == Some(&self.as_plain()),
            Expected::Printed(board) => match &answer.value {
                Value::Text(text) => same_board(board, text, compare),
                _ => false,
            },
            Expected::Shown(board) => plain == Some("-") && same_board(board, &answer.printed, compare),
            Expected::Game { board, verdict } => {
                let is_used_up = matches!(&answer.value, Value::Text(rest) if rest.trim().is_empty());
                is_used_up && ends_with_game(&answer.printed, board, verdict)
            }
        }
    }

    /// Returns the answer in the driver's words, for comparing.
    fn as_plain(&self) -> String {
        let Expected::Bins(bins) = self else { return String::new() };
        let bin = |values: &Vec<u8>| match values.is_empty() {
            true => ".".to_string(),
            false => values.iter().map(u8::to_string).collect::<Vec<_>>().join("_"),
        };
        bins.iter().map(bin).collect::<Vec<_>>().join(",")
    }
}

/// Returns bins from the driver's words as C++ writes them: `{{0, 1}, {}}`.
pub(super) fn bins_as_cpp(plain: &str) -> String {
    let bins = plain.split(',').map(|bin| match bin {
        "." | "none" => "{}".to_string(),
        values => format!("{{{}}}", values.replace('_', ", ")),
    });
    format!("{{{}}}", bins.collect::<Vec<_>>().join(", "))
}

/// Returns bins as C++ writes them.
pub(super) fn bins_of(bins: &[Vec<u8>]) -> String {
    bins_as_cpp(&Expected::Bins(bins.to_vec()).as_plain())
}

/// Returns the lines that matter: without colors, trailing spaces and blank lines.
pub(super) fn essential_lines(text: &str) -> Vec<String> {
    let text = without_colors(text);
    text.lines().map(|line| line.trim_end().to_string()).filter(|line| !line.is_empty()).collect()
}

fn same_board(expected: &str, printed: &str, compare: Compare) -> bool {
    match compare {
        Compare::Exact => expected == printed,
        Compare::Boards | Compare::Lenient => essential_lines(expected) == essential_lines(printed),
    }
}

/// Returns whether the output of a game ends with this board and verdict. What is printed around them is free.
fn ends_with_game(printed: &str, board: &str, verdict: &str) -> bool {
    let lines = essential_lines(printed);
    let board = essential_lines(board);
    let Some(end) = lines.iter().rposition(|line| line.trim() == verdict) else { return false };
    // The last separator before the verdict belongs to the last board; its labels follow.
    let Some(last) = lines[..end].iter().rposition(|line| line.starts_with("+--")) else { return false };
    let Some(start) = (last + 2).checked_sub(board.len()) else { return false };
    let shown = &lines[start..(last + 2).min(end)];
    // The upper border may stand behind a prompt.
    let is_first_same = |first: &String| first.ends_with(board[0].as_str());
    shown.len() == board.len() && shown[1..] == board[1..] && shown.first().is_some_and(is_first_same)
}

/// Removes escape sequences of colors.
fn without_colors(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("\u{1b}[") {
        result.push_str(&rest[..start]);
        let sequence = &rest[start + 2..];
        let end =
            sequence.find(|letter: char| letter.is_ascii_alphabetic()).map_or(sequence.len(), |end| end + 1);
        rest = &sequence[end..];
    }
    result + rest
}

/// Reads a quoted string and returns it with what follows.
fn unquote(text: &str) -> Option<(String, &str)> {
    let mut bytes = Vec::new();
    let rest = text.strip_prefix('"')?;
    let mut letters = rest.char_indices();
    while let Some((index, letter)) = letters.next() {
        match letter {
            '"' => return Some((String::from_utf8_lossy(&bytes).into_owned(), &rest[index + 1..])),
            '\\' => match letters.next()?.1 {
                'x' => {
                    let digits: String = [letters.next()?.1, letters.next()?.1].iter().collect();
                    bytes.push(u8::from_str_radix(&digits, 16).ok()?);
                }
                other => bytes.push(other as u8),
            },
            _ => bytes.extend(letter.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read() {
        let answer = |value, printed: &str| Some(Answer { value, printed: printed.into() });
        assert_eq!(Answer::read("5 | \"\""), answer(Value::Plain("5".into()), ""));
        assert_eq!(Answer::read("- | \"a\\x0a\\\"\""), answer(Value::Plain("-".into()), "a\n\""));
        assert_eq!(Answer::read("\"R | é\" | \"b\""), answer(Value::Text("R | é".into()), "b"));
        assert_eq!(Answer::read("! threw \"no\" | \"\""), answer(Value::Threw("no".into()), ""));
        assert_eq!(Answer::read("! input \"Bin?\""), answer(Value::WantsInput, "Bin?"));
        assert_eq!(Answer::read("! time"), answer(Value::OutOfTime, ""));
        assert_eq!(Answer::read("\"unfinished"), None);
    }

    #[test]
    fn printing_is_lenient_unless_told() {
        let (expected, printed) = (" 0  1  2\n|◉ |\n", " 0  1  2 \n\n|\u{1b}[31m◉\u{1b}[0m |\n");
        assert!(same_board(expected, printed, Compare::Boards));
        assert!(!same_board(expected, printed, Compare::Exact));
        assert!(!same_board("|◉ |", "| ◉|", Compare::Boards));
        assert!(!same_board(" 0  1", " 0  2", Compare::Boards));
        assert!(!same_board(" 0  1", "0  1", Compare::Boards));
    }

    #[test]
    fn a_game_ends_with_its_board_and_verdict() {
        let board = "+--+\n|◉ |\n+--+\n 0\n";
        let printed = "+--+\n|  |\n+--+\n 0\nBin: +--+\n|◉ |\n+--+\n 0\nwinner: red\n";
        assert!(ends_with_game(printed, board, "winner: red"));
        assert!(!ends_with_game(printed, board, "winner: blue"));
        assert!(!ends_with_game("+--+\n|  |\n+--+\n 0\nwinner: red\n", board, "winner: red"));
        assert!(!ends_with_game("winner: red", board, "winner: red"));
    }
}
