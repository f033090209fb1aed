//! From what somebody wants to play to what a table is opened with.

use crate::app::Shared;
use crate::config::Limits;
use crate::display_name::is_shown;
use crate::guest::Guest;
use crate::storage::SeatOccupant;
use parlor_engines::Settings;
use parlor_play::{Header, OptionKind, Options, PlayerSpec, Table, TimeControl, game};
use serde::Deserialize;
use utoipa::ToSchema;

/// A game that somebody wants to play.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenGame {
    /// Which of the games.
    pub game: String,
    /// What is chosen about it: `size`, `target`, `tokens`, `swap`, `idle_spawns`, `free`.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub options: Options,
    /// Who sits where: `me`, `friend`, or an engine as on the command line.
    pub seats: Vec<String>,
    /// Milliseconds at the start and for each move.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub clock: Option<TimeControl>,
}

/// Players' moves of a game whose board grows with them: what there is to draw grows by their square.
const PLIES_OF_GROWING: u64 = 400;

/// The longest a clock may be set to.
const LONGEST_CLOCK: u64 = 24 * 60 * 60 * 1_000;

/// The memory of one engine that thinks, in bytes.
pub(crate) const ENGINE_MEMORY: usize = 32 << 20;

/// What a table is opened with, who sits there, and whether an engine is to move first; or why it can't be.
pub(crate) fn opened(
    wish: OpenGame,
    by: &Guest,
    limits: &Limits,
    shared: &Shared,
) -> Result<(Header, Vec<SeatOccupant>, bool), String> {
    let Some(listed) = game(&wish.game) else {
        let shown: String = wish.game.chars().take(40).collect();
        return Err(format!("there is no game {shown:?}"));
    };
    let about = listed.info();
    if wish.seats.len() != about.players {
        return Err(format!("{} has {} seats", about.name, about.players));
    }
    if let Some(size) = wish.options.size {
        // Sides below zero are not too large; what the game makes of them is seen when it is opened.
        let [rows, columns] = [size.rows, size.columns].map(|side| u64::try_from(side).unwrap_or(0));
        if rows.checked_mul(columns).is_none_or(|cells| cells > limits.cells) {
            return Err(too_large(limits));
        }
    }
    if let Some(clock) = wish.clock {
        check_clock(clock, about.players)?;
    }
    for token in wish.options.tokens.iter().flatten() {
        check_token(token, limits)?;
    }
    let seats = wish.seats.iter().map(|seat| sitter(seat, by, limits)).collect::<Result<Vec<_>, _>>()?;
    if wish.options.free && seats.iter().any(|seat| *seat != SeatOccupant::Guest(by.clone())) {
        return Err("a free board has no turns: it is for one device".into());
    }
    let fixed = about.options.contains(&OptionKind::Size);
    let plies = if fixed { limits.plies } else { limits.plies.min(PLIES_OF_GROWING) };
    let plies = about.max_plies.map_or(plies, |most| most.min(plies));
    let asked = wish.options.size;
    let header = Header {
        options: wish.options,
        seed: shared.seed(),
        max_plies: Some(plies),
        clock: wish.clock,
        at: Some(shared.now()),
        ..Header::new(about.name)
    };
    let table = Table::open(header.clone()).map_err(|error| error.to_string())?;
    let (rows, columns) = table.session().size();
    if (rows * columns) as u64 > limits.cells {
        return Err(too_large(limits));
    }
    // A game corrects some sizes; who asked for another board is told instead of surprised.
    if let Some(asked) = asked.filter(|asked| (asked.rows, asked.columns) != (rows as i64, columns as i64)) {
        return Err(format!("{} has no board of {asked}: the nearest is {rows}x{columns}", about.name));
    }
    for seat in &seats {
        if let SeatOccupant::Engine(name) = seat {
            let who: PlayerSpec =
                name.parse().map_err(|error: parlor_play::BadPlayerSpec| error.to_string())?;
            let settings = Settings { memory: 1 << 20, ..Settings::default() };
            table.session().engine(&who, &settings).map_err(|error| error.to_string())?;
        }
    }
    // Of a game for one, chance begins: its tiles lie there before the player moves.
    let engine_first = matches!(seats.first(), Some(SeatOccupant::Engine(_)));
    Ok((header, seats, engine_first))
}

fn too_large(limits: &Limits) -> String {
    format!("the board is too large: {} cells at most", limits.cells)
}

fn check_token(token: &str, limits: &Limits) -> Result<(), String> {
    if token.chars().count() > limits.name {
        return Err(format!("a token has at most {} characters", limits.name));
    }
    if token.is_empty() {
        return Err("a token needs at least one character".into());
    }
    if !is_shown(token) {
        return Err(format!("a part of the token {token:?} can't be seen"));
    }
    Ok(())
}

fn check_clock(clock: TimeControl, players: usize) -> Result<(), String> {
    let refused = if players < 2 {
        "a clock is for two players"
    } else if clock.initial == 0 {
        "a clock needs some time at the start: what is added for a move comes only after it"
    } else if clock.initial.max(clock.increment) > LONGEST_CLOCK {
        "a clock is set to at most a day"
    } else {
        return Ok(());
    };
    Err(refused.into())
}

fn sitter(seat: &str, by: &Guest, limits: &Limits) -> Result<SeatOccupant, String> {
    match seat {
        "me" => return Ok(SeatOccupant::Guest(by.clone())),
        "friend" => return Ok(SeatOccupant::Open),
        _ => {}
    }
    let shown: String = seat.chars().take(40).collect();
    match seat.parse::<PlayerSpec>().map_err(|error| error.to_string())? {
        PlayerSpec::Engine { limits: asked, .. }
            if asked.time.is_some_and(|time| time > limits.engine_time) =>
        {
            Err(format!("an engine thinks for at most {} ms here", limits.engine_time.as_millis()))
        }
        who @ PlayerSpec::Engine { .. } => Ok(SeatOccupant::Engine(who.to_string())),
        _ => Err(format!("a seat is me, friend or an engine, not {shown:?}")),
    }
}
