//! The command line's arguments and the texts of `--help`, the completions and the man page.

mod check;
mod check_class;
mod connect4;
mod contest;
#[cfg(feature = "server")]
mod db;
mod hex;
mod puzzles;
#[cfg(feature = "server")]
mod serve;
mod train;

pub(crate) use check::{CheckArgs, CompareArg, FormatArg, VisibilityArg};
pub(crate) use connect4::{BookBuildArgs, BookCommand, Connect4Args, SolveArgs};
pub(crate) use contest::{AnalyzeArgs, ContestArgs, EngineArgs, LadderArgs, MatchArgs};
#[cfg(feature = "server")]
pub(crate) use db::DbCommand;
pub(crate) use hex::{ConvertArgs, ConvertTo, HtpArgs};
pub(crate) use puzzles::PuzzlesArgs;
#[cfg(feature = "server")]
pub(crate) use serve::{LoadArgs, ServeArgs, StorageArgs, WorkerArgs};
use train::TILES;
pub(crate) use train::{
    TilesBenchArgs, TrainCommand, TrainHexArgs, TrainPointsArgs, TrainSuperArgs, TrainTilesArgs,
};

use crate::clock::parse_clock;
use crate::output::Color;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueHint};
use parlor_play::{GAMES, Options, PlayerSpec, TimeControl};
use parlor_rules::Size;
use std::path::PathBuf;

/// Six grid games: play, analyze, replay, serve to browsers, test engines.
#[derive(Parser, Debug)]
#[command(name = "parlor", bin_name = "parlor", version, after_help = games_help())]
pub(crate) struct Args {
    /// When to color the output; NO_COLOR is respected.
    #[arg(long, value_enum, default_value = "auto", global = true, value_name = "WHEN")]
    pub(crate) color: Color,

    #[command(flatten)]
    pub(crate) screen: ScreenArgs,

    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// How the full screen looks.
#[derive(ClapArgs, Clone, Copy, Debug, Default)]
pub(crate) struct ScreenArgs {
    /// Draw the full screen with ASCII characters only, as by itself where the locale is not UTF-8.
    #[arg(long, global = true)]
    pub(crate) ascii: bool,
    /// Turn off animations on the full screen.
    #[arg(long, global = true)]
    pub(crate) no_animation: bool,
}

/// Returns the list of games and a few examples, for the end of `--help`.
fn games_help() -> String {
    let mut text = String::from("Games:\n");
    for about in GAMES.iter().map(|game| game.info()) {
        text.push_str(&format!("  {:8} {}\n", about.name, about.summary));
    }
    text + "
Start with:
  parlor                                choose a game on the full screen
  parlor play classic                   two people at one keyboard
  parlor play hex --second medium       against the computer
  parlor play 1024 --size 3x3 --target 32"
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play a game.
    #[command(after_help = PLAY_HELP)]
    Play(Box<PlayArgs>),
    /// Show the position after some moves.
    #[command(after_help = SHOW_HELP)]
    Show(ShowArgs),
    /// List the engines of a game.
    #[command(after_help = "Example:\n  parlor engines hex")]
    Engines {
        #[command(flatten)]
        game: GameName,
    },
    /// Evaluate every legal move, best first.
    #[command(after_help = ANALYZE_HELP)]
    Analyze(Box<AnalyzeArgs>),
    /// Solve Connect Four or Hex positions exactly, one per line.
    #[command(after_help = SOLVE_HELP)]
    Solve(SolveArgs),
    /// Build the opening book of 6x7 Connect Four.
    #[command(subcommand, after_help = "Example:\n  parlor book build --discs 10")]
    Book(BookCommand),
    /// Train engines by self-play.
    #[command(subcommand, after_help = "Example:\n  parlor train super weights.bin --games 20000")]
    Train(TrainCommand),
    /// Let two engines play each other.
    #[command(after_help = MATCH_HELP)]
    Match(Box<MatchArgs>),
    /// Rate all engines of a game by a round robin.
    #[command(after_help = LADDER_HELP)]
    Ladder(Box<LadderArgs>),
    /// Run an engine on standard input and output, for other programs.
    #[command(after_help = ENGINE_HELP)]
    Engine(EngineArgs),
    /// Run a Hex engine for other Hex programs, over the protocol HTP.
    #[command(after_help = hex::HTP_HELP)]
    Htp(HtpArgs),
    /// Convert games of Hex between records, SGF and HexWorld links.
    #[command(after_help = hex::CONVERT_HELP)]
    Convert(ConvertArgs),
    #[cfg(feature = "server")]
    /// Serve the games to browsers: play alone, with a friend or against an engine.
    #[command(after_help = serve::HELP)]
    Serve(Box<ServeArgs>),
    #[cfg(feature = "server")]
    /// Let engines think for servers that share a PostgreSQL database.
    #[command(after_help = serve::WORKER_HELP)]
    Worker(Box<WorkerArgs>),
    #[cfg(feature = "server")]
    /// Check, back up or restore the server's database.
    #[command(subcommand, after_help = "Examples:\n  parlor db verify\n  parlor db backup games.sqlite")]
    Db(DbCommand),
    #[cfg(feature = "server")]
    /// Load-test the server with many games of random moves, two sockets each.
    #[command(
        after_help = "Examples:\n  parlor load --games 100 --time 5s\n  parlor load --game hex --rate 0 --json"
    )]
    Load(LoadArgs),
    /// Make puzzles: positions with one solution, from the solvers.
    #[command(after_help = puzzles::HELP)]
    Puzzles(PuzzlesArgs),
    /// Replay a recorded game move by move and check it.
    #[command(after_help = "Examples:\n  parlor replay game.jsonl\n  parlor replay --quiet match-hex.jsonl")]
    Replay(ReplayArgs),
    /// Check whether a program, in any language, plays by the rules.
    #[command(after_help = check::HELP)]
    Check(Box<CheckArgs>),
    /// Supervise the programs that `check` runs.
    #[command(hide = true)]
    Supervise,
    /// Measure speed with a fixed amount of work.
    #[command(subcommand, after_help = "Examples:\n  parlor bench playouts hex\n  parlor bench connect4")]
    Bench(BenchCommand),
    /// Say what this terminal and machine can do, for bug reports.
    #[command(after_help = "Example:\n  parlor doctor")]
    Doctor,
    /// Print the completions for a shell.
    #[command(
        after_help = "Examples:\n  parlor completions bash > ~/.local/share/bash-completion/completions/parlor\n  parlor completions fish > ~/.config/fish/completions/parlor.fish"
    )]
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
    pub(crate) fn runs_engines(&self) -> bool {
        match self {
            Command::Show(_)
            | Command::Engines { .. }
            | Command::Book(_)
            | Command::Train(_)
            | Command::Convert(_)
            | Command::Htp(_)
            | Command::Replay(_)
            | Command::Bench(_)
            | Command::Doctor
            | Command::Check(_)
            | Command::Supervise
            | Command::Completions { .. }
            | Command::Man { .. } => false,
            #[cfg(feature = "server")]
            Command::Load(_) | Command::Db(_) => false,
            _ => true,
        }
    }
}

const PLAY_HELP: &str = "\
On a terminal the game is played on the full screen, where F1 shows all keys and every game is
saved. In line mode (--plain, or when input or output is not a terminal) words are read from
standard input, any number on a line; Ctrl-D or Ctrl-C quits. Where somebody types them, help, undo,
hint, resign and quit are commands in every game:
  shapes   a bin from 0; four or more in a row in any direction win
  growing  p1 C or p2 C places; four in a row or a column win, diagonals do not;
           also clear, print, rows, columns, row N, column N, quit
  classic  a column from 0; four or more in a row in any direction win
  super    a column from 0; a line of four or more scores a point and vanishes, the discs
           above it fall; when the grid is full the higher score wins
  hex      a cell, F3 or F 3; O connects left and right, X top and bottom; swap with --swap
  1024     arrow keys, U D L R or h j k l, then Enter; equal tiles merge; S stops

WHO is human, an engine of the game (random, easy, medium, strong, ...: see parlor engines
GAME), cmd:PROGRAM for a program that speaks the engine protocol, or htp:PROGRAM for a Hex
program that speaks HTP. An engine takes a limit for each move after a colon: strong:2s (time),
strong:10000n (positions).

Examples:
  parlor play classic --names Ann,Bob
  parlor play shapes --size 5x8 --second strong:500ms
  parlor play growing --tokens X,O,_
  parlor play hex --size 7 --swap --record game.jsonl
  parlor play hex --continue game.jsonl
  echo 3 2 4 3 4 3 5 4 6 | parlor play classic";

const SHOW_HELP: &str = "\
MOVES are columns for shapes, classic and super (3 2 4), p1:0 p2:1 for growing,
cells for hex (F3 A0, F3 swap with --swap), and a record for 1024
(@1,1 @0,1 R @2,2); a single - reads them from standard input. With --notation solver the
columns are one word and count from 1, as for solve: 435 is 3 2 4. With --notation hexworld
moves and board of hex are written as other Hex programs write them: a2 b10 is B0 J1 (:s or
swap-pieces is swap); spaces may be left out.

Examples:
  parlor show super 0 1 1 2 2 5 3 5 3 4 4
  parlor show classic --notation solver 44455554221
  parlor show hex --notation hexworld --swap a10:sd4
  parlor show 1024 --size 3x3 @1,1 @0,1 R --json";

const ANALYZE_HELP: &str = "\
MOVES are written as for show. A value is exact, a bound or an estimate; its score is in the
game's own unit: points ahead at the end in super, the score of solve where classic and shapes are
solved, the chance to win elsewhere. In 1024 an estimate is the share of quick games that were won,
and without MOVES the first tiles are those of --seed.

Examples:
  parlor analyze classic 3 2 4
  parlor analyze classic --notation solver 435
  parlor analyze hex --notation hexworld a2 f6
  parlor analyze 1024 --size 3x3 --seed 7
  parlor analyze super 0 1 1 2 --time 5s --json";

const SOLVE_HELP: &str = "\
A line is the columns played, counted from 1, as digits in one word (after 9 come letters, a is 10);
- or an empty line is the empty board. show and analyze write the same moves with spaces and count
from 0: 44 here is 3 3 there. A second word on a line is a score, for --check. The output is MOVES SCORE NODES MICROSECONDS. The score is
for the player to move: 0 is a draw, n a win with n - 1 of their discs left, -n a loss likewise.
Each line starts with an empty transposition table; clearing it is not timed.

Examples:
  parlor solve classic 44455554221
  parlor solve classic --check < Test_L3_R1
  parlor solve classic --size 5x6 --each -

Hex: the words are the moves of one position, or each line of standard input is one; without moves it
is the empty board. The output is who wins, or with --openings who wins after each first move. --json
prints {\"moves\":...,\"winner\":1 or 2,\"nodes\":...,\"seconds\":...}; --check compares a last field, 1 or 2.
  parlor solve hex --size 6 --openings
  parlor solve hex --notation hexworld --size 7 d4 c3
  parlor solve hex D3 C4 --size 7 --json";

const MATCH_HELP: &str = "\
Games come in pairs with the same random opening and sides exchanged. An engine that crashes, plays an
illegal move or takes too long loses that game, and the match continues. Ctrl-C prints the result
so far; --resume continues from the record. In 1024 --player plays alone, and several engines play
the same seeds.

WHO is an engine of the game, with a limit after a colon (strong:100ms, strong:10000n), or
cmd:PROGRAM ARGS for any program that speaks the engine protocol. --time and --nodes
apply to engines without a limit of their own, including the levels easy and medium. In hex,
htp:PROGRAM ARGS seats a program that speaks HTP; its time is set by its own arguments.

Examples:
  parlor match super --first strong --second alphabeta --time 100ms --games 200
  parlor match hex --size 7 --first medium --second 'cmd:./my-engine' --sprt 0,50
  parlor match 1024 --player strong --target 4096 --games 50 --json";

const ENGINE_HELP: &str = "\
Lines are read from standard input: parlor 1, game GAME OPTIONS, position MOVES,
go [time MS] [nodes N], stop, quit. docs/protocol.md has the details.

Example:
  printf 'parlor 1\\ngame classic\\nposition 3 2\\ngo time 100\\nquit\\n' | parlor engine classic";

const LADDER_HELP: &str = "\
Every pair of engines plays --games games, on all cores. Three engines of classic with 50 ms a move
take 3 pairs x 40 games x about 30 moves x 50 ms / 2 cores, which is 90 seconds; with their own
times they take minutes to hours. Ctrl-C prints the ratings so far.

Examples:
  parlor ladder classic --engines easy,medium,strong --time 50ms
  parlor ladder 1024 --games 20";

/// The name of a game.
#[derive(ClapArgs, Debug)]
pub(crate) struct GameName {
    /// The game: shapes, growing, classic, super, hex or 1024.
    #[arg(value_name = "GAME", value_parser = clap::builder::PossibleValuesParser::new(names()))]
    pub(crate) game: String,
}

fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|game| game.info().name)
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
    /// That of solve: the columns in one word, counted from 1 (after 9 come letters).
    Solver,
    /// That of Hex programs: a1 is at the top left, the first player joins top and bottom.
    Hexworld,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ShowArgs {
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

#[derive(Subcommand, Debug)]
pub(crate) enum BenchCommand {
    /// Play uniformly random games to the end, on one thread.
    #[command(
        after_help = "Examples:\n  parlor bench playouts\n  parlor bench playouts hex --size 7 --games 100000 --json"
    )]
    Playouts(PlayoutsArgs),
    /// Run the exact Connect Four solver on sets of 6x7 positions, on one thread with an empty table for each position.
    #[command(
        after_help = "The sets are random positions by number of discs, the empty board last. With a folder,\nits test sets are solved and checked instead: the public Test_L3_R1, ..., or end-easy,\n... of crates/engines/tests/data/connect4.\n\nExamples:\n  parlor bench connect4\n  parlor bench connect4 --columns 20 --discs 0-16"
    )]
    Connect4(Connect4Args),
    /// Press packed boards of 1024, play random games, and play with the engines, on one thread.
    #[command(name = TILES, after_help = "Example:\n  parlor bench 1024 --json")]
    Tiles(TilesBenchArgs),
}

#[derive(ClapArgs, Debug)]
pub(crate) struct PlayoutsArgs {
    /// The game [default: all six].
    #[arg(value_name = "GAME", value_parser = clap::builder::PossibleValuesParser::new(names()))]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) options: GameOptions,
    /// How many games [default: as many as take about a second].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), allow_hyphen_values = true)]
    pub(crate) games: Option<u64>,
    /// The seed of all chance.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print one JSON object per game.
    #[arg(long)]
    pub(crate) json: bool,
}
