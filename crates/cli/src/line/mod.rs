//! Line mode: the dialogues of the six games, exactly as their pages give them.
//!
//! Each dialogue only asks and tells; the game itself is at the [`Host`]'s table.

mod grid;
mod growing;
mod hex;
mod host;
mod input;
mod shapes;
mod tiles;

pub(crate) use host::Host;
pub(crate) use input::{Words, split_words};

use crate::failure::Failure;

/// Plays the game at the host's table to its end.
pub(crate) fn play(host: &mut Host) -> Result<(), Failure> {
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
