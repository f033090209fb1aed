//! The dialogue of shapes.

use crate::LineError;
use crate::{LineSession, engine_turn, play_turns};
use parlor_play::{MoveError, Refusal};
use parlor_rules::{IllegalMove, Player};

pub(crate) fn play(game: &mut LineSession<'_>) -> Result<(), LineError> {
    let (_, bins) = game.session().size();
    play_turns(game, |game, player| turn(game, player, bins))
}

fn turn(game: &mut LineSession<'_>, player: Player, bins: usize) -> Result<(), LineError> {
    let color = game.session().side_label(player);
    let number = game.session().timeline().player_moves() + 1;
    game.out.line(format_args!("add shape: {number}, player: {color}"))?;
    if game.is_engine(player) {
        return engine_turn(game, player, &color).map(drop);
    }
    let mut ask = "Enter";
    loop {
        let asked = game.ask(format_args!("{ask} a bin index in [0, {bins}) that is not full: "))?;
        let Some(word) = asked else { return Ok(()) };
        ask = "Re-enter";
        match game.play(word)? {
            Ok(_) => return Ok(()),
            Err(Refusal::Move(MoveError::Illegal(IllegalMove::ColumnFull(_)))) => {
                game.out.line("the bin is full")?;
            }
            Err(_) => game.out.line(format_args!("invalid bin index, needs to be in [0, {bins})"))?,
        }
    }
}
