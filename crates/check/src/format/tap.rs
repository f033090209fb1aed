//! A report in the Test Anything Protocol, version 14.

use super::text::explanation;
use super::{FormatOptions, printable};
use crate::report::{Report, Status};
use std::fmt::Write;

pub(super) fn tap(report: &Report, options: FormatOptions) -> String {
    let mut out = format!("TAP version 14\n1..{}\n", report.cases.len());
    for (number, case) in report.cases.iter().enumerate() {
        let name = printable(&format!("{}: {}", case.group, case.name)).replace(['#', '\\', '\n'], " ");
        let (ok, skip) = match case.status {
            Status::Agrees => ("ok", ""),
            Status::Differs => ("not ok", ""),
            Status::NotRun => ("not ok", " # SKIP not run after so many differences"),
        };
        let _ = writeln!(out, "{ok} {} - {name}{skip}", number + 1);
        if let Some(finding) = case.findings.first() {
            let message = serde_json::to_string(&finding.summary).unwrap_or_default();
            let _ = writeln!(out, "  ---\n  message: {message}");
            for (key, value) in
                [("rule", &finding.rule), ("input", &finding.input), ("repeat", &finding.repeat)]
            {
                if let Some(value) = value {
                    let _ = writeln!(out, "  {key}: {}", serde_json::to_string(value).unwrap_or_default());
                }
            }
            let _ = writeln!(out, "  explanation: |\n{}", indented(&explanation(finding, false), "    "));
            let _ = writeln!(out, "  ...");
        }
    }
    for note in &report.notes {
        let _ = writeln!(out, "# {}", printable(note).replace('\n', " "));
    }
    if let Some(points) = options.points {
        let _ = writeln!(out, "# {} of {points} points", report.score(points));
    }
    out
}

fn indented(text: &str, by: &str) -> String {
    text.lines().map(|line| format!("{by}{line}").trim_end().to_string()).collect::<Vec<_>>().join("\n")
}
