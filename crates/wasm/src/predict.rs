//! Predicts what moves do that the server has not confirmed yet, so that a page can show them at once.

use crate::api::to_json;
use crate::error::ApiError;
use parlor_play::{MoveTarget, Session, Step, View};
use parlor_rules::{Player, Turn};
use serde::Serialize;
use serde_json::Value as Json;

/// The most moves of chance that are tried to find out what may be played after them.
const MAX_CHANCE_MOVES: usize = 64;

/// A game after a line, and after each move that is still to be confirmed.
#[derive(Serialize)]
struct Prediction {
    /// The board after the line.
    view: View,
    /// What each of the moves would do; fewer than were asked for where one can't be made or chance is to move.
    moves: Vec<Predicted>,
}

/// What a move would do.
#[derive(Serialize)]
struct Predicted {
    /// The move as it is written.
    text: String,
    steps: Vec<Step>,
    /// The board after it. Where chance is to move, its targets are those of all boards that chance can make.
    view: View,
    /// The player to move, 1 or 2; null when nobody is.
    turn: Option<u64>,
}

/// Brings a session to a line, and predicts what further moves do; the session stays at the line.
pub(crate) fn predict(
    session: &mut dyn Session,
    moves: &[String],
    ahead: &[String],
) -> Result<Json, ApiError> {
    session.catch_up(moves).map_err(|error| ApiError::Move(String::new(), error))?;
    let mut prediction = Prediction { view: session.view(), moves: Vec::new() };
    for text in ahead {
        if session.turn() == Turn::Chance {
            break;
        }
        let Ok(ply) = session.play_listed(text) else { break };
        let (text, steps) = (ply.text.clone(), ply.steps.clone());
        let mut view = session.view();
        if session.turn() == Turn::Chance {
            view.move_targets = targets_after_chance(session);
        }
        let turn = session.turn().player().map(Player::number);
        prediction.moves.push(Predicted { text, steps, view, turn });
    }
    while session.timeline().len() > moves.len() && session.undo() {}
    to_json(&prediction)
}

/// Returns all targets that can be played after some move of chance.
fn targets_after_chance(session: &mut dyn Session) -> Vec<(MoveTarget, String)> {
    let mut targets: Vec<(MoveTarget, String)> = Vec::new();
    for text in session.chance_moves(MAX_CHANCE_MOVES) {
        if session.play(&text).is_ok() {
            let found = session.view().move_targets;
            targets.extend(found.into_iter().filter(|target| !targets.contains(target)).collect::<Vec<_>>());
            session.undo();
        }
    }
    targets
}
