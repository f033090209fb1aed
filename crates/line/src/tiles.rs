//! The dialogue of 1024.

use crate::LineError;
use crate::LineSession;
use crate::commands::CommandEffect;
use crate::input::{Key, Keys};
use parlor_play::{Command, Ending};
use parlor_rules::Player;
use parlor_rules::tiles::{Direction, Move};

pub(crate) fn play(game: &mut LineSession<'_>) -> Result<(), LineError> {
    let goal = game.table().view().goal.map_or(0, |goal| goal.target);
    if !game.table().timeline().is_empty() {
        game.board()?;
    }
    while game.chance()? {
        game.board()?;
    }
    let mut keys = game.take_keys();
    while game.mover().is_some() {
        let direction = match next_press(game, &mut keys)? {
            None => continue,
            Some(Key::Press(direction)) => direction,
            Some(Key::Stop) => return game.out.flush(),
            Some(Key::Word(word)) => {
                if game.run_command(&word)? == CommandEffect::Changed {
                    game.board()?;
                }
                continue;
            }
        };
        let round = game.session().timeline().player_moves() + 1;
        if game.play(Move::Press(direction).to_string())?.is_err() {
            continue;
        }
        game.out.line(round_line(round, direction, goal))?;
        game.board()?;
    }
    match game.table().ending() {
        Some(Ending::Reached) => game.out.line("Congratulations!")?,
        Some(Ending::Stuck) => game.out.line("Game over. Try again.")?,
        _ => drop(game.print_table_ending()?),
    }
    game.out.flush()
}

/// Returns the line before a panel: the number of the round, the press and the goal.
pub fn round_line(round: usize, direction: Direction, goal: u64) -> String {
    format!("Round {round:>4}: Press {}. Goal: {goal}", direction.word())
}

/// Returns the next press or command, or `None` if the engine has resigned.
fn next_press(game: &mut LineSession<'_>, keys: &mut Keys<'_>) -> Result<Option<Key>, LineError> {
    if game.is_engine(Player::One) {
        let chosen = game.think(Player::One)?;
        if let Ok(Move::Press(direction)) = chosen.parse() {
            return Ok(Some(Key::Press(direction)));
        }
        game.act(&Command::of_engine(Player::One, chosen))?.map(drop).map_err(LineError::other)?;
        return Ok(None);
    }
    game.out.flush()?;
    Ok(Some(keys.next()?))
}
