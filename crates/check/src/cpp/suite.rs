//! The whole check of a class: build it, look at its interface, run the cases, explain what failed.

use super::batches::{self, Outcome, PlannedCase};
use super::build::{Build, Builder};
use super::class::{Case, Class, cases, operation};
use super::compiler::Compiler;
use super::explain::explain;
use super::explainer::Explainer;
use super::folder::Folder;
use super::interface::Interface;
use super::runner::{Runner, Setup};
use super::{ClassError, ClassOptions};
use crate::sandbox::SandboxError;
use crate::sandbox_pool::Lanes;
use crate::shell::quote;
use crate::{CaseResult, Compare, Finding, Report, Severity, Status};
use std::time::{Duration, Instant};

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
    lanes: Lanes,
    compiler: Compiler,
    is_stopped: &'a (dyn Fn() -> bool + Sync),
    class: std::marker::PhantomData<C>,
}

impl<'a, C: Class> Suite<'a, C> {
    fn start(
        options: &'a ClassOptions,
        folder: &'a Folder,
        is_stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> Result<Suite<'a, C>, ClassError> {
        let mut lanes = Lanes::start(&options.supervisor, options.threads)?;
        let compiler = Compiler::find(options.compiler.as_deref(), &options.variables, lanes.any())?;
        let compiler = compiler.ok_or(ClassError::NoCompiler)?;
        Ok(Suite { options, folder, lanes, compiler, is_stopped, class: std::marker::PhantomData })
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
        let mut build = builder.build::<C>(&mut self.lanes, false)?;
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
            let with_private = builder.build::<C>(&mut self.lanes, true)?;
            if with_private.error.is_none() {
                all = Some(self.interface_of(&with_private)?);
                build = with_private;
            }
        }
        let interface = Interface::new(open, all);
        report.cases.extend(interface.cases::<C>(&build));
        let planned = batches::plan::<C>(cases::<C>(self.options.seed, self.options.cases), &interface);
        self.run_cases(&build, &interface, &planned, report)?;
        let open = batches::plan::<C>(C::open_cases(), &interface);
        report.notes.extend(self.remarks(&build, &open)?);
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

    fn setup<'b>(&self, build: &'b Build) -> Setup<'b>
    where
        'a: 'b,
    {
        Setup {
            driver: &build.driver,
            folder: self.folder,
            compare: self.options.compare,
            time: self.options.time,
            memory: self.options.memory,
            variables: &self.options.variables,
            is_stopped: self.is_stopped,
        }
    }

    fn interface_of(&mut self, build: &Build) -> Result<Vec<(String, String)>, SandboxError> {
        let setup = self.setup(build);
        Runner::new(self.lanes.any(), setup).interface()
    }

    /// Runs the cases side by side and explains those that fail.
    fn run_cases(
        &mut self,
        build: &Build,
        interface: &Interface,
        planned: &[PlannedCase<C::Op>],
        report: &mut Report,
    ) -> Result<(), SandboxError> {
        let setup = self.setup(build);
        let (outcomes, runs) = batches::run::<C>(&mut self.lanes, setup, planned)?;
        let mut runner = Runner::new(self.lanes.any(), setup);
        let before = runner.runs();
        let mut explainer = Explainer::new(&mut runner, self.options.shrink_time);
        for (PlannedCase { case, lacking }, outcome) in planned.iter().zip(&outcomes) {
            let mut findings = Vec::new();
            if let Outcome::Fails(failure, earlier) = outcome {
                let finding = explainer.explain::<C>(case, failure, &planned[earlier.clone()])?;
                findings.push(Self::repeatable(self.options, case, finding));
            }
            if let Some(key) = lacking.first() {
                findings.push(Self::repeatable(self.options, case, lacks::<C>(key, interface, build)));
            }
            let mut result = CaseResult::new(&case.name, case.group, findings);
            if *outcome == Outcome::NotRun && lacking.is_empty() {
                result.status = Status::NotRun;
            }
            report.cases.push(result);
        }
        report.runs = runs + runner.runs() - before;
        let not_run = report.count(Status::NotRun);
        if not_run > 0 {
            report.notes.push(match (self.is_stopped)() {
                true => format!("the check was stopped: {not_run} cases were not run"),
                false => format!(
                    "{not_run} cases were not run, after others that used up their time, memory or output"
                ),
            });
        }
        Ok(())
    }

    /// Runs the cases that the rules leave open.
    fn remarks(&mut self, build: &Build, open: &[PlannedCase<C::Op>]) -> Result<Vec<String>, SandboxError> {
        let setup = self.setup(build);
        let mut runner = Runner::new(self.lanes.any(), setup);
        let mut remarks = Vec::new();
        for PlannedCase { case, .. } in open.iter().filter(|planned| planned.lacking.is_empty()) {
            if let Some(failure) = runner.run_one::<C>(&case.script)? {
                let failure = runner.locate::<C>(&case.script, failure)?;
                remarks.push(format!("{}: {}", case.name, explain::<C>(&case.script, &failure).summary));
            }
        }
        Ok(remarks)
    }

    /// Adds the command that repeats the case.
    fn repeatable(options: &ClassOptions, case: &Case<C::Op>, mut finding: Finding) -> Finding {
        let ClassOptions { folder, compiler, compare, cases, seed, .. } = options;
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

/// Returns the finding of a case that needs an operation that the class lacks.
fn lacks<C: Class>(key: &str, interface: &Interface, build: &Build) -> Finding {
    let operation = operation::<C>(key);
    let name = operation.map_or(key, |operation| operation.name);
    let mut finding = Finding::difference(format!("this case needs {name}, which can't be used"));
    finding.rule = operation.and_then(|operation| interface.finding(operation, build)?.rule);
    finding
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
