//! `parlor book`: builds the opening book of classic.

use crate::args::BookBuildArgs;
use crate::data::user_book_path;
use crate::error::CliError;
use crate::interrupt::on_interrupt;
use crate::output::Output;
use parlor_arena::book::{BuildProgress, build};
use parlor_engines::connect4::Book;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// How often the book is saved while it is built.
const SAVE_EVERY: Duration = Duration::from_secs(15);

pub(crate) fn run(args: &BookBuildArgs) -> Result<(), CliError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, |threads| threads as usize);
    let file = match args.file.clone().or_else(user_book_path) {
        Some(file) => file,
        None => return Err(CliError::bad("there is no default data folder here: name a file")),
    };
    let book = match fs::read(&file) {
        Ok(bytes) => Book::read(&bytes).map_err(|error| bad_file(&file, error))?,
        // Starts with the embedded book, so that its positions are not solved again.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if let Some(folder) = file.parent() {
                fs::create_dir_all(folder).map_err(|error| bad_file(folder, error))?;
            }
            if args.file.is_none() { Book::embedded() } else { Book::default() }
        }
        Err(error) => return Err(bad_file(&file, error)),
    };
    let stop = on_interrupt();
    let mut saved = Instant::now();
    let mut level = (u32::MAX, Instant::now(), 0);
    let built = build(book, args.discs, args.memory, threads, &stop, |book, progress| {
        if level.0 != progress.discs {
            level = (progress.discs, Instant::now(), progress.solved.saturating_sub(1));
        }
        print_progress(progress, level.1.elapsed().as_secs_f64(), level.2);
        if saved.elapsed() >= SAVE_EVERY {
            saved = Instant::now();
            save(&file, book).map_err(|error| error.to_string())?;
        }
        Ok(())
    });
    if io::stderr().is_terminal() {
        let _ = writeln!(io::stderr());
    }
    let book = built.map_err(CliError::bad)?;
    save(&file, &book).map_err(|error| bad_file(&file, error))?;
    let mut out = Output::new();
    out.line(format_args!("{}: {} positions, {} bytes", file.display(), book.len(), book.write().len()))?;
    out.flush()?;
    if stop.is_stopped() { Err(CliError::Interrupted) } else { Ok(()) }
}

/// Writes a new file and renames it over the old one, so that a crash leaves one of them complete.
fn save(path: &Path, book: &Book) -> io::Result<()> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".new");
    let mut file = fs::File::create(&temporary)?;
    file.write_all(&book.write())?;
    file.sync_all()?;
    fs::rename(&temporary, path)
}

fn bad_file(path: &Path, error: impl std::fmt::Display) -> CliError {
    CliError::bad(format!("{}: {error}", path.display()))
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
