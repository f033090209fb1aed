//! The whole check of a class: build it, look at its interface, run the cases, explain what failed.

use super::build::{Build, Builder};
use super::class::{Case, Class, cases};
use super::compiler::Compiler;
use super::explain::explain;
use super::folder::Folder;
use super::interface::Interface;
use super::runner::{Failure, Problem, Runner};
use super::shrink::shrink;
use super::{ClassError, ClassOptions};
use crate::sandbox::{Sandbox, SandboxError};
use crate::shell::quote;
use crate::{CaseResult, Compare, Finding, Report, Severity, Status};
use std::time::{Duration, Instant};

/// Failing cases of one kind that are explained; the others only say what they are.
const MOST_EXPLAINED: usize = 8;
/// Processes that may end early before the rest is not run.
const MOST_CRASHES: usize = 12;
/// The most of the time for cutting down that one failing script may take.
const SHARE_OF_ONE: f64 = 0.5;
/// The most statements that are shown of a script that was not made shorter.
const MOST_STATEMENTS: usize = 20;
/// The most warnings of the compiler that are shown.
const MOST_WARNINGS: usize = 10;

/// Checks a class.
pub(super) fn check<C: Class>(
    options: &ClassOptions,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Report, ClassError> {
    let started = Instant::now();
    let folder = Folder::read(&options.folder)
        .map_err(|reason| ClassError::Folder { folder: options.folder.clone(), reason })?;
    let mut report = Report {
        game: C::GAME.into(),
        subject: options.folder.display().to_string(),
        cases: Vec::new(),
        notes: Vec::new(),
        runs: 0,
        elapsed: Duration::ZERO,
    };
    if folder.header.is_none() {
        let mut finding = Finding::difference(format!("there is no {} in {}", C::HEADER, report.subject));
        finding.rule = Some(format!("the class Board is declared in {}", C::HEADER));
        report.cases.push(CaseResult::new("header", "compiling", vec![finding]));
    } else {
        Suite::<C>::start(options, &folder, is_stopped)?.run(&mut report)?;
    }
    report.elapsed = started.elapsed();
    Ok(report)
}

struct Suite<'a, C: Class> {
    options: &'a ClassOptions,
    folder: &'a Folder,
    sandboxes: Vec<Sandbox>,
    compiler: Compiler,
    is_stopped: &'a (dyn Fn() -> bool + Sync),
    runs: usize,
    class: std::marker::PhantomData<C>,
}

impl<'a, C: Class> Suite<'a, C> {
    fn start(
        options: &'a ClassOptions,
        folder: &'a Folder,
        is_stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> Result<Suite<'a, C>, ClassError> {
        let start = |_| Sandbox::start(&options.supervisor);
        let mut sandboxes = (0..options.threads.max(1)).map(start).collect::<Result<Vec<_>, _>>()?;
        let compiler = Compiler::find(options.compiler.as_deref(), &options.variables, &mut sandboxes[0])?;
        let compiler = compiler.ok_or(ClassError::NoCompiler)?;
        Ok(Suite {
            options,
            folder,
            sandboxes,
            compiler,
            is_stopped,
            runs: 0,
            class: std::marker::PhantomData,
        })
    }

    fn run(mut self, report: &mut Report) -> Result<(), ClassError> {
        if !self.compiler.has_sanitizers {
            report.notes.push(format!(
                "{} has no sanitizers here: mistakes with memory are not looked for",
                self.compiler.version
            ));
        }
        let compiler = self.compiler.clone();
        let builder = Builder { compiler: &compiler, folder: self.folder, cache: &self.options.cache };
        let mut build = builder.build::<C>(&mut self.sandboxes, false)?;
        report.cases.push(self.compiling(&build));
        report.notes.extend(
            build.warnings.iter().take(MOST_WARNINGS).map(|text| format!("the compiler warns:\n{text}")),
        );
        if build.error.is_some() {
            return Ok(());
        }
        let open = self.interface_of(&build)?;
        let mut all = None;
        if Interface::may_hide_something(&open) {
            let with_private = builder.build::<C>(&mut self.sandboxes, true)?;
            if with_private.error.is_none() {
                all = Some(self.interface_of(&with_private)?);
                build = with_private;
            }
        }
        let interface = Interface::new(open, all);
        report.cases.extend(interface.cases::<C>(&build));
        let cases = usable_cases::<C>(cases::<C>(self.options.seed, self.options.cases), &interface);
        let results = self.run_cases(&build, cases)?;
        report.cases.extend(results);
        report.runs = self.runs;
        report.notes.extend(self.remarks(&build, usable_cases::<C>(C::open_cases(), &interface))?);
        Ok(())
    }

    /// Returns the case about compiling.
    fn compiling(&self, build: &Build) -> CaseResult {
        let mut findings = Vec::new();
        if let Some(error) = &build.error {
            findings.push(compile_error::<C>(error, build));
        }
        if !build.multiple.is_empty() {
            let mut finding =
                Finding::difference(format!("{} is defined more than once", build.multiple.join(", ")));
            finding.rule =
                Some("a function whose body is in a header, outside the class, needs `inline`".into());
            findings.push(finding);
        }
        CaseResult::new("compiles", "compiling", findings)
    }

    fn runner<'b>(&self, build: &'b Build, sandbox: Sandbox) -> Runner<'b>
    where
        'a: 'b,
    {
        Runner {
            sandbox,
            driver: &build.driver,
            folder: self.folder,
            compare: self.options.compare,
            time: self.options.time,
            memory: self.options.memory,
            variables: &self.options.variables,
            names_places: false,
            is_stopped: self.is_stopped,
        }
    }

    fn interface_of(&self, build: &Build) -> Result<Vec<(String, String)>, SandboxError> {
        self.runner(build, Sandbox::start(&self.options.supervisor)?).interface()
    }

    /// Runs the cases side by side and explains those that fail.
    fn run_cases(&mut self, build: &Build, cases: Vec<Case<C::Op>>) -> Result<Vec<CaseResult>, SandboxError> {
        let sandboxes = std::mem::take(&mut self.sandboxes);
        let mut runners: Vec<Runner<'_>> =
            sandboxes.into_iter().map(|sandbox| self.runner(build, sandbox)).collect();
        let lane_size = cases.len().div_ceil(runners.len()).max(1);
        let outcomes: Vec<Result<Vec<Outcome<C::Op>>, SandboxError>> = std::thread::scope(|scope| {
            let lanes = runners.iter_mut().zip(cases.chunks(lane_size));
            let threads: Vec<_> =
                lanes.map(|(runner, lane)| scope.spawn(move || run_lane::<C>(runner, lane))).collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
        });
        let outcomes = outcomes.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
        let mut explainer = Explainer {
            runner: &mut runners[0],
            explained: Vec::new(),
            deadline: Instant::now() + self.options.shrink_time,
            shrink_time: self.options.shrink_time.mul_f64(SHARE_OF_ONE),
        };
        let results = cases.iter().zip(outcomes).map(|(case, outcome)| {
            let findings = match &outcome {
                Outcome::Fails(script, failure) => {
                    vec![self.finding(case, explainer.explain::<C>(case, script, failure)?)]
                }
                _ => Vec::new(),
            };
            let mut result = CaseResult::new(&case.name, case.group, findings);
            if matches!(outcome, Outcome::NotRun) {
                result.status = Status::NotRun;
            }
            Ok(result)
        });
        let results = results.collect();
        self.runs = runners.iter().map(|runner| runner.sandbox.runs()).sum();
        results
    }

    /// Runs the cases that the rules leave open.
    fn remarks(&self, build: &Build, cases: Vec<Case<C::Op>>) -> Result<Vec<String>, SandboxError> {
        let mut runner = self.runner(build, Sandbox::start(&self.options.supervisor)?);
        let mut remarks = Vec::new();
        for case in cases {
            if let Some(failure) = runner.run_one::<C>(&case.script)? {
                let failure = runner.locate::<C>(&case.script, failure)?;
                remarks.push(format!("{}: {}", case.name, explain::<C>(&case.script, &failure).summary));
            }
        }
        Ok(remarks)
    }

    fn finding(&self, case: &Case<C::Op>, mut finding: Finding) -> Finding {
        let ClassOptions { folder, compiler, compare, cases, seed, .. } = self.options;
        let mut repeat = format!("parlor check {} --cpp {}", C::GAME, quote(&folder.to_string_lossy()));
        if let Some(compiler) = compiler {
            repeat += &format!(" --compiler {}", quote(compiler));
        }
        if *compare == Compare::Exact {
            repeat += " --compare exact";
        }
        if case.group == "random" {
            repeat += &format!(" --cases {cases} --seed {seed}");
        }
        finding.repeat = Some(repeat);
        debug_assert_eq!(finding.severity, Severity::Difference);
        finding
    }
}

/// How a case went.
#[derive(Clone)]
enum Outcome<Op> {
    Agrees,
    /// The script that fails, and how.
    Fails(Vec<Op>, Failure),
    NotRun,
}

/// Leaves out the operations that the class lacks, and cases that make no sense without them.
fn usable_cases<C: Class>(cases: Vec<Case<C::Op>>, interface: &Interface) -> Vec<Case<C::Op>> {
    let usable = |mut case: Case<C::Op>| {
        case.script.retain(|op| interface.has(C::key(op)));
        (!case.script.is_empty() && C::predict(&case.script).is_some()).then_some(case)
    };
    cases.into_iter().filter_map(usable).collect()
}

/// Runs cases and confirms each failure alone. A case that fails only after others is joined with one of them.
fn run_lane<C: Class>(
    runner: &mut Runner<'_>,
    cases: &[Case<C::Op>],
) -> Result<Vec<Outcome<C::Op>>, SandboxError> {
    let scripts: Vec<&[C::Op]> = cases.iter().map(|case| case.script.as_slice()).collect();
    let failures = runner.run::<C>(&scripts, MOST_CRASHES)?;
    let mut confirmed = 0;
    let mut has_waited = false;
    let mut outcomes = Vec::new();
    for (at, failure) in failures.into_iter().enumerate() {
        let Some(failure) = failure else {
            outcomes.push(Outcome::Agrees);
            continue;
        };
        // Enough are confirmed to be explained; the rest is believed.
        let is_endless = failure.problem == Problem::OutOfTime;
        let outcome = if confirmed >= MOST_EXPLAINED || is_endless && has_waited {
            Outcome::Fails(scripts[at].to_vec(), failure)
        } else {
            confirmed += 1;
            has_waited |= is_endless;
            match runner.run_one::<C>(scripts[at])? {
                Some(alone) => Outcome::Fails(scripts[at].to_vec(), alone),
                None => find_cause::<C>(runner, &scripts[..at], scripts[at], failure)?,
            }
        };
        outcomes.push(outcome);
    }
    outcomes.resize_with(cases.len(), || Outcome::NotRun);
    Ok(outcomes)
}

/// Finds the earlier script that makes another one fail, and joins the two. It agrees if it was the time alone.
fn find_cause<C: Class>(
    runner: &mut Runner<'_>,
    earlier: &[&[C::Op]],
    script: &[C::Op],
    failure: Failure,
) -> Result<Outcome<C::Op>, SandboxError> {
    if matches!(failure.problem, Problem::OutOfTime | Problem::OutOfMemory) {
        return Ok(Outcome::Agrees);
    }
    for before in earlier.iter().rev().take(24) {
        let other_name = |name: char| char::from(name as u8 + 10);
        let renamed = before.iter().map(|op| C::renamed(op, &other_name));
        let joined: Vec<C::Op> = renamed.chain(script.iter().cloned()).collect();
        if C::predict(&joined).is_none() {
            continue;
        }
        if let Some(failure) = runner.run_one::<C>(&joined)? {
            return Ok(Outcome::Fails(joined, failure));
        }
    }
    Ok(Outcome::Fails(script.to_vec(), failure))
}

/// Explains failures, each kind once.
struct Explainer<'a, 'b> {
    runner: &'a mut Runner<'b>,
    /// The kinds of failures so far, each with a case and its finding.
    explained: Vec<(String, String, Finding)>,
    deadline: Instant,
    /// The time for cutting down one script.
    shrink_time: Duration,
}

impl Explainer<'_, '_> {
    fn explain<C: Class>(
        &mut self,
        case: &Case<C::Op>,
        script: &[C::Op],
        failure: &Failure,
    ) -> Result<Finding, SandboxError> {
        let kind = kind::<C>(case, script, failure);
        if let Some((_, name, explained)) = self.explained.iter().find(|(other, ..)| *other == kind) {
            return Ok(match &failure.problem {
                Problem::Memory(_) => {
                    Finding { summary: format!("{} (as in: {name})", explained.summary), ..explained.clone() }
                }
                _ => in_short(explain::<C>(script, failure), name),
            });
        }
        let now = Instant::now();
        let (script, failure) = match self.explained.len() < MOST_EXPLAINED && now < self.deadline {
            true => shrink::<C>(self.runner, script, failure, self.deadline.min(now + self.shrink_time))?,
            false => (script.to_vec(), failure.clone()),
        };
        let finding = explain::<C>(&script, &self.runner.locate::<C>(&script, failure)?);
        self.explained.push((kind, case.name.clone(), finding.clone()));
        Ok(finding)
    }
}

/// Shortens a finding that resembles another one.
fn in_short(mut finding: Finding, other: &str) -> Finding {
    finding.summary = format!("{} (see also: {other})", finding.summary);
    finding.input = finding.input.filter(|input| input.lines().count() <= MOST_STATEMENTS);
    finding
}

/// Returns what failures of one kind have in common: the group, the operation and the kind of problem.
fn kind<C: Class>(case: &Case<C::Op>, script: &[C::Op], failure: &Failure) -> String {
    let key = script.get(failure.at).map_or("end", C::key);
    let problem = match &failure.problem {
        Problem::Memory(error) => return format!("{} {:?}", error.kind, error.address),
        Problem::Differs { .. } => "differs".into(),
        other => format!("{other:?}"),
    };
    format!("{} {key} {problem}", case.group)
}

/// Returns the finding of an error of the compiler or the linker.
fn compile_error<C: Class>(error: &str, build: &Build) -> Finding {
    let line = error
        .lines()
        .find(|line| line.contains("error: "))
        .unwrap_or(error.lines().next().unwrap_or_default());
    let more = match build.errors {
        0 | 1 => String::new(),
        errors => format!(" (the first of {errors} errors)"),
    };
    let mut finding = if line.contains("parlor_driver.cpp") {
        let mut finding = Finding::difference("there is no class Board that can be used");
        finding.rule = Some(format!("{} declares a class or struct Board", C::HEADER));
        finding
    } else if build.errors == 0 {
        let missing = build.undefined.join(", ");
        let mut finding =
            Finding::difference(format!("it cannot be linked; without a definition: {missing}"));
        finding.rule =
            Some("every function that is declared and used needs a body in one of the files".into());
        finding
    } else {
        let mut finding = Finding::difference(format!("it does not compile: {line}{more}"));
        finding.rule = Some("mend the first error first: the others often follow from it".into());
        finding
    };
    finding.detail = Some(error.to_string());
    finding
}
