//! Growing: tokens on a board without an edge.

use super::{Effect, GameInfo, Move, Rules};
use crate::view::{Layout, MoveTarget, Step, cell, cells};
use crate::{Axis, BadOptions, OptionKind, Options};
use parlor_rules::drop::growing::{Order, Position, Tokens};
use parlor_rules::{Cell, Outcome, Player, PlayoutStats, Position as _, Turn};
use std::fmt;

pub(super) struct Growing;

impl Rules for Growing {
    type Position = Position;

    const ABOUT: GameInfo = GameInfo {
        name: "growing",
        summary: "Connect Four on a board that grows up and to the right; no diagonals; any strings as tokens",
        moves: "placements: p1:0 p2:1",
        players: 2,
        names: &["p1", "p2"],
        choices: &[OptionKind::Tokens, OptionKind::Free],
        max_plies: Some(1_000),
    };
    const LAYOUT: Layout = Layout::Columns;
    const HAS_NEXT: bool = false;

    fn start(options: &Options) -> Result<Position, BadOptions> {
        let tokens = match &options.tokens {
            Some([one, two, blank]) => Tokens::new(one, two, blank).map_err(BadOptions::Tokens)?,
            None => Tokens::default(),
        };
        Ok(Position::new(tokens, if options.free { Order::Free } else { Order::Alternate }))
    }

    fn write(position: &Position, _color: bool, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", position.board())
    }

    fn side_label(position: &Position, player: Player) -> String {
        position.board().tokens().of(player).into()
    }

    fn status_text(position: &Position, _names: &[String]) -> String {
        match position.turn() {
            Turn::Over(Outcome::Win(winner)) => {
                format!("The winner is: {}", position.board().tokens().of(winner))
            }
            Turn::Player(player) if position.order() == Order::Alternate => {
                format!("{} to place", position.board().tokens().of(player))
            }
            Turn::Player(_) => "either may place".into(),
            _ => "the board is full".into(),
        }
    }

    fn move_target(played: Move<Self>) -> Option<MoveTarget> {
        Some(MoveTarget::Column(played.column))
    }

    fn landing(before: &Position, played: Move<Self>) -> usize {
        before.board().tokens_in_column(played.column).unwrap_or(0)
    }

    fn steps(after: &Position, played: Move<Self>, level: usize, did: &Effect<Self>) -> Vec<Step> {
        let (rows, columns) = (after.board().rows(), after.board().columns());
        let mut steps = Vec::new();
        if (rows, columns) != (did.rows, did.columns) {
            steps.push(Step::Grow([rows, columns]));
        }
        let rest = cell(Cell::new(rows - 1 - level, played.column));
        steps.push(Step::Drop { cell: rest, player: played.player.number() });
        if after.board().winner().is_some() {
            steps.push(Step::Mark(cells(after.line())));
        }
        steps
    }

    /// Engines take turns and look one new column ahead, also where people may place anywhere.
    fn for_engines(position: &Position) -> Option<Position> {
        (position.order() == Order::Free).then(|| position.alternating())
    }

    fn size(position: &Position) -> (usize, usize) {
        (position.board().rows(), position.board().columns())
    }

    fn filled(position: &Position, along: Axis, index: usize) -> Option<usize> {
        match along {
            Axis::Row => position.board().tokens_in_row(index),
            Axis::Column => position.board().tokens_in_column(index),
        }
    }

    fn cell(position: &Position, row: usize, column: usize) -> u64 {
        let board = position.board();
        board.token(board.rows() - 1 - row, column).map_or(0, Player::number)
    }

    fn playouts(_start: &Position, games: u64, seed: u64) -> PlayoutStats {
        parlor_rules::drop::growing_playouts(games, seed)
    }
}
