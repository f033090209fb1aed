//! Compares what was printed with what should have been.

use crate::follow::Path;
use crate::normalize::{lines, plain_text};
use crate::oracle::Expected;
use crate::recognize::{Item, Kind, Recognizer, items};
use crate::report::LinePair;
use std::collections::HashSet;

/// How closely output is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Compare {
    /// Boards, verdicts, scores and answers count; prompts and everything else are free.
    #[default]
    Boards,
    /// Every line counts; color codes, trailing spaces, blank lines and line ends do not.
    Lenient,
    /// Every byte counts.
    Exact,
}

/// The first difference between what should have been printed and what was.
#[derive(Clone, Debug)]
pub struct Difference {
    /// What should come next; none where nothing more should.
    pub expected: Option<Item>,
    /// What was printed instead; none where nothing more was.
    pub printed: Option<Item>,
    /// What came last before the difference, as it should and as it did.
    pub before: Option<Item>,
    /// Both texts side by side around the difference.
    pub lines: Vec<LinePair>,
    /// Whether nothing that was printed looks like a line of a board.
    pub has_no_board: bool,
    /// Whether what should come next is the line with the names of the columns.
    pub is_about_labels: bool,
}

/// What a comparison found.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The first difference, if there is one.
    pub difference: Option<Difference>,
    /// Both texts side by side at the board before the first move, if it was left out.
    pub lacks_first_board: Option<Vec<LinePair>>,
    /// Whether a board was printed again where the page does not print it.
    pub prints_again: bool,
}

/// Compares the output of a program.
pub(crate) fn compare(
    how: Compare,
    recognizer: &dyn Recognizer,
    expected: &Expected,
    printed: &[u8],
) -> Comparison {
    match how {
        Compare::Boards => compare_boards(recognizer, expected, printed),
        Compare::Lenient => {
            let printed = plain_text(printed);
            let (wanted, got) = (filled_lines(&expected.text), filled_lines(&printed));
            let may_end = may_end(recognizer, &wanted, &got);
            compare_lines(expected, true, may_end, &printed, &wanted, &got)
        }
        Compare::Exact => {
            let got_text = String::from_utf8_lossy(printed).into_owned();
            if printed == expected.text.as_bytes() {
                return Comparison::default();
            }
            let (wanted, got) = (raw_lines(&expected.text), raw_lines(&got_text));
            let may_end = may_end(recognizer, &wanted, &got);
            compare_lines(expected, false, may_end, &got_text, &wanted, &got)
        }
    }
}

/// Returns whether a program may end where its output does: with the game, though words follow.
fn may_end(recognizer: &dyn Recognizer, wanted: &[Item], got: &[Item]) -> bool {
    let kind = |item: &Item| recognizer.recognize(item.text.trim_end()).map(|found| found.kind());
    got.last().is_some_and(|last| kind(last) == Some(Kind::Verdict))
        && !wanted.iter().skip(got.len()).any(|item| kind(item) == Some(Kind::Score))
}

/// Compares two whole texts where every line counts. Returns them side by side at the first difference.
pub(crate) fn compare_texts(how: Compare, expected: &str, printed: &[u8]) -> Option<Vec<LinePair>> {
    let (wanted, got, text) = match how {
        Compare::Boards => return None,
        Compare::Lenient => {
            let text = plain_text(printed);
            (filled_lines(expected), filled_lines(&text), text)
        }
        Compare::Exact => {
            let text = String::from_utf8_lossy(printed).into_owned();
            (raw_lines(expected), raw_lines(&text), text)
        }
    };
    let same = wanted.iter().zip(&got).take_while(|(wanted, got)| wanted.text == got.text).count();
    let differs = same < wanted.len() || same < got.len();
    differs.then(|| side_by_side(expected, wanted.get(same), &text, got.get(same)))
}

/// Returns the lines that are not blank, without trailing spaces.
fn filled_lines(text: &str) -> Vec<Item> {
    let all = lines(text).enumerate().filter(|(_, line)| !line.text.is_empty());
    all.map(|(number, line)| whole_line(number, line.offset, line.text)).collect()
}

fn whole_line(line: usize, offset: usize, text: &str) -> Item {
    Item { kind: Kind::Row, text: text.into(), line, offset, is_loose: false }
}

/// Returns the lines with their ends, so that a missing newline shows.
fn raw_lines(text: &str) -> Vec<Item> {
    let mut offset = 0;
    let of = |(number, line): (usize, &str)| {
        let item = whole_line(number, offset, line);
        offset += line.len();
        item
    };
    text.split_inclusive('\n').enumerate().map(of).collect()
}

fn compare_lines(
    expected: &Expected,
    is_lenient: bool,
    may_end: bool,
    printed: &str,
    wanted: &[Item],
    got: &[Item],
) -> Comparison {
    let same = wanted.iter().zip(got).take_while(|(wanted, got)| wanted.text == got.text).count();
    if same == got.len() && (same == wanted.len() || may_end) {
        return Comparison::default();
    }
    if is_lenient && expected.is_cut_short && same == wanted.len() {
        return Comparison::default();
    }
    // The last prompt of a game that is cut short may go on: there is nothing to read.
    if is_lenient
        && expected.is_cut_short
        && same + 1 == wanted.len()
        && got.get(same).is_some_and(|line| line.text.starts_with(&wanted[same].text))
    {
        return Comparison::default();
    }
    let difference = Difference {
        expected: wanted.get(same).cloned(),
        printed: got.get(same).cloned(),
        before: same.checked_sub(1).and_then(|at| wanted.get(at)).cloned(),
        lines: side_by_side(&expected.text, wanted.get(same), printed, got.get(same)),
        has_no_board: false,
        is_about_labels: false,
    };
    Comparison { difference: Some(difference), ..Comparison::default() }
}

fn compare_boards(recognizer: &dyn Recognizer, expected: &Expected, printed: &[u8]) -> Comparison {
    let printed = plain_text(printed);
    let got = items(recognizer, &printed);
    let mut wanted = items(recognizer, &expected.text);
    // A program that never says a message in the page's words has words of its own.
    let said: HashSet<String> = got.iter().map(message).collect();
    wanted.retain(|item| !item.kind.is_free() || said.contains(&message(item)));
    let first_board = first_board(expected, &wanted);
    let path = Path::new(expected, &wanted);
    let whole = path.follow(0, &got);
    let prints_again = whole.prints_again;
    let Some(whole_failure) = whole.failure else {
        return Comparison { prints_again, ..Comparison::default() };
    };
    let without = path.follow(first_board, &got);
    let lacking = || side_by_side(&expected.text, wanted.first(), &printed, got.first());
    let (failure, lacks_first_board) = match without.failure {
        None => return Comparison { lacks_first_board: Some(lacking()), ..Comparison::default() },
        // The reading that gets further is the one that was meant.
        Some(without) if first_board > 0 && without.1 > whole_failure.1 => (without, Some(lacking())),
        Some(_) => (whole_failure, None),
    };
    let before = failure.0.checked_sub(1).and_then(|at| wanted.get(at)).cloned();
    let is_cells = |item: &Item| item.kind == Kind::Row && !recognizer.is_label(&item.text);
    let has_no_board = !printed.trim().is_empty() && !got.iter().any(is_cells);
    let is_label = |item: Option<&Item>| item.is_some_and(|item| item.kind == Kind::Row && !is_cells(item));
    let is_about_labels = is_label(wanted.get(failure.0));
    let (wanted, got) = (wanted.get(failure.0), got.get(failure.1));
    let lines = side_by_side(&expected.text, wanted, &printed, got);
    let difference = Difference {
        expected: wanted.cloned(),
        printed: got.cloned(),
        before,
        lines,
        has_no_board,
        is_about_labels,
    };
    Comparison { difference: Some(difference), lacks_first_board, prints_again: false }
}

/// Returns what messages of one kind have in common: their words without the numbers.
fn message(item: &Item) -> String {
    format!("{:?} {}", item.kind, item.text.replace(|letter: char| letter.is_ascii_digit(), ""))
}

/// Returns how many items belong to the board before the first word is read.
fn first_board(expected: &Expected, wanted: &[Item]) -> usize {
    let is_before = |item: &&Item| item.kind == Kind::Row && expected.words_before(item.offset) == 0;
    wanted.iter().take_while(is_before).count()
}

/// How many lines are shown before and after the first difference.
const BEFORE: usize = 13;
const AFTER: usize = 7;

/// Returns both texts around a difference, the differing lines beside each other.
fn side_by_side(expected: &str, wanted: Option<&Item>, printed: &str, got: Option<&Item>) -> Vec<LinePair> {
    let left: Vec<&str> = shown_lines(expected);
    let right: Vec<&str> = shown_lines(printed);
    let left_at = wanted.map_or(left.len(), |item| item.line);
    let right_at = got.map_or(right.len(), |item| item.line);
    let mut pairs = Vec::new();
    for step in -(BEFORE as isize)..=AFTER as isize {
        let line = |lines: &[&str], at: usize| -> Option<String> {
            at.checked_add_signed(step).and_then(|at| lines.get(at)).map(|line| (*line).to_string())
        };
        let (expected, printed) = (line(&left, left_at), line(&right, right_at));
        if expected.is_some() || printed.is_some() || step == 0 {
            pairs.push(LinePair { expected, printed, differs: step == 0 });
        }
    }
    pairs
}

fn shown_lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.split('\n').collect();
    if lines.last() == Some(&"") {
        lines.pop();
    }
    lines
}
