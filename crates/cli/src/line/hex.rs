//! The dialogue of hex.

use super::Host;
use crate::failure::Failure;
use parlor_rules::{Player, whole_number};

pub(super) fn play(host: &mut Host) -> Result<(), Failure> {
    host.board()?;
    while let Some(player) = host.mover() {
        turn(host, player)?;
        host.board()?;
    }
    if !host.tell_move_limit()? {
        let ended = host.session().standing(host.table().names());
        host.out.line(ended)?;
    }
    host.out.flush()
}

fn turn(host: &mut Host, player: Player) -> Result<(), Failure> {
    let stone = host.session().called(player);
    if host.is_engine(player) {
        let chosen = host.think(player)?;
        host.out.line(format_args!("{stone} plays {chosen}"))?;
        return host.play(chosen)?.map(drop).map_err(Failure::bad);
    }
    loop {
        host.out.text(format_args!("Player {stone}, make your move: "))?;
        let cell = read_cell(host)?;
        if host.play(cell)?.is_ok() {
            return Ok(());
        }
        host.out.line("Invalid move. Enter again!")?;
    }
}

/// A word, or two if the first is a single character that is no digit: `F3`, `F 3`.
fn read_cell(host: &mut Host) -> Result<String, Failure> {
    let mut word = host.needed_word()?;
    let mut letters = word.chars();
    if let (Some(letter), None) = (letters.next(), letters.next())
        && !letter.is_ascii_digit()
    {
        let number = host.needed_word()?;
        // Two words make a cell only as letter and number: `s wap` is no swap.
        let gap = if whole_number(&number).is_some() { "" } else { " " };
        word = format!("{word}{gap}{number}");
    }
    Ok(word)
}
