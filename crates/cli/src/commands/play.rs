//! `parlor play`: plays a game on the full screen or in line mode.

use super::{find_game, has_full_screen, theme};
use crate::args::PlayArgs;
use crate::error::CliError;
use crate::line::{self, LineSession};
use crate::tui::{self, Opening};
use parlor_play::{BadOptions, GameInfo, Header, OptionKind, PlayerSpec};
use std::hash::{BuildHasher, Hasher, RandomState};

pub(crate) fn run(args: PlayArgs, color: bool) -> Result<(), CliError> {
    let about = find_game(&args.game.game)?.info();
    let seats = seats(about, &args)?;
    if !args.plain && has_full_screen() {
        return run_full_screen(about, seats, args, color);
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
        seed: args.seed.or_else(|| needs_seed.then(random_seed)),
        max_plies: args.max_plies.or(limit),
        ..Header::new(about.name)
    };
    let mut game = LineSession::open(header, &seats, args.record.as_deref(), color)?;
    line::play(&mut game)
}

/// Plays on the full screen, where players take turns in every game and the swap rule is on.
fn run_full_screen(
    about: &GameInfo,
    seats: Vec<PlayerSpec>,
    args: PlayArgs,
    color: bool,
) -> Result<(), CliError> {
    let mut options = args.options.options(false);
    options.swap |= about.has_option(OptionKind::Swap);
    let header = Header {
        options,
        seed: Some(args.seed.unwrap_or_else(random_seed)),
        max_plies: args.max_plies,
        ..Header::new(about.name)
    };
    if !args.names.is_empty() && args.names.len() != about.players {
        return Err(CliError::bad(BadOptions::Names(about.players)));
    }
    let opening = Opening { record: args.record, ..Opening::named(header, seats, &args.names) };
    tui::table(opening, theme(args.screen, color))
}

/// Returns the players: `--first` and `--second`, or `--player` in a game for one.
fn seats(about: &GameInfo, args: &PlayArgs) -> Result<Vec<PlayerSpec>, CliError> {
    let human = || PlayerSpec::Human;
    if about.players == 1 {
        if args.first.is_some() || args.second.is_some() {
            return Err(CliError::bad(format!("{} is for one player: use --player", about.name)));
        }
        return Ok(vec![args.player.clone().unwrap_or_else(human)]);
    }
    if args.player.is_some() {
        return Err(CliError::bad(format!("{} is for two players: use --first and --second", about.name)));
    }
    Ok(vec![args.first.clone().unwrap_or_else(human), args.second.clone().unwrap_or_else(human)])
}

/// Returns a random seed of 32 bits, short enough to type.
fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 32
}
