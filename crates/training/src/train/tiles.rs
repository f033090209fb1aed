//! `train 1024`: trains the evaluation of 4x4, with checkpoints.

use crate::error::TrainingError;
use crate::files::{beside, read_if_there, save};
use crate::interrupt::on_interrupt;
use crate::self_play::{TileProgress, tile_games};
use crate::threads;
use clap::{Args, ValueHint};
use parlor_engines::Limits;
use parlor_engines::tiles::train::Trainer;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

pub(super) const HELP: &str = "\
The default of 100,000 games takes about 20 minutes of one core. FILE.checkpoint
is written every half minute, so a killed training loses no more than that. If
it is there, training continues from it; delete it to start over. Ctrl-C writes
both files.

Examples:
  parlor-training train 1024 my.weights --games 1000
  parlor-training train 1024 my.weights --games 100000 --threads 4";

#[derive(Args, Debug)]
pub(crate) struct TilesArgs {
    /// The file to write the weights to.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) file: PathBuf,
    /// The seed of the games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// How many games to learn from, those before a checkpoint included.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) games: u64,
    /// How often the checkpoint is written.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = time)]
    pub(super) checkpoint_every: Duration,
    /// Games to play at the same time [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(super) threads: Option<u64>,
}

/// Parses `2s` or `100ms`.
fn time(text: &str) -> Result<Duration, String> {
    let limits: Option<Limits> = text.parse().ok();
    limits.and_then(|limits| limits.time).ok_or_else(|| "a time like 2s or 100ms".into())
}

/// The time between two lines of progress.
const PROGRESS_EVERY: Duration = Duration::from_secs(10);

pub(super) fn run(args: &TilesArgs) -> Result<(), TrainingError> {
    let checkpoint = beside(&args.file, ".checkpoint");
    let (trainer, first) = match read_if_there(&checkpoint)? {
        Some(bytes) => {
            Trainer::resume(&bytes).ok_or_else(|| TrainingError::file(&checkpoint, "not a checkpoint"))?
        }
        None => (Trainer::new(), 0),
    };
    // A path that can't be written fails now, and not after hours of training.
    save(&checkpoint, |out| trainer.checkpoint(first, out))?;
    let threads = threads(args.threads);
    let stop = on_interrupt();
    let started = Instant::now();
    let (mut saved, mut told) = (started, started);
    let (mut games, mut presses, mut recent) = (first, 0, TileProgress::default());
    tile_games(&trainer, args.seed, first..args.games.max(first), threads, &stop, |progress| {
        games += progress.games;
        presses += progress.presses;
        add(&mut recent, &progress);
        if told.elapsed() >= PROGRESS_EVERY && recent.games > 0 {
            print_progress(games, presses as f64 / started.elapsed().as_secs_f64(), &recent);
            (told, recent) = (Instant::now(), TileProgress::default());
        }
        if saved.elapsed() >= args.checkpoint_every {
            save(&checkpoint, |out| trainer.checkpoint(games, out))?;
            saved = Instant::now();
        }
        Ok::<(), TrainingError>(())
    })?;
    save(&checkpoint, |out| trainer.checkpoint(games, out))?;
    let bytes = trainer.to_bytes();
    save(&args.file, |out| out.write_all(&bytes))?;
    writeln!(io::stdout(), "{}: {games} games, {} bytes", args.file.display(), bytes.len())?;
    if stop.is_stopped() { Err(TrainingError::Interrupted) } else { Ok(()) }
}

fn add(sum: &mut TileProgress, more: &TileProgress) {
    sum.games += more.games;
    sum.presses += more.presses;
    for (&tile, &count) in &more.highest {
        *sum.highest.entry(tile).or_insert(0) += count;
    }
}

/// Prints how the last games went.
fn print_progress(games: u64, speed: f64, recent: &TileProgress) {
    let clear = if io::stderr().is_terminal() { "\r\u{1b}[K" } else { "" };
    let shares: Vec<String> = [512, 1024, 2048, 4096, 8192]
        .into_iter()
        .map(|tile| format!("{tile}: {:.1} %", 100.0 * recent.share(tile)))
        .collect();
    let _ = writeln!(
        io::stderr(),
        "{clear}{games} games, {speed:.0} presses/s, {:.0} presses a game; reached {}",
        recent.presses as f64 / recent.games.max(1) as f64,
        shares.join(", ")
    );
}
