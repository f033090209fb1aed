//! The dialogue of shapes.

use super::{LineSession, engine_turn, play_turns};
use crate::error::CliError;
use parlor_play::{MoveError, Refusal};
use parlor_rules::{IllegalMove, Player};

pub(super) fn play(game: &mut LineSession) -> Result<(), CliError> {
    let (_, bins) = game.session().size();
    play_turns(game, |game, player| turn(game, player, bins))
}

fn turn(game: &mut LineSession, player: Player, bins: usize) -> Result<(), CliError> {
    let color = game.session().side_label(player);
    let number = game.session().timeline().player_moves() + 1;
    game.out.line(format_args!("add shape: {number}, player: {color}"))?;
    if game.is_engine(player) {
        return engine_turn(game, player, &color);
    }
    let mut ask = "Enter";
    loop {
        game.out.text(format_args!("{ask} a bin index in [0, {bins}) that is not full: "))?;
        ask = "Re-enter";
        let word = game.needed_word()?;
        match game.play(word)? {
            Ok(_) => return Ok(()),
            Err(Refusal::Move(MoveError::Illegal(IllegalMove::ColumnFull(_)))) => {
                game.out.line("the bin is full")?;
            }
            Err(_) => game.out.line(format_args!("invalid bin index, needs to be in [0, {bins})"))?,
        }
    }
}
