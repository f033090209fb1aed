//! A check of one program: its cases, run on all cores, judged, shrunk and explained.

use crate::cases::{self, Case, RANDOM};
use crate::chance::ChanceTest;
use crate::compare::Compare;
use crate::examiner::{Examiner, Judgement};
use crate::report::{CaseResult, Report, Severity, Status};
use crate::sandbox::{Limits, ResolvedCommand, Sandbox, SandboxError};
use crate::sandbox_pool::{Deadline, Lanes};
use crate::shell::{printf, quote};
use parlor_play::{BadOptions, Header};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};
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
/// How long other cases are still run after the start of the first one that differs, unless the check is thorough.
const TIME_FOR_OTHERS: Duration = Duration::from_millis(1_500);

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
        self.run_cases(&self.cases()?, progress, is_stopped)
    }

    /// Runs the check with these cases of [`Check::cases`]. They depend on the game, the comparison and the seed only, so that
    /// many programs can share them.
    pub fn run_cases(
        &self,
        cases: &[Case],
        progress: &(dyn Fn(Progress) + Sync),
        is_stopped: IsStopped<'_>,
    ) -> Result<Report, CheckError> {
        let started = Instant::now();
        let examiner = Examiner::new(&self.header, self.compare)?;
        let mut lanes = Lanes::start(&self.supervisor, self.threads.clamp(1, cases.len().max(1)))?;
        let mut judged = self.run_all(&mut lanes, &examiner, cases, progress, is_stopped)?;
        let mut chance = ChanceTest::default();
        chance.add_all(judged.iter().flatten());
        self.cut_down(&mut lanes, &examiner, cases, &mut judged, is_stopped)?;
        let mut notes = remarks(&mut judged);
        let mut results: Vec<CaseResult> = Vec::new();
        for (case, outcome) in cases.iter().zip(judged) {
            results.push(match outcome {
                Some(Outcome { judgement, elapsed, .. }) => {
                    CaseResult { elapsed, ..CaseResult::new(&case.name, case.group, judgement.findings) }
                }
                None => CaseResult {
                    status: Status::NotRun,
                    ..CaseResult::new(&case.name, case.group, Vec::new())
                },
            });
        }
        if let Examiner::Tiles(tiles) = &examiner {
            if results.iter().all(|result| result.status == Status::Agrees) {
                chance.collect_more(self, tiles, &mut lanes, is_stopped)?;
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
            notes.push(format!("{not_run} cases were not run after the first differences; --all runs them"));
        }
        let subject = self.words.join(" ");
        Ok(Report {
            game: self.header.game.clone(),
            subject,
            cases: results,
            notes,
            runs: lanes.runs(),
            elapsed: started.elapsed(),
        })
    }

    /// Runs the cases, until enough of them differ.
    fn run_all(
        &self,
        lanes: &mut Lanes,
        examiner: &Examiner,
        cases: &[Case],
        progress: &(dyn Fn(Progress) + Sync),
        is_stopped: IsStopped<'_>,
    ) -> Result<Vec<Option<Outcome>>, CheckError> {
        let order = cases::order(cases);
        // In the order in which they are run.
        let results: Mutex<Vec<Option<Outcome>>> = Mutex::new((0..cases.len()).map(|_| None).collect());
        let lock = || results.lock().unwrap_or_else(PoisonError::into_inner);
        let [done, differing] = [const { AtomicUsize::new(0) }; 2];
        let end = Deadline::default();
        let most = if self.is_thorough { MOST_TIMEOUTS_OF_ALL } else { MOST_TIMEOUTS };
        let work = |sandbox: &mut Sandbox, number: usize| {
            let case = &cases[order[number]];
            let found = differing.load(Ordering::Relaxed);
            let is_enough = timeouts(&lock()[..number]) >= most
                || !self.is_thorough && case.group == RANDOM && found >= MOST_DIFFERENCES;
            Ok(match is_enough || is_stopped() {
                true => None,
                false => Some(self.run_case(sandbox, examiner, &case.input)?),
            })
        };
        lanes.run(cases.len(), &end, &work, &|number, outcome| {
            if outcome.judgement.trouble.is_some() {
                differing.fetch_add(1, Ordering::Relaxed);
                match (self.is_first_only, self.is_thorough) {
                    (true, _) => end.set(Duration::ZERO),
                    // What hangs has taken its time already.
                    (_, false) => end.set(TIME_FOR_OTHERS.saturating_sub(outcome.elapsed)),
                    (_, true) => {}
                }
            }
            lock()[number] = Some(outcome);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            progress(Progress { done, cases: cases.len(), differing: differing.load(Ordering::Relaxed) });
        })?;
        let mut run = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Other lanes may have run ahead before enough was known. Points must not depend on how many there are.
        if self.is_thorough {
            while timeouts(&run[..run.len().saturating_sub(1)]) >= most {
                run.pop();
            }
        }
        let mut results: Vec<Option<Outcome>> = cases.iter().map(|_| None).collect();
        for (outcome, index) in run.into_iter().zip(order) {
            results[index] = outcome;
        }
        Ok(results)
    }

    /// Runs the program once and judges what it printed.
    pub(crate) fn run_case(
        &self,
        sandbox: &mut Sandbox,
        examiner: &Examiner,
        input: &str,
    ) -> Result<Outcome, SandboxError> {
        let started = SystemTime::now();
        let run = sandbox.run(&self.command.job(input.as_bytes().to_vec(), self.limits))?;
        Ok(Outcome { judgement: examiner.judge(input, &run), started, elapsed: run.elapsed })
    }

    /// Returns the command for a shell that gives the program this input.
    pub(crate) fn repeat(&self, input: &str) -> String {
        let given = self.command.variables.iter().filter(|variable| variable.is_given);
        let given = given.map(|variable| format!("{}={}", variable.name, quote(&variable.value)));
        let words: Vec<String> = given.chain(self.words.iter().map(|word| quote(word))).collect();
        format!("{} | {}", printf(input), words.join(" "))
    }
}

/// Returns how many of these cases have used up their time.
fn timeouts(outcomes: &[Option<Outcome>]) -> usize {
    outcomes.iter().flatten().filter(|outcome| outcome.judgement.is_timeout).count()
}

/// A case that was run.
pub(crate) struct Outcome {
    pub(crate) judgement: Judgement,
    /// When it was started.
    pub(crate) started: SystemTime,
    pub(crate) elapsed: Duration,
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
