//! What shapes, classic and super have in common: discs that fall down columns.

use crate::view::{MoveTarget, Step, cell, cells};
use parlor_rules::drop::{Column, Disc, DropPosition, Place, Rule};
use parlor_rules::{Cell, Player, Position};

/// Returns where a move is made.
pub(super) fn move_target(Column(column): Column) -> Option<MoveTarget> {
    Some(MoveTarget::Column(column))
}

/// Returns rows and columns of a board.
pub(super) fn size<R: Rule>(position: &DropPosition<R>) -> (usize, usize) {
    (position.rows(), position.columns())
}

/// Returns what a cell holds, counted from the top left.
pub(super) fn cell_at<R: Rule>(position: &DropPosition<R>, row: usize, column: usize) -> u64 {
    position.board().at(column, position.rows() - 1 - row).map_or(0, |disc| disc.player().number())
}

/// Drops a disc, and returns what takes it back and that it fell.
pub(super) fn play<R: Rule>(position: &mut DropPosition<R>, column: Column) -> (R::Effect, Vec<Step>) {
    let level = position.board().height(column.0);
    let effect = position.play_unchecked(column);
    let rest = cell(place(position, Place { column: column.0, level }));
    let player = position.last_mover().number();
    (effect, vec![Step::Drop { cell: rest, player }])
}

/// Drops a disc; a line that wins is marked.
pub(super) fn play_and_mark<R: Rule>(
    position: &mut DropPosition<R>,
    column: Column,
) -> (R::Effect, Vec<Step>) {
    let (effect, mut steps) = play(position, column);
    let line = position.line();
    if !line.is_empty() {
        steps.push(Step::Mark(cells(line)));
    }
    (effect, steps)
}

/// Returns a place counted from the bottom as a cell counted from the top.
pub(super) fn place<R: Rule>(position: &DropPosition<R>, place: Place) -> Cell {
    Cell::new(position.rows() - 1 - place.level, place.column)
}

/// Returns a player's name, or nothing if there is none.
pub(super) fn name(names: &[String], player: Player) -> &str {
    names.get(player.index()).map_or("", String::as_str)
}
