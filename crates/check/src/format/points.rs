//! Shares points out: every group is worth the same, and earns as much of it as its cases agree.

use crate::report::{Report, Status};
use serde::Serialize;

/// What a group earned.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroupScore {
    /// The group.
    pub group: String,
    /// Cases that agree.
    pub agreeing: usize,
    /// All cases.
    pub cases: usize,
    /// Points earned.
    pub score: f64,
    /// Points that can be earned.
    pub max_score: f64,
}

impl Report {
    /// Returns what each group earned of these points.
    pub fn group_scores(&self, points: f64) -> Vec<GroupScore> {
        let groups = self.groups();
        let each = points / groups.len().max(1) as f64;
        let score = |group: &&str| {
            let cases = self.cases.iter().filter(|case| case.group == **group);
            let (mut all, mut agreeing) = (0, 0);
            for case in cases {
                all += 1;
                agreeing += usize::from(case.status == Status::Agrees);
            }
            let max_score = hundredths(each);
            GroupScore {
                group: (*group).into(),
                agreeing,
                cases: all,
                score: if agreeing == all { max_score } else { part(each * share(agreeing, all)) },
                max_score,
            }
        };
        groups.iter().map(score).collect()
    }

    /// Returns what was earned of these points in all.
    pub fn score(&self, points: f64) -> f64 {
        if self.agrees() {
            return points;
        }
        let groups = self.group_scores(points);
        let shares: f64 = groups.iter().map(|group| share(group.agreeing, group.cases)).sum();
        part(points * shares / groups.len().max(1) as f64)
    }
}

fn share(agreeing: usize, cases: usize) -> f64 {
    agreeing as f64 / cases.max(1) as f64
}

/// Rounds a part of some points down, so that no mistake is rounded away.
fn part(points: f64) -> f64 {
    // What 0.1 + 0.2 and the like lack to a hundredth is far less than this.
    (points * 100.0 + 1e-6).floor() / 100.0
}

fn hundredths(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}
