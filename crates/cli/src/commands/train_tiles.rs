//! `parlor train 1024`: trains the evaluation of 4x4, with checkpoints.

use crate::args::TrainTilesArgs;
use crate::error::CliError;
use crate::interrupt::on_interrupt;
use crate::output::Output;
use parlor_arena::train::{TileProgress, tile_games};
use parlor_engines::tiles::train::Trainer;
use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time between two lines of progress.
const PROGRESS_EVERY: Duration = Duration::from_secs(10);

pub(crate) fn run(args: &TrainTilesArgs) -> Result<(), CliError> {
    let checkpoint = beside(&args.file, ".checkpoint");
    let (trainer, first) = match fs::read(&checkpoint) {
        Ok(bytes) => Trainer::resume(&bytes)
            .ok_or_else(|| CliError::bad(format!("{}: not a checkpoint", checkpoint.display())))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => (Trainer::new(), 0),
        Err(error) => return Err(bad_file(&checkpoint, error)),
    };
    // A path that can't be written fails now, and not after hours of training.
    save(&checkpoint, |out| trainer.checkpoint(first, out))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, |threads| threads as usize);
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
        Ok::<(), CliError>(())
    })?;
    save(&checkpoint, |out| trainer.checkpoint(games, out))?;
    let bytes = trainer.to_bytes();
    save(&args.file, |out| out.write_all(&bytes))?;
    let mut out = Output::new();
    out.line(format_args!("{}: {games} games, {} bytes", args.file.display(), bytes.len()))?;
    out.flush()?;
    if stop.is_stopped() { Err(CliError::Interrupted) } else { Ok(()) }
}

/// Writes a file beside its place and moves it there, so that a kill leaves the old one.
pub(super) fn save(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    let temporary = beside(path, ".new");
    let saved = fs::File::create(&temporary).and_then(|file| {
        let mut out = BufWriter::with_capacity(1 << 20, file);
        write(&mut out)?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&temporary, path)
    });
    saved.map_err(|error| bad_file(path, error))
}

pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

pub(super) fn bad_file(path: &Path, error: io::Error) -> CliError {
    CliError::bad(format!("{}: {error}", path.display()))
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
