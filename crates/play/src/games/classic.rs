//! Classic: a grid, two names, a score.

use super::GameInfo;
use super::turns::{DropGame, name};
use crate::OptionKind;
use parlor_rules::drop::classic::{self, DISCS, Grid, Position};
use parlor_rules::{BadSize, Outcome, Player, PlayoutStats, Position as _, Size, Turn};
use std::fmt;

pub(super) struct Classic;

impl DropGame for Classic {
    type Rule = classic::Classic;

    const ABOUT: GameInfo = GameInfo {
        name: "classic",
        summary: "Connect Four, 6 x 7 or any size from 4 x 4, with names, scores and wins",
        moves: "columns from 0: 3 2 4",
        players: 2,
        names: &["Red", "Yellow"],
        choices: &[OptionKind::Size],
        max_plies: None,
    };
    const HAS_SCORES: bool = true;

    fn sized(size: Option<Size>) -> Result<Position, BadSize> {
        size.map_or(Ok(Position::default()), Position::sized)
    }

    fn write(game: &Position, color: bool, out: &mut dyn fmt::Write) -> fmt::Result {
        write_grid(game.board(), color, out)
    }

    fn side_label(player: Player) -> String {
        DISCS[player.index()].into()
    }

    fn status_text(game: &Position, names: &[String]) -> String {
        match game.turn() {
            Turn::Player(player) => format!("{} ({}) to move", name(names, player), DISCS[player.index()]),
            Turn::Over(outcome) => ended(outcome, names),
            Turn::Chance => String::new(),
        }
    }

    fn playouts(start: &Position, games: u64, seed: u64) -> PlayoutStats {
        parlor_rules::drop::classic_playouts(start, games, seed)
    }
}

/// How a game of classic or super ended, in words.
pub(super) fn ended(outcome: Outcome, names: &[String]) -> String {
    match outcome.winner() {
        Some(winner) => format!("{} wins!", name(names, winner)),
        None => "It is a draw.".into(),
    }
}

/// The grid as text, the discs red and yellow where there is color.
pub(super) fn write_grid(grid: &Grid, color: bool, out: &mut dyn fmt::Write) -> fmt::Result {
    if !color {
        return write!(out, "{grid}");
    }
    for symbol in grid.to_string().chars() {
        match symbol {
            'O' => out.write_str("\u{1b}[31mO\u{1b}[0m")?,
            'X' => out.write_str("\u{1b}[33mX\u{1b}[0m")?,
            other => out.write_char(other)?,
        }
    }
    Ok(())
}
