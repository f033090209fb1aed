//! A report as one JSON object.

use super::{FormatOptions, GroupScore};
use crate::report::{Report, Status};
use serde::Serialize;

#[derive(Serialize)]
struct Json<'a> {
    #[serde(flatten)]
    report: &'a Report,
    agrees: bool,
    agreeing: usize,
    differing: usize,
    not_run: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_score: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    groups: Vec<GroupScore>,
}

pub(super) fn json(report: &Report, options: FormatOptions) -> String {
    let object = Json {
        report,
        agrees: report.agrees(),
        agreeing: report.count(Status::Agrees),
        differing: report.count(Status::Differs),
        not_run: report.count(Status::NotRun),
        score: options.points.map(|points| report.score(points)),
        max_score: options.points,
        groups: options.points.map(|points| report.group_scores(points)).unwrap_or_default(),
    };
    serde_json::to_string(&object).unwrap_or_default() + "\n"
}
