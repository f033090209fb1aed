//! Explains the failures of a class's cases: each kind of failure once, cut down to few statements.

use super::batches::PlannedCase;
use super::class::{Case, Class};
use super::explain::explain;
use super::runner::{Failure, Problem, Runner};
use super::shrink::shrink;
use crate::Finding;
use crate::sandbox::SandboxError;
use std::time::{Duration, Instant};

/// The kinds of failures that are run again and cut down.
const MOST_EXPLAINED: usize = 8;
/// The most of the time for cutting down that one failing script may take.
const SHARE_OF_ONE: f64 = 0.5;
/// The most statements that are shown of a script that was not made shorter.
const MOST_STATEMENTS: usize = 20;

/// Explains failures.
pub(super) struct Explainer<'a, 'b> {
    runner: &'a mut Runner<'b>,
    /// The kinds of failures so far, each with a case and its finding.
    explained: Vec<(String, String, Finding)>,
    deadline: Instant,
    /// The time for cutting down one script.
    shrink_time: Duration,
}

impl<'a, 'b> Explainer<'a, 'b> {
    /// Creates an explainer that cuts scripts down for this long, all together.
    pub(super) fn new(runner: &'a mut Runner<'b>, shrink_time: Duration) -> Explainer<'a, 'b> {
        Explainer {
            runner,
            explained: Vec::new(),
            deadline: Instant::now() + shrink_time,
            shrink_time: shrink_time.mul_f64(SHARE_OF_ONE),
        }
    }

    /// Explains a failure. Perhaps the case fails only after one of the earlier ones.
    pub(super) fn explain<C: Class>(
        &mut self,
        case: &Case<C::Op>,
        failure: &Failure,
        earlier: &[PlannedCase<C::Op>],
    ) -> Result<Finding, SandboxError> {
        let kind = kind::<C>(case, failure);
        if let Some((_, name, explained)) = self.explained.iter().find(|(other, ..)| *other == kind) {
            return Ok(match &failure.problem {
                Problem::Memory(_) => {
                    Finding { summary: format!("{} (as in: {name})", explained.summary), ..explained.clone() }
                }
                _ => in_short(explain::<C>(&case.script, failure), name),
            });
        }
        let (mut script, mut failure) = (case.script.clone(), failure.clone());
        if self.explained.len() < MOST_EXPLAINED {
            (script, failure) = self.confirm::<C>(script, failure, earlier)?;
            let now = Instant::now();
            if now < self.deadline {
                let deadline = self.deadline.min(now + self.shrink_time);
                (script, failure) = shrink::<C>(self.runner, &script, &failure, deadline)?;
            }
        }
        let finding = explain::<C>(&script, &self.runner.locate::<C>(&script, failure)?);
        self.explained.push((kind, case.name.clone(), finding.clone()));
        Ok(finding)
    }

    /// Runs a failing script alone. If it agrees then, it is joined with the earlier script that makes it fail.
    fn confirm<C: Class>(
        &mut self,
        script: Vec<C::Op>,
        failure: Failure,
        earlier: &[PlannedCase<C::Op>],
    ) -> Result<(Vec<C::Op>, Failure), SandboxError> {
        if let Some(alone) = self.runner.run_one::<C>(&script)? {
            return Ok((script, alone));
        }
        for before in earlier.iter().rev() {
            let other_name = |name: char| char::from(name as u8 + 10);
            let renamed = before.case.script.iter().map(|op| C::renamed(op, &other_name));
            let joined: Vec<C::Op> = renamed.chain(script.iter().cloned()).collect();
            if C::predict(&joined).is_none() {
                continue;
            }
            if let Some(failure) = self.runner.run_one::<C>(&joined)? {
                return Ok((joined, failure));
            }
        }
        Ok((script, failure))
    }
}

/// Shortens a finding that resembles another one.
fn in_short(mut finding: Finding, other: &str) -> Finding {
    finding.summary = format!("{} (see also: {other})", finding.summary);
    finding.input = finding.input.filter(|input| input.lines().count() <= MOST_STATEMENTS);
    finding
}

/// Returns what failures of one kind have in common: the group, the operation and the kind of problem.
fn kind<C: Class>(case: &Case<C::Op>, failure: &Failure) -> String {
    let key = case.script.get(failure.at).map_or("end", C::key);
    let problem = match &failure.problem {
        Problem::Memory(error) => return format!("{} {:?}", error.kind, error.address),
        Problem::Differs { .. } => "differs".into(),
        other => format!("{other:?}"),
    };
    format!("{} {key} {problem}", case.group)
}
