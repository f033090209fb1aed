//! `train hex`: plays games of the engine against itself and learns a network from them.

use crate::error::TrainingError;
use crate::files::{beside, read_if_there, save};
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::self_play::hex_games;
use crate::threads;
use clap::{Args, ValueHint};
use parlor_engines::StopFlag;
use parlor_engines::hex::train::{Game, Network, SelfPlay, Trainer, default_network, read_network};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(super) const HELP: &str = "\
A game takes about 0.8 s of one core, and a step about 0.1 s, so that the
defaults take less than half an hour. Games are added to FILE.games, one on a
line, and the state of the learning is kept in FILE.checkpoint. If they are
there, training continues with them; delete both to start over, or the
checkpoint alone to learn again from more games. Ctrl-C keeps what was done.

Examples:
  parlor-training train hex my.network
  parlor-training train hex second.network --network my.network --games 5000";

#[derive(Args, Debug)]
pub(crate) struct HexArgs {
    /// The file to write the network to.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) file: PathBuf,
    /// The seed of the games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// How many games to learn from, those of an earlier run included.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) games: u64,
    /// Positions to search for a move. With fewer than 100 only who wins is learned from a game, and not its moves.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// The side of the board, 3 to 14.
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = clap::value_parser!(u64).range(3..=14))]
    pub(super) size: u64,
    /// Batches of 128 positions to learn from.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) steps: u64,
    /// The network that guides the games [default: the one in the program].
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) network: Option<PathBuf>,
    /// Start learning from the weights of that network, not from random ones.
    #[arg(long)]
    pub(super) improve: bool,
    /// Games to play, and positions to learn from, at the same time [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(super) threads: Option<u64>,
}

/// The time between two checkpoints.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(30);

pub(super) fn run(args: &HexArgs) -> Result<(), TrainingError> {
    let threads = threads(args.threads);
    let stop = on_interrupt();
    let network = read_guide(args)?;
    let games = play(args, network.clone(), threads, &stop)?;
    if stop.is_stopped() {
        // The games are kept; nothing was learned that could be written.
        return Err(TrainingError::Interrupted);
    }
    let path = beside(&args.file, ".checkpoint");
    let checkpoint = read_if_there(&path)?;
    let start = network.or_else(default_network).filter(|_| args.improve);
    let trainer =
        Trainer::new(&games, args.seed, start.as_deref(), checkpoint.as_deref()).ok_or_else(|| {
            let why =
                if checkpoint.is_some() { "not a checkpoint" } else { "no searched positions to learn from" };
            TrainingError::file(if checkpoint.is_some() { &path } else { &args.file }, why)
        })?;
    let steps = args.steps as usize;
    let trainer = learn(trainer, steps, threads, &path, &stop)?;
    let bytes = trainer.network();
    save(&args.file, |out| out.write_all(&bytes))?;
    let fit = trainer.fit();
    writeln!(
        io::stdout(),
        "{}: {} games, {} of {steps} steps; in {} positions kept apart, loss {:.3}, best move first in {:.1} %, loss of the \
         result {:.3}",
        args.file.display(),
        games.len(),
        trainer.steps(),
        fit.positions,
        fit.policy_loss,
        100.0 * fit.hits,
        fit.value_loss
    )?;
    if stop.is_stopped() { Err(TrainingError::Interrupted) } else { Ok(()) }
}

/// Reads the network that guides the games, if one is named.
fn read_guide(args: &HexArgs) -> Result<Option<Arc<Network>>, TrainingError> {
    let Some(path) = &args.network else { return Ok(None) };
    let bytes = fs::read(path).map_err(|error| TrainingError::file(path, error))?;
    let network = read_network(&bytes);
    network.ok_or_else(|| TrainingError::file(path, "not a network of hex")).map(Some)
}

/// Plays the games that are missing and returns all.
fn play(
    args: &HexArgs,
    network: Option<Arc<Network>>,
    threads: usize,
    stop: &StopFlag,
) -> Result<Vec<Game>, TrainingError> {
    let path = beside(&args.file, ".games");
    let text = read_if_there(&path)?.unwrap_or_default();
    let mut games = read_games(&String::from_utf8_lossy(&text))
        .map_err(|reason| TrainingError::bad(format!("{}:{reason}", path.display())))?;
    let self_play = SelfPlay { seed: args.seed, side: args.size as usize, nodes: args.nodes, network };
    // A path that can't be written fails now, and not after the first game.
    let mut file = OpenOptions::new()
        .append(true)
        .create(true)
        .open(&path)
        .map_err(|error| TrainingError::file(&path, error))?;
    let progress = Progress::new("games", games.len(), args.games as usize);
    let numbers = games.len() as u64..args.games.max(games.len() as u64);
    let played = hex_games(&self_play, numbers, threads, stop, |game| {
        writeln!(file, "{game}")?;
        games.push(game);
        progress.print(games.len());
        Ok::<(), io::Error>(())
    });
    progress.clear();
    played.map_err(|error| TrainingError::file(&path, error))?;
    Ok(games)
}

/// Learns until the steps are made or it is interrupted, with a checkpoint now and then.
fn learn(
    mut trainer: Trainer,
    steps: usize,
    threads: usize,
    path: &Path,
    stop: &StopFlag,
) -> Result<Trainer, TrainingError> {
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

/// Reads the games of an earlier run. A last line that was not finished is left out.
fn read_games(text: &str) -> Result<Vec<Game>, String> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let read = |(index, line): (usize, &str)| line.parse().map_err(|error| format!("{}: {error}", index + 1));
    whole.lines().enumerate().map(read).collect()
}
