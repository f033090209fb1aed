//! What shapes, classic and super have in common at a table.

use super::{About, Rules};
use crate::view::{Layout, Spot, Step, cell, cells};
use crate::{BadOptions, Options};
use parlor_engines::Lineup;
use parlor_rules::drop::{Column, Disc, Place, Rule, Turns};
use parlor_rules::{BadSize, Cell, Player, Position, Size, Tally};
use std::fmt;
use std::marker::PhantomData;

/// What each of the three says for itself.
pub(super) trait DropGame: Send + Sync + 'static {
    type Rule: Rule;
    const ABOUT: About;

    /// An empty board of this size, or the game's own.
    fn sized(size: Option<Size>) -> Result<Turns<Self::Rule>, BadSize>;

    /// The board as line mode prints it.
    fn write(game: &Turns<Self::Rule>, color: bool, out: &mut dyn fmt::Write) -> fmt::Result;

    /// What a player is called on the board.
    fn called(player: Player) -> String;

    /// Who is to move or how it ended.
    fn standing(game: &Turns<Self::Rule>, names: &[String]) -> String;

    /// What happened after the disc had fallen; a line that won is marked.
    fn afterwards(after: &Turns<Self::Rule>, _settled: &<Self::Rule as Rule>::Settled) -> Vec<Step> {
        let line = after.line();
        if line.is_empty() { Vec::new() } else { vec![Step::Mark(cells(line))] }
    }

    /// Whether it counts points.
    const HAS_SCORES: bool;

    /// Random whole games from this start.
    fn playouts(start: &Turns<Self::Rule>, games: u64, seed: u64) -> Tally;
}

/// A drop game of the list.
pub(super) struct Dropping<G>(PhantomData<fn() -> G>);

impl<G: DropGame> Rules for Dropping<G>
where
    Turns<G::Rule>: Lineup + Position<Move = Column, Played = <G::Rule as Rule>::Settled>,
{
    type Position = Turns<G::Rule>;
    const ABOUT: About = G::ABOUT;
    const LAYOUT: Layout = Layout::Columns;

    fn start(options: &Options) -> Result<Turns<G::Rule>, BadOptions> {
        Ok(G::sized(options.size)?)
    }

    fn write(game: &Turns<G::Rule>, color: bool, out: &mut dyn fmt::Write) -> fmt::Result {
        G::write(game, color, out)
    }

    fn called(_game: &Turns<G::Rule>, player: Player) -> String {
        G::called(player)
    }

    fn standing(game: &Turns<G::Rule>, names: &[String]) -> String {
        G::standing(game, names)
    }

    fn spot(Column(column): Column) -> Option<Spot> {
        Some(Spot::Column(column))
    }

    fn landing(before: &Turns<G::Rule>, Column(column): Column) -> usize {
        before.board().height(column)
    }

    fn steps(
        after: &Turns<G::Rule>,
        Column(column): Column,
        level: usize,
        settled: &<G::Rule as Rule>::Settled,
    ) -> Vec<Step> {
        let rest = cell(place(after, Place { column, level }));
        let mut steps = vec![Step::Drop { cell: rest, player: after.last_mover().number() }];
        steps.extend(G::afterwards(after, settled));
        steps
    }

    fn scores(game: &Turns<G::Rule>) -> Option<[u64; 2]> {
        G::HAS_SCORES.then(|| game.scores())
    }

    fn size(game: &Turns<G::Rule>) -> (usize, usize) {
        (game.rows(), game.columns())
    }

    fn cell(game: &Turns<G::Rule>, row: usize, column: usize) -> u64 {
        game.board().at(column, game.rows() - 1 - row).map_or(0, |disc| disc.player().number())
    }

    fn playouts(start: &Turns<G::Rule>, games: u64, seed: u64) -> Tally {
        G::playouts(start, games, seed)
    }
}

/// A place counted from the bottom, as a cell counted from the top.
pub(super) fn place<R: Rule>(game: &Turns<R>, place: Place) -> Cell {
    Cell::new(game.rows() - 1 - place.level, place.column)
}

/// `Ann` from the names, or nothing in particular.
pub(super) fn name(names: &[String], player: Player) -> &str {
    names.get(player.index()).map_or("", String::as_str)
}
