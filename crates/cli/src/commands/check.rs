//! `parlor check`: checks whether a program plays by the rules.

use crate::args::{CheckArgs, CompareArg, FormatArg, VisibilityArg};
use crate::error::CliError;
use crate::interrupt::on_interrupt;
use crate::output::Output;
use parlor_check::format::{Format, FormatOptions, Visibility};
use parlor_check::sandbox::{Limits, ResolvedCommand, Variable, resolve};
use parlor_check::{Check, Compare, Progress};
use parlor_play::{Header, OptionKind};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// The hidden command that runs the supervisor of a sandbox.
pub(crate) const SUPERVISE: &str = "supervise";

pub(crate) fn run(args: &CheckArgs, color: bool) -> Result<(), CliError> {
    if args.first && args.format == FormatArg::Gradescope {
        return Err(CliError::bad(
            "--first cannot be used with --format gradescope: its points are for all cases",
        ));
    }
    let stop = on_interrupt();
    let is_stopped = || stop.is_stopped();
    let report = match &args.class.cpp {
        Some(folder) => super::check_class::check(args, folder, &is_stopped)?,
        None => {
            let check = check_of(args)?;
            if args.list {
                return list(&check);
            }
            check.run(&progress(), &is_stopped).map_err(CliError::bad)?
        }
    };
    clear_progress();
    // A part of the cases says nothing about points.
    let points = args.points.filter(|_| !stop.is_stopped());
    let options = FormatOptions { points, color, visibility: visibility(args.visibility) };
    let mut out = Output::new();
    out.text(report.format(format(args.format), options))?;
    out.flush()?;
    match (stop.is_stopped(), report.agrees()) {
        (true, _) => Err(CliError::Interrupted),
        (_, true) => Ok(()),
        (_, false) => Err(CliError::Differs),
    }
}

fn check_of(args: &CheckArgs) -> Result<Check, CliError> {
    let info = super::find_game(&args.game.game)?.info();
    let header = Header {
        options: args.options.clone().options(info.has_option(OptionKind::Free)),
        names: args.names.clone(),
        ..Header::new(info.name)
    };
    let command = match args.list {
        true => ResolvedCommand { program: PathBuf::new(), arguments: Vec::new(), variables: Vec::new() },
        false => {
            ResolvedCommand { variables: variables(args)?, ..resolve(&args.program).map_err(CliError::bad)? }
        }
    };
    let this = std::env::current_exe()?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    Ok(Check {
        header,
        words: args.program.clone(),
        command,
        supervisor: vec![this.to_string_lossy().into_owned(), SUPERVISE.into()],
        compare: match args.compare {
            CompareArg::Boards => Compare::Boards,
            CompareArg::Lenient => Compare::Lenient,
            CompareArg::Exact => Compare::Exact,
        },
        random: args.cases,
        seed: args.seed,
        limits: Limits {
            time: args.time,
            memory: args.memory,
            output: args.output as usize,
            processes: args.processes,
        },
        threads: args.threads.unwrap_or(cores),
        shrink_time: args.shrink,
        is_first_only: args.first,
        // Points must not depend on how fast the machine is.
        is_thorough: args.all || args.points.is_some() || args.format == FormatArg::Gradescope,
    })
}

/// Returns what the program's environment has besides the usual.
pub(crate) fn variables(args: &CheckArgs) -> Result<Vec<Variable>, CliError> {
    args.env.iter().map(|text| Variable::parse(text).map_err(CliError::bad)).collect()
}

fn format(format: FormatArg) -> Format {
    match format {
        FormatArg::Text => Format::Text,
        FormatArg::Json => Format::Json,
        FormatArg::Junit => Format::Junit,
        FormatArg::Tap => Format::Tap,
        FormatArg::Gradescope => Format::Gradescope,
    }
}

fn visibility(visibility: VisibilityArg) -> Visibility {
    match visibility {
        VisibilityArg::Visible => Visibility::Visible,
        VisibilityArg::AfterDueDate => Visibility::AfterDueDate,
        VisibilityArg::AfterPublished => Visibility::AfterPublished,
        VisibilityArg::Hidden => Visibility::Hidden,
    }
}

/// Prints the cases with their input.
fn list(check: &Check) -> Result<(), CliError> {
    let mut out = Output::new();
    for case in check.cases().map_err(CliError::bad)? {
        let input =
            case.input.trim_end().escape_debug().to_string().replace("\\'", "'").replace("\\\"", "\"");
        out.line(format_args!("{}: {}: {input}", case.group, case.name))?;
    }
    out.flush()
}

/// Returns what shows how far the check is: a line on a terminal, nothing elsewhere.
fn progress() -> impl Fn(Progress) + Sync {
    let is_shown = io::stderr().is_terminal();
    let last = Mutex::new(None::<Instant>);
    move |progress| {
        if !is_shown {
            return;
        }
        let mut last = last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if last.is_some_and(|last| last.elapsed() < Duration::from_millis(100)) {
            return;
        }
        *last = Some(Instant::now());
        let Progress { done, cases, differing } = progress;
        // If standard error is closed there is nobody to tell.
        let _ = write!(io::stderr(), "\r{done} of {cases} cases, {differing} differ \u{1b}[K");
    }
}

fn clear_progress() {
    if io::stderr().is_terminal() {
        let _ = write!(io::stderr(), "\r\u{1b}[K");
    }
}
