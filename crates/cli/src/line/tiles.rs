//! The dialogue of 1024.

use super::LineSession;
use super::input::{Key, Keys};
use crate::error::CliError;
use parlor_play::Ending;
use parlor_rules::Player;
use parlor_rules::tiles::{Direction, Move};

pub(super) fn play(host: &mut LineSession) -> Result<(), CliError> {
    let goal = host.table().view().goal.map_or(0, |goal| goal.target);
    while host.chance()? {
        host.board()?;
    }
    let mut keys = Keys::stdin();
    while host.mover().is_some() {
        let Some(direction) = next_press(host, &mut keys)? else { return host.out.flush() };
        let round = host.session().players_plies() + 1;
        if host.play(Move::Press(direction).to_string())?.is_err() {
            continue;
        }
        host.out.line(format_args!("Round {round:>4}: Press {}. Goal: {goal}", direction.word()))?;
        host.board()?;
    }
    match host.table().ending() {
        Some(Ending::Reached) => host.out.line("Congratulations!")?,
        Some(Ending::Stuck) => host.out.line("Game over. Try again.")?,
        _ => drop(host.tell_move_limit()?),
    }
    host.out.flush()
}

/// What the player presses next; nothing to stop.
fn next_press(host: &mut LineSession, keys: &mut Keys) -> Result<Option<Direction>, CliError> {
    if host.is_engine(Player::One) {
        return Ok(match host.think(Player::One)?.parse() {
            Ok(Move::Press(direction)) => Some(direction),
            _ => None,
        });
    }
    host.out.flush()?;
    match keys.next()? {
        Key::Press(direction) => Ok(Some(direction)),
        Key::Stop => Ok(None),
    }
}
