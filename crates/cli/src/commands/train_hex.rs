//! `parlor train hex`: plays games of the engine against itself and learns a network from them.

use super::train::Progress;
use super::train_tiles::{bad_file, beside, save};
use crate::args::TrainHexArgs;
use crate::error::CliError;
use crate::interrupt::on_interrupt;
use crate::output::Output;
use parlor_arena::train::hex_games;
use parlor_engines::StopFlag;
use parlor_engines::hex::train::{Game, Network, SelfPlay, Trainer, default_network, read_network};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time between two checkpoints.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(30);

pub(crate) fn run(args: &TrainHexArgs) -> Result<(), CliError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, |threads| threads as usize);
    let stop = on_interrupt();
    let network = read_guide(args)?;
    let games = play(args, network.clone(), threads, &stop)?;
    if stop.is_stopped() {
        // The games are kept; nothing was learned that could be written.
        return Err(CliError::Interrupted);
    }
    let path = beside(&args.file, ".checkpoint");
    let checkpoint = read_if_there(&path)?;
    let start = network.or_else(default_network).filter(|_| args.improve);
    let trainer =
        Trainer::new(&games, args.seed, start.as_deref(), checkpoint.as_deref()).ok_or_else(|| {
            let why =
                if checkpoint.is_some() { "not a checkpoint" } else { "no searched positions to learn from" };
            CliError::bad(format!(
                "{}: {why}",
                if checkpoint.is_some() { &path } else { &args.file }.display()
            ))
        })?;
    let steps = args.steps as usize;
    let trainer = learn(trainer, steps, threads, &path, &stop)?;
    let bytes = trainer.network();
    save(&args.file, |out| out.write_all(&bytes))?;
    let fit = trainer.fit();
    let mut out = Output::new();
    out.line(format_args!(
        "{}: {} games, {} of {steps} steps; in {} positions kept apart, loss {:.3}, best move first in {:.1} %, loss of the \
         result {:.3}",
        args.file.display(),
        games.len(),
        trainer.steps(),
        fit.positions,
        fit.policy_loss,
        100.0 * fit.hits,
        fit.value_loss
    ))?;
    out.flush()?;
    if stop.is_stopped() { Err(CliError::Interrupted) } else { Ok(()) }
}

/// Reads the network that guides the games, if one is named.
fn read_guide(args: &TrainHexArgs) -> Result<Option<Arc<Network>>, CliError> {
    let Some(path) = &args.network else { return Ok(None) };
    let bytes = fs::read(path).map_err(|error| bad_file(path, error))?;
    let network = read_network(&bytes);
    let why = || CliError::bad(format!("{}: not a network of hex", path.display()));
    network.ok_or_else(why).map(Some)
}

/// Plays the games that are missing and returns all.
fn play(
    args: &TrainHexArgs,
    network: Option<Arc<Network>>,
    threads: usize,
    stop: &StopFlag,
) -> Result<Vec<Game>, CliError> {
    let path = beside(&args.file, ".games");
    let text = read_if_there(&path)?.unwrap_or_default();
    let mut games = read_games(&String::from_utf8_lossy(&text))
        .map_err(|reason| CliError::bad(format!("{}:{reason}", path.display())))?;
    let self_play = SelfPlay { seed: args.seed, side: args.size as usize, nodes: args.nodes, network };
    // A path that can't be written fails now, and not after the first game.
    let mut file =
        OpenOptions::new().append(true).create(true).open(&path).map_err(|error| bad_file(&path, error))?;
    let progress = Progress::new("games", games.len(), args.games as usize);
    let numbers = games.len() as u64..args.games.max(games.len() as u64);
    let played = hex_games(&self_play, numbers, threads, stop, |game| {
        writeln!(file, "{game}")?;
        games.push(game);
        progress.print(games.len());
        Ok::<(), io::Error>(())
    });
    progress.clear();
    played.map_err(|error| bad_file(&path, error))?;
    Ok(games)
}

/// Learns until the steps are made or it is interrupted, with a checkpoint now and then.
fn learn(
    mut trainer: Trainer,
    steps: usize,
    threads: usize,
    path: &Path,
    stop: &StopFlag,
) -> Result<Trainer, CliError> {
    let write = |trainer: &Trainer| save(path, |out| out.write_all(&trainer.checkpoint()));
    write(&trainer)?;
    let progress = Progress::new("steps", trainer.steps(), steps);
    let mut saved = Instant::now();
    while trainer.steps() < steps && !stop.is_stopped() {
        trainer.step(steps, threads);
        progress.print(trainer.steps());
        if saved.elapsed() >= CHECKPOINT_EVERY {
            write(&trainer)?;
            saved = Instant::now();
        }
    }
    progress.clear();
    write(&trainer)?;
    Ok(trainer)
}

/// Reads a file of an earlier run.
fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, CliError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(bad_file(path, error)),
    }
}

/// Reads the games of an earlier run. A last line that was not finished is left out.
fn read_games(text: &str) -> Result<Vec<Game>, String> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let read = |(index, line): (usize, &str)| line.parse().map_err(|error| format!("{}: {error}", index + 1));
    whole.lines().enumerate().map(read).collect()
}
