//! Line mode: the dialogues of the six games, exactly as their pages give them.
//!
//! Each dialogue only asks and tells; the game itself is at the [`LineSession`]'s table.

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

/// Plays the game at the host's table to its end.
pub(crate) fn play(host: &mut LineSession) -> Result<(), CliError> {
    match host.game() {
        "shapes" => shapes::play(host),
        "growing" => growing::play(host),
        "hex" => hex::play(host),
        "1024" => tiles::play(host),
        _ => grid::play(host),
    }
}

/// What a game that ends by its number of moves says.
const MOVE_LIMIT: &str = "move limit reached";
