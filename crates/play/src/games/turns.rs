//! What shapes, classic and super draw alike.

use crate::view::{Spot, Step, cell, cells};
use parlor_rules::drop::{Column, Disc, Place, Rule, Turns};
use parlor_rules::{Cell, Player, Position};

/// The level a disc dropped into a column will come to rest on.
pub(super) fn landing<R: Rule>(before: &Turns<R>, Column(column): Column) -> usize {
    before.board().height(column)
}

/// The disc's fall, and the mark if it won.
pub(super) fn steps<R: Rule>(after: &Turns<R>, Column(column): Column, level: usize) -> Vec<Step> {
    let mut steps = vec![drop_step(after, column, level)];
    let line = after.line();
    if !line.is_empty() {
        steps.push(Step::Mark(cells(line)));
    }
    steps
}

/// A disc falling from above.
pub(super) fn drop_step<R: Rule>(after: &Turns<R>, column: usize, level: usize) -> Step {
    // The turn has passed: the disc is the other player's.
    let mover = after.last_mover();
    Step::Drop { cell: cell(place(after, Place { column, level })), player: mover.number() }
}

/// A place counted from the bottom, as a cell counted from the top.
pub(super) fn place<R: Rule>(game: &Turns<R>, place: Place) -> Cell {
    Cell::new(game.rows() - 1 - place.level, place.column)
}

/// Where a column is chosen.
pub(super) fn spot(Column(column): Column) -> Spot {
    Spot::Column(column)
}

/// `Ann` from the names, or nothing in particular.
pub(super) fn name(names: &[String], player: Player) -> &str {
    names.get(player.index()).map_or("", String::as_str)
}

/// What a cell counted from the top holds.
pub(super) fn cell_value<R: Rule>(position: &Turns<R>, row: usize, column: usize) -> u64 {
    position.board().at(column, position.rows() - 1 - row).map_or(0, |disc| disc.player().number())
}
