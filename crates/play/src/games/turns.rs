//! What shapes, classic and super have in common at a table.

use super::{GameInfo, Rules};
use crate::view::{Layout, MoveTarget, Step, cell, cells};
use crate::{BadOptions, Options};
use parlor_engines::EngineRegistry;
use parlor_rules::drop::{Column, Disc, DropPosition, Place, Rule};
use parlor_rules::{BadSize, Cell, Player, PlayoutStats, Position, Size};
use std::fmt;
use std::marker::PhantomData;

/// What each of the three says for itself.
pub(super) trait DropGame: Send + Sync + 'static {
    type Rule: Rule;
    const ABOUT: GameInfo;

    /// An empty board of this size, or the game's own.
    fn sized(size: Option<Size>) -> Result<DropPosition<Self::Rule>, BadSize>;

    /// The board as line mode prints it.
    fn write(game: &DropPosition<Self::Rule>, color: bool, out: &mut dyn fmt::Write) -> fmt::Result;

    /// What a player is called on the board.
    fn side_label(player: Player) -> String;

    /// Who is to move or how it ended.
    fn status_text(game: &DropPosition<Self::Rule>, names: &[String]) -> String;

    /// What happened after the disc had fallen; a line that won is marked.
    fn afterwards(after: &DropPosition<Self::Rule>, _effect: &<Self::Rule as Rule>::Effect) -> Vec<Step> {
        let line = after.line();
        if line.is_empty() { Vec::new() } else { vec![Step::Mark(cells(line))] }
    }

    /// Whether it counts points.
    const HAS_SCORES: bool;

    /// Random whole games from this start.
    fn playouts(start: &DropPosition<Self::Rule>, games: u64, seed: u64) -> PlayoutStats;
}

/// A drop game of the list.
pub(super) struct Dropping<G>(PhantomData<fn() -> G>);

impl<G: DropGame> Rules for Dropping<G>
where
    DropPosition<G::Rule>: EngineRegistry + Position<Move = Column, Played = <G::Rule as Rule>::Effect>,
{
    type Position = DropPosition<G::Rule>;
    const ABOUT: GameInfo = G::ABOUT;
    const LAYOUT: Layout = Layout::Columns;

    fn start(options: &Options) -> Result<DropPosition<G::Rule>, BadOptions> {
        Ok(G::sized(options.size)?)
    }

    fn write(game: &DropPosition<G::Rule>, color: bool, out: &mut dyn fmt::Write) -> fmt::Result {
        G::write(game, color, out)
    }

    fn side_label(_game: &DropPosition<G::Rule>, player: Player) -> String {
        G::side_label(player)
    }

    fn status_text(game: &DropPosition<G::Rule>, names: &[String]) -> String {
        G::status_text(game, names)
    }

    fn move_target(Column(column): Column) -> Option<MoveTarget> {
        Some(MoveTarget::Column(column))
    }

    fn landing(before: &DropPosition<G::Rule>, Column(column): Column) -> usize {
        before.board().height(column)
    }

    fn steps(
        after: &DropPosition<G::Rule>,
        Column(column): Column,
        level: usize,
        effect: &<G::Rule as Rule>::Effect,
    ) -> Vec<Step> {
        let rest = cell(place(after, Place { column, level }));
        let mut steps = vec![Step::Drop { cell: rest, player: after.last_mover().number() }];
        steps.extend(G::afterwards(after, effect));
        steps
    }

    fn scores(game: &DropPosition<G::Rule>) -> Option<[u64; 2]> {
        G::HAS_SCORES.then(|| game.scores())
    }

    fn size(game: &DropPosition<G::Rule>) -> (usize, usize) {
        (game.rows(), game.columns())
    }

    fn cell(game: &DropPosition<G::Rule>, row: usize, column: usize) -> u64 {
        game.board().at(column, game.rows() - 1 - row).map_or(0, |disc| disc.player().number())
    }

    fn playouts(start: &DropPosition<G::Rule>, games: u64, seed: u64) -> PlayoutStats {
        G::playouts(start, games, seed)
    }
}

/// A place counted from the bottom, as a cell counted from the top.
pub(super) fn place<R: Rule>(game: &DropPosition<R>, place: Place) -> Cell {
    Cell::new(game.rows() - 1 - place.level, place.column)
}

/// `Ann` from the names, or nothing in particular.
pub(super) fn name(names: &[String], player: Player) -> &str {
    names.get(player.index()).map_or("", String::as_str)
}
