//! The dialogue of shapes.

use super::LineSession;
use crate::error::CliError;
use parlor_play::{MoveError, Refusal};
use parlor_rules::{IllegalMove, Player};

pub(super) fn play(host: &mut LineSession) -> Result<(), CliError> {
    let (_, bins) = host.session().size();
    host.board()?;
    while let Some(player) = host.mover() {
        turn(host, player, bins)?;
        host.board()?;
    }
    if !host.tell_move_limit()? {
        let ended = host.session().status_text(host.table().names());
        host.out.line(ended)?;
    }
    host.out.flush()
}

fn turn(host: &mut LineSession, player: Player, bins: usize) -> Result<(), CliError> {
    let color = host.session().side_label(player);
    let number = host.session().players_plies() + 1;
    host.out.line(format_args!("add shape: {number}, player: {color}"))?;
    if host.is_engine(player) {
        let chosen = host.think(player)?;
        host.out.line(format_args!("{color} plays {chosen}"))?;
        return host.play(chosen)?.map(drop).map_err(CliError::bad);
    }
    let mut ask = "Enter";
    loop {
        host.out.text(format_args!("{ask} a bin index in [0, {bins}) that is not full: "))?;
        ask = "Re-enter";
        let word = host.needed_word()?;
        match host.play(word)? {
            Ok(_) => return Ok(()),
            Err(Refusal::Move(MoveError::Illegal(IllegalMove::ColumnFull(_)))) => {
                host.out.line("the bin is full")?;
            }
            Err(_) => host.out.line(format_args!("invalid bin index, needs to be in [0, {bins})"))?,
        }
    }
}
