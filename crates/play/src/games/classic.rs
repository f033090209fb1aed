//! Classic: a grid, two names, a score.

use super::{About, Did, Move, Rules, turns};
use crate::view::{Layout, Spot, Step};
use crate::{BadOptions, Choice, Options};
use parlor_rules::drop::classic::{DISCS, Grid, Position};
use parlor_rules::{Outcome, Player, Position as _, Tally, Turn};
use std::fmt;

pub(super) struct Classic;

impl Rules for Classic {
    type Position = Position;

    const ABOUT: About = About {
        name: "classic",
        summary: "Connect Four, 6 x 7 or any size from 4 x 4, with names, scores and wins",
        moves: "columns from 0: 3 2 4",
        players: 2,
        names: &["Red", "Yellow"],
        choices: &[Choice::Size],
        max_plies: None,
    };
    const LAYOUT: Layout = Layout::Columns;

    fn start(options: &Options) -> Result<Position, BadOptions> {
        options.size.map_or(Ok(Position::default()), |size| Ok(Position::sized(size)?))
    }

    fn write(position: &Position, colour: bool, out: &mut dyn fmt::Write) -> fmt::Result {
        write_grid(position.board(), colour, out)
    }

    fn called(_position: &Position, player: Player) -> String {
        DISCS[player.index()].into()
    }

    fn standing(position: &Position, names: &[String]) -> String {
        match position.turn() {
            Turn::Player(player) => {
                format!("{} ({}) to move", turns::name(names, player), DISCS[player.index()])
            }
            Turn::Over(outcome) => ended(outcome, names),
            Turn::Chance => String::new(),
        }
    }

    fn spot(column: Move<Self>) -> Option<Spot> {
        Some(turns::spot(column))
    }

    fn landing(before: &Position, column: Move<Self>) -> usize {
        turns::landing(before, column)
    }

    fn steps(after: &Position, column: Move<Self>, level: usize, _did: &Did<Self>) -> Vec<Step> {
        turns::steps(after, column, level)
    }

    fn scores(position: &Position) -> Option<[u64; 2]> {
        Some(position.scores())
    }

    fn size(position: &Position) -> (usize, usize) {
        (position.rows(), position.columns())
    }

    fn cell(position: &Position, row: usize, column: usize) -> u64 {
        turns::cell_value(position, row, column)
    }

    fn playouts(start: &Position, games: u64, seed: u64) -> Tally {
        parlor_rules::drop::classic_playouts(start, games, seed)
    }
}

/// How a game of classic or super ended, in words.
pub(super) fn ended(outcome: Outcome, names: &[String]) -> String {
    match outcome.winner() {
        Some(winner) => format!("{} wins!", turns::name(names, winner)),
        None => "It is a draw.".into(),
    }
}

/// The grid as text, the discs red and yellow where there is colour.
pub(super) fn write_grid(grid: &Grid, colour: bool, out: &mut dyn fmt::Write) -> fmt::Result {
    if !colour {
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
