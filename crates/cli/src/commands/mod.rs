//! The commands of the program, one module each.

mod analyze;
#[cfg(feature = "server")]
mod attack_test;
mod check;
mod check_class;
mod convert;
#[cfg(feature = "server")]
mod db;
mod doctor;
mod hexworld_moves;
mod htp;
mod htp_engine;
mod htp_solver;
mod ladder;
#[cfg(feature = "server")]
mod load_test;
mod match_;
mod notation;
#[cfg(feature = "server")]
mod own_server;
mod play;
mod puzzles;
mod replay;
mod run_engine;
#[cfg(feature = "server")]
mod serve;
mod show;
mod solve;
mod solve_hex;
mod solve_lines;
mod solve_watch;
#[cfg(feature = "server")]
mod worker;

use crate::args::{Args, Command, ScreenArgs};
use crate::data::opening_book;
use crate::error::CliError;
use crate::locale;
use crate::output::Output;
use crate::tui::{self, Theme};
use clap::CommandFactory;
use parlor_engines::Limits;
use parlor_play::{Game, PlayerSpec, Session, game};
use std::io::{self, IsTerminal};

/// Runs the command of the command line.
pub(crate) fn run(args: Args) -> Result<(), CliError> {
    let color = args.color.is_on();
    let theme = theme(args.screen, color);
    if args.command.as_ref().is_none_or(Command::needs_book) {
        opening_book();
    }
    match args.command {
        None if has_full_screen() => tui::hall(theme),
        None => help(),
        Some(Command::Play(play)) => play::run(*play, theme),
        Some(Command::Show(show)) => show::run(show, color),
        Some(Command::Analyze(analyze)) => analyze::run(*analyze),
        Some(Command::RunEngine(engine)) => run_engine::run(&engine),
        Some(Command::Match(spec)) => match_::run(*spec),
        Some(Command::Ladder(spec)) => ladder::run(*spec),
        Some(Command::Solve(solve)) => solve::run(&solve),
        Some(Command::Convert(convert)) => convert::run(&convert),
        Some(Command::Htp(htp)) => htp::run(htp),
        Some(Command::Engines { game }) => engines(find_game(&game.game)?),
        #[cfg(feature = "server")]
        Some(Command::Serve(serve)) => serve::run(&serve, args.color.is_on_for(&io::stderr())),
        #[cfg(feature = "server")]
        Some(Command::Worker(worker)) => worker::run(&worker, args.color.is_on_for(&io::stderr())),
        #[cfg(feature = "server")]
        Some(Command::Db(command)) => db::run(&command),
        #[cfg(feature = "server")]
        Some(Command::LoadTest(load)) => load_test::run(&load),
        Some(Command::Puzzles(puzzles)) => puzzles::run(puzzles, color),
        Some(Command::Replay(replay)) => replay::run(&replay, color),
        Some(Command::Moved(command)) => Err(CliError::bad(command.hint())),
        Some(Command::Doctor) => doctor::run(args.color, theme),
        Some(Command::Check(check)) => check::run(&check, color),
        Some(Command::Supervise) => supervise(),
        Some(Command::Completions { shell }) => completions(shell),
        Some(Command::Man { command }) => man(command.as_deref()),
    }
}

/// Returns whether input and output are a terminal that can show the full screen.
fn has_full_screen() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    !dumb && io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Returns the theme of the full screen.
fn theme(screen: ScreenArgs, color: bool) -> Theme {
    Theme { color, ascii: screen.ascii || !locale::is_utf8(), animation: !screen.no_animation }
}

/// Returns the game with this name.
fn find_game(name: &str) -> Result<&'static dyn Game, CliError> {
    game(name).ok_or_else(|| CliError::bad(format!("there is no game {name:?}")))
}

/// Returns the strongest engine that can play the session's board. With `has_limits`, it is one that respects limits.
pub(crate) fn best_engine(game: &dyn Game, session: &dyn Session, has_limits: bool) -> PlayerSpec {
    let engines = game.engines().into_iter().rev().filter(|engine| !has_limits || engine.is_timely);
    let mut fitting = engines
        .map(|engine| PlayerSpec::Engine { name: engine.name.into(), limits: Limits::default() })
        .filter(|who| session.check_player(who).is_ok());
    fitting.next().unwrap_or(PlayerSpec::Human)
}

fn help() -> Result<(), CliError> {
    let mut out = Output::new();
    out.text(Args::command().render_long_help())?;
    out.flush()
}

fn engines(game: &dyn Game) -> Result<(), CliError> {
    let mut out = Output::new();
    let engines = game.engines();
    let width = engines.iter().map(|engine| engine.name.len()).max().unwrap_or(0).max("human".len());
    out.line(format_args!("{:width$}  a person at the keyboard", "human"))?;
    for engine in engines {
        let options = if engine.takes_limits { "a limit: 2s, 100ms, 10000n" } else { "none needed" };
        out.line(format_args!("{:width$}  {} (options: {options})", engine.name, engine.about))?;
    }
    out.flush()
}

/// Supervises the programs that `parlor check` runs.
fn supervise() -> Result<(), CliError> {
    parlor_check::sandbox::supervise();
    Ok(())
}

fn completions(shell: clap_complete::Shell) -> Result<(), CliError> {
    let all = Args::command();
    // clap_complete would offer hidden commands too.
    let mut shown = clap::Command::new("parlor")
        .version(env!("CARGO_PKG_VERSION"))
        .propagate_version(true)
        .args(all.get_arguments().cloned())
        .subcommands(all.get_subcommands().filter(|command| !command.is_hide_set()).cloned());
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut shown, "parlor", &mut script);
    print(&script)
}

fn man(command: Option<&str>) -> Result<(), CliError> {
    let mut all = Args::command();
    all.build();
    let page = match command {
        None => all,
        Some(name) => {
            let found = all.find_subcommand(name).cloned();
            found.ok_or_else(|| CliError::bad(format!("there is no command {name:?}")))?
        }
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    print(&text)
}

fn print(bytes: &[u8]) -> Result<(), CliError> {
    let mut out = Output::new();
    out.text(String::from_utf8_lossy(bytes))?;
    out.flush()
}
