//! Gradescope's `results.json`: a test with points for each group.

use super::FormatOptions;
use super::text::{explanation, group_line};
use crate::report::{CaseResult, Report, Status};
use serde_json::json;

/// Who sees a result on Gradescope, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Visibility {
    /// Students see it at once.
    #[default]
    Visible,
    /// After the assignment's due date.
    AfterDueDate,
    /// When the grades are published.
    AfterPublished,
    /// Only the teachers.
    Hidden,
}

impl Visibility {
    fn word(self) -> &'static str {
        match self {
            Visibility::Visible => "visible",
            Visibility::AfterDueDate => "after_due_date",
            Visibility::AfterPublished => "after_published",
            Visibility::Hidden => "hidden",
        }
    }
}

/// The points where none are named.
const POINTS: f64 = 100.0;
/// Explanations for each group.
const MOST_EXPLAINED: usize = 3;
/// The longest output of a group, in characters.
const LONGEST: usize = 20_000;

pub(super) fn gradescope(report: &Report, options: FormatOptions) -> String {
    let points = options.points.unwrap_or(POINTS);
    let tests = report.group_scores(points).into_iter().map(|score| {
        let cases: Vec<&CaseResult> = report.cases.iter().filter(|case| case.group == score.group).collect();
        json!({
            "name": format!("{}: {}", report.game, score.group),
            "score": score.score,
            "max_score": score.max_score,
            "status": if score.agreeing == score.cases { "passed" } else { "failed" },
            "output": output(report, &score.group, &cases),
            "visibility": options.visibility.word(),
            "tags": [report.game, score.group],
        })
    });
    let tests: Vec<_> = tests.collect();
    let object = json!({
        "score": report.score(points),
        "execution_time": report.elapsed.as_secs_f64(),
        "output": report.notes.join("\n"),
        "visibility": options.visibility.word(),
        "stdout_visibility": "hidden",
        "tests": tests,
    });
    serde_json::to_string_pretty(&object).unwrap_or_default() + "\n"
}

fn output(report: &Report, group: &str, cases: &[&CaseResult]) -> String {
    let mut out = group_line(report, group) + "\n";
    let differing = cases.iter().filter(|case| case.status == Status::Differs);
    for (number, case) in differing.enumerate() {
        let Some(finding) = case.findings.first() else { continue };
        out.push_str(&format!("\n{}\n", case.name));
        match number < MOST_EXPLAINED {
            true => out.push_str(&explanation(finding, false)),
            false => out.push_str(&format!("  {}\n", finding.summary)),
        }
    }
    out.chars().take(LONGEST).collect()
}
