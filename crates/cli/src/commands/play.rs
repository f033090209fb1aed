//! `parlor play`: plays a game on the full screen or in line mode.

use super::{find_game, has_full_screen};
use crate::args::PlayArgs;
use crate::corrected_size::print_corrected_size;
use crate::error::CliError;
use crate::line;
use crate::record_reader::read_game;
use crate::tui::{self, Opening, Theme};
use parlor_play::{BadOptions, GameInfo, Header, OptionKind, PlayerSpec, Table};
use std::fmt::Display;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::Path;

pub(crate) fn run(args: PlayArgs, theme: Theme) -> Result<(), CliError> {
    let game = find_game(&args.game.game)?;
    let about = game.info();
    let given = seats(about, &args)?;
    if let [one, two] = &args.names[..]
        && one == two
    {
        return Err(CliError::bad(format!("both players are named {one:?}: give them different names")));
    }
    if let Some(path) = &args.continued {
        let Unfinished { table, seats, note } = unfinished_game(about, path, &given)?;
        if !args.plain && has_full_screen() {
            return tui::continued_table(table, seats, path, note, theme);
        }
        if let Some(note) = note {
            eprintln!("parlor: {note}");
        }
        return line::resume(table, &seats, path, theme.color);
    }
    let seats = given.into_iter().map(|who| who.unwrap_or(PlayerSpec::Human)).collect::<Vec<_>>();
    if !args.plain && has_full_screen() {
        return run_full_screen(about, seats, args, theme);
    }
    if args.clock.is_some() {
        return Err(CliError::bad("a clock needs the full screen: line mode has none"));
    }
    let people_only = seats.iter().all(|who| *who == PlayerSpec::Human);
    // In line mode either player of growing may move at any time, unless an engine plays. A game with an engine gets a
    // move limit so that it ends.
    let free = about.has_option(OptionKind::Free);
    let limit = about.max_plies.filter(|_| !people_only);
    let needs_seed = about.players == 1 || !people_only;
    let header = Header {
        options: args.options.options(free),
        names: args.names,
        // People alone are not worth a word. Engines are, so that the game can be continued with them.
        seats: if people_only { Vec::new() } else { seats.iter().cloned().map(Into::into).collect() },
        seed: args.seed.or_else(|| needs_seed.then(random_seed)),
        max_plies: args.max_plies.or(limit),
        ..Header::new(about.name)
    };
    let options = header.options.clone();
    let before = || print_corrected_size(game, &options);
    line::play(header, &seats, args.record.as_deref(), theme.color, before)
}

/// Plays on the full screen, where players take turns in every game and the swap rule is on.
fn run_full_screen(
    about: &GameInfo,
    seats: Vec<PlayerSpec>,
    args: PlayArgs,
    theme: Theme,
) -> Result<(), CliError> {
    let mut options = args.options.options(false);
    options.swap |= about.has_option(OptionKind::Swap);
    let header = Header {
        options,
        seed: Some(args.seed.unwrap_or_else(random_seed)),
        max_plies: args.max_plies,
        clock: args.clock,
        ..Header::new(about.name)
    };
    if about.players == 1 && header.clock.is_some() {
        return Err(CliError::bad(format!("{} is for one player: it has no clock", about.name)));
    }
    if !args.names.is_empty() && args.names.len() != about.players {
        return Err(CliError::bad(BadOptions::Names(about.players)));
    }
    let opening = Opening { record: args.record, ..Opening::named(header, seats, &args.names) };
    tui::table(opening, theme)
}

/// A game to continue.
struct Unfinished {
    table: Table,
    seats: Vec<PlayerSpec>,
    /// Which programs the file names that were not started.
    note: Option<String>,
}

/// Returns the last game of a file and its players, those of the command line first.
fn unfinished_game(
    about: &GameInfo,
    path: &Path,
    given: &[Option<PlayerSpec>],
) -> Result<Unfinished, CliError> {
    let bad = |reason: &dyn Display| CliError::bad(format!("{}: {reason}", path.display()));
    let table = read_game(path, None).map_err(|error| bad(&error))?;
    let game = table.session().info().name;
    if game != about.name {
        return Err(bad(&format!("the game is {game}, not {}", about.name)));
    }
    if let Some(ending) = table.ending() {
        return Err(bad(&format!("the game is over ({ending}): there is nothing to continue")));
    }
    let options: &[&str] = if about.players == 1 { &["--player"] } else { &["--first", "--second"] };
    let mut notes = Vec::new();
    let mut seats = Vec::new();
    for (seat, (given, option)) in given.iter().zip(options).enumerate() {
        let recorded = table.seats().get(seat);
        seats.push(match (given, recorded) {
            (Some(given), _) => given.clone(),
            (None, Some(recorded)) => recorded.or_person(),
            (None, None) => PlayerSpec::Human,
        });
        if let (None, Some(program)) = (given, recorded.filter(|recorded| recorded.is_program())) {
            notes.push(format!(
                "the file names a program, which isn't started: to play against it, add {option} {:?}",
                program.to_string()
            ));
        }
    }
    Ok(Unfinished { table, seats, note: (!notes.is_empty()).then(|| notes.join("; ")) })
}

/// Returns the players, if they are given: `--first` and `--second`, or `--player` in a game for one.
fn seats(about: &GameInfo, args: &PlayArgs) -> Result<Vec<Option<PlayerSpec>>, CliError> {
    if about.players == 1 {
        if args.first.is_some() || args.second.is_some() {
            return Err(CliError::bad(format!("{} is for one player: use --player", about.name)));
        }
        return Ok(vec![args.player.clone()]);
    }
    if args.player.is_some() {
        return Err(CliError::bad(format!("{} is for two players: use --first and --second", about.name)));
    }
    Ok(vec![args.first.clone(), args.second.clone()])
}

/// Returns a random seed of 32 bits, short enough to type.
fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 32
}
