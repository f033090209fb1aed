//! `parlor train`: trains engines by self-play.

use crate::args::{TrainCommand, TrainPointsArgs, TrainSuperArgs};
use crate::error::CliError;
use crate::interrupt::on_interrupt;
use crate::output::Output;
use parlor_arena::train::{super_points, super_weights};
use parlor_engines::super_::calibrate::fit_points;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::time::Instant;

pub(crate) fn run(command: &TrainCommand) -> Result<(), CliError> {
    match command {
        TrainCommand::Super(args) => train_weights(args),
        TrainCommand::SuperPoints(args) => fit_super_points(args),
        TrainCommand::Hex(args) => super::train_hex::run(args),
        TrainCommand::Tiles(args) => super::train_tiles::run(args),
    }
}

fn train_weights(args: &TrainSuperArgs) -> Result<(), CliError> {
    let bad_file = |error: io::Error| CliError::bad(format!("{}: {error}", args.file.display()));
    // Created first, so that a bad path fails before minutes of training. Renamed at the end, so that an interrupted
    // run leaves the old file.
    let mut temporary = args.file.as_os_str().to_owned();
    temporary.push(".new");
    let mut file = fs::File::create(&temporary).map_err(bad_file)?;
    let stop = on_interrupt();
    let progress = Progress::new("games", 0, args.games as usize);
    let weights = super_weights(args.seed, args.games as usize, &stop, |games| progress.print(games));
    progress.clear();
    let Some(bytes) = weights else {
        fs::remove_file(&temporary).map_err(bad_file)?;
        return Err(CliError::Interrupted);
    };
    let written = file.write_all(&bytes).and_then(|()| file.sync_all());
    written.and_then(|()| fs::rename(&temporary, &args.file)).map_err(bad_file)?;
    let mut out = Output::new();
    out.line(format_args!("{}: {} games, {} bytes", args.file.display(), args.games, bytes.len()))?;
    out.flush()
}

fn fit_super_points(args: &TrainPointsArgs) -> Result<(), CliError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, |threads| threads as usize);
    let stop = on_interrupt();
    let progress = Progress::new("games", 0, args.games as usize);
    let games =
        super_points(args.seed, args.games, args.nodes, threads, &stop, |games| progress.print(games));
    progress.clear();
    let mut out = Output::new();
    out.line("        samples    base  by value  by lead  deviation")?;
    for (name, fitted) in ["behind", "level", "ahead"].into_iter().zip(fit_points(&games)) {
        out.line(format_args!(
            "{name:6} {:>8} {:>7.3}  {:>8.6}  {:>7.3}  {:>9.2}",
            fitted.samples, fitted.base, fitted.by_value, fitted.by_lead, fitted.deviation
        ))?;
    }
    out.line(format_args!("{} games", games.len()))?;
    out.flush()?;
    if stop.is_stopped() { Err(CliError::Interrupted) } else { Ok(()) }
}

/// The progress line, shown if standard error is a terminal.
pub(super) struct Progress {
    started: Instant,
    what: &'static str,
    first: usize,
    count: usize,
    is_terminal: bool,
}

impl Progress {
    /// Starts with the first of so many `what`.
    pub(super) fn new(what: &'static str, first: usize, count: usize) -> Progress {
        Progress { started: Instant::now(), what, first, count, is_terminal: io::stderr().is_terminal() }
    }

    pub(super) fn print(&self, done: usize) {
        if self.is_terminal {
            let Progress { what, first, count, .. } = self;
            let rate = (done - first) as f64 / self.started.elapsed().as_secs_f64().max(1e-3);
            let left = count.saturating_sub(done) as f64 / rate.max(1e-9);
            let _ = write!(io::stderr(), "\r\u{1b}[K{done} of {count} {what}, {left:.0} s left");
        }
    }

    pub(super) fn clear(&self) {
        if self.is_terminal {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}
