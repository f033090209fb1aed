//! The arguments of `analyze`, `engine`, `match` and `ladder`.

use super::{GameName, GameOptions, PositionArgs, who};
use clap::{Args as ClapArgs, ValueHint};
use parlor_arena::Sprt;
use parlor_engines::Limits;
use parlor_play::PlayerSpec;
use std::path::PathBuf;
use std::time::Duration;

/// How long engines may think.
#[derive(ClapArgs, Debug, Default)]
pub(crate) struct LimitArgs {
    /// Time for each move: 2s, 100ms.
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// Positions to search for each move: repeatable on every machine.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Memory for an engine's search: 64M, 1G.
    #[arg(long, value_name = "SIZE", value_parser = memory, default_value = "64M")]
    pub(crate) memory: usize,
}

impl LimitArgs {
    pub(crate) fn limits(&self) -> Limits {
        Limits { time: self.time, nodes: self.nodes }
    }
}

pub(super) fn time(text: &str) -> Result<Duration, String> {
    let limits: Option<Limits> = text.parse().ok();
    limits.and_then(|limits| limits.time).ok_or_else(|| "a time like 2s or 100ms".into())
}

/// Parses `64M`, `1G`, `512K` or a number of bytes.
pub(super) fn memory(text: &str) -> Result<usize, String> {
    let (number, shift) = match text.strip_suffix(['K', 'M', 'G']) {
        Some(number) if text.ends_with('K') => (number, 10),
        Some(number) if text.ends_with('M') => (number, 20),
        Some(number) => (number, 30),
        None => (text, 0),
    };
    let size = parlor_rules::parse_whole_number(number).and_then(|number| number.checked_mul(1 << shift));
    size.filter(|size| (1 << 20..=1 << 40).contains(size))
        .ok_or_else(|| "a size like 64M, at least 1M".into())
}

#[derive(ClapArgs, Debug)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The engine that analyzes [default: the strongest one].
    #[arg(long, value_name = "WHO", value_parser = who)]
    pub(crate) engine: Option<PlayerSpec>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// The seed of the engine's random numbers, and of the first tiles in 1024 if no move is given.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Threads for the engine, if it can use more than one.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(crate) threads: u64,
    /// Hex: also show the connections that were found and the must-play region.
    #[arg(long)]
    pub(crate) explain: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct RunEngineArgs {
    #[command(flatten)]
    pub(crate) game: GameName,
    /// Which engine of the game [default: the strongest one].
    #[arg(long, value_name = "NAME", value_parser = who)]
    pub(crate) engine: Option<PlayerSpec>,
    /// The seed of its random numbers.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Threads for the engine, if it can use more than one.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub(crate) threads: u64,
    /// Memory for its search: 64M, 1G.
    #[arg(long, value_name = "SIZE", value_parser = memory, default_value = "64M")]
    pub(crate) memory: usize,
}

/// The arguments that matches and ladders have in common.
#[derive(ClapArgs, Debug)]
pub(crate) struct ContestArgs {
    #[command(flatten)]
    pub(crate) options: GameOptions,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Random moves at the start of each game.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) opening_plies: usize,
    /// The seed of openings, chance and the engines' random numbers.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Games to play at the same time [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub(crate) threads: Option<u64>,
    /// How far an engine may exceed its time before it loses the game.
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "1s")]
    pub(crate) margin: Duration,
    /// How long a program that speaks HTP may think about a move before it loses the game.
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "10m")]
    pub(crate) htp_time: Duration,
    /// Moves after which a game is a draw [default: the same as in play].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_plies: Option<u64>,
    /// A player resigns as soon as one of Parlor's own engines has proven the loss.
    #[arg(long)]
    pub(crate) adjudicate: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) game: GameName,
    /// The first engine.
    #[arg(long, value_name = "WHO", value_parser = who, required_unless_present = "player")]
    pub(crate) first: Option<PlayerSpec>,
    /// The second engine.
    #[arg(long, value_name = "WHO", value_parser = who, required_unless_present = "player")]
    pub(crate) second: Option<PlayerSpec>,
    /// The engine that plays 1024; several are compared on the same seeds.
    #[arg(long, value_name = "WHO", value_parser = who, conflicts_with_all = ["first", "second"])]
    pub(crate) player: Vec<PlayerSpec>,
    /// How many games (in 1024: seeds).
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) contest: ContestArgs,
    /// Stop as soon as a sequential test on the pairs of games decides whether the first is LOW or HIGH Elo stronger.
    #[arg(long, value_name = "LOW,HIGH", num_args = 0..=1, default_missing_value = "0,20", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// How probable it may be that the test calls the first stronger although it is only LOW [default: 0.05].
    #[arg(long, value_name = "P", value_parser = error_probability, requires = "sprt")]
    alpha: Option<f64>,
    /// How probable it may be that the test calls the first not stronger although it is HIGH [default: 0.05].
    #[arg(long, value_name = "P", value_parser = error_probability, requires = "sprt")]
    beta: Option<f64>,
    /// Record every game in this file.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    record: Option<PathBuf>,
    /// What happens without --record, for scripts that say so.
    #[arg(long, hide = true, conflicts_with_all = ["record", "resume"])]
    no_record: bool,
    /// Continue the match in the record [default: match-GAME.jsonl].
    #[arg(long)]
    pub(crate) resume: bool,
}

impl MatchArgs {
    /// Returns the file to record the games in, if they are recorded.
    pub(crate) fn record_file(&self) -> Option<PathBuf> {
        let default = || self.resume.then(|| PathBuf::from(format!("match-{}.jsonl", self.game.game)));
        self.record.clone().or_else(default)
    }

    /// Returns the sequential test that may end the match early.
    pub(crate) fn sprt(&self) -> Option<Sprt> {
        let sprt = self.sprt?;
        Some(Sprt { alpha: self.alpha.unwrap_or(sprt.alpha), beta: self.beta.unwrap_or(sprt.beta), ..sprt })
    }
}

/// Parses the probability of an error of the sequential test. From one half on, the bounds of the test would cross.
fn error_probability(text: &str) -> Result<f64, String> {
    let probability = text.parse().ok().filter(|&probability: &f64| 0.0 < probability && probability < 0.5);
    probability.ok_or_else(|| "a probability between 0 and 0.5, such as 0.05".into())
}

#[derive(ClapArgs, Debug)]
pub(crate) struct LadderArgs {
    #[command(flatten)]
    pub(crate) game: GameName,
    /// How many games each pair of engines plays (in 1024: seeds).
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Only these engines [default: all of the game].
    #[arg(long, value_name = "WHO,WHO", value_delimiter = ',', value_parser = who)]
    pub(crate) engines: Vec<PlayerSpec>,
    #[command(flatten)]
    pub(crate) contest: ContestArgs,
}
