//! A report as JUnit's XML: a test suite for each group.

use super::FormatOptions;
use super::text::explanation;
use crate::report::{CaseResult, Report, Status};
use std::fmt::Write;

pub(super) fn junit(report: &Report, options: FormatOptions) -> String {
    let seconds = |case: &&CaseResult| case.elapsed.as_secs_f64();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let counts = |cases: &[&CaseResult]| {
        let of = |status| cases.iter().filter(|case| case.status == status).count();
        format!(
            "tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\"",
            cases.len(),
            of(Status::Differs),
            of(Status::NotRun)
        )
    };
    let all: Vec<&CaseResult> = report.cases.iter().collect();
    let name = escape(&format!("parlor check {}", report.game));
    let _ = writeln!(
        out,
        "<testsuites name=\"{name}\" {} time=\"{:.3}\">",
        counts(&all),
        report.elapsed.as_secs_f64()
    );
    for group in report.groups() {
        let cases: Vec<&CaseResult> = report.cases.iter().filter(|case| case.group == group).collect();
        let time: f64 = cases.iter().map(seconds).sum();
        let _ =
            writeln!(out, "  <testsuite name=\"{}\" {} time=\"{time:.3}\">", escape(group), counts(&cases));
        let score = options
            .points
            .and_then(|points| report.group_scores(points).into_iter().find(|score| score.group == group));
        if let Some(score) = score {
            let _ = writeln!(
                out,
                "    <properties><property name=\"score\" value=\"{}\"/><property name=\"max_score\" value=\"{}\"/></properties>",
                score.score, score.max_score
            );
        }
        for case in cases {
            write_case(&mut out, report, case);
        }
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

fn write_case(out: &mut String, report: &Report, case: &CaseResult) {
    let class = escape(&format!("{}.{}", report.game, case.group));
    let (name, time) = (escape(&case.name), case.elapsed.as_secs_f64());
    let _ = write!(out, "    <testcase classname=\"{class}\" name=\"{name}\" time=\"{time:.3}\"");
    match (case.status, case.findings.first()) {
        (Status::Agrees, _) => out.push_str("/>\n"),
        (Status::NotRun, _) => out.push_str("><skipped/></testcase>\n"),
        (Status::Differs, finding) => {
            let summary = finding.map_or("it differs", |finding| finding.summary.as_str());
            let text = finding.map(|finding| explanation(finding, false)).unwrap_or_default();
            let _ = writeln!(
                out,
                ">\n      <failure type=\"difference\" message=\"{}\">{}</failure>\n    </testcase>",
                escape(summary),
                escape(&text)
            );
        }
    }
}

/// Escapes text for XML. What no XML may contain becomes U+FFFD.
fn escape(text: &str) -> String {
    let one = |letter: char| match letter {
        '&' => "&amp;".to_string(),
        '<' => "&lt;".into(),
        '>' => "&gt;".into(),
        '"' => "&quot;".into(),
        '\'' => "&apos;".into(),
        '\n' | '\t' => letter.into(),
        '\u{fffe}' | '\u{ffff}' => "\u{fffd}".into(),
        letter if letter.is_control() => "\u{fffd}".into(),
        letter => letter.into(),
    };
    text.chars().map(one).collect()
}
