//! Line mode: the dialogues that `docs/games/` describes, between any reader and any writer.
//!
//! A dialogue only reads and prints. The [`LineSession`] applies the moves, and the [`Environment`] has what differs
//! between the programs that hold a dialogue: clock, engines, record, terminal.

mod commands;
mod environment;
mod error;
mod generic;
mod grid;
mod growing;
mod hex;
mod input;
mod output;
mod session;
mod shapes;
mod tiles;
mod wrap;

pub use environment::{Environment, People};
pub use error::LineError;
pub use input::{Words, presses, split_words};
pub use output::Output;
pub use session::LineSession;
pub use tiles::round_line;
pub use wrap::wrapped;

use parlor_play::{ActOutcome, Command, Dialogue, RESIGN};
use parlor_rules::Player;

/// Plays a game to its end.
pub fn play(game: &mut LineSession<'_>) -> Result<(), LineError> {
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
    game: &mut LineSession<'_>,
    mut turn: impl FnMut(&mut LineSession<'_>, Player) -> Result<(), LineError>,
) -> Result<(), LineError> {
    game.board()?;
    while let Some(player) = game.mover() {
        turn(game, player)?;
        game.board()?;
    }
    if !game.print_table_ending()? {
        let ended = game.session().status_text(game.table().names());
        game.out.line(ended)?;
    }
    game.out.flush()
}

/// Makes the move of the engine on a seat, or resigns for it, and prints it with the name of the side. Returns what the
/// move did.
fn engine_turn(game: &mut LineSession<'_>, player: Player, side: &str) -> Result<ActOutcome, LineError> {
    let chosen = game.think(player)?;
    if chosen == RESIGN {
        game.out.line(format_args!("{side} resigns"))?;
    } else {
        // A move of growing names the player, who is named already.
        let shown = chosen.split(':').next_back().unwrap_or(&chosen);
        game.out.line(format_args!("{side} plays {shown}"))?;
    }
    game.act(&Command::of_engine(player, chosen))?.map_err(LineError::other)
}

/// The message when a game ends by the move limit.
const MOVE_LIMIT: &str = "move limit reached";

/// The examples of the README, compiled and run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
