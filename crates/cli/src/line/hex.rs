//! The dialogue of hex.

use super::{LineSession, engine_turn, play_turns};
use crate::error::CliError;
use parlor_rules::{Player, parse_whole_number};

pub(super) fn play(game: &mut LineSession) -> Result<(), CliError> {
    play_turns(game, turn)
}

fn turn(game: &mut LineSession, player: Player) -> Result<(), CliError> {
    let stone = game.session().side_label(player);
    if game.is_engine(player) {
        return engine_turn(game, player, &stone);
    }
    loop {
        game.out.text(format_args!("Player {stone}, make your move: "))?;
        let cell = read_cell(game)?;
        if game.play(cell)?.is_ok() {
            return Ok(());
        }
        game.out.line("Invalid move. Enter again!")?;
    }
}

/// Reads a word, or two words if the first is a single character that is not a digit: `F3`, `F 3`.
fn read_cell(game: &mut LineSession) -> Result<String, CliError> {
    let mut word = game.needed_word()?;
    let mut letters = word.chars();
    if let (Some(letter), None) = (letters.next(), letters.next())
        && !letter.is_ascii_digit()
    {
        let number = game.needed_word()?;
        // Two words are joined only if the second is a number: `s wap` is not a swap.
        let gap = if parse_whole_number(&number).is_some() { "" } else { " " };
        word = format!("{word}{gap}{number}");
    }
    Ok(word)
}
