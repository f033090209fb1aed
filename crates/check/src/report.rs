//! What a check found: the types that every kind of check fills and every output format reads.

use serde::Serialize;
use std::time::Duration;

/// The result of checking one program.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The game's name.
    pub game: String,
    /// What was checked: the program and its arguments, or a folder of sources.
    pub subject: String,
    /// The results, in the order of the cases.
    pub cases: Vec<CaseResult>,
    /// What is true of the whole run and not of one case: warnings and remarks.
    pub notes: Vec<String>,
    /// How many times a program was started.
    pub runs: usize,
    /// How long the check took.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    pub elapsed: Duration,
}

/// The result of one case.
#[derive(Clone, Debug, Serialize)]
pub struct CaseResult {
    /// The case's name, unique within its group: `five in a row`.
    pub name: String,
    /// The group it belongs to, for points and headings: `examples`, `refusals`, `endings`, `random`.
    pub group: String,
    /// How it went.
    pub status: Status,
    /// What was found, the most important first. Warnings leave the status as it is.
    pub findings: Vec<Finding>,
    /// How long it took.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    pub elapsed: Duration,
}

/// How a case went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The program does what the rules say.
    Agrees,
    /// It does something else.
    Differs,
    /// The case was not run, because the program failed too often before.
    NotRun,
}

/// Something that was found.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// Whether it makes the case differ.
    pub severity: Severity,
    /// What was found, in one line.
    pub summary: String,
    /// The rule that was broken, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What was written to the program's standard input, or the calls that were made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// What should have been printed and what was, line by line around the first difference.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LinePair>,
    /// The board as it should be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// Other text that helps: the end of standard error, a sanitizer's report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// A command for a shell that repeats the case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeat: Option<String>,
}

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The program is wrong.
    Difference,
    /// Worth knowing, but not against the rules.
    Warning,
}

/// A line as it should be beside the line that was printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LinePair {
    /// The expected line; none where nothing more is expected.
    pub expected: Option<String>,
    /// The printed line; none where nothing more was printed.
    pub printed: Option<String>,
    /// Whether this is the first difference.
    pub differs: bool,
}

impl Finding {
    /// Creates a difference with nothing but its summary.
    pub fn difference(summary: impl Into<String>) -> Finding {
        Finding {
            severity: Severity::Difference,
            summary: summary.into(),
            rule: None,
            input: None,
            lines: Vec::new(),
            board: None,
            detail: None,
            repeat: None,
        }
    }

    /// Creates a warning with nothing but its summary.
    pub fn warning(summary: impl Into<String>) -> Finding {
        Finding { severity: Severity::Warning, ..Finding::difference(summary) }
    }
}

impl CaseResult {
    /// Creates the result of a case from what was found: it differs if a finding is a difference.
    pub fn new(name: impl Into<String>, group: impl Into<String>, findings: Vec<Finding>) -> CaseResult {
        let differs = findings.iter().any(|finding| finding.severity == Severity::Difference);
        let status = if differs { Status::Differs } else { Status::Agrees };
        CaseResult { name: name.into(), group: group.into(), status, findings, elapsed: Duration::ZERO }
    }
}

impl Report {
    /// Returns whether every case agrees.
    pub fn agrees(&self) -> bool {
        self.cases.iter().all(|case| case.status == Status::Agrees)
    }

    /// Returns how many cases have this status.
    pub fn count(&self, status: Status) -> usize {
        self.cases.iter().filter(|case| case.status == status).count()
    }

    /// Returns the groups in the order in which they first appear.
    pub fn groups(&self) -> Vec<&str> {
        let mut groups: Vec<&str> = Vec::new();
        for case in &self.cases {
            if !groups.contains(&case.group.as_str()) {
                groups.push(&case.group);
            }
        }
        groups
    }
}

fn seconds<S: serde::Serializer>(time: &Duration, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_f64((time.as_secs_f64() * 1e3).round() / 1e3)
}
