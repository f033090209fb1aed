//! Makes a failing script shorter as long as it fails in the same way.

use super::class::Class;
use super::runner::{Failure, Problem, Runner};
use crate::sandbox::SandboxError;
use std::time::{Duration, Instant};

/// A failing script with its failure.
type Failing<C> = (Vec<<C as Class>::Op>, Failure);

/// Scripts that are tried in one go.
const TRIED_TOGETHER: usize = 16;

/// The processor time of a script, where the mistake is that it does not end.
const IMPATIENT: Duration = Duration::from_millis(200);

/// Returns the shortest failing script that is found until the deadline, with its failure.
pub(super) fn shrink<C: Class>(
    runner: &mut Runner<'_>,
    script: &[C::Op],
    failure: &Failure,
    deadline: Instant,
) -> Result<Failing<C>, SandboxError> {
    let time = runner.time;
    if failure.problem == Problem::OutOfTime {
        runner.time = time.min(IMPATIENT);
    }
    let shrunk = shrink_until::<C>(runner, script, failure, deadline);
    runner.time = time;
    shrunk
}

fn shrink_until<C: Class>(
    runner: &mut Runner<'_>,
    script: &[C::Op],
    failure: &Failure,
    deadline: Instant,
) -> Result<Failing<C>, SandboxError> {
    let mut best = (script.to_vec(), failure.clone());
    // What comes after the failing operation has no part in it; leaks are found at the end.
    if failure.at < script.len() {
        let shorter = &script[..=failure.at];
        if let Some(failure) = runner.run_one::<C>(shorter)? {
            best = (shorter.to_vec(), failure);
        }
    }
    loop {
        let candidates = smaller_scripts::<C>(&best.0);
        let Some(smaller) = first_failing::<C>(runner, &candidates, &best.1, deadline)? else {
            return Ok(best);
        };
        best = smaller;
    }
}

fn first_failing<C: Class>(
    runner: &mut Runner<'_>,
    candidates: &[Vec<C::Op>],
    like: &Failure,
    deadline: Instant,
) -> Result<Option<Failing<C>>, SandboxError> {
    let mut rest = candidates;
    while !rest.is_empty() && Instant::now() < deadline && !runner.is_stopped() {
        let tried = &rest[..rest.len().min(TRIED_TOGETHER)];
        let scripts: Vec<&[C::Op]> = tried.iter().map(Vec::as_slice).collect();
        let failures = runner.run_together::<C>(&scripts, false)?.failures;
        let run = failures.len();
        for (script, failure) in tried.iter().zip(failures) {
            let is_like = |failure: &Failure| failure.problem.is_like(&like.problem);
            // It must fail alone too, and not because of a script before it.
            if failure.as_ref().is_some_and(is_like)
                && let Some(alone) = runner.run_one::<C>(script)?.filter(is_like)
            {
                return Ok(Some((script.clone(), alone)));
            }
        }
        rest = &rest[run.max(1)..];
    }
    Ok(None)
}

/// Returns the scripts that are a little smaller and that the rules can predict: the most is left out first.
fn smaller_scripts<C: Class>(script: &[C::Op]) -> Vec<Vec<C::Op>> {
    let mut candidates = Vec::new();
    let mut size = script.len() / 2;
    while size > 0 {
        for start in (0..=script.len() - size).rev().step_by(size.div_ceil(2)) {
            candidates.push([&script[..start], &script[start + size..]].concat());
        }
        size /= 2;
    }
    for (at, op) in script.iter().enumerate() {
        candidates.extend(C::simpler(op).into_iter().map(|simpler| {
            let mut script = script.to_vec();
            script[at] = simpler;
            script
        }));
    }
    candidates.retain(|script| !script.is_empty() && C::predict(script).is_some());
    candidates
}
