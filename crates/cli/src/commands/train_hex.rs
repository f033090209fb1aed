//! `parlor train hex`: plays games of the engine against itself and learns patterns from them.

use super::train::Progress;
use super::train_tiles::{bad_file, beside, save};
use crate::args::TrainHexArgs;
use crate::error::CliError;
use crate::interrupt::on_interrupt;
use crate::output::Output;
use parlor_arena::train::hex_games;
use parlor_engines::hex::train::{Game, learn};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};

pub(crate) fn run(args: &TrainHexArgs) -> Result<(), CliError> {
    let path = beside(&args.file, ".games");
    let mut games = match fs::read_to_string(&path) {
        Ok(text) => {
            read_games(&text).map_err(|reason| CliError::bad(format!("{}:{reason}", path.display())))?
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(bad_file(&path, error)),
    };
    // A path that can't be written fails now, and not after the first game.
    let mut file =
        OpenOptions::new().append(true).create(true).open(&path).map_err(|error| bad_file(&path, error))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, |threads| threads as usize);
    let stop = on_interrupt();
    let progress = Progress::new(args.games as usize);
    let numbers = games.len() as u64..args.games.max(games.len() as u64);
    let size = args.size as usize;
    let played = hex_games(args.seed, numbers, size, args.nodes, threads, &stop, |game| {
        writeln!(file, "{game}")?;
        games.push(game);
        progress.print(games.len());
        Ok::<(), io::Error>(())
    });
    progress.clear();
    played.map_err(|error| bad_file(&path, error))?;
    let (bytes, fit) = learn(&games, args.seed);
    save(&args.file, |out| out.write_all(&bytes))?;
    let mut out = Output::new();
    out.line(format_args!(
        "{}: {} games, {} bytes; in {} positions kept apart, loss {:.3}, best move first in {:.1} %",
        args.file.display(),
        games.len(),
        bytes.len(),
        fit.positions,
        fit.loss,
        100.0 * fit.hits
    ))?;
    out.flush()?;
    if stop.is_stopped() { Err(CliError::Interrupted) } else { Ok(()) }
}

/// Reads the games of an earlier run. A last line that was not finished is left out.
fn read_games(text: &str) -> Result<Vec<Game>, String> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let read = |(index, line): (usize, &str)| line.parse().map_err(|error| format!("{}: {error}", index + 1));
    whole.lines().enumerate().map(read).collect()
}
