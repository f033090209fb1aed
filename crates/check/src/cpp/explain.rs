//! Puts a failure into words: the statements that show it, what was expected, and the rule behind it.

use super::answer::{Answer, Expected, Value, bins_as_cpp, bins_of, essential_lines};
use super::class::{Class, operation};
use super::runner::{Failure, Problem};
use crate::{Finding, LinePair};

/// Returns the finding of a failure.
pub(super) fn explain<C: Class>(script: &[C::Op], failure: &Failure) -> Finding {
    let shown = &script[..script.len().min(failure.at + 1)];
    let mut finding = Finding::difference(summary::<C>(script, failure));
    let rule = C::rule(shown);
    match &failure.problem {
        Problem::Differs { expected, answer } => {
            finding.lines = line_pairs(expected, answer);
            finding.board = C::board_after(shown);
            finding.rule = Some(rule.into());
        }
        Problem::Memory(error) => {
            finding.rule = Some(error.meaning.clone());
            finding.detail = Some(error.detail.clone());
        }
        Problem::WantsInput => {
            finding.rule = Some(rule.into());
            finding.board = C::board_after(shown);
        }
        _ => finding.rule = Some(rule.into()),
    }
    finding.rule = finding.rule.filter(|rule| !rule.is_empty());
    finding.input = Some(statements::<C>(script, failure));
    finding
}

/// Returns the failure in one line.
fn summary<C: Class>(script: &[C::Op], failure: &Failure) -> String {
    let what = match script.get(failure.at) {
        Some(op) => statement::<C>(op),
        None => "when the boards end".into(),
    };
    let after = after::<C>(script, failure);
    match &failure.problem {
        Problem::Differs { expected, answer } => match (said(expected), answered(expected, answer)) {
            (Some(expected), Some(answer)) => format!("{what} should {expected}, {answer}{after}"),
            _ => format!("{what} prints something else than it should{after}"),
        },
        Problem::Threw(text) if text.is_empty() => format!("{what} throws an exception{after}"),
        Problem::Threw(text) => format!("{what} throws an exception that says: {text}{after}"),
        Problem::WantsInput => format!("{what} reads on after it should have been content{after}"),
        Problem::OutOfTime => format!("{what} does not end{after}"),
        Problem::OutOfMemory => format!("{what} uses far too much memory{after}"),
        Problem::PrintsTooMuch => format!("{what} prints without end{after}"),
        Problem::Ended(how) => format!("{what} {how}{after}"),
        Problem::Memory(error) => {
            let place = error.place.as_ref().map_or(String::new(), |place| format!(" at {place}"));
            let function = error.function.as_ref().map_or(String::new(), |name| format!(" in {name}"));
            let kind = &error.kind;
            match error.kind.as_str() {
                "memory leak" => {
                    format!("memory leak: memory from new{place}{function} is never deleted{after}")
                }
                _ => format!("{kind}{place}{function}: {what}{after}"),
            }
        }
    }
}

/// Returns what happened before the failing operation, by the names of the operations.
fn after<C: Class>(script: &[C::Op], failure: &Failure) -> String {
    let is_change = |key: &&str| {
        matches!(*key, "copy" | "assign" | "chain" | "clear" | "insert" | "add" | "play" | "delete")
            || is_question(key)
    };
    let last = script.get(failure.at).map(C::key);
    let mut names: Vec<&str> = Vec::new();
    for key in script[..failure.at.min(script.len())].iter().map(C::key).filter(is_change) {
        let name = operation::<C>(key).map_or(key, |operation| operation.name);
        if !names.contains(&name) && last != Some(key) {
            names.push(name);
        }
    }
    if names.is_empty() { String::new() } else { format!(", after {}", names.join(", ")) }
}

/// Questions that change the board: they mark.
fn is_question(key: &str) -> bool {
    matches!(key, "horizontal" | "vertical" | "diagonal" | "win")
}

/// Returns the statement without what only prepares a stream.
fn statement<C: Class>(op: &C::Op) -> String {
    let text = C::statement(op);
    text.rsplit("; ").next().unwrap_or(&text).to_string()
}

fn said(expected: &Expected) -> Option<String> {
    match expected {
        Expected::Number(number) | Expected::Asked(number) => Some(format!("answer {number}")),
        Expected::Text(text) => Some(format!("answer \"{text}\"")),
        Expected::Bins(bins) => Some(format!("be {}", bins_of(bins))),
        Expected::Game { verdict, .. } => Some(format!("end with the right board and `{verdict}`")),
        Expected::Nothing | Expected::Anything | Expected::Printed(_) | Expected::Shown(_) => None,
    }
}

fn answered(expected: &Expected, answer: &Answer) -> Option<String> {
    match (expected, &answer.value) {
        (Expected::Game { .. }, Value::Text(rest)) if !rest.trim().is_empty() => Some(format!(
            "stops before it has read `{}`",
            rest.split_whitespace().collect::<Vec<_>>().join(" ")
        )),
        (Expected::Game { .. }, _) => Some("prints something else".into()),
        (Expected::Bins(_), Value::Plain(plain)) => Some(format!("is {}", bins_as_cpp(plain))),
        (_, Value::Plain(plain)) => Some(format!("answers {plain}")),
        (_, Value::Text(text)) => Some(format!("answers \"{text}\"")),
        _ => None,
    }
}

/// Returns what should be printed beside what was, for boards.
fn line_pairs(expected: &Expected, answer: &Answer) -> Vec<LinePair> {
    let (expected, printed) = match (expected, &answer.value) {
        (Expected::Printed(board), Value::Text(text)) => (essential_lines(board), essential_lines(text)),
        (Expected::Shown(board), _) => (essential_lines(board), essential_lines(&answer.printed)),
        (Expected::Game { board, verdict }, _) => {
            let mut expected = essential_lines(board);
            expected.push(verdict.to_string());
            let printed = essential_lines(&answer.printed);
            let last = printed.len().saturating_sub(expected.len());
            (expected, printed[last..].to_vec())
        }
        _ => return Vec::new(),
    };
    let mut has_differed = false;
    (0..expected.len().max(printed.len()))
        .map(|at| {
            let (expected, printed) = (expected.get(at).cloned(), printed.get(at).cloned());
            let differs = expected != printed && !has_differed;
            has_differed |= differs;
            LinePair { expected, printed, differs }
        })
        .collect()
}

/// Returns the script as statements for a `main()`, with a comment where it goes wrong.
fn statements<C: Class>(script: &[C::Op], failure: &Failure) -> String {
    let mut lines: Vec<String> = script.iter().take(failure.at + 1).map(line_of::<C>).collect();
    // A board that is deleted has to come from new.
    let deleted: Vec<String> = script
        .iter()
        .map(C::statement)
        .filter_map(|statement| statement.strip_prefix("delete &").map(String::from))
        .collect();
    for name in deleted {
        for line in &mut lines {
            if let Some(rest) = line.strip_prefix(&format!("Board {name}")) {
                *line = format!("Board& {name} = *new Board{rest}");
            }
        }
    }
    if failure.at >= script.len() {
        lines.push("// here the boards end".into());
    }
    if let Some(last) = lines.last_mut() {
        let comment = match &failure.problem {
            Problem::Differs { expected, answer } => match (said(expected), answered(expected, answer)) {
                (Some(expected), Some(answer)) => format!("  // should {expected}, {answer}"),
                _ => "  // see below".into(),
            },
            Problem::Memory(error) => format!("  // {}", error.kind),
            Problem::WantsInput => "  // reads on after all that was typed".into(),
            Problem::OutOfTime => "  // does not end".into(),
            _ => String::new(),
        };
        last.push_str(&comment);
    }
    lines.join("\n")
}

fn line_of<C: Class>(op: &C::Op) -> String {
    let statement = C::statement(op);
    if statement.starts_with("//") { statement } else { format!("{statement};") }
}
