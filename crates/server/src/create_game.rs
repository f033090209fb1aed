//! From a request for a game to what its log begins with.

use crate::app::Shared;
use crate::config::Limits;
use crate::display_name::{BadName, has_excess_marks, is_visible};
use crate::guest::Guest;
use crate::json_object::{object, optional_object};
use crate::storage::{LogEvent, SeatOccupant};
use parlor_play::{
    BadOptions, BadPlayerSpec, Header, OptionKind, Options, PlayerSpec, RecordedPlayer, Table, TimeControl,
    game,
};
use parlor_rules::Size;
use serde::Deserialize;

/// A request for a new game.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateGame {
    /// Which game: `classic`, `hex`, ...
    pub game: String,
    /// The options; what is left out has the game's default.
    #[serde(default, deserialize_with = "object")]
    pub options: Options,
    /// Player 1's seat first: `me`, `friend`, or an engine as on the command line.
    pub seats: Vec<String>,
    /// The clock, for a timed game.
    #[serde(default, deserialize_with = "optional_object")]
    pub clock: Option<TimeControl>,
}

/// A game that can be created.
pub(crate) struct NewGame {
    header: Header,
    table: Table,
    seats: Vec<SeatOccupant>,
}

/// Why a game can't be created.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CreateGameError {
    #[error("there is no game {0:?}")]
    NoSuchGame(String),
    #[error("{game} has {seats} seats")]
    WrongSeats { game: &'static str, seats: usize },
    #[error("a seat is me, friend or an engine, not {0:?}")]
    BadSeat(String),
    #[error("the board is too large: {0} cells at most")]
    TooLarge(u64),
    #[error("{game} has no board of {asked}: the nearest is {rows}x{columns}")]
    NoSuchSize { game: &'static str, asked: Size, rows: usize, columns: usize },
    #[error("a free board has no turns: it is for one device")]
    FreeForOneDevice,
    #[error("a token has at most {0} characters")]
    LongToken(usize),
    #[error("a token needs at least one character")]
    EmptyToken,
    #[error("a part of the token {0:?} can't be seen")]
    InvisibleToken(String),
    #[error("the token {0:?} has too many combining marks")]
    TokenMarks(String),
    #[error("the token {0:?} isn't allowed")]
    BannedToken(String),
    #[error("a clock is for two players")]
    SoloClock,
    #[error("a clock needs some time at the start: what is added for a move comes only after it")]
    EmptyClock,
    #[error("a clock is set to at most a day")]
    LongClock,
    #[error("an engine thinks for at most {0} ms here")]
    LongThinking(u128),
    #[error(transparent)]
    Options(#[from] BadOptions),
    #[error(transparent)]
    Engine(#[from] BadPlayerSpec),
}

/// The most moves of a game whose board grows with them: what there is to draw grows with their square.
const MAX_PLIES_OF_GROWING: u64 = 400;

/// The longest time on a clock, in milliseconds.
pub(crate) const LONGEST_CLOCK: u64 = 24 * 60 * 60 * 1_000;

/// The memory of one thinking engine, in bytes.
pub(crate) const ENGINE_MEMORY: usize = 32 << 20;

impl NewGame {
    /// Checks a guest's request against the game's rules and the server's limits.
    pub(crate) fn new(
        request: CreateGame,
        guest: &Guest,
        shared: &Shared,
    ) -> Result<NewGame, CreateGameError> {
        let limits = &shared.config.limits;
        let Some(game) = game(&request.game) else {
            return Err(CreateGameError::NoSuchGame(shorten(&request.game)));
        };
        let info = game.info();
        if request.seats.len() != info.players {
            return Err(CreateGameError::WrongSeats { game: info.name, seats: info.players });
        }
        let asked = request.options.size;
        if let Some(size) = asked {
            // A side below zero is not too large; the game itself corrects it below.
            let [rows, columns] = [size.rows, size.columns].map(|side| u64::try_from(side).unwrap_or(0));
            if rows.checked_mul(columns).is_none_or(|cells| cells > limits.cells) {
                return Err(CreateGameError::TooLarge(limits.cells));
            }
        }
        if let Some(clock) = request.clock {
            check_clock(clock, info.players)?;
        }
        for token in request.options.tokens.iter().flatten() {
            check_token(token, limits)?;
            let is_banned = shared.name_rules.check_words(token) == Err(BadName::Banned);
            if is_banned {
                return Err(CreateGameError::BannedToken(token.clone()));
            }
        }
        let seats = request.seats.iter().map(|seat| occupant(seat, guest, limits));
        let seats = seats.collect::<Result<Vec<_>, _>>()?;
        if request.options.free && seats.iter().any(|seat| *seat != SeatOccupant::Guest(guest.clone())) {
            return Err(CreateGameError::FreeForOneDevice);
        }
        let has_fixed_size = info.options.contains(&OptionKind::Size);
        let plies = if has_fixed_size { limits.plies } else { limits.plies.min(MAX_PLIES_OF_GROWING) };
        let header = Header {
            options: request.options,
            seed: shared.random_seed(),
            max_plies: Some(info.max_plies.map_or(plies, |most| most.min(plies))),
            clock: request.clock,
            at: Some(shared.storage.clock().wall(shared.now())),
            ..Header::new(info.name)
        };
        let table = Table::open(header.clone())?;
        let (rows, columns) = table.session().size();
        if (rows * columns) as u64 > limits.cells {
            return Err(CreateGameError::TooLarge(limits.cells));
        }
        // A game corrects some sizes. Whoever asked for such a size is told so instead of getting another board.
        if let Some(asked) =
            asked.filter(|asked| (asked.rows, asked.columns) != (rows as i64, columns as i64))
        {
            return Err(CreateGameError::NoSuchSize { game: info.name, asked, rows, columns });
        }
        for seat in &seats {
            if let SeatOccupant::Engine(engine) = seat
                && shared.config.program(info.name, engine).is_none()
            {
                table.session().check_player(&engine.parse::<RecordedPlayer>()?.without_program()?)?;
            }
        }
        Ok(NewGame { header, table, seats })
    }

    /// Whether an engine makes the first move. In a game for one chance begins: its tiles are part of the creation.
    pub(crate) fn engine_begins(&self) -> bool {
        matches!(self.seats.first(), Some(SeatOccupant::Engine(_)))
    }

    /// Whether a guest has a seat or can still take one.
    pub(crate) fn has_people(&self) -> bool {
        !self.seats.iter().all(|seat| matches!(seat, SeatOccupant::Engine(_)))
    }

    /// Returns the first events of the log: the creation, and the tiles that are there from the start.
    pub(crate) fn into_events(mut self, by: Guest, now: u64) -> Vec<LogEvent> {
        let mut events = vec![LogEvent::Opened { header: Box::new(self.header), seats: self.seats, by }];
        events.extend(self.table.settle(now).entries.into_iter().map(LogEvent::Table));
        events
    }
}

fn check_token(token: &str, limits: &Limits) -> Result<(), CreateGameError> {
    if token.chars().count() > limits.name {
        return Err(CreateGameError::LongToken(limits.name));
    }
    if token.is_empty() {
        return Err(CreateGameError::EmptyToken);
    }
    if !is_visible(token) {
        return Err(CreateGameError::InvisibleToken(token.into()));
    }
    if has_excess_marks(token) {
        return Err(CreateGameError::TokenMarks(token.into()));
    }
    Ok(())
}

fn check_clock(clock: TimeControl, players: usize) -> Result<(), CreateGameError> {
    if players < 2 {
        return Err(CreateGameError::SoloClock);
    }
    if clock.initial == 0 {
        return Err(CreateGameError::EmptyClock);
    }
    if clock.initial.max(clock.increment) > LONGEST_CLOCK {
        return Err(CreateGameError::LongClock);
    }
    Ok(())
}

fn occupant(seat: &str, guest: &Guest, limits: &Limits) -> Result<SeatOccupant, CreateGameError> {
    match seat {
        "me" => return Ok(SeatOccupant::Guest(guest.clone())),
        "friend" => return Ok(SeatOccupant::Open),
        _ => {}
    }
    let named = seat.parse::<RecordedPlayer>()?;
    match named.without_program().map_err(|_| CreateGameError::BadSeat(shorten(seat)))? {
        PlayerSpec::Engine { limits: asked, .. }
            if asked.time.is_some_and(|time| time > limits.engine_time) =>
        {
            Err(CreateGameError::LongThinking(limits.engine_time.as_millis()))
        }
        engine @ PlayerSpec::Engine { .. } => Ok(SeatOccupant::Engine(engine.to_string())),
        _ => Err(CreateGameError::BadSeat(shorten(seat))),
    }
}

/// Cuts a client's text to a length that an error can show.
fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}
