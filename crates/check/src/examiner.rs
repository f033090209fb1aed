//! Judges a run: what should have been printed, whether it was, and how the program ended.

use crate::cases::Case;
use crate::check::CheckError;
use crate::compare::{Compare, compare};
use crate::explain::{FIRST_BOARD, end_words, explain, is_half_of_cell, trouble};
use crate::oracle::Expected;
use crate::recognize::{Kind, Recognizer, items, recognizer};
use crate::report::{Finding, LinePair};
use crate::sandbox::{End, Run};
use crate::tiles::{self, Judged, Outlook};
use parlor_play::{BadOptions, Dialogue, Header, Session, Table};
use parlor_rules::SplitMix64;
use parlor_rules::tiles::Position;

/// The judge of a game.
pub(crate) enum Examiner {
    /// A dialogue without chance: there is one right output.
    Dialogue {
        header: Box<Header>,
        session: Box<dyn Session>,
        recognizer: Box<dyn Recognizer>,
        compare: Compare,
    },
    /// 1024.
    Tiles(TilesExaminer),
}

pub(crate) struct TilesExaminer {
    pub(crate) start: Position,
    pub(crate) compare: Compare,
}

/// What is thought of a run.
#[derive(Default)]
pub(crate) struct Judgement {
    pub(crate) findings: Vec<Finding>,
    /// The kind of difference, if there is one.
    pub(crate) trouble: Option<Trouble>,
    /// Whether the time was used up.
    pub(crate) is_timeout: bool,
    /// What 1024's chance did.
    pub(crate) tiles: Option<Judged>,
}

/// The kind of a difference: shrinking must not turn one into another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Something else was printed, after this many words.
    Wrong { expected: Option<Kind>, printed: Option<Kind>, words: usize },
    /// The output ends too early.
    Missing { end: String },
    /// The output is right but the program did not end well.
    End,
}

impl Trouble {
    /// Returns whether another difference is of the same kind.
    pub(crate) fn is_like(&self, other: &Trouble) -> bool {
        match (self, other) {
            (
                Trouble::Wrong { expected, printed, .. },
                Trouble::Wrong { expected: want, printed: got, .. },
            ) => expected == want && printed == got,
            _ => self == other,
        }
    }
}

impl Examiner {
    /// Creates the judge of a game with these options.
    pub(crate) fn new(header: &Header, how: Compare) -> Result<Examiner, CheckError> {
        let table = Table::open(header.clone()).map_err(CheckError::Options)?;
        let info = table.session().info();
        if info.dialogue == Dialogue::Keys {
            let size = header.options.size.unwrap_or(parlor_rules::Size::new(4, 4));
            let start = Position::new(size, header.options.target, header.options.idle_spawns)
                .map_err(|bad| CheckError::Options(BadOptions::Panel(bad)))?;
            return Ok(Examiner::Tiles(TilesExaminer { start, compare: how }));
        }
        let names = table.names().to_vec();
        let found = recognizer(table.session(), &names);
        let recognizer = found.ok_or_else(|| CheckError::NoDialogue(header.game.clone()))?;
        let session = table.session().fork(parlor_play::ForkPoint::Start);
        Ok(Examiner::Dialogue { header: Box::new(header.clone()), session, recognizer, compare: how })
    }

    /// Returns whether an input is one that this game can be asked with.
    pub(crate) fn takes(&self, input: &str) -> bool {
        match self {
            Examiner::Dialogue { .. } => !input.trim().is_empty(),
            Examiner::Tiles(_) => true,
        }
    }

    /// Returns which words of an input take the next one as their number.
    pub(crate) fn takes_next(&self) -> fn(&str) -> bool {
        match self {
            Examiner::Dialogue { session, .. } => match session.info().dialogue {
                Dialogue::Cells => is_half_of_cell,
                Dialogue::Commands => |word| matches!(word, "p1" | "p2" | "row" | "column"),
                _ => |_| false,
            },
            Examiner::Tiles(_) => |_| false,
        }
    }

    /// Returns how many words of an input have been read at each refusal, as the rules have it.
    pub(crate) fn refusals(&self, input: &str) -> Vec<usize> {
        let Examiner::Dialogue { header, recognizer, .. } = self else { return Vec::new() };
        let Ok(expected) = Expected::of(header, input) else { return Vec::new() };
        let found = items(&**recognizer, &expected.text).into_iter();
        found
            .filter(|item| item.kind == Kind::Refusal)
            .map(|item| expected.words_before(item.offset))
            .collect()
    }

    /// Judges a run.
    pub(crate) fn judge(&self, input: &str, run: &Run) -> Judgement {
        let mut judgement = match self {
            Examiner::Dialogue { header, recognizer, compare: how, .. } => {
                judge_dialogue(header, &**recognizer, *how, input, run)
            }
            Examiner::Tiles(tiles) => tiles.judge(input, run),
        };
        judgement.is_timeout = run.end == End::OutOfTime;
        judgement
    }
}

fn judge_dialogue(
    header: &Header,
    recognizer: &dyn Recognizer,
    how: Compare,
    input: &str,
    run: &Run,
) -> Judgement {
    let mut judgement = Judgement::default();
    let expected = match Expected::of(header, input) {
        Ok(expected) => expected,
        Err(error) => {
            judgement.findings.push(Finding::warning(format!("the input can't be played: {error}")));
            return judgement;
        }
    };
    let comparison = compare(how, recognizer, &expected, &run.stdout);
    match comparison.difference {
        Some(difference) => {
            judgement.trouble = Some(match &difference.printed {
                Some(printed) => Trouble::Wrong {
                    expected: difference.expected.as_ref().map(|item| item.kind),
                    printed: Some(printed.kind),
                    words: difference
                        .expected
                        .as_ref()
                        .map_or(expected.words.len(), |item| expected.words_before(item.offset)),
                },
                None => Trouble::Missing { end: format!("{:?} {}", run.end, expected.is_cut_short) },
            });
            judgement.findings.insert(0, explain(header, &expected, difference, run));
        }
        None if comparison.lacks_first_board.is_some() => {
            let lines = comparison.lacks_first_board.unwrap_or_default();
            judgement.find_lacking("no board is printed before the first move", FIRST_BOARD, lines);
        }
        None if comparison.prints_again => {
            judgement.findings.push(Finding::warning(PRINTED_AGAIN));
            judgement.judge_any_end(&expected, how, run);
        }
        None => judgement.judge_any_end(&expected, how, run),
    }
    judgement
}

/// What is said of a program that shows more boards than the page.
const PRINTED_AGAIN: &str = "the same board is printed again where the page does not print it, which counts only under \
                             --compare lenient and exact";

impl Judgement {
    /// Notes that what is printed before any input is read is not there.
    fn find_lacking(&mut self, summary: &str, rule: &str, lines: Vec<LinePair>) {
        let finding = Finding { rule: Some(rule.into()), lines, ..Finding::difference(summary) };
        self.findings.insert(0, finding);
        self.trouble = Some(Trouble::Wrong { expected: Some(Kind::Row), printed: None, words: 0 });
    }

    /// Judges how a program ended whose output is right, with the game or with its input.
    fn judge_any_end(&mut self, expected: &Expected, how: Compare, run: &Run) {
        match expected.is_cut_short {
            true => self.judge_end_of_input(how, run),
            false => self.judge_end(run),
        }
    }

    /// Judges how a program ended whose output is right.
    fn judge_end(&mut self, run: &Run) {
        if self.find_sanitizer_report(run) {
            return;
        }
        let Some(words) = end_words(run.end) else { return };
        let finding = Finding {
            rule: Some("the program ends by itself when the game is over or its input ends".into()),
            detail: trouble(run),
            ..Finding::difference(format!("everything was printed, but {words}"))
        };
        self.findings.insert(0, finding);
        self.trouble = Some(Trouble::End);
    }

    /// Looks for a sanitizer's report. A program with one may end with any exit code, 0 and 1 as well.
    fn find_sanitizer_report(&mut self, run: &Run) -> bool {
        let errors = String::from_utf8_lossy(&run.stderr);
        let has_report = has_sanitizer_report(&errors);
        if has_report {
            self.findings.insert(0, sanitizer_finding(&errors));
            self.trouble = Some(Trouble::End);
        }
        has_report
    }

    /// Judges how a program ended whose input ended before the game.
    fn judge_end_of_input(&mut self, how: Compare, run: &Run) {
        if self.find_sanitizer_report(run) {
            return;
        }
        let (summary, rule) = match run.end {
            End::Exited(1) => return,
            End::Exited(_) if how != Compare::Exact => return,
            End::Exited(code) => (
                format!("the input ended before the game did, and the exit code is {code}"),
                "a program whose input ends before the game does ends with exit code 1",
            ),
            end => (
                format!("the input ended before the game did, and {}", end_words(end).unwrap_or_default()),
                "a program whose input ends before the game does ends as well: reading fails from then on, and asking \
                 again is of no use",
            ),
        };
        let finding =
            Finding { rule: Some(rule.into()), detail: trouble(run), ..Finding::difference(summary) };
        self.findings.insert(0, finding);
        self.trouble = Some(Trouble::End);
    }
}

/// Returns whether a sanitizer reports something on standard error. `runtime error: ` has a place in the source before
/// it, as in `main.cpp:7:3: runtime error: ...`; a program in Go may end with `panic: runtime error: ...` instead.
fn has_sanitizer_report(errors: &str) -> bool {
    let names = ["AddressSanitizer", "LeakSanitizer", "MemorySanitizer", "ThreadSanitizer"];
    let has_place = |line: &str| {
        let place = line.split_once(": runtime error: ").map(|(place, _)| place);
        place.is_some_and(|place| place.ends_with(|end: char| end.is_ascii_digit() || end == '>'))
    };
    names.iter().any(|name| errors.contains(name)) || errors.lines().any(has_place)
}

fn sanitizer_finding(errors: &str) -> Finding {
    let lines: Vec<&str> = errors.lines().take(40).collect();
    Finding {
        detail: Some(lines.join("\n")),
        rule: Some("no memory may leak, and none may be used that is not the program's own".into()),
        ..Finding::difference("everything was printed, but a sanitizer reports a mistake")
    }
}

impl TilesExaminer {
    /// Returns how blind presses end on this board.
    pub(crate) fn outlook(&self) -> Outlook {
        tiles::outlook(&self.start, &mut SplitMix64::new(7))
    }

    pub(crate) fn cases(&self, random: usize, seed: u64) -> Vec<Case> {
        tiles::cases(&self.outlook(), random, &mut SplitMix64::new(seed ^ 0x1024))
    }

    fn judge(&self, input: &str, run: &Run) -> Judgement {
        let mut judged = tiles::judge(&self.start, self.compare, input, &run.stdout);
        let mut judgement = Judgement::default();
        match judged.finding.take() {
            Some(finding) => {
                judgement.trouble = Some(match judged.is_missing {
                    true => Trouble::Missing { end: format!("{:?}", run.end) },
                    false => {
                        Trouble::Wrong { expected: None, printed: Some(Kind::Row), words: judged.presses }
                    }
                });
                judgement.findings.insert(0, Finding { detail: trouble(run), ..finding });
            }
            None if judged.lacks_first_panel => {
                let summary = "only one panel is printed before the first press";
                let rule = "the panel is printed after each of the two first tiles";
                judgement.find_lacking(summary, rule, Vec::new());
            }
            None => {
                if judged.prints_again {
                    judgement.findings.push(Finding::warning(PRINTED_AGAIN));
                }
                judgement.judge_end(run);
            }
        }
        judgement.tiles = Some(judged);
        judgement
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Judges a program for classic that printed what it should and ended so.
    fn judge(input: &str, end: End, errors: &str) -> Judgement {
        let header = Header::new("classic");
        let Ok(expected) = Expected::of(&header, input) else { panic!("{input} can't be played") };
        let run = Run {
            end,
            stdout: expected.text.into_bytes(),
            stderr: errors.into(),
            elapsed: Duration::ZERO,
            peak_memory: 0,
        };
        let Ok(examiner) = Examiner::new(&header, Compare::Boards) else { panic!("there is no examiner") };
        examiner.judge(input, &run)
    }

    /// What GCC's sanitizers print, with the exit code that they leave.
    const REPORTS: [(&str, i32); 3] = [
        ("=================\n==7==ERROR: LeakSanitizer: detected memory leaks\n", 23),
        ("==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010\n", 1),
        ("main.cpp:9:5: runtime error: index 7 out of bounds for type 'int [7]'\n", 1),
    ];

    #[test]
    fn sanitizers_are_heard_however_the_input_ends() {
        // The first input ends before the game, the second with it.
        for input in ["3 3\n", "0 1 0 1 0 1 0 n\n"] {
            for (errors, code) in REPORTS {
                for code in [code, 0, 1] {
                    let judgement = judge(input, End::Exited(code), errors);
                    assert_eq!(judgement.trouble, Some(Trouble::End), "{input:?} {errors} {code}");
                    assert!(judgement.findings[0].summary.contains("a sanitizer reports a mistake"));
                }
            }
        }
    }

    #[test]
    fn other_text_on_standard_error_is_free() {
        let go = "panic: runtime error: index out of range [7] with length 7\n";
        for (end, errors) in [(End::Exited(1), "input ended\n"), (End::Exited(2), go), (End::Exited(0), "")] {
            assert_eq!(judge("3 3\n", end, errors).trouble, None, "{errors}");
        }
    }
}
