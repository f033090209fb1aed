//! `parlor train`: what engines learn by games against themselves.

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
        TrainCommand::Super(args) => weights(args),
        TrainCommand::SuperPoints(args) => points(args),
    }
}

fn weights(args: &TrainSuperArgs) -> Result<(), CliError> {
    let bad_file = |error: io::Error| CliError::bad(format!("{}: {error}", args.file.display()));
    // Made at once, because it is better to know before the minutes it takes; put in place at the end, so that what
    // was there stays if it is stopped.
    let mut beside = args.file.as_os_str().to_owned();
    beside.push(".new");
    let mut file = fs::File::create(&beside).map_err(bad_file)?;
    let stop = on_interrupt();
    let progress = Progress::new(args.games as usize);
    let learned = super_weights(args.seed, args.games as usize, &stop, |games| progress.tell(games));
    progress.clear();
    let Some(bytes) = learned else {
        fs::remove_file(&beside).map_err(bad_file)?;
        return Err(CliError::Interrupted);
    };
    let written = file.write_all(&bytes).and_then(|()| file.sync_all());
    written.and_then(|()| fs::rename(&beside, &args.file)).map_err(bad_file)?;
    let mut out = Output::new();
    out.line(format_args!("{}: {} games, {} bytes", args.file.display(), args.games, bytes.len()))?;
    out.flush()
}

fn points(args: &TrainPointsArgs) -> Result<(), CliError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, |threads| threads as usize);
    let stop = on_interrupt();
    let progress = Progress::new(args.games as usize);
    let games = super_points(args.seed, args.games, args.nodes, threads, &stop, |games| progress.tell(games));
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

/// How far it is, on a terminal.
struct Progress {
    started: Instant,
    games: usize,
    live: bool,
}

impl Progress {
    fn new(games: usize) -> Progress {
        Progress { started: Instant::now(), games, live: io::stderr().is_terminal() }
    }

    fn tell(&self, games: usize) {
        if self.live {
            let rate = games as f64 / self.started.elapsed().as_secs_f64().max(1e-3);
            let left = (self.games - games) as f64 / rate.max(1e-9);
            let _ = write!(io::stderr(), "\r\u{1b}[K{games} of {} games, {left:.0} s left", self.games);
        }
    }

    fn clear(&self) {
        if self.live {
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}
