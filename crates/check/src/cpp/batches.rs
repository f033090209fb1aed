//! Runs the cases of a class in batches, side by side. What comes of a case doesn't depend on the number of lanes: each
//! batch has its own process, and batches are counted in their order.

use super::class::{Case, Class};
use super::interface::Interface;
use super::runner::{Failure, Runner, Setup};
use crate::sandbox::{Sandbox, SandboxError};
use crate::sandbox_pool::{Deadline, Lanes};
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The scripts that one process performs.
const BATCH: usize = 24;
/// The rest of a batch is not run after this many scripts that used up their time, memory or output.
const MOST_EXHAUSTED_IN_BATCH: usize = 4;
/// No batch is run after this many.
const MOST_EXHAUSTED: usize = 16;

/// A case as it can be run.
pub(super) struct PlannedCase<Op> {
    /// The case, without the operations that the class lacks. The script is empty if the rest makes no sense.
    pub(super) case: Case<Op>,
    /// The keys of the operations that the case needs and the class lacks.
    pub(super) lacking: Vec<&'static str>,
}

/// Plans the cases for a class. A case that needs an operation that nobody has to write is left out if it is missing.
pub(super) fn plan<C: Class>(cases: Vec<Case<C::Op>>, interface: &Interface) -> Vec<PlannedCase<C::Op>> {
    let plan = |mut case: Case<C::Op>| {
        let mut lacking: Vec<&'static str> = case.script.iter().map(C::key).collect();
        lacking.retain(|key| !interface.has(key));
        lacking.sort_unstable();
        lacking.dedup();
        if lacking.iter().any(|key| C::OPTIONAL.contains(key)) {
            return None;
        }
        case.script.retain(|op| interface.has(C::key(op)));
        if C::predict(&case.script).is_none() {
            case.script.clear();
        }
        Some(PlannedCase { case, lacking })
    };
    cases.into_iter().filter_map(plan).collect()
}

/// How a case went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Every answer is the expected one.
    Agrees,
    /// It fails. Perhaps it does so only after the cases of this range, which ran before it in the same batch.
    Fails(Failure, Range<usize>),
    /// It was not run.
    NotRun,
}

/// What came of one batch.
struct BatchRun {
    /// What went wrong in each case, up to the last one that was run.
    failures: Vec<Option<Failure>>,
    /// How many cases used up their time, memory or output.
    exhausted: usize,
    /// How many processes there were.
    runs: usize,
}

/// Runs the cases, as many batches at a time as there are lanes. Returns the outcome of each case, and how many processes
/// there were.
pub(super) fn run<C: Class>(
    lanes: &mut Lanes,
    setup: Setup<'_>,
    cases: &[PlannedCase<C::Op>],
) -> Result<(Vec<Outcome>, usize), SandboxError> {
    let batches = batches(cases);
    let runs: Mutex<Vec<Option<BatchRun>>> = Mutex::new(batches.iter().map(|_| None).collect());
    let work = |sandbox: &mut Sandbox, number: usize| {
        if exhausted(&lock(&runs)[..number]) >= MOST_EXHAUSTED {
            return Ok(None);
        }
        let scripts: Vec<&[C::Op]> =
            cases[batches[number].clone()].iter().map(|planned| planned.case.script.as_slice()).collect();
        run_batch::<C>(&mut Runner::new(sandbox, setup), &scripts).map(Some)
    };
    lanes.run(batches.len(), &Deadline::default(), &work, &|number, run| lock(&runs)[number] = Some(run))?;
    let runs = runs.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut outcomes = vec![Outcome::NotRun; cases.len()];
    let mut processes = 0;
    for (number, batch) in batches.iter().enumerate() {
        // Another lane may have run it before enough was known.
        let Some(run) = runs[number].as_ref().filter(|_| exhausted(&runs[..number]) < MOST_EXHAUSTED) else {
            continue;
        };
        processes += run.runs;
        for (at, failure) in batch.clone().zip(&run.failures) {
            outcomes[at] = match failure {
                Some(failure) => Outcome::Fails(failure.clone(), batch.start..at),
                None => Outcome::Agrees,
            };
        }
    }
    Ok((outcomes, processes))
}

/// Returns the ranges of cases that one process performs: neighbors of one group that have a script.
fn batches<Op>(cases: &[PlannedCase<Op>]) -> Vec<Range<usize>> {
    let mut batches: Vec<Range<usize>> = Vec::new();
    for (at, planned) in cases.iter().enumerate().filter(|(_, planned)| !planned.case.script.is_empty()) {
        let continued = batches.last_mut().filter(|batch| {
            batch.end == at && batch.len() < BATCH && cases[batch.start].case.group == planned.case.group
        });
        match continued {
            Some(batch) => batch.end += 1,
            None => batches.push(at..at + 1),
        }
    }
    batches
}

/// Returns how many cases have used up something in the batches that have come to their end.
fn exhausted(runs: &[Option<BatchRun>]) -> usize {
    runs.iter().flatten().map(|run| run.exhausted).sum()
}

fn lock(runs: &Mutex<Vec<Option<BatchRun>>>) -> MutexGuard<'_, Vec<Option<BatchRun>>> {
    runs.lock().unwrap_or_else(PoisonError::into_inner)
}

fn run_batch<C: Class>(runner: &mut Runner<'_>, scripts: &[&[C::Op]]) -> Result<BatchRun, SandboxError> {
    let before = runner.runs();
    let mut failures: Vec<Option<Failure>> = Vec::with_capacity(scripts.len());
    let (mut exhausted, mut is_leaking) = (0, false);
    while failures.len() < scripts.len() && exhausted < MOST_EXHAUSTED_IN_BATCH && !runner.is_stopped() {
        let ran = runner.run_together::<C>(&scripts[failures.len()..], is_leaking)?;
        failures.extend(ran.failures);
        let Some(problem) = ran.ended_by else { continue };
        is_leaking |= problem.is_leak();
        if problem.is_exhaustion() {
            // Perhaps the time was too short, or the others had used up the memory.
            failures.pop();
            let alone = runner.run_alone::<C>(scripts[failures.len()])?;
            exhausted += usize::from(alone.ended_by.is_some_and(|problem| problem.is_exhaustion()));
            failures.extend(alone.failures);
        }
    }
    Ok(BatchRun { failures, exhausted, runs: runner.runs() - before })
}
