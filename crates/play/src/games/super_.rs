//! Super: classic's grid and names, and cascades to show.

use super::{About, Did, Move, Rules, classic, turns};
use crate::view::{Layout, Spot, Step, cell};
use crate::{BadOptions, Options};
use parlor_rules::drop::classic::DISCS;
use parlor_rules::drop::super_::Position;
use parlor_rules::drop::{Column, Place};
use parlor_rules::{Player, Position as _, Tally, Turn};
use std::fmt;

pub(super) struct Super;

impl Rules for Super {
    type Position = Position;

    const ABOUT: About = About {
        name: "super",
        summary: "Super Connect Four: lines of four or more vanish, discs fall, cascades score",
        max_plies: Some(10_000),
        ..classic::Classic::ABOUT
    };
    const LAYOUT: Layout = Layout::Columns;

    fn start(options: &Options) -> Result<Position, BadOptions> {
        options.size.map_or(Ok(Position::default()), |size| Ok(Position::sized(size)?))
    }

    fn write(position: &Position, colour: bool, out: &mut dyn fmt::Write) -> fmt::Result {
        classic::write_grid(position.board(), colour, out)
    }

    fn called(_position: &Position, player: Player) -> String {
        DISCS[player.index()].into()
    }

    fn standing(position: &Position, names: &[String]) -> String {
        let [one, two] = position.scores();
        match position.turn() {
            Turn::Player(player) => {
                format!("{} ({}) {one}-{two} to move", turns::name(names, player), DISCS[player.index()])
            }
            Turn::Over(outcome) => format!("{} {one}-{two}", classic::ended(outcome, names)),
            Turn::Chance => String::new(),
        }
    }

    fn spot(column: Move<Self>) -> Option<Spot> {
        Some(turns::spot(column))
    }

    fn landing(before: &Position, column: Move<Self>) -> usize {
        turns::landing(before, column)
    }

    fn steps(after: &Position, Column(column): Column, level: usize, did: &Did<Self>) -> Vec<Step> {
        let mut steps = vec![turns::drop_step(after, column, level)];
        let at = |place: Place| cell(turns::place(after, place));
        for search in &did.searches {
            let gone: Vec<_> = search.vanished.iter().map(|&(place, _)| at(place)).collect();
            let scored = Player::BOTH.into_iter().filter(|player| search.scored[player.index()]);
            steps.push(Step::Mark(gone.clone()));
            steps.push(Step::Score(scored.map(Player::number).collect()));
            steps.push(Step::Vanish(gone));
            if !search.falls.is_empty() {
                let falls = search.falls.iter();
                let down = falls.map(|fall| [at(fall.from), at(Place { level: fall.level, ..fall.from })]);
                steps.push(Step::Fall(down.collect()));
            }
        }
        steps
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
        parlor_rules::drop::super_playouts(start, games, seed)
    }
}
