//! The dialogue of games without one of their own: the board, a prompt, and the reason if a move is refused.

use crate::LineError;
use crate::{LineSession, engine_turn, play_turns};
use parlor_rules::Player;

pub(crate) fn play(game: &mut LineSession<'_>) -> Result<(), LineError> {
    while game.chance()? {}
    play_turns(game, turn)
}

fn turn(game: &mut LineSession<'_>, player: Player) -> Result<(), LineError> {
    let side = game.session().side_label(player);
    if game.is_engine(player) {
        return engine_turn(game, player, &side).map(drop);
    }
    loop {
        let Some(word) = game.ask(format_args!("{side} to move: "))? else { return Ok(()) };
        match game.play(word.clone())? {
            Ok(_) => return Ok(()),
            Err(refusal) => game.out.line(format_args!("{word}: {refusal}"))?,
        }
    }
}
