//! Explains a difference so that its author can mend it: what, which rule, the board as it should be, how to repeat it.

mod replay_prefix;
mod rules;

use crate::compare::Difference;
use crate::oracle::Expected;
use crate::recognize::{Item, Kind};
use crate::report::Finding;
use crate::sandbox::{End, Run};
use parlor_play::{Dialogue, Header};
pub(crate) use replay_prefix::is_half_of_cell;
use replay_prefix::{Effect, Moment};
pub(crate) use rules::FIRST_BOARD;

/// Returns the explanation of a difference.
pub(crate) fn explain(header: &Header, expected: &Expected, difference: Difference, run: &Run) -> Finding {
    let mut read =
        difference.expected.as_ref().map_or(expected.words.len(), |item| expected.words_before(item.offset));
    // A result that is claimed too early belongs to what came before.
    let claims_end = difference.printed.as_ref().is_some_and(rules::claims_end);
    let is_early = |item: &Item| !rules::claims_end(item) && !ends_like(header, expected, item, &difference);
    if claims_end && difference.expected.as_ref().is_some_and(is_early) {
        read = difference.before.as_ref().map_or(0, |item| expected.words_before(item.offset));
    }
    let moment = Moment::after(header, &expected.words[..read]);
    let refused = if claims_end { None } else { refused_before(header, expected, read) };
    let after = match read {
        0 => "before the first word".to_string(),
        _ => format!("after word {read} ({})", expected.words[read - 1]),
    };
    Finding {
        rule: refused.as_ref().or(moment.as_ref()).map(|moment| {
            if difference.has_no_board {
                return rules::no_board(moment);
            }
            let rule = rules::rule(moment, &difference);
            let missing = difference.expected.as_ref().filter(|_| difference.printed.is_none());
            match (&difference.printed, run.end) {
                (_, End::Exited(0)) if missing.is_some_and(|item| item.kind == Kind::Verdict) => {
                    let words = missing.map_or("", |item| item.text.as_str());
                    format!("{rule}; the page's words for it are {words:?}")
                }
                (None, End::Exited(0)) => format!(
                    "{rule}; input is read word by word to its end, whatever white space separates the words"
                ),
                (None, End::OutOfTime) => {
                    format!("a program gets through its input and ends in its time; it stopped somewhere here: {rule}")
                }
                _ => rule,
            }
        }),
        board: moment.as_ref().map(Moment::board).filter(|board| board.len() < 4_096),
        detail: trouble(run),
        summary: format!("{after}: {}", summary(&difference, run)),
        lines: difference.lines,
        ..Finding::difference("")
    }
}

/// Returns whether the game ends where this item is due, with the result that was printed: only the board is missing. Where
/// a player may place twice in a row, the result may as well belong to the move before.
fn ends_like(header: &Header, expected: &Expected, item: &Item, difference: &Difference) -> bool {
    let words = &expected.words[..expected.words_before(item.offset)];
    let is_over = Moment::after(header, words).is_some_and(|moment| {
        moment.session.info().dialogue != Dialogue::Commands && moment.session.turn().is_over()
    });
    let said = difference.printed.as_ref().map_or("", |said| said.text.as_str());
    is_over && expected.text[item.offset..].contains(said)
}

/// Returns the refusal right before a word, which shows only in what comes after it.
fn refused_before(header: &Header, expected: &Expected, read: usize) -> Option<Moment> {
    let mut found = None;
    for words in (1..read).rev() {
        let moment = Moment::after(header, &expected.words[..words])?;
        match moment.effect {
            Effect::Full(_) | Effect::Refused(_) | Effect::Ignored => found = Some(moment),
            Effect::Partial => {}
            _ => break,
        }
    }
    found
}

fn summary(difference: &Difference, run: &Run) -> String {
    let (expected, printed) = (difference.expected.as_ref(), difference.printed.as_ref());
    match (expected, printed) {
        (Some(expected), Some(printed)) => {
            format!("{} was expected, {} was printed", describe(expected), describe(printed))
        }
        (Some(expected), None) => match end_words(run.end) {
            Some(words) => format!("{words} before it printed {}", describe(expected)),
            None => format!("{} was expected, nothing more was printed", describe(expected)),
        },
        (None, Some(printed)) => format!("nothing more was expected, {} was printed", describe(printed)),
        (None, None) => "the outputs differ".into(),
    }
}

fn describe(item: &Item) -> String {
    let text: String = item.text.trim_end().chars().take(60).collect();
    match item.kind {
        Kind::Row => format!("the line {text:?}"),
        Kind::Verdict => format!("the result {text:?}"),
        Kind::Score => format!("{text:?}"),
        Kind::Answer => format!("the answer {text}"),
        Kind::Refusal => format!("the refusal {text:?}"),
        Kind::Turn => format!("the turn {text:?}"),
    }
}

/// Returns how a program ended, if not by itself and in peace.
pub(crate) fn end_words(end: End) -> Option<String> {
    Some(match end {
        End::Exited(0) => return None,
        End::Exited(code) => format!("the program ended with exit code {code}"),
        End::Signaled(signal) => format!("the program was ended by {}", signal_name(signal)),
        End::OutOfTime => "the program used up its time".into(),
        End::OutOfMemory => "the program used more memory than it may".into(),
        End::TooMuchOutput => "the program printed more than it may".into(),
        End::TooManyProcesses => "the program started more processes than it may".into(),
        End::KilledSupervisor => "the program ended the process that watches it".into(),
    })
}

fn signal_name(signal: i32) -> String {
    let name = match signal {
        4 => "SIGILL, an illegal instruction",
        6 => "SIGABRT, a failed assertion or an uncaught exception",
        7 => "SIGBUS, a bad address",
        8 => "SIGFPE, a division by zero",
        9 => "SIGKILL",
        11 => "SIGSEGV, a bad address: an index out of range or a pointer to nothing",
        13 => "SIGPIPE",
        _ => return format!("signal {signal}"),
    };
    name.into()
}

/// Returns how the program ended and the end of what it printed on standard error, if something went wrong.
pub(crate) fn trouble(run: &Run) -> Option<String> {
    let errors = String::from_utf8_lossy(&run.stderr);
    let lines: Vec<&str> = errors.trim_end().lines().collect();
    let last = lines[lines.len().saturating_sub(12)..].join("\n");
    match (end_words(run.end), last.is_empty()) {
        (None, _) => None,
        (Some(words), true) => Some(words),
        (Some(words), false) => Some(format!("{words}; its standard error ends with:\n{last}")),
    }
}
