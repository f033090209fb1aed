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
use parlor_rules::Player;

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

/// Prints the board, lets each player take a turn until the game is over, and prints how it ended.
fn play_turns(
    game: &mut LineSession,
    mut turn: impl FnMut(&mut LineSession, Player) -> Result<(), CliError>,
) -> Result<(), CliError> {
    game.board()?;
    while let Some(player) = game.mover() {
        turn(game, player)?;
        game.board()?;
    }
    if !game.print_move_limit()? {
        let ended = game.session().status_text(game.table().names());
        game.out.line(ended)?;
    }
    game.out.flush()
}

/// Makes the move of the engine on a seat, and prints it with the name of the side.
fn engine_turn(game: &mut LineSession, player: Player, side: &str) -> Result<(), CliError> {
    let chosen = game.think(player)?;
    game.out.line(format_args!("{side} plays {chosen}"))?;
    game.play(chosen)?.map(drop).map_err(CliError::bad)
}

/// The message when a game ends by the move limit.
const MOVE_LIMIT: &str = "move limit reached";
