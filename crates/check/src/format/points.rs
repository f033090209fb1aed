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
            GroupScore {
                group: (*group).into(),
                agreeing,
                cases: all,
                score: hundredths(each * agreeing as f64 / all.max(1) as f64),
                max_score: hundredths(each),
            }
        };
        groups.iter().map(score).collect()
    }

    /// Returns what was earned of these points in all.
    pub fn score(&self, points: f64) -> f64 {
        if self.agrees() {
            return points;
        }
        hundredths(self.group_scores(points).iter().map(|group| group.score).sum())
    }
}

fn hundredths(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}
