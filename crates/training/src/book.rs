//! `book build`: builds the opening book of classic.

use crate::book_builder::{BuildProgress, build};
use crate::error::TrainingError;
use crate::files::{read_if_there, save};
use crate::interrupt::on_interrupt;
use crate::threads;
use clap::{Args, Subcommand, ValueHint};
use parlor_engines::connect4::Book;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[derive(Subcommand, Debug)]
pub(crate) enum BookCommand {
    /// Solve every early position and write the scores to a file, or continue an unfinished file.
    #[command(after_help = HELP)]
    Build(BuildArgs),
}

const HELP: &str = "\
On two cores 9 discs took about 40 minutes and 10 discs, which the built-in book
has, 65 more. Each disc more is about three times as many positions. Ctrl-C
stops; the same command goes on.

Examples:
  parlor-training book build connect4-6x7.book --discs 11
  parlor-training book build my.book --discs 6 --threads 1";

#[derive(Args, Debug)]
pub(crate) struct BuildArgs {
    /// The file to write, or an unfinished book to continue.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// The largest number of discs of a position in the book.
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u32).range(0..=12))]
    discs: u32,
    /// Positions to solve at the same time [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: Option<u64>,
    /// Memory for the transposition table that all threads share, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: u64,
}

/// How often the book is saved while it is built.
const SAVE_EVERY: Duration = Duration::from_secs(15);

pub(crate) fn run(args: &BuildArgs) -> Result<(), TrainingError> {
    let threads = threads(args.threads);
    let book = match read_if_there(&args.file)? {
        Some(bytes) => Book::read(&bytes).map_err(|error| TrainingError::file(&args.file, error))?,
        None => Book::default(),
    };
    let save = |book: &Book| save(&args.file, |out| out.write_all(&book.write()));
    // A path that can't be written to fails now, and not after the first positions.
    save(&book)?;
    let stop = on_interrupt();
    let mut saved = Instant::now();
    let mut level = (u32::MAX, Instant::now(), 0);
    let memory = (args.memory as usize) << 20;
    let built = build(book, args.discs, memory, threads, &stop, |book, progress| {
        if level.0 != progress.discs {
            level = (progress.discs, Instant::now(), progress.solved.saturating_sub(1));
        }
        print_progress(progress, level.1.elapsed().as_secs_f64(), level.2);
        if saved.elapsed() >= SAVE_EVERY {
            saved = Instant::now();
            save(book)?;
        }
        Ok(())
    });
    if io::stderr().is_terminal() {
        let _ = writeln!(io::stderr());
    }
    let book = built?;
    save(&book)?;
    let bytes = book.write().len();
    writeln!(io::stdout(), "{}: {} positions, {bytes} bytes", args.file.display(), book.len())?;
    if stop.is_stopped() { Err(TrainingError::Interrupted) } else { Ok(()) }
}

fn print_progress(progress: BuildProgress, seconds: f64, before: usize) {
    if !io::stderr().is_terminal() {
        return;
    }
    let BuildProgress { discs, solved, positions } = progress;
    let rate = (solved - before) as f64 / seconds.max(1e-3);
    let left = (positions - solved) as f64 / rate.max(1e-9);
    let filled = 30 * solved / positions.max(1);
    let _ = write!(
        io::stderr(),
        "\r\u{1b}[K{discs} discs [{}{}] {solved} of {positions}, {left:.0} s left",
        "#".repeat(filled),
        ".".repeat(30 - filled)
    );
}
