//! `train super` and `train super-points`.

use crate::error::TrainingError;
use crate::files::{beside, save};
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::self_play::{SUPER_GAMES, super_points, super_weights};
use crate::threads;
use clap::{Args, ValueHint};
use parlor_engines::super_::calibrate::fit_points;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

pub(super) const HELP: &str = "\
About 2,000 games a second on one core: the default of 120,000 takes about a
minute. Each game depends on the one before, so more cores do not help.

Examples:
  parlor-training train super weights.bin
  parlor-training train super weights.bin --games 20000 --seed 2";

pub(super) const POINTS_HELP: &str = "\
About 5 games a second on each core: 1,000 games take about two minutes on two
cores.

Examples:
  parlor-training train super-points
  parlor-training train super-points --games 100 --threads 1";

#[derive(Args, Debug)]
pub(crate) struct WeightsArgs {
    /// The file to write the weights to.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) file: PathBuf,
    /// The seed of the games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// How many games to learn from.
    #[arg(long, value_name = "N", default_value_t = SUPER_GAMES as u64, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) games: u64,
}

#[derive(Args, Debug)]
pub(crate) struct PointsArgs {
    /// The seed of the games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// How many games to play.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) games: u64,
    /// Positions to search for each move.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// Games to play at the same time [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(super) threads: Option<u64>,
}

pub(super) fn train_weights(args: &WeightsArgs) -> Result<(), TrainingError> {
    let bad_file = |error| TrainingError::file(&args.file, error);
    // A path that can't be written to fails now, and not after minutes of training.
    let temporary = beside(&args.file, ".new");
    fs::File::create(&temporary).map_err(bad_file)?;
    let stop = on_interrupt();
    let progress = Progress::new("games", 0, args.games as usize);
    let weights = super_weights(args.seed, args.games as usize, &stop, |games| progress.print(games));
    progress.clear();
    let Some(bytes) = weights else {
        fs::remove_file(&temporary).map_err(bad_file)?;
        return Err(TrainingError::Interrupted);
    };
    save(&args.file, |out| out.write_all(&bytes))?;
    writeln!(io::stdout(), "{}: {} games, {} bytes", args.file.display(), args.games, bytes.len())?;
    Ok(())
}

pub(super) fn fit_super_points(args: &PointsArgs) -> Result<(), TrainingError> {
    let threads = threads(args.threads);
    let stop = on_interrupt();
    let progress = Progress::new("games", 0, args.games as usize);
    let games =
        super_points(args.seed, args.games, args.nodes, threads, &stop, |games| progress.print(games));
    progress.clear();
    let mut out = io::stdout();
    writeln!(out, "        samples    base  by value  by lead  deviation")?;
    for (name, fitted) in ["behind", "level", "ahead"].into_iter().zip(fit_points(&games)) {
        writeln!(
            out,
            "{name:6} {:>8} {:>7.3}  {:>8.6}  {:>7.3}  {:>9.2}",
            fitted.samples, fitted.base, fitted.by_value, fitted.by_lead, fitted.deviation
        )?;
    }
    writeln!(out, "{} games", games.len())?;
    if stop.is_stopped() { Err(TrainingError::Interrupted) } else { Ok(()) }
}
