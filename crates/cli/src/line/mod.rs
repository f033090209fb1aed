//! Line mode: the dialogues that `docs/games/` describes.
//!
//! A dialogue only reads and prints. The [`LineSession`] applies the moves.

mod generic;
mod grid;
mod growing;
mod hex;
mod input;
mod session;
mod shapes;
mod tiles;

pub(crate) use input::{Words, split_words};
pub(crate) use session::LineSession;

use crate::error::CliError;
use parlor_play::Dialogue;

/// Plays a game to its end.
pub(crate) fn play(game: &mut LineSession) -> Result<(), CliError> {
    match game.session().info().dialogue {
        Dialogue::Bins => shapes::play(game),
        Dialogue::Commands => growing::play(game),
        Dialogue::Columns => grid::play(game),
        Dialogue::Cells => hex::play(game),
        Dialogue::Keys => tiles::play(game),
        Dialogue::Generic => generic::play(game),
    }
}

/// The message when a game ends by the move limit.
const MOVE_LIMIT: &str = "move limit reached";
