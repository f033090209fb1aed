//! The dialogue of hex.

use crate::LineError;
use crate::{LineSession, engine_turn, play_turns};
use parlor_rules::{Player, parse_whole_number};

pub(crate) fn play(game: &mut LineSession<'_>) -> Result<(), LineError> {
    play_turns(game, turn)
}

fn turn(game: &mut LineSession<'_>, player: Player) -> Result<(), LineError> {
    let stone = game.session().side_label(player);
    if game.is_engine(player) {
        return engine_turn(game, player, &stone).map(drop);
    }
    loop {
        let asked = game.ask(format_args!("Player {stone}, make your move: "))?;
        let Some(word) = asked else { return Ok(()) };
        let cell = read_cell(game, word)?;
        if game.play(cell)?.is_ok() {
            return Ok(());
        }
        game.out.line("Invalid move. Enter again!")?;
    }
}

/// Returns a cell of one word, or of two if the first is a single character that is not a digit: `F3`, `F 3`.
fn read_cell(game: &mut LineSession<'_>, mut word: String) -> Result<String, LineError> {
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
