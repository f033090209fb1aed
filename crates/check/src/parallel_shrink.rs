//! Cuts failing inputs down on all cores, within a time that includes everything, and completes their findings.

use crate::cases::Case;
use crate::check::{Check, IsStopped, Outcome};
use crate::examiner::{Examiner, Judgement, Trouble};
use crate::report::{Finding, Severity};
use crate::sandbox::{Limits, SandboxError};
use crate::sandbox_pool::{Deadline, Lanes};
use crate::shrink::{Failing, shrink};
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many findings are cut down: each breaks another rule.
const MOST_CUT: usize = 3;
/// How much of the time that is left one of them may take.
const SHARE_OF_ONE: f64 = 0.6;

impl Check {
    /// Cuts the first failing inputs down, as long as there is time, and adds the input to all findings.
    pub(crate) fn cut_down(
        &self,
        lanes: &mut Lanes,
        examiner: &Examiner,
        cases: &[Case],
        judged: &mut [Option<Outcome>],
        is_stopped: IsStopped<'_>,
    ) -> Result<(), SandboxError> {
        let deadline = Instant::now() + self.shrink_time;
        let mut rules: HashSet<String> = HashSet::new();
        let times: Vec<(usize, Duration)> = cases
            .iter()
            .zip(judged.iter())
            .filter_map(|(case, outcome)| Some((case.input.len(), outcome.as_ref()?)))
            .filter(|(_, outcome)| outcome.judgement.trouble.is_none())
            .map(|(length, outcome)| (length, outcome.elapsed))
            .collect();
        for (case, outcome) in cases.iter().zip(judged.iter_mut()) {
            let Some(outcome) = outcome else { continue };
            let Some(trouble) = outcome.judgement.trouble.clone() else { continue };
            let mut input = case.input.clone();
            if rules.len() < MOST_CUT && rules.insert(first_rule(&outcome.judgement.findings)) {
                let left = deadline.saturating_duration_since(Instant::now()).mul_f64(SHARE_OF_ONE);
                let limits = self.limits_for(&input, &times);
                let mut cutter =
                    Cutter { check: self, examiner, limits, end: Instant::now() + left, is_stopped };
                if let Some((shorter, judgement)) = cutter.cut(lanes, &input, &trouble)? {
                    input = shorter;
                    rules.insert(first_rule(&judgement.findings));
                    let findings = outcome.judgement.findings.drain(..);
                    let warnings: Vec<Finding> =
                        findings.filter(|finding| finding.severity == Severity::Warning).collect();
                    outcome.judgement = judgement;
                    outcome.judgement.findings.extend(warnings);
                }
            }
            for finding in &mut outcome.judgement.findings {
                if finding.severity == Severity::Difference {
                    finding.input = Some(input.clone());
                    finding.repeat = Some(self.repeat(&input));
                }
            }
        }
        Ok(())
    }

    /// Returns limits that the program keeps with ease where it works, by what it took for inputs that are no longer: one
    /// that hangs is noticed sooner.
    fn limits_for(&self, input: &str, times: &[(usize, Duration)]) -> Limits {
        let alike = times.iter().filter(|(length, _)| *length <= 2 * input.len());
        let longest = alike.map(|(_, time)| *time).max().unwrap_or(self.limits.time);
        Limits { time: self.limits.time.min(10 * longest + Duration::from_millis(100)), ..self.limits }
    }
}

/// Cuts one input down.
struct Cutter<'a> {
    check: &'a Check,
    examiner: &'a Examiner,
    limits: Limits,
    end: Instant,
    is_stopped: IsStopped<'a>,
}

impl Cutter<'_> {
    /// Returns a shorter input that fails in the same way and what is thought of it, if there is one.
    fn cut(
        &mut self,
        lanes: &mut Lanes,
        input: &str,
        trouble: &Trouble,
    ) -> Result<Option<(String, Judgement)>, SandboxError> {
        let refusals = self.examiner.refusals(input);
        let most_refusals = refusals.len();
        let takes_next = self.examiner.takes_next();
        let failing = Failing { input, trouble, takes_next, refusals };
        let mut known: HashMap<String, Judgement> = HashMap::new();
        let width = lanes.count();
        let shrunk = shrink(&failing, width, self.end, &mut |candidates| {
            let judged = self.run(lanes, candidates, most_refusals)?;
            let troubles = judged.iter().map(|judged| judged.as_ref()?.trouble.clone()).collect();
            for (candidate, judgement) in candidates.iter().zip(judged) {
                known.extend(judgement.map(|judgement| (candidate.clone(), judgement)));
            }
            Ok(troubles)
        })?;
        Ok(known.remove(&shrunk).filter(|_| shrunk.len() < input.len()).map(|judgement| (shrunk, judgement)))
    }

    /// Runs candidates side by side. None for those that can't be used, or whose run came to no end in time.
    fn run(
        &self,
        lanes: &mut Lanes,
        candidates: &[String],
        most_refusals: usize,
    ) -> Result<Vec<Option<Judgement>>, SandboxError> {
        let judged: Mutex<Vec<Option<Judgement>>> = Mutex::new(candidates.iter().map(|_| None).collect());
        let check = Check { limits: self.limits, ..self.check.clone() };
        let end = Deadline::at(self.end);
        let work = |sandbox: &mut _, number: usize| {
            let candidate = &candidates[number];
            // What is left must not be refused where it was not before.
            let is_usable = self.examiner.takes(candidate)
                && self.examiner.refusals(candidate).len() <= most_refusals
                && !(self.is_stopped)();
            Ok(match is_usable {
                true => Some(check.run_case(sandbox, self.examiner, candidate)?.judgement),
                false => None,
            })
        };
        lanes.run(candidates.len(), &end, &work, &|number, judgement| {
            judged.lock().unwrap_or_else(PoisonError::into_inner)[number] = Some(judgement);
        })?;
        Ok(judged.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

fn first_rule(findings: &[Finding]) -> String {
    findings
        .first()
        .map_or_else(String::new, |finding| finding.rule.clone().unwrap_or(finding.summary.clone()))
}
