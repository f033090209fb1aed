//! The dialogue of games without one of their own: the board, a prompt, and the reason if a move is refused.

use super::{LineSession, engine_turn, play_turns};
use crate::error::CliError;
use parlor_rules::Player;

pub(super) fn play(game: &mut LineSession) -> Result<(), CliError> {
    while game.chance()? {}
    play_turns(game, turn)
}

fn turn(game: &mut LineSession, player: Player) -> Result<(), CliError> {
    let side = game.session().side_label(player);
    if game.is_engine(player) {
        return engine_turn(game, player, &side);
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
