//! A game as the page draws it: the same names and shapes as in the server's snapshots.

use parlor_play::{CONTINUE, Ending, Options, Session, SetupRecord, Step, View};
use parlor_rules::{Player, Turn};
use serde::Serialize;

/// Everything a page needs to draw a game that is looked at.
#[derive(Debug, Serialize)]
pub struct GameState {
    /// Which game is played.
    pub game: &'static str,
    /// The options that were chosen.
    pub options: Options,
    /// The board.
    pub view: View,
    /// What the last ply did.
    pub last: Vec<Step>,
    /// The player to move, 1 or 2; null when nobody is.
    pub turn: Option<u64>,
    /// Whether chance is to move.
    pub is_chance: bool,
    /// Whose turn it is or how the game ended, in words.
    pub status_text: String,
    /// How the game ended; null while it goes on.
    pub ending: Option<Ending>,
    /// Whether the player may continue after the win.
    pub can_continue: bool,
    /// The plies that stand.
    pub moves: Vec<String>,
    /// The plies that were undone, the next to be redone first.
    pub undone: Vec<String>,
    /// The plies to stop at when stepping through the game.
    pub stops: Vec<usize>,
    /// The board as it can be set up again.
    pub setup: SetupRecord,
}

impl GameState {
    /// Returns the state of a session.
    pub(crate) fn new(session: &dyn Session, names: &[String]) -> GameState {
        let (turn, timeline) = (session.turn(), session.timeline());
        let side_labels = || Player::BOTH.map(|player| session.side_label(player)).to_vec();
        let names = if names.is_empty() { side_labels() } else { names.to_vec() };
        GameState {
            game: session.info().name,
            options: session.options().clone(),
            view: session.view(),
            last: timeline.last_steps().to_vec(),
            turn: turn.player().map(Player::number),
            is_chance: turn == Turn::Chance,
            status_text: session.status_text(&names),
            ending: match turn {
                Turn::Over(outcome) => Some(outcome.into()),
                _ => None,
            },
            can_continue: turn.is_over() && session.check(CONTINUE).is_ok(),
            moves: timeline.moves(),
            undone: timeline.undone().map(str::to_string).collect(),
            stops: timeline.stops(),
            setup: SetupRecord::of(session.setup()),
        }
    }
}
