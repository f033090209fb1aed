//! Runs scripts in the compiled driver and compares its answers with what the rules say.

use super::answer::{Answer, Expected, Value};
use super::class::Class;
use super::folder::Folder;
use super::sanitizer::MemoryError;
use crate::Compare;
use crate::sandbox::{End, Job, Limits, Run, Sandbox, SandboxError, Variable, environment};
use std::path::Path;
use std::time::Duration;

/// The scripts that one process performs.
const SCRIPTS_PER_PROCESS: usize = 24;
/// The most processor time of a script among others.
const HURRIED: Duration = Duration::from_secs(1);
/// The signal of a program that writes too large a file: the driver sends standard output to one.
const SIGXFSZ: i32 = 25;

/// Runs scripts.
pub(super) struct Runner<'a> {
    pub(super) sandbox: Sandbox,
    pub(super) driver: &'a Path,
    pub(super) folder: &'a Folder,
    pub(super) compare: Compare,
    /// The processor time of one script.
    pub(super) time: Duration,
    pub(super) memory: u64,
    /// What is added to the program's environment.
    pub(super) variables: &'a [Variable],
    /// Whether reports about memory name functions and lines. Finding them takes a tenth of a second.
    pub(super) names_places: bool,
    pub(super) is_stopped: &'a (dyn Fn() -> bool + Sync),
}

/// The first thing that went wrong in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    /// The operation; the length of the script if it was at its end, when boards are destroyed.
    pub(super) at: usize,
    pub(super) problem: Problem,
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Problem {
    Differs {
        expected: Expected,
        answer: Answer,
    },
    Threw(String),
    WantsInput,
    OutOfTime,
    OutOfMemory,
    PrintsTooMuch,
    Memory(MemoryError),
    /// The program ended in another way.
    Ended(String),
}

impl Problem {
    /// Returns whether two problems are of one kind, so that a shorter script shows the same mistake.
    pub(super) fn is_like(&self, other: &Problem) -> bool {
        match (self, other) {
            (Problem::Memory(one), Problem::Memory(two)) => {
                (&one.kind, &one.address) == (&two.kind, &two.address)
            }
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

impl Runner<'_> {
    /// Asks the driver which operations the class has: pairs of key and status.
    pub(super) fn interface(&mut self) -> Result<Vec<(String, String)>, SandboxError> {
        let run = self.start("interface\n".into())?;
        let stdout = String::from_utf8_lossy(&run.stdout);
        let line = stdout.split(" | ").next().unwrap_or_default();
        Ok(line
            .split_whitespace()
            .filter_map(|pair| pair.split_once(':'))
            .map(|(key, status)| (key.into(), status.into()))
            .collect())
    }

    /// Runs scripts and returns what went wrong in each. Many run in one process, so that one may disturb the next.
    /// After too many processes that ended early, or two that did not end, the rest is not run, and missing. Each script
    /// has little time: one that needs more is to be run alone.
    pub(super) fn run<C: Class>(
        &mut self,
        scripts: &[&[C::Op]],
        most_crashes: usize,
    ) -> Result<Vec<Option<Failure>>, SandboxError> {
        let mut failures = Vec::with_capacity(scripts.len());
        let mut crashes = 0;
        let time = self.time;
        self.time = time.min(HURRIED);
        while failures.len() < scripts.len() && crashes < most_crashes && !(self.is_stopped)() {
            let rest = &scripts[failures.len()..];
            let batch = &rest[..rest.len().min(SCRIPTS_PER_PROCESS)];
            let before = failures.len();
            self.run_batch::<C>(batch, &mut failures)?;
            crashes += match failures.last() {
                Some(Some(Failure { problem: Problem::OutOfTime, .. })) => most_crashes.div_ceil(2),
                _ => usize::from(failures.len() < before + batch.len()),
            };
        }
        self.time = time;
        Ok(failures)
    }

    /// Runs one script alone.
    pub(super) fn run_one<C: Class>(&mut self, script: &[C::Op]) -> Result<Option<Failure>, SandboxError> {
        let mut failures = Vec::new();
        self.run_batch::<C>(&[script], &mut failures)?;
        Ok(failures.pop().flatten())
    }

    /// Runs one script alone once more, to learn the functions and lines of its failure.
    pub(super) fn locate<C: Class>(
        &mut self,
        script: &[C::Op],
        failure: Failure,
    ) -> Result<Failure, SandboxError> {
        if !matches!(failure.problem, Problem::Memory(_)) {
            return Ok(failure);
        }
        self.names_places = true;
        let located = self.run_one::<C>(script);
        self.names_places = false;
        Ok(located?.unwrap_or(failure))
    }

    /// Runs scripts in one process, until one of them ends it.
    fn run_batch<C: Class>(
        &mut self,
        scripts: &[&[C::Op]],
        failures: &mut Vec<Option<Failure>>,
    ) -> Result<(), SandboxError> {
        let mut text = format!("time {}\n", self.time.as_millis());
        for script in scripts {
            text.push_str("case\n");
            script.iter().for_each(|op| text.push_str(&format!("{}\n", C::line(op))));
            text.push_str("end\n");
        }
        let (found, is_leaking) = self.run_text::<C>(scripts, &text)?;
        failures.extend(match is_leaking && scripts.len() > 1 {
            // Some script leaks: now look after each.
            true => self.run_text::<C>(scripts, &format!("leaks\n{text}"))?.0,
            false => found,
        });
        Ok(())
    }

    /// Runs scripts and returns what went wrong until one ended the process, and whether memory leaked.
    fn run_text<C: Class>(
        &mut self,
        scripts: &[&[C::Op]],
        text: &str,
    ) -> Result<(Vec<Option<Failure>>, bool), SandboxError> {
        let run = self.start(text.into())?;
        let stdout = String::from_utf8_lossy(&run.stdout);
        let mut answers = stdout.lines().map(Answer::read);
        let mut failures = Vec::new();
        for script in scripts {
            let (failure, is_last) = self.compare_answers::<C>(script, &mut answers, &run);
            failures.push(failure);
            if is_last {
                return Ok((failures, false));
            }
        }
        let is_leaking = answers.next().flatten().is_some_and(|answer| answer.value == Value::Leak);
        if let ([script], [failure @ None], true) = (scripts, failures.as_mut_slice(), is_leaking) {
            *failure = Some(Failure { at: script.len(), problem: self.reason(&run) });
        }
        Ok((failures, is_leaking))
    }

    /// Compares the answers to one script. Also returns whether it ended the process.
    fn compare_answers<C: Class>(
        &self,
        script: &[C::Op],
        answers: &mut impl Iterator<Item = Option<Answer>>,
        run: &Run,
    ) -> (Option<Failure>, bool) {
        let mut failure: Option<Failure> = None;
        let expected = C::predict(script).unwrap_or_default();
        for (at, expected) in expected.iter().chain([&Expected::Nothing]).enumerate() {
            let (problem, is_last) = match answers.next().flatten() {
                None => (Some(self.reason(run)), true),
                Some(answer) => match &answer.value {
                    Value::Leak => (Some(self.reason(run)), true),
                    Value::WantsInput => (Some(Problem::WantsInput), true),
                    Value::OutOfTime => (Some(Problem::OutOfTime), true),
                    Value::Threw(_) if *expected == Expected::Anything => (None, false),
                    Value::Threw(text) => (Some(Problem::Threw(text.clone())), false),
                    _ if expected.agrees(&answer, self.compare) => (None, false),
                    _ => (Some(Problem::Differs { expected: expected.clone(), answer }), false),
                },
            };
            failure = failure.or(problem.map(|problem| Failure { at, problem }));
            if is_last {
                return (failure, true);
            }
        }
        (failure, false)
    }

    fn start(&mut self, script: String) -> Result<Run, SandboxError> {
        let limits = Limits {
            time: 5 * self.time + Duration::from_secs(20),
            memory: self.memory,
            ..Limits::default()
        };
        let sanitizers = ["ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"]
            .map(|name| (name.to_string(), format!("symbolize={}", u8::from(self.names_places))));
        self.sandbox.run(&Job {
            program: self.driver.to_path_buf(),
            arguments: Vec::new(),
            environment: [environment(self.variables), sanitizers.to_vec()].concat(),
            input: script.into_bytes(),
            limits,
        })
    }

    /// Returns why the program ended early.
    fn reason(&self, run: &Run) -> Problem {
        let stderr = String::from_utf8_lossy(&run.stderr);
        if let Some(error) = MemoryError::read(&stderr, self.folder) {
            return Problem::Memory(error);
        }
        match run.end {
            End::OutOfTime => Problem::OutOfTime,
            End::OutOfMemory => Problem::OutOfMemory,
            End::TooMuchOutput | End::Signaled(SIGXFSZ) => Problem::PrintsTooMuch,
            End::TooManyProcesses => Problem::Ended("started too many processes".into()),
            End::KilledSupervisor => Problem::Ended("ended the process that watches it".into()),
            End::Signaled(signal) => Problem::Ended(format!("was ended by signal {signal}")),
            End::Exited(code) => Problem::Ended(format!("ended the whole program with exit code {code}")),
        }
    }
}
