//! Line mode: a dialogue for each kind of game, as `docs/games/` describes them.
//!
//! A dialogue only reads and prints; the game itself is played at the [`LineSession`]'s table.

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

/// Plays the game to its end.
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

/// What a game that ends by its number of moves says.
const MOVE_LIMIT: &str = "move limit reached";
