//! The dialogue of 1024.

use super::LineSession;
use super::input::{Key, Keys};
use crate::error::CliError;
use parlor_play::Ending;
use parlor_rules::Player;
use parlor_rules::tiles::{Direction, Move};

pub(super) fn play(game: &mut LineSession) -> Result<(), CliError> {
    let goal = game.table().view().goal.map_or(0, |goal| goal.target);
    while game.chance()? {
        game.board()?;
    }
    let mut keys = Keys::stdin();
    while game.mover().is_some() {
        let Some(direction) = next_press(game, &mut keys)? else { return game.out.flush() };
        let round = game.session().timeline().player_moves() + 1;
        if game.play(Move::Press(direction).to_string())?.is_err() {
            continue;
        }
        game.out.line(format_args!("Round {round:>4}: Press {}. Goal: {goal}", direction.word()))?;
        game.board()?;
    }
    match game.table().ending() {
        Some(Ending::Reached) => game.out.line("Congratulations!")?,
        Some(Ending::Stuck) => game.out.line("Game over. Try again.")?,
        _ => drop(game.print_move_limit()?),
    }
    game.out.flush()
}

/// Returns the next press. None if the player stops.
fn next_press(game: &mut LineSession, keys: &mut Keys) -> Result<Option<Direction>, CliError> {
    if game.is_engine(Player::One) {
        return Ok(match game.think(Player::One)?.parse() {
            Ok(Move::Press(direction)) => Some(direction),
            _ => None,
        });
    }
    game.out.flush()?;
    match keys.next()? {
        Key::Press(direction) => Ok(Some(direction)),
        Key::Stop => Ok(None),
    }
}
