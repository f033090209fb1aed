//! A check of one program: its cases, run on all cores, judged, shrunk and explained.

use crate::cases::{self, Case, RANDOM};
use crate::chance::ChanceTest;
use crate::compare::Compare;
use crate::examiner::{Examiner, Judgement};
use crate::report::{CaseResult, Finding, Report, Severity, Status};
use crate::sandbox::{Limits, ResolvedCommand, Sandbox, SandboxError};
use crate::shrink::{Failing, shrink};
use parlor_play::{BadOptions, Header};
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// How a program is checked.
#[derive(Clone, Debug)]
pub struct Check {
    /// The game and how the program was started: size, target, tokens, names.
    pub header: Header,
    /// The program, as the user wrote it.
    pub words: Vec<String>,
    /// The program, as it is run.
    pub command: ResolvedCommand,
    /// The command of the supervisor, see [`Sandbox::start`].
    pub supervisor: Vec<String>,
    /// How closely output is compared.
    pub compare: Compare,
    /// How many random games are played after the fixed cases.
    pub random: usize,
    /// The seed of the random games.
    pub seed: u64,
    /// What the program may use in each run.
    pub limits: Limits,
    /// How many programs run at the same time.
    pub threads: usize,
    /// How long failing inputs are cut down, all together.
    pub shrink_time: Duration,
    /// Whether every case is run, however many have failed before.
    pub is_thorough: bool,
    /// Whether no case is run any more after the first difference.
    pub is_first_only: bool,
}

/// Why nothing was checked.
#[derive(Debug, Error)]
pub enum CheckError {
    /// Options that the game does not have.
    #[error("{0}")]
    Options(BadOptions),
    /// A game without a dialogue of its own.
    #[error("{0} has no dialogue to check")]
    NoDialogue(String),
    /// The program can't be run.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
}

/// How far a check is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Cases that are done.
    pub done: usize,
    /// All cases.
    pub cases: usize,
    /// Cases that differ so far.
    pub differing: usize,
}

/// Whether the user has asked to stop.
pub(crate) type IsStopped<'a> = &'a (dyn Fn() -> bool + Sync);

/// Random cases are not run any more after this many differences, unless the check is thorough.
const MOST_DIFFERENCES: usize = 8;
/// No case is run any more after this many that used up their time; in a thorough check, after so many more.
const MOST_TIMEOUTS: usize = 4;
const MOST_TIMEOUTS_OF_ALL: usize = 40;
/// How many findings are shrunk and explained in full: each breaks another rule.
const MOST_SHRUNK: usize = 3;

impl Check {
    /// Returns the cases in the order in which they are run.
    pub fn cases(&self) -> Result<Vec<Case>, CheckError> {
        let examiner = Examiner::new(&self.header, self.compare)?;
        let cases = match &examiner {
            Examiner::Dialogue { session, .. } => {
                cases::cases(&self.header, &**session, self.random, self.seed)
            }
            Examiner::Tiles(tiles) => tiles.cases(self.random, self.seed),
        };
        Ok(cases)
    }

    /// Runs the check. `is_stopped` ends it early, with what is known by then.
    pub fn run(
        &self,
        progress: &(dyn Fn(Progress) + Sync),
        is_stopped: IsStopped<'_>,
    ) -> Result<Report, CheckError> {
        let started = Instant::now();
        let examiner = Examiner::new(&self.header, self.compare)?;
        let cases = self.cases()?;
        let chance = Mutex::new(ChanceTest::default());
        let mut judged = self.run_all(&examiner, &cases, &chance, progress, is_stopped)?;
        let mut sandbox = Sandbox::start(&self.supervisor)?;
        let mut notes = Vec::new();
        let mut results: Vec<CaseResult> = Vec::new();
        self.shrink_and_explain(&mut sandbox, &examiner, &cases, &mut judged, is_stopped)?;
        notes.extend(remarks(&mut judged));
        for (case, outcome) in cases.iter().zip(judged) {
            results.push(match outcome {
                Some(Outcome { judgement, elapsed }) => {
                    CaseResult { elapsed, ..CaseResult::new(&case.name, case.group, judgement.findings) }
                }
                None => CaseResult {
                    status: Status::NotRun,
                    ..CaseResult::new(&case.name, case.group, Vec::new())
                },
            });
        }
        if let Examiner::Tiles(tiles) = &examiner {
            let mut chance = chance.into_inner().unwrap_or_else(PoisonError::into_inner);
            if results.iter().all(|result| result.status == Status::Agrees) {
                chance.collect_more(self, tiles, &mut sandbox, is_stopped)?;
            }
            let (result, more) = chance.conclude(tiles);
            results.push(result);
            notes.extend(more);
        }
        let not_run = results.iter().filter(|result| result.status == Status::NotRun).count();
        if not_run > 0 && is_stopped() {
            notes.push(format!("the check was stopped: {not_run} cases were not run"));
        } else if not_run > 0 && self.is_thorough && !self.is_first_only {
            notes.push(format!(
                "{not_run} cases were not run after {MOST_TIMEOUTS_OF_ALL} that used up their time"
            ));
        } else if not_run > 0 && !self.is_first_only {
            notes.push(format!("{not_run} cases were not run after so many differences; --all runs them"));
        }
        let subject = self.words.join(" ");
        Ok(Report {
            game: self.header.game.clone(),
            subject,
            cases: results,
            notes,
            elapsed: started.elapsed(),
        })
    }

    fn run_all(
        &self,
        examiner: &Examiner,
        cases: &[Case],
        chance: &Mutex<ChanceTest>,
        progress: &(dyn Fn(Progress) + Sync),
        is_stopped: IsStopped<'_>,
    ) -> Result<Vec<Option<Outcome>>, CheckError> {
        let results: Mutex<Vec<Option<Outcome>>> = Mutex::new((0..cases.len()).map(|_| None).collect());
        let failure: Mutex<Option<SandboxError>> = Mutex::new(None);
        let [next, done, differing, timeouts] = [const { AtomicUsize::new(0) }; 4];
        let work = || -> Result<(), SandboxError> {
            let mut sandbox = Sandbox::start(&self.supervisor)?;
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(case) = cases.get(index) else { return Ok(()) };
                let has_failed = failure.lock().unwrap_or_else(PoisonError::into_inner).is_some();
                if has_failed || is_stopped() {
                    return Ok(());
                }
                let most = if self.is_thorough { MOST_TIMEOUTS_OF_ALL } else { MOST_TIMEOUTS };
                let found = differing.load(Ordering::Relaxed);
                let is_enough = timeouts.load(Ordering::Relaxed) >= most
                    || self.is_first_only && found > 0
                    || !self.is_thorough && case.group == RANDOM && found >= MOST_DIFFERENCES;
                if !is_enough {
                    let outcome = self.run_case(&mut sandbox, examiner, &case.input, Some(chance))?;
                    timeouts.fetch_add(usize::from(outcome.judgement.is_timeout), Ordering::Relaxed);
                    differing.fetch_add(usize::from(outcome.judgement.trouble.is_some()), Ordering::Relaxed);
                    results.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(outcome);
                }
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                let differing = differing.load(Ordering::Relaxed);
                progress(Progress { done, cases: cases.len(), differing });
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, cases.len().max(1)) {
                scope.spawn(|| {
                    if let Err(error) = work() {
                        failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    }
                });
            }
        });
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error.into()),
            None => Ok(results.into_inner().unwrap_or_else(PoisonError::into_inner)),
        }
    }

    /// Runs the program once and judges what it printed.
    pub(crate) fn run_case(
        &self,
        sandbox: &mut Sandbox,
        examiner: &Examiner,
        input: &str,
        chance: Option<&Mutex<ChanceTest>>,
    ) -> Result<Outcome, SandboxError> {
        let second = std::time::SystemTime::now();
        let run = sandbox.run(&self.command.job(input.as_bytes().to_vec(), self.limits))?;
        let judgement = examiner.judge(input, &run);
        if let (Some(chance), Some(game)) = (chance, &judgement.tiles) {
            chance.lock().unwrap_or_else(PoisonError::into_inner).add(game, second);
        }
        Ok(Outcome { judgement, elapsed: run.elapsed })
    }

    /// Cuts the first failing inputs down, as long as there is time, and explains all of them.
    fn shrink_and_explain(
        &self,
        sandbox: &mut Sandbox,
        examiner: &Examiner,
        cases: &[Case],
        judged: &mut [Option<Outcome>],
        is_stopped: IsStopped<'_>,
    ) -> Result<(), SandboxError> {
        let deadline = Instant::now() + self.shrink_time;
        let hasty = Check { limits: self.limits_for_shrinking(judged), ..self.clone() };
        let mut rules: HashSet<String> = HashSet::new();
        for (case, outcome) in cases.iter().zip(judged.iter_mut()) {
            let Some(outcome) = outcome else { continue };
            let Some(trouble) = outcome.judgement.trouble.clone() else { continue };
            let mut input = case.input.clone();
            let rule = first_rule(&outcome.judgement.findings);
            if rules.len() < MOST_SHRUNK && rules.insert(rule) {
                let mut best = None;
                let refusals = examiner.refusals(&input);
                let most_refusals = refusals.len();
                let takes_next = examiner.takes_next();
                let failing = Failing { input: &input, trouble: &trouble, takes_next, refusals };
                let shrunk = shrink(&failing, deadline, &mut |candidate| {
                    // What is left must not be refused where it was not before.
                    let is_usable =
                        examiner.takes(candidate) && examiner.refusals(candidate).len() <= most_refusals;
                    if is_stopped() || !is_usable || Instant::now() >= deadline {
                        return Ok(None);
                    }
                    let outcome = hasty.run_case(sandbox, examiner, candidate, None)?;
                    let found = outcome.judgement.trouble.clone();
                    if found.as_ref().is_some_and(|found| found.is_like(&trouble)) {
                        best = Some(outcome.judgement);
                    }
                    Ok(found)
                })?;
                if let Some(judgement) = best.filter(|_| shrunk.len() < input.len()) {
                    input = shrunk;
                    rules.insert(first_rule(&judgement.findings));
                    let warnings = outcome.judgement.findings.drain(..);
                    let kept: Vec<Finding> =
                        warnings.filter(|finding| finding.severity == Severity::Warning).collect();
                    outcome.judgement = judgement;
                    outcome.judgement.findings.extend(kept);
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

    /// Returns limits that a program that works keeps with ease: one that hangs is noticed sooner.
    fn limits_for_shrinking(&self, judged: &[Option<Outcome>]) -> Limits {
        let agreeing = judged.iter().flatten().filter(|outcome| outcome.judgement.trouble.is_none());
        let longest = agreeing.map(|outcome| outcome.elapsed).max().unwrap_or(self.limits.time);
        Limits { time: self.limits.time.min(10 * longest + Duration::from_millis(200)), ..self.limits }
    }

    /// Returns the command for a shell that gives the program this input.
    pub(crate) fn repeat(&self, input: &str) -> String {
        let words: Vec<String> = self.words.iter().map(|word| quote(word)).collect();
        format!("{} | {}", printf(input), words.join(" "))
    }
}

/// A case that was run.
pub(crate) struct Outcome {
    pub(crate) judgement: Judgement,
    pub(crate) elapsed: Duration,
}

fn first_rule(findings: &[Finding]) -> String {
    findings
        .first()
        .map_or_else(String::new, |finding| finding.rule.clone().unwrap_or(finding.summary.clone()))
}

/// Moves warnings that many cases share into one remark.
fn remarks(judged: &mut [Option<Outcome>]) -> Vec<String> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for finding in judged.iter_mut().flatten().flat_map(|outcome| &outcome.judgement.findings) {
        if finding.severity == Severity::Warning {
            match counts.iter_mut().find(|(summary, _)| *summary == finding.summary) {
                Some((_, count)) => *count += 1,
                None => counts.push((finding.summary.clone(), 1)),
            }
        }
    }
    for outcome in judged.iter_mut().flatten() {
        outcome.judgement.findings.retain(|finding| finding.severity == Severity::Difference);
    }
    counts.into_iter().map(|(summary, count)| format!("{summary} ({count} cases)")).collect()
}

/// Returns the command for a shell that prints a text.
fn printf(text: &str) -> String {
    let escaped = text.chars().map(|letter| match letter {
        '\\' => r"\\".into(),
        '%' => "%%".into(),
        '\'' => r"'\''".into(),
        '\n' => r"\n".into(),
        '\t' => r"\t".into(),
        letter if letter.is_ascii_control() => format!("\\{:03o}", u32::from(letter)),
        letter => letter.into(),
    });
    // Without the dashes a text that starts with one would be an option.
    let end_of_options = if text.starts_with('-') { "-- " } else { "" };
    format!("printf {end_of_options}'{}'", escaped.collect::<String>())
}

/// Quotes a word for a shell where it needs it.
pub(crate) fn quote(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=:,+@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.into();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn the_command_that_repeats_prints_the_input() {
        for text in [
            "0 1\n",
            "-1 3\n",
            "--\n",
            "100% 'a' \\n \"$x\" `y`\n\n",
            "\t \u{1b}[A\u{1b}OB\r\n",
            "é ● \n",
            "",
        ] {
            for shell in ["sh", "bash"] {
                let Ok(output) = Command::new(shell).args(["-c", &printf(text)]).output() else { continue };
                let printed = String::from_utf8_lossy(&output.stdout).into_owned();
                assert_eq!((printed.as_str(), &output.stderr[..]), (text, &b""[..]), "{shell}");
            }
        }
    }

    #[test]
    fn words_are_quoted_where_they_need_it() {
        assert_eq!(quote("./a-b/c.py"), "./a-b/c.py");
        assert_eq!(quote("it's here"), r"'it'\''s here'");
        assert_eq!(quote(""), "''");
    }
}
