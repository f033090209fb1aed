//! A game as clients see it.

use super::command::CommandKind;
use super::game::Game;
use crate::guest::Guest;
use crate::storage::SeatOccupant;
use parlor_play::{Ending, Offer, Options, Step, View};
use parlor_rules::Player;
use serde::Serialize;
use std::collections::HashMap;

/// Everything a client needs to show a game.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameSnapshot {
    /// The game's id.
    pub id: String,
    /// Which game is played: `classic`, `hex`, ...
    pub game: &'static str,
    /// The length of the game's log.
    pub seq: u64,
    /// The round, from 1: each rematch begins another.
    pub round: u64,
    /// The options that were chosen.
    pub options: Options,
    /// The board.
    pub view: View,
    /// What the last move did.
    pub last: Vec<Step>,
    /// The player to move, 1 or 2; null when nobody is.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub turn: Option<u64>,
    /// Whose turn it is or how the game ended, in words.
    pub status_text: String,
    /// How the game ended; null while it goes on.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<crate::schema::EndingSchema>, required))]
    pub ending: Option<Ending>,
    /// The public id of the guest who created the game.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub host: Guest,
    /// The seats, player 1's first.
    pub seats: Vec<Seat>,
    /// The offer that waits for an answer.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub offer: Option<PendingOffer>,
    /// What each seat can do now.
    pub can: Vec<Vec<CommandKind>>,
    /// Rounds won so far, by seat.
    pub wins: [u64; 2],
    /// The clock, if the game is timed.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub clock: Option<ClockState>,
}

/// A seat.
#[derive(PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Seat {
    /// What kind of occupant it has.
    pub kind: SeatKind,
    /// The guest's public id.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, required))]
    pub guest: Option<Guest>,
    /// The guest's or engine's name.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub name: Option<String>,
    /// An engine's limit for each move, if one was chosen: `2000ms`, `500n`.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub limit: Option<String>,
}

/// What kind of occupant a seat has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// A guest.
    Guest,
    /// Nobody yet.
    Open,
    /// An engine.
    Engine,
}

/// An offer that waits for an answer.
#[derive(PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PendingOffer {
    /// The player who made it, 1 or 2.
    pub by: u64,
    /// What is offered.
    pub what: Offer,
}

/// The players' clocks, in milliseconds.
#[derive(PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClockState {
    /// What each has left, as of `at`.
    pub left: [u64; 2],
    /// The player whose clock runs, 1 or 2.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub running: Option<u64>,
    /// The server's time, in milliseconds since 1970.
    pub at: u64,
}

impl GameSnapshot {
    /// Returns the first player that a guest plays, 1 or 2.
    pub(super) fn player_of(&self, guest: &Guest) -> Option<usize> {
        self.seats.iter().position(|seat| seat.guest.as_ref() == Some(guest)).map(|seat| seat + 1)
    }

    /// Describes a game, with the names of its guests.
    pub(crate) fn new(id: &str, game: &Game, names: &HashMap<Guest, String>, now: u64) -> GameSnapshot {
        let table = &game.table;
        let session = table.session();
        let seats: Vec<Seat> = game.seats.iter().map(|occupant| seat(occupant, names)).collect();
        let seat_names = names_of(game, &seats);
        let players = Player::BOTH.into_iter().take(game.seats.len());
        GameSnapshot {
            id: id.into(),
            game: session.info().name,
            seq: game.seq,
            round: table.round(),
            options: session.options().clone(),
            view: table.view(),
            last: session.timeline().last_steps().to_vec(),
            turn: game.to_move().map(Player::number),
            status_text: status_text(game, &seat_names),
            ending: game.ending(),
            host: game.created_by.clone(),
            seats,
            offer: table.offer().map(|(by, what)| PendingOffer { by: by.number(), what }),
            can: players.map(|player| game.available_commands(player)).collect(),
            wins: table.wins(),
            clock: table.clock().map(|clock| ClockState {
                left: Player::BOTH.map(|player| clock.left(player, now)),
                running: game.to_move().filter(|_| clock.is_running()).map(Player::number),
                at: now,
            }),
        }
    }
}

fn seat(occupant: &SeatOccupant, names: &HashMap<Guest, String>) -> Seat {
    match occupant {
        SeatOccupant::Guest(guest) => Seat {
            kind: SeatKind::Guest,
            guest: Some(guest.clone()),
            name: Some(names.get(guest).cloned().unwrap_or_else(|| guest.default_name())),
            limit: None,
        },
        SeatOccupant::Open => Seat { kind: SeatKind::Open, guest: None, name: None, limit: None },
        SeatOccupant::Engine(who) => {
            let (name, limit) =
                who.split_once(':').map_or((who.as_str(), None), |(name, limit)| (name, Some(limit)));
            Seat {
                kind: SeatKind::Engine,
                guest: None,
                // The name of a level in requests and records is lower case; as a player's name it is not.
                name: Some(capitalize(name)),
                limit: limit.map(str::to_string),
            }
        }
    }
}

/// Returns the players' names; for two on one device, the names of their pieces.
pub(crate) fn seat_names(game: &Game, names: &HashMap<Guest, String>) -> Vec<String> {
    names_of(game, &game.seats.iter().map(|occupant| seat(occupant, names)).collect::<Vec<_>>())
}

/// The same, where the seats are described already.
fn names_of(game: &Game, seats: &[Seat]) -> Vec<String> {
    let one_device =
        matches!(&game.seats[..], [SeatOccupant::Guest(one), SeatOccupant::Guest(two)] if one == two);
    let name = |(index, seat): (usize, &Seat)| {
        if one_device {
            let player = if index == 0 { Player::One } else { Player::Two };
            return capitalize(&game.table.session().side_label(player));
        }
        seat.name.clone().unwrap_or_else(|| "a friend".into())
    };
    let mut seat_names: Vec<String> = seats.iter().enumerate().map(name).collect();
    // An engine that plays itself is told apart by its limit, or by its pieces.
    if let ([SeatOccupant::Engine(one), SeatOccupant::Engine(two)], [first, second]) =
        (&game.seats[..], &mut seat_names[..])
        && first == second
    {
        let same = one == two;
        let side = |player| format!("{first} ({})", game.table.session().side_label(player));
        let [sided_one, sided_two] = Player::BOTH.map(side);
        (*first, *second) = if same { (sided_one, sided_two) } else { (capitalize(one), capitalize(two)) };
    }
    seat_names
}

fn capitalize(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Says whose turn it is or how the game ended, with the players' names. It begins with a capital, unless it begins
/// with a name that a guest chose otherwise.
pub(crate) fn status_text(game: &Game, names: &[String]) -> String {
    let name = |player: Player| names.get(player.index()).map_or("?", String::as_str);
    let first = |player: Player| match game.seats.get(player.index()) {
        Some(SeatOccupant::Guest(_)) => name(player).to_string(),
        _ => capitalize(name(player)),
    };
    let solo = game.seats.len() == 1;
    match game.ending() {
        Some(Ending::Won(player)) => format!("{} wins", first(player)),
        Some(Ending::Drawn) => "A draw".into(),
        Some(Ending::Reached) if game.table.can_continue() => "The goal is reached".into(),
        Some(Ending::Reached) => "The goal is reached, and no move is left".into(),
        Some(Ending::Stuck) => "No move is left".into(),
        Some(Ending::Resigned(player)) if solo => format!("{} resigns", first(player)),
        Some(Ending::Resigned(player)) => {
            format!("{} resigns, {} wins", first(player), name(player.other()))
        }
        Some(Ending::Forfeited(player)) => {
            format!("{} forfeits, {} wins", first(player), name(player.other()))
        }
        Some(Ending::Time(player)) => {
            format!("{} is out of time, {} wins", first(player), name(player.other()))
        }
        Some(Ending::Agreed) => "A draw by agreement".into(),
        Some(Ending::MoveLimit) => "Move limit reached".into(),
        Some(Ending::Canceled) => "The game was canceled".into(),
        None => match game.to_move() {
            Some(player) => format!("{}'s turn", first(player)),
            None => "In play".into(),
        },
    }
}
