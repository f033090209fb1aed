//! Shapes: bins, red and blue.

use super::{About, Did, Move, Rules, turns};
use crate::view::{Layout, Spot, Step};
use crate::{Along, BadOptions, Choice, Options};
use parlor_rules::drop::shapes::{COLOURS, Position};
use parlor_rules::{Outcome, Player, Position as _, Tally, Turn};
use std::fmt;

pub(super) struct Shapes;

impl Rules for Shapes {
    type Position = Position;

    const ABOUT: About = About {
        name: "shapes",
        summary: "Connect 4 with coloured shapes in bins; the winning trace changes its shapes",
        moves: "bins from 0: 3 2 4",
        players: 2,
        names: &COLOURS,
        choices: &[Choice::Size],
        max_plies: None,
    };
    const LAYOUT: Layout = Layout::Columns;

    fn start(options: &Options) -> Result<Position, BadOptions> {
        options.size.map_or(Ok(Position::default()), |size| Ok(Position::sized(size)?))
    }

    fn write(position: &Position, colour: bool, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&position.board().display(colour))
    }

    fn called(_position: &Position, player: Player) -> String {
        COLOURS[player.index()].into()
    }

    fn standing(position: &Position, _names: &[String]) -> String {
        match position.turn() {
            Turn::Player(player) => format!("player: {}", COLOURS[player.index()]),
            Turn::Over(Outcome::Win(winner)) => format!("winner: {}", COLOURS[winner.index()]),
            _ => "a tie".into(),
        }
    }

    fn spot(bin: Move<Self>) -> Option<Spot> {
        Some(turns::spot(bin))
    }

    fn landing(before: &Position, bin: Move<Self>) -> usize {
        turns::landing(before, bin)
    }

    fn steps(after: &Position, bin: Move<Self>, level: usize, _did: &Did<Self>) -> Vec<Step> {
        turns::steps(after, bin, level)
    }

    fn size(position: &Position) -> (usize, usize) {
        (position.rows(), position.columns())
    }

    fn filled(position: &Position, along: Along, index: usize) -> Option<usize> {
        let board = position.board();
        match along {
            // Shapes counts from the bottom of its bins.
            Along::Row => (index < position.rows())
                .then(|| (0..position.columns()).filter(|&bin| board.height(bin) > index).count()),
            Along::Column => (index < position.columns()).then(|| board.height(index)),
        }
    }

    fn cell(position: &Position, row: usize, column: usize) -> u64 {
        turns::cell_value(position, row, column)
    }

    fn playouts(start: &Position, games: u64, seed: u64) -> Tally {
        parlor_rules::drop::shapes_playouts(start, games, seed)
    }
}
