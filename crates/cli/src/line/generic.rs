//! The dialogue of games without one of their own: the board, a prompt, and the reason if a move is refused.

use super::LineSession;
use crate::error::CliError;
use parlor_rules::Player;

pub(super) fn play(game: &mut LineSession) -> Result<(), CliError> {
    while game.chance()? {}
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

fn turn(game: &mut LineSession, player: Player) -> Result<(), CliError> {
    let side = game.session().side_label(player);
    if game.is_engine(player) {
        let chosen = game.think(player)?;
        game.out.line(format_args!("{side} plays {chosen}"))?;
        return game.play(chosen)?.map(drop).map_err(CliError::bad);
    }
    loop {
        game.out.text(format_args!("{side} to move: "))?;
        let word = game.needed_word()?;
        match game.play(word.clone())? {
            Ok(_) => return Ok(()),
            Err(refusal) => game.out.line(format_args!("{word}: {refusal}"))?,
        }
    }
}
