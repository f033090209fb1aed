//! The dialogue of hex.

use super::LineSession;
use crate::error::CliError;
use parlor_rules::{Player, whole_number};

pub(super) fn play(host: &mut LineSession) -> Result<(), CliError> {
    host.board()?;
    while let Some(player) = host.mover() {
        turn(host, player)?;
        host.board()?;
    }
    if !host.tell_move_limit()? {
        let ended = host.session().status_text(host.table().names());
        host.out.line(ended)?;
    }
    host.out.flush()
}

fn turn(host: &mut LineSession, player: Player) -> Result<(), CliError> {
    let stone = host.session().side_label(player);
    if host.is_engine(player) {
        let chosen = host.think(player)?;
        host.out.line(format_args!("{stone} plays {chosen}"))?;
        return host.play(chosen)?.map(drop).map_err(CliError::bad);
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
fn read_cell(host: &mut LineSession) -> Result<String, CliError> {
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
