//! `bench 1024`: presses of packed boards, random games, and games of the engines, on one thread.

use super::{print, thread_seconds};
use crate::error::TrainingError;
use clap::Args;
use parlor_engines::{EngineRegistry, Limits, Settings, StopFlag};
use parlor_rules::tiles::{self, Position};
use parlor_rules::{Position as _, Size, SplitMix64, Turn};
use serde::Serialize;

#[derive(Args, Debug)]
pub(crate) struct TilesArgs {
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

/// How often each board is pressed in all four directions.
const PRESS_ROUNDS: u64 = 20_000;
/// The random games.
const RANDOM_GAMES: u64 = 300_000;

/// Games of an engine: its name and limit, the size, the target and the number of games.
const ENGINE_GAMES: [(&str, &str, [i64; 2], u64, u64); 8] = [
    ("perfect", "", [3, 3], 256, 300),
    ("easy", "", [4, 4], 1024, 50),
    ("medium", "", [4, 4], 1024, 20),
    ("strong", "1n", [4, 4], 1024, 40),
    ("strong", "150n", [4, 4], 1024, 100),
    ("strong", "500n", [4, 4], 1024, 20),
    ("strong", "500n", [4, 4], 8192, 5),
    ("strong", "", [4, 4], 1024, 3),
];

/// The object that `bench 1024 --json` prints on each line.
#[derive(Serialize)]
struct TilesResult {
    name: String,
    games: Option<u64>,
    won: Option<u64>,
    moves: u64,
    seconds: f64,
    moves_per_second: f64,
    /// The time of an engine's first move, in which it reads or computes what it needs.
    first_move_seconds: Option<f64>,
    signature: String,
}

pub(super) fn run(args: &TilesArgs) -> Result<(), TrainingError> {
    print(&presses(), args.json)?;
    print(&random_games(), args.json)?;
    for (engine, limit, size, target, games) in ENGINE_GAMES {
        print(&engine_games(engine, limit, size, target, games)?, args.json)?;
    }
    Ok(())
}

fn presses() -> TilesResult {
    let started = thread_seconds();
    let (moves, signature) = parlor_engines::tiles::bench::press_boards(PRESS_ROUNDS);
    result("presses 4x4".into(), moves, thread_seconds() - started, signature)
}

fn random_games() -> TilesResult {
    let started = thread_seconds();
    let stats = tiles::playouts(&Position::default(), RANDOM_GAMES, 1);
    let result = result("random games 4x4".into(), stats.moves, thread_seconds() - started, stats.signature);
    TilesResult { games: Some(stats.games), won: Some(stats.wins[0]), ..result }
}

fn engine_games(
    name: &str,
    limit: &str,
    [rows, columns]: [i64; 2],
    target: u64,
    games: u64,
) -> Result<TilesResult, TrainingError> {
    let entry =
        Position::engine(name).ok_or_else(|| TrainingError::bad(format!("there is no engine {name}")))?;
    let limits: Limits =
        if limit.is_empty() { Limits::default() } else { limit.parse().map_err(TrainingError::bad)? };
    let (mut moves, mut won, mut signature, mut first) = (0, 0, 0u64, None);
    let mut seconds = 0.0;
    for number in 0..games {
        let mut engine = (entry.make)(&Settings::seeded(number));
        let mut position =
            Position::new(Size::new(rows, columns), Some(target), false).map_err(TrainingError::bad)?;
        let mut rng = SplitMix64::at(1, number);
        let mut started = thread_seconds();
        loop {
            let played = match position.turn() {
                Turn::Over(_) => None,
                Turn::Chance => position.sample(&mut rng),
                Turn::Player(_) => {
                    moves += 1;
                    engine.think(&position, &limits, &StopFlag::default(), &mut |_| {})
                }
            };
            let Some(played) = played else { break };
            if position.turn().player().is_some() && first.is_none() {
                first = Some(thread_seconds() - started);
                started = thread_seconds();
            }
            position.play(played).map_err(TrainingError::bad)?;
        }
        seconds += thread_seconds() - started;
        won += u64::from(position.has_won());
        signature = SplitMix64::new(signature ^ moves ^ won << 32).next_u64();
    }
    let colon = if limit.is_empty() { "" } else { ":" };
    let title = format!("{name}{colon}{limit} {rows}x{columns} to {target}");
    let result = result(title, moves, seconds, signature);
    Ok(TilesResult { games: Some(games), won: Some(won), first_move_seconds: first, ..result })
}

fn result(name: String, moves: u64, seconds: f64, signature: u64) -> TilesResult {
    let seconds = seconds.max(1e-9);
    TilesResult {
        name,
        games: None,
        won: None,
        moves,
        seconds,
        moves_per_second: moves as f64 / seconds,
        first_move_seconds: None,
        signature: format!("{signature:016x}"),
    }
}

impl std::fmt::Display for TilesResult {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            out,
            "{:24} {:>12.0} moves/s  {} moves in {:.2} s",
            self.name, self.moves_per_second, self.moves, self.seconds
        )?;
        if let (Some(games), Some(won)) = (self.games, self.won) {
            write!(out, ", {won} of {games} games won")?;
        }
        if let Some(first) = self.first_move_seconds {
            write!(out, ", first move {first:.2} s")?;
        }
        write!(out, ", signature {}", self.signature)
    }
}
