//! Runs scripts in the compiled driver and compares its answers with what the rules say.

use super::answer::{Answer, Expected, Value};
use super::class::Class;
use super::folder::Folder;
use super::sanitizer::MemoryError;
use crate::Compare;
use crate::sandbox::{End, Job, Limits, Run, Sandbox, SandboxError, Variable, environment};
use std::path::Path;
use std::time::Duration;

/// The most processor time of a script among others.
const HURRIED: Duration = Duration::from_secs(1);
/// The signal of a program that writes too large a file: the driver sends standard output to one.
const SIGXFSZ: i32 = 25;

/// What is run, and how.
#[derive(Clone, Copy)]
pub(super) struct Setup<'a> {
    pub(super) driver: &'a Path,
    pub(super) folder: &'a Folder,
    pub(super) compare: Compare,
    /// The processor time of one script.
    pub(super) time: Duration,
    pub(super) memory: u64,
    /// What is added to the program's environment.
    pub(super) variables: &'a [Variable],
    pub(super) is_stopped: &'a (dyn Fn() -> bool + Sync),
}

/// Runs scripts.
pub(super) struct Runner<'a> {
    sandbox: &'a mut Sandbox,
    setup: Setup<'a>,
    /// The processor time of one script.
    pub(super) time: Duration,
    /// Whether reports about memory name functions and lines. Finding them takes a tenth of a second.
    names_places: bool,
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

/// What came of scripts that were performed by one process.
pub(super) struct Ran {
    /// What went wrong in each script, up to the one that ended the process.
    pub(super) failures: Vec<Option<Failure>>,
    /// The problem that ended the process before all scripts were done.
    pub(super) ended_by: Option<Problem>,
}

impl Problem {
    /// Returns whether the script used up its time, its memory or the space for what it prints.
    pub(super) fn is_exhaustion(&self) -> bool {
        matches!(self, Problem::OutOfTime | Problem::OutOfMemory | Problem::PrintsTooMuch)
    }

    /// Returns whether memory was left over at the end of the script.
    pub(super) fn is_leak(&self) -> bool {
        matches!(self, Problem::Memory(error) if error.kind == "memory leak")
    }

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

impl<'a> Runner<'a> {
    pub(super) fn new(sandbox: &'a mut Sandbox, setup: Setup<'a>) -> Runner<'a> {
        Runner { sandbox, setup, time: setup.time, names_places: false }
    }

    /// Returns how many programs its sandbox has run.
    pub(super) fn runs(&self) -> usize {
        self.sandbox.runs()
    }

    /// Returns whether the user has asked to stop.
    pub(super) fn is_stopped(&self) -> bool {
        (self.setup.is_stopped)()
    }

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

    /// Runs scripts in one process, so that one may disturb the next, until one of them ends it. Each script has little
    /// time: one that needs more is to be run alone. `expects_leaks` saves a run if some script leaks.
    pub(super) fn run_together<C: Class>(
        &mut self,
        scripts: &[&[C::Op]],
        expects_leaks: bool,
    ) -> Result<Ran, SandboxError> {
        let time = self.time;
        self.time = time.min(HURRIED);
        let ran = self.run_process::<C>(scripts, expects_leaks);
        self.time = time;
        ran
    }

    /// Runs one script alone.
    pub(super) fn run_one<C: Class>(&mut self, script: &[C::Op]) -> Result<Option<Failure>, SandboxError> {
        Ok(self.run_alone::<C>(script)?.failures.pop().flatten())
    }

    /// Runs one script alone, to learn how its process ended too.
    pub(super) fn run_alone<C: Class>(&mut self, script: &[C::Op]) -> Result<Ran, SandboxError> {
        self.run_process::<C>(&[script], false)
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
    fn run_process<C: Class>(
        &mut self,
        scripts: &[&[C::Op]],
        expects_leaks: bool,
    ) -> Result<Ran, SandboxError> {
        let (ran, is_leaking) = self.run_text::<C>(scripts, expects_leaks)?;
        // Leaks are looked for once, when all is done. If there are any, or if the process ended before, the scripts that
        // it finished are run again, with a look after each of them.
        let finished = ran.failures.len() - usize::from(ran.ended_by.is_some());
        let is_unsure = ran.ended_by.is_some() || is_leaking && scripts.len() > 1;
        if is_unsure && finished > 0 && !expects_leaks {
            let (looked, _) = self.run_text::<C>(&scripts[..finished], true)?;
            if looked.ended_by.is_some() {
                return Ok(looked);
            }
        }
        Ok(ran)
    }

    /// Runs scripts in one process and returns what came of them, and whether memory leaked.
    fn run_text<C: Class>(
        &mut self,
        scripts: &[&[C::Op]],
        looks_for_leaks: bool,
    ) -> Result<(Ran, bool), SandboxError> {
        let mut text = format!("time {}\n", self.time.as_millis());
        text.push_str(if looks_for_leaks { "leaks\n" } else { "" });
        for script in scripts {
            text.push_str("case\n");
            script.iter().for_each(|op| text.push_str(&format!("{}\n", C::line(op))));
            text.push_str("end\n");
        }
        let run = self.start(text)?;
        let stdout = String::from_utf8_lossy(&run.stdout);
        let mut answers = stdout.lines().map(Answer::read);
        let mut failures = Vec::new();
        for script in scripts {
            let (failure, ended_by) = self.compare_answers::<C>(script, &mut answers, &run);
            failures.push(failure);
            if ended_by.is_some() {
                return Ok((Ran { failures, ended_by }, false));
            }
        }
        let is_leaking = answers.next().flatten().is_some_and(|answer| answer.value == Value::Leak);
        if let ([script], [failure @ None], true) = (scripts, failures.as_mut_slice(), is_leaking) {
            *failure = Some(Failure { at: script.len(), problem: self.reason(&run) });
        }
        Ok((Ran { failures, ended_by: None }, is_leaking))
    }

    /// Compares the answers to one script. Also returns the problem that ended the process, if one did.
    fn compare_answers<C: Class>(
        &self,
        script: &[C::Op],
        answers: &mut impl Iterator<Item = Option<Answer>>,
        run: &Run,
    ) -> (Option<Failure>, Option<Problem>) {
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
                    _ if expected.agrees(&answer, self.setup.compare) => (None, false),
                    _ => (Some(Problem::Differs { expected: expected.clone(), answer }), false),
                },
            };
            let ended_by = problem.clone().filter(|_| is_last);
            failure = failure.or(problem.map(|problem| Failure { at, problem }));
            if ended_by.is_some() {
                return (failure, ended_by);
            }
        }
        (failure, None)
    }

    fn start(&mut self, script: String) -> Result<Run, SandboxError> {
        let limits = Limits {
            time: 5 * self.time + Duration::from_secs(20),
            memory: self.setup.memory,
            ..Limits::default()
        };
        let sanitizers = ["ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"]
            .map(|name| (name.to_string(), format!("symbolize={}", u8::from(self.names_places))));
        self.sandbox.run(&Job {
            program: self.setup.driver.to_path_buf(),
            arguments: Vec::new(),
            environment: [environment(self.setup.variables), sanitizers.to_vec()].concat(),
            input: script.into_bytes(),
            limits,
        })
    }

    /// Returns why the program ended early.
    fn reason(&self, run: &Run) -> Problem {
        let stderr = String::from_utf8_lossy(&run.stderr);
        if let Some(error) = MemoryError::read(&stderr, self.setup.folder) {
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
