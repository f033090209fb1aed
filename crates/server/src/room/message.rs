//! What goes over the socket.

use super::game::{CommandKind, Game};
use crate::guest::Guest;
use crate::storage::SeatOccupant;
use parlor_play::{Ending, Offer, Options, Step, View};
use parlor_rules::Player;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// What a client wants done.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClientCommand {
    /// A text of the client's own that no other command of this game has.
    pub id: String,
    /// The seq of the last message the client saw.
    pub expects: u64,
    /// What to do.
    #[serde(rename = "do")]
    pub kind: CommandKind,
    /// The move as text, if it is one.
    #[serde(default, rename = "move")]
    pub text: Option<String>,
}

impl ClientCommand {
    /// The longest id, in bytes.
    pub const LONGEST_ID: usize = 64;
}

/// A game as it stands: all a client needs to draw it.
#[derive(Serialize, ToSchema)]
pub struct GameSnapshot {
    /// The game's id.
    pub id: String,
    /// Which of the games it is.
    pub game: String,
    /// Events in its log so far.
    pub seq: u64,
    /// Which game at this table it is, from 1.
    pub round: u64,
    /// What was chosen about it.
    #[schema(value_type = Object)]
    pub options: Options,
    /// What to draw.
    #[schema(value_type = Object)]
    pub view: View,
    /// What the last move did.
    #[schema(value_type = Vec<Object>)]
    pub last: Vec<Step>,
    /// The player to move.
    pub turn: Option<u64>,
    /// Who is to move or how it ended, in words.
    pub status_text: String,
    /// How it ended.
    #[schema(value_type = Value)]
    pub ending: Option<Ending>,
    /// The public id of the guest who opened it.
    pub host: String,
    /// Who sits where, in the order of the players.
    pub seats: Vec<Seat>,
    /// What is on offer.
    pub offer: Option<OnOffer>,
    /// What each seat could do now.
    pub can: Vec<Vec<CommandKind>>,
    /// Games won so far, by seat.
    pub wins: [u64; 2],
    /// The clock, if the game is timed.
    pub clock: Option<Time>,
}

/// A seat.
#[derive(Serialize, ToSchema)]
pub struct Seat {
    /// `guest`, `open` or `engine`.
    pub kind: &'static str,
    /// The guest's public id.
    pub guest: Option<String>,
    /// The guest's or engine's name.
    pub name: Option<String>,
    /// How long an engine may think about a move, if that was said: `2000ms`, `500n`.
    pub limit: Option<String>,
}

/// What is on offer.
#[derive(Serialize, ToSchema)]
pub struct OnOffer {
    /// By which player.
    pub by: u64,
    /// `undo`, `draw` or `rematch`.
    #[schema(value_type = String)]
    pub what: Offer,
}

/// The players' time in milliseconds.
#[derive(Serialize, ToSchema)]
pub struct Time {
    /// What each has left, as of `at`.
    pub left: [u64; 2],
    /// Whose clock runs.
    pub running: Option<u64>,
    /// The server's time, in milliseconds since 1970.
    pub at: u64,
}

impl GameSnapshot {
    /// A game with the names of its guests.
    pub(crate) fn of(id: &str, game: &Game, names: &HashMap<Guest, String>, now: u64) -> GameSnapshot {
        let table = &game.table;
        let session = table.session();
        let called = seat_names(game, names);
        let players = Player::BOTH.into_iter().take(game.seats.len());
        GameSnapshot {
            id: id.into(),
            game: session.info().name.into(),
            seq: game.seq,
            round: table.round(),
            options: session.options().clone(),
            view: table.view(),
            last: session.timeline().last_steps().to_vec(),
            turn: game.to_move().map(Player::number),
            status_text: status_text(game, &called),
            ending: game.ending(),
            host: game.opened_by.to_string(),
            seats: game.seats.iter().map(|sitter| seat(sitter, names)).collect(),
            offer: table.offer().map(|(by, what)| OnOffer { by: by.number(), what }),
            can: players.map(|player| game.can(player, now)).collect(),
            wins: table.wins(),
            clock: table.clock().map(|clock| Time {
                left: Player::BOTH.map(|player| clock.left(player, now)),
                running: game.to_move().filter(|_| clock.is_running()).map(Player::number),
                at: now,
            }),
        }
    }
}

fn seat(sitter: &SeatOccupant, names: &HashMap<Guest, String>) -> Seat {
    match sitter {
        SeatOccupant::Guest(guest) => Seat {
            kind: "guest",
            guest: Some(guest.to_string()),
            name: Some(names.get(guest).cloned().unwrap_or_else(|| guest.first_name())),
            limit: None,
        },
        SeatOccupant::Open => Seat { kind: "open", guest: None, name: None, limit: None },
        SeatOccupant::Engine(who) => {
            let (name, limit) =
                who.split_once(':').map_or((who.as_str(), None), |(name, limit)| (name, Some(limit)));
            Seat {
                kind: "engine",
                guest: None,
                name: Some(name.to_string()),
                limit: limit.map(str::to_string),
            }
        }
    }
}

/// What the players are called; on one device for two, what the board calls them.
pub(crate) fn seat_names(game: &Game, names: &HashMap<Guest, String>) -> Vec<String> {
    let one_device =
        matches!(&game.seats[..], [SeatOccupant::Guest(one), SeatOccupant::Guest(two)] if one == two);
    let name = |(index, sitter): (usize, &SeatOccupant)| match sitter {
        _ if one_device => {
            let player = if index == 0 { Player::One } else { Player::Two };
            capital(&game.table.session().side_label(player))
        }
        sitter => seat(sitter, names).name.unwrap_or_else(|| "a friend".into()),
    };
    let mut called: Vec<String> = game.seats.iter().enumerate().map(name).collect();
    // An engine against itself is seq apart by what else was said of it, or by its pieces.
    if let ([SeatOccupant::Engine(one), SeatOccupant::Engine(two)], [first, second]) =
        (&game.seats[..], &mut called[..])
        && first == second
    {
        let same = one == two;
        let side = |player| format!("{first} ({})", game.table.session().side_label(player));
        let [sided_one, sided_two] = Player::BOTH.map(side);
        (*first, *second) = if same { (sided_one, sided_two) } else { (one.clone(), two.clone()) };
    }
    called
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Who is to move or how it ended, with the players' names, whatever the game. It begins with a capital, unless it
/// begins with a name that somebody chose otherwise.
pub(crate) fn status_text(game: &Game, names: &[String]) -> String {
    let name = |player: Player| names.get(player.index()).map_or("?", String::as_str);
    let first = |player: Player| match game.seats.get(player.index()) {
        Some(SeatOccupant::Guest(_)) => name(player).to_string(),
        _ => capital(name(player)),
    };
    let solo = game.seats.len() == 1;
    match game.ending() {
        Some(Ending::Won(player)) => format!("{} wins", first(player)),
        Some(Ending::Drawn) => "A draw".into(),
        Some(Ending::Reached) if game.table.can_continue() => "The goal is reached".into(),
        Some(Ending::Reached) => "The goal is reached, and no move is left".into(),
        Some(Ending::Stuck) => "No move is left".into(),
        Some(Ending::Resigned(player)) if solo => format!("{} gives up", first(player)),
        Some(Ending::Resigned(player)) => {
            format!("{} gives up, {} wins", first(player), name(player.other()))
        }
        Some(Ending::Forfeited(player)) => {
            format!("{} forfeits, {} wins", first(player), name(player.other()))
        }
        Some(Ending::Time(player)) => {
            format!("{} is out of time, {} wins", first(player), name(player.other()))
        }
        Some(Ending::Agreed) => "A draw by agreement".into(),
        Some(Ending::MoveLimit) => "Move limit reached".into(),
        None => match game.to_move() {
            Some(player) => format!("{}'s turn", first(player)),
            None => "In play".into(),
        },
    }
}

/// A message to the client.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Message<'a> {
    Hello { seq: u64, you: &'a str, snapshot: Option<&'a GameSnapshot>, moves: Option<Vec<String>> },
    Update { seq: u64, command: Option<&'a str>, steps: &'a [Step], moves: Moves, snapshot: &'a GameSnapshot },
    Done { seq: u64, command: &'a str },
    Refused { seq: u64, command: Option<&'a str>, error: &'a str, stale: bool },
    Presence { seq: u64, guests: Vec<PresentGuest> },
}

impl Message<'_> {
    pub(crate) fn text(&self) -> String {
        // Nothing in a message can fail to be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// How the list of moves has changed.
#[derive(Serialize)]
pub(crate) struct Moves {
    /// How many of the moves before are still there.
    pub(crate) keep: usize,
    /// What came after them.
    pub(crate) add: Vec<String>,
}

/// Somebody who is there.
#[derive(Clone, Serialize)]
pub(crate) struct PresentGuest {
    pub(crate) guest: String,
    pub(crate) name: String,
}
