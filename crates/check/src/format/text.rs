//! A report for people: the groups, the first differences explained in full, the others in a line each.

use super::{FormatOptions, printable};
use crate::report::{Finding, LinePair, Report, Severity, Status};
use std::collections::HashSet;
use std::fmt::Write;

/// How many differences are explained in full: each breaks another rule.
const MOST_EXPLAINED: usize = 3;
/// How many of the others are listed.
const MOST_LISTED: usize = 12;

pub(super) fn text(report: &Report, options: FormatOptions) -> String {
    let paint = Paint(options.color);
    let mut out = String::new();
    let mut rules: HashSet<&str> = HashSet::new();
    let mut listed = Vec::new();
    for case in report.cases.iter().filter(|case| case.status == Status::Differs) {
        let Some(finding) = case.findings.first() else { continue };
        let name = printable(&format!("{}: {}", case.group, case.name));
        let rule = finding.rule.as_deref().unwrap_or(&finding.summary);
        if rules.len() < MOST_EXPLAINED && rules.insert(rule) {
            let _ = writeln!(out, "{} {}", paint.bold(&name), paint.red("differs"));
            out.push_str(&explanation(finding, options.color));
            out.push('\n');
        } else {
            listed.push(format!("{name}: {}", printable(&finding.summary)));
        }
    }
    if !listed.is_empty() {
        let _ = writeln!(out, "Also different:");
        for line in listed.iter().take(MOST_LISTED) {
            let _ = writeln!(out, "  {line}");
        }
        if listed.len() > MOST_LISTED {
            let _ = writeln!(out, "  and {} more", listed.len() - MOST_LISTED);
        }
        out.push('\n');
    }
    for group in report.groups() {
        let _ = writeln!(out, "{}", group_line(report, group));
    }
    for note in &report.notes {
        let _ = writeln!(out, "Note: {}", printable(note));
    }
    let [agree, differ, not_run] =
        [Status::Agrees, Status::Differs, Status::NotRun].map(|status| report.count(status));
    let verdict = if report.agrees() {
        paint.green("agrees with the rules")
    } else {
        paint.red("differs from the rules")
    };
    let skipped = if not_run > 0 { format!(", {not_run} not run") } else { String::new() };
    let _ = writeln!(
        out,
        "{}: {} {verdict}: {agree} cases agree, {differ} differ{skipped} ({} runs, {:.1} s)",
        report.game,
        printable(&report.subject),
        report.runs,
        report.elapsed.as_secs_f64()
    );
    if let Some(points) = options.points {
        let _ = writeln!(out, "Points: {} of {points}", report.score(points));
    }
    out
}

/// Returns a group's name and how many of its cases agree.
pub(super) fn group_line(report: &Report, group: &str) -> String {
    let cases: Vec<_> = report.cases.iter().filter(|case| case.group == group).collect();
    let agreeing = cases.iter().filter(|case| case.status == Status::Agrees).count();
    format!("{group:<12} {agreeing:>4} of {} agree", cases.len())
}

/// Returns everything a finding says, indented by two spaces.
pub(super) fn explanation(finding: &Finding, color: bool) -> String {
    let paint = Paint(color);
    let mut out = String::new();
    let label = if finding.severity == Severity::Warning { "Warning: " } else { "" };
    let _ = writeln!(out, "  {label}{}", printable(&finding.summary));
    if let Some(rule) = &finding.rule {
        let _ = writeln!(out, "  Rule: {}", paint.bold(&printable(rule)));
    }
    if let Some(input) = &finding.input {
        let shown = shortened(input.trim_end());
        let _ = writeln!(out, "  Input:\n{}", indented(&printable(&shown), "    "));
    }
    if !finding.lines.is_empty() {
        out.push_str(&side_by_side(&finding.lines, paint));
    }
    if let Some(board) = &finding.board {
        let _ = writeln!(out, "  The board as it should be:\n{}", indented(&printable(board), "    "));
    }
    if let Some(detail) = &finding.detail {
        let _ = writeln!(out, "{}", indented(&printable(detail), "  "));
    }
    if let Some(repeat) = &finding.repeat {
        let _ = writeln!(out, "  Repeat: {repeat}");
    }
    out
}

/// The widest column of the side-by-side view.
const WIDEST: usize = 60;

fn side_by_side(lines: &[LinePair], paint: Paint) -> String {
    let cut = |text: &Option<String>| -> String {
        let text = printable(text.as_deref().unwrap_or("").trim_end_matches('\n'));
        let mut short: String = text.chars().take(WIDEST).collect();
        if text.chars().count() > WIDEST {
            short.push('…');
        }
        short
    };
    let rows: Vec<(String, String, bool)> =
        lines.iter().map(|pair| (cut(&pair.expected), cut(&pair.printed), pair.differs)).collect();
    let width = rows.iter().map(|(left, ..)| left.chars().count()).max().unwrap_or(0).max("Expected".len());
    let mut out = format!("    {:<width$} | Printed\n", "Expected");
    for (left, right, differs) in rows {
        let mark = if differs { ">" } else { " " };
        let pad = " ".repeat(width - left.chars().count());
        let line = format!("  {mark} {left}{pad} | {right}");
        let line = line.trim_end();
        let _ = writeln!(out, "{}", if differs { paint.red(line) } else { line.into() });
    }
    out
}

fn shortened(text: &str) -> String {
    let count = text.chars().count();
    if count <= 1_000 {
        return text.into();
    }
    format!("{} ... ({} characters more)", text.chars().take(900).collect::<String>(), count - 900)
}

fn indented(text: &str, by: &str) -> String {
    text.lines().map(|line| format!("{by}{line}").trim_end().to_string()).collect::<Vec<_>>().join("\n")
}

/// Colors, where there are any.
#[derive(Clone, Copy)]
struct Paint(bool);

impl Paint {
    fn wrap(self, code: &str, text: &str) -> String {
        if self.0 { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.into() }
    }

    fn bold(self, text: &str) -> String {
        self.wrap("1", text)
    }

    fn red(self, text: &str) -> String {
        self.wrap("31", text)
    }

    fn green(self, text: &str) -> String {
        self.wrap("32", text)
    }
}
