//! What shapes, classic and super have in common: discs that fall down columns.

use crate::view::{Step, cell, cells};
use parlor_rules::drop::{Column, Disc, DropPosition, Place, Rule};
use parlor_rules::{Cell, Player, Position};

/// The methods of [`GameDefinition`](crate::game::GameDefinition) that are about the board alone.
macro_rules! board_methods {
    () => {
        fn start(options: &crate::Options) -> Result<Self::Position, crate::BadOptions> {
            Ok(options.size.map_or(Ok(Self::Position::default()), Self::Position::sized)?)
        }

        fn size(position: &Self::Position) -> (usize, usize) {
            (position.rows(), position.columns())
        }

        fn cell(position: &Self::Position, row: usize, column: usize) -> u64 {
            $crate::games::drop::cell_at(position, row, column)
        }

        fn move_target(column: parlor_rules::drop::Column) -> Option<crate::MoveTarget> {
            Some(crate::MoveTarget::Column(column.0))
        }
    };
}
pub(super) use board_methods;

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
