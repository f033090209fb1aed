//! The command line's arguments and the texts of `--help`, the completions and the man page.

mod check;
mod check_class;
mod contest;
#[cfg(feature = "server")]
mod db;
mod groups;
mod help;
mod hex;
mod moved;
mod puzzles;
#[cfg(feature = "server")]
mod serve;
mod solve;

pub(crate) use check::{CheckArgs, CompareArg, FormatArg, VisibilityArg};
pub(crate) use contest::{AnalyzeArgs, ContestArgs, LadderArgs, MatchArgs, RunEngineArgs};
#[cfg(feature = "server")]
pub(crate) use db::DbCommand;
pub(crate) use hex::{ConvertArgs, ConvertTo, HtpArgs};
pub(crate) use moved::MovedCommand;
pub(crate) use puzzles::PuzzlesArgs;
#[cfg(feature = "server")]
pub(crate) use serve::{LoadTestArgs, ServeArgs, StorageArgs, WorkerArgs};
pub(crate) use solve::SolveArgs;

use crate::clock::parse_clock;
use crate::output::Color;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueHint};
use parlor_play::{Options, PlayerSpec, TimeControl, games};
use parlor_rules::Size;
use std::path::PathBuf;

/// The heading of the options that every command has.
const DISPLAY: &str = "Display";

/// Six grid games: play, analyze, replay, serve to browsers, test engines.
#[derive(Parser, Debug)]
#[command(name = "parlor", bin_name = "parlor", version, propagate_version = true, help_template = groups::template(), after_help = help::games())]
pub(crate) struct Args {
    /// When to color the output; NO_COLOR is respected.
    #[arg(long, value_enum, default_value = "auto", global = true, value_name = "WHEN", help_heading = DISPLAY)]
    pub(crate) color: Color,

    #[command(flatten)]
    pub(crate) screen: ScreenArgs,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// How the full screen looks.
#[derive(ClapArgs, Clone, Copy, Debug, Default)]
pub(crate) struct ScreenArgs {
    /// Draw the full screen with ASCII characters only; the default where the locale is not UTF-8.
    #[arg(long, global = true, help_heading = DISPLAY)]
    pub(crate) ascii: bool,
    /// Turn off animations on the full screen.
    #[arg(long, global = true, help_heading = DISPLAY)]
    pub(crate) no_animation: bool,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play a game.
    #[command(after_help = help::PLAY)]
    Play(Box<PlayArgs>),
    /// Show the position after some moves.
    #[command(after_help = help::SHOW)]
    Show(ShowArgs),
    /// List the engines of a game.
    #[command(after_help = "Example:\n  parlor engines hex")]
    Engines {
        #[command(flatten)]
        game: GameName,
    },
    /// Evaluate every legal move, best first.
    #[command(after_help = help::ANALYZE)]
    Analyze(Box<AnalyzeArgs>),
    /// Solve Connect Four or Hex positions exactly, one per line.
    #[command(after_help = help::SOLVE)]
    Solve(SolveArgs),
    /// Let two engines play each other.
    #[command(after_help = help::MATCH)]
    Match(Box<MatchArgs>),
    /// Rate all engines of a game by a round robin.
    #[command(after_help = help::LADDER)]
    Ladder(Box<LadderArgs>),
    /// Run an engine on standard input and output, for other programs.
    #[command(alias = "engine", after_help = help::RUN_ENGINE)]
    RunEngine(RunEngineArgs),
    /// Run a Hex engine for other Hex programs, over the protocol HTP.
    #[command(after_help = help::HTP)]
    Htp(HtpArgs),
    /// Convert games of Hex between records, SGF and HexWorld links.
    #[command(after_help = help::CONVERT)]
    Convert(ConvertArgs),
    #[cfg(feature = "server")]
    /// Serve the web app: play alone, with friends or against engines.
    #[command(after_help = help::SERVE)]
    Serve(Box<ServeArgs>),
    #[cfg(feature = "server")]
    /// Run engines for servers that share a PostgreSQL database.
    #[command(after_help = help::WORKER)]
    Worker(Box<WorkerArgs>),
    #[cfg(feature = "server")]
    /// Check, back up or restore the server's database.
    #[command(subcommand, after_help = "Examples:\n  parlor db verify\n  parlor db backup games.sqlite")]
    Db(DbCommand),
    #[cfg(feature = "server")]
    /// Load-test a server with many games of random moves.
    #[command(alias = "load", after_help = help::LOAD_TEST)]
    LoadTest(LoadTestArgs),
    /// Make puzzles: positions with one solution, from the solvers.
    #[command(after_help = help::PUZZLES)]
    Puzzles(PuzzlesArgs),
    /// Replay a recorded game move by move and check it.
    #[command(after_help = "Examples:\n  parlor replay game.jsonl\n  parlor replay --quiet match-hex.jsonl")]
    Replay(ReplayArgs),
    /// Check whether a program, in any language, plays by the rules.
    #[command(after_help = help::CHECK)]
    Check(Box<CheckArgs>),
    /// Supervise the programs that `check` runs.
    #[command(hide = true)]
    Supervise,
    #[command(flatten)]
    Moved(MovedCommand),
    /// Show this terminal's and machine's capabilities, for bug reports.
    #[command(after_help = "Example:\n  parlor doctor")]
    Doctor,
    /// Print the completions for a shell.
    #[command(after_help = help::COMPLETIONS)]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the man page.
    #[command(after_help = "Examples:\n  parlor man | man -l -\n  parlor man play | man -l -")]
    Man {
        /// Print the page of this command only.
        command: Option<String>,
    },
}

impl Command {
    /// Returns whether the command may run engines.
    pub(crate) fn needs_book(&self) -> bool {
        match self {
            Command::Show(_)
            | Command::Engines { .. }
            | Command::Convert(_)
            | Command::Htp(_)
            | Command::Replay(_)
            | Command::Moved(_)
            | Command::Doctor
            | Command::Check(_)
            | Command::Supervise
            | Command::Completions { .. }
            | Command::Man { .. } => false,
            #[cfg(feature = "server")]
            Command::LoadTest(_) | Command::Db(_) => false,
            _ => true,
        }
    }
}

/// The name of a game.
#[derive(ClapArgs, Debug)]
pub(crate) struct GameName {
    /// The game: shapes, growing, classic, super, hex or 1024.
    #[arg(value_name = "GAME", value_parser = clap::builder::PossibleValuesParser::new(names()))]
    pub(crate) game: String,
}

fn names() -> impl Iterator<Item = &'static str> {
    games().iter().map(|game| game.info().name)
}

/// The options of a game.
#[derive(ClapArgs, Clone, Debug, Default)]
pub(crate) struct GameOptions {
    /// Rows x columns; for shapes capacity x bins, for hex one number.
    #[arg(long, value_name = "RxC", allow_hyphen_values = true)]
    size: Option<Size>,
    /// The tile to reach in 1024.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    target: Option<u64>,
    /// The two players' tokens and the empty cell of growing.
    #[arg(long, value_name = "A,B,BLANK", value_parser = tokens, allow_hyphen_values = true)]
    tokens: Option<Tokens>,
    /// Play hex with the swap rule.
    #[arg(long)]
    swap: bool,
    /// In 1024, a press that moves nothing still counts as a move.
    #[arg(long)]
    idle_spawns: bool,
}

/// Three tokens. They have their own type because clap treats a `Vec` as several arguments.
#[derive(Clone, Debug)]
pub(crate) struct Tokens([String; 3]);

fn tokens(text: &str) -> Result<Tokens, String> {
    let parts: Vec<String> = text.split(',').map(String::from).collect();
    parts.try_into().map(Tokens).map_err(|_| "write three tokens separated by commas: R,Y,.".into())
}

impl GameOptions {
    /// Returns the game's options. `free` lets either player of growing move at any time.
    pub(crate) fn options(self, free: bool) -> Options {
        Options {
            size: self.size,
            target: self.target,
            tokens: self.tokens.map(|Tokens(tokens)| tokens),
            swap: self.swap,
            idle_spawns: self.idle_spawns,
            free,
        }
    }
}

#[derive(ClapArgs, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) game: GameName,
    #[command(flatten)]
    pub(crate) options: GameOptions,
    /// The players' names, shown in classic and super and written to records.
    #[arg(long, value_name = "A,B", value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) names: Vec<String>,
    /// The seed of all chance: the same seed and moves give the same game.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) seed: Option<u64>,
    /// Moves after which the game is a draw [default: 10000 in super, 1000 in growing against an
    /// engine, 1000000 in 1024 and on growing's free board, none elsewhere].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), allow_hyphen_values = true)]
    pub(crate) max_plies: Option<u64>,
    /// Who plays first.
    #[arg(long, value_name = "WHO", value_parser = who)]
    pub(crate) first: Option<PlayerSpec>,
    /// Who plays second.
    #[arg(long, value_name = "WHO", value_parser = who)]
    pub(crate) second: Option<PlayerSpec>,
    /// Who plays 1024.
    #[arg(long, value_name = "WHO", value_parser = who)]
    pub(crate) player: Option<PlayerSpec>,
    /// Minutes for each player and seconds for each move, on the full screen: 5+3.
    #[arg(long, value_name = "M+S", value_parser = parse_clock)]
    pub(crate) clock: Option<TimeControl>,
    /// Write the game to a file as it is played; a file of records is appended to.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) record: Option<PathBuf>,
    /// Continue the last game of a record file, which is appended to. Players and options are the record's.
    #[arg(long = "continue", value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = [
        "record", "size", "target", "tokens", "swap", "idle_spawns", "names", "seed", "max_plies",
        "clock",
    ])]
    pub(crate) continued: Option<PathBuf>,
    /// Use line mode, even on a terminal.
    #[arg(long)]
    pub(crate) plain: bool,
}

fn who(text: &str) -> Result<PlayerSpec, String> {
    text.parse().map_err(|error: parlor_play::BadPlayerSpec| error.to_string())
}

/// How moves are written on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Notation {
    /// The game's own: one word for each move, columns counted from 0.
    #[default]
    Game,
    /// That of solve: the columns in one word, counted from 1 (after 9 come letters), and printed so.
    Solver,
    /// That of Hex programs: a1 is at the top left, the first player joins top and bottom.
    Hexworld,
}

/// A position: a game, its options and the moves played.
#[derive(ClapArgs, Debug)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    pub(crate) game: GameName,
    /// The moves, or - to read them from standard input; none for the starting position.
    #[arg(value_name = "MOVES", allow_negative_numbers = true)]
    pub(crate) moves: Vec<String>,
    /// How moves are written.
    #[arg(long, value_enum, default_value = "game", value_name = "NOTATION")]
    pub(crate) notation: Notation,
    #[command(flatten)]
    pub(crate) options: GameOptions,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ReplayArgs {
    /// The record, or - for standard input.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// Only check the record.
    #[arg(long, short)]
    pub(crate) quiet: bool,
}
