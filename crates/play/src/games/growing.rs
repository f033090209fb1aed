//! Growing: Connect Four on a board that grows up and to the right.

use crate::analysis_board::ListNotation;
use crate::game::{EffectOf, GameDefinition, MoveOf};
use crate::info::{Dialogue, PieceKind, Thumbnail, ValueUnit};
use crate::view::{Layout, MoveTarget, Step, cell, cells};
use crate::{BadOptions, GameInfo, OptionKind, Options};
use parlor_rules::drop::growing::{Order, Position, Tokens};
use parlor_rules::{Cell, Outcome, Player, PlayoutStats, Position as _, Turn};
use std::fmt;

pub(super) struct Growing;

impl GameDefinition for Growing {
    type Position = Position;

    const INFO: GameInfo = GameInfo {
        name: "growing",
        title: "Growing",
        tagline: "Four in a row on a board that grows",
        summary: "Connect Four on a board that grows up and to the right; no diagonals; any strings as tokens",
        rules: "Players take turns to drop a token into a column. The board gets a row when a column is full, and a \
                column when you play beside it. Four in a row win, across or up; diagonals do not count.",
        notation: "placements: p1:0 p2:1",
        lists: ListNotation::Words,
        players: 2,
        names: &["p1", "p2"],
        layout: Layout::Columns,
        pieces: PieceKind::Token,
        column: "column",
        size_labels: &[],
        cell_notations: &[],
        grows: true,
        points: false,
        values: ValueUnit::WinChance,
        options: &[OptionKind::Tokens, OptionKind::Free],
        max_plies: Some(1_000),
        dialogue: Dialogue::Commands,
        thumbnail: Thumbnail { rows: &[".....", ".1...", ".2...", "122..", "2111."], line: &[] },
        exports: &[],
        has_htp: false,
        bench_games: 500_000,
    };

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

    fn next(_position: &Position) -> Option<Player> {
        None
    }

    /// A move names its player, who may place out of turn on the free board.
    fn mover(_position: &Position, played: MoveOf<Self>) -> Option<Player> {
        Some(played.player)
    }

    fn move_target(played: MoveOf<Self>) -> Option<MoveTarget> {
        Some(MoveTarget::Column(played.column))
    }

    fn play(position: &mut Position, played: MoveOf<Self>) -> (EffectOf<Self>, Vec<Step>) {
        let level = position.board().tokens_in_column(played.column).unwrap_or(0);
        let before = Growing::size(position);
        let effect = position.play_unchecked(played);
        let (rows, columns) = Growing::size(position);
        let mut steps = Vec::new();
        if (rows, columns) != before {
            steps.push(Step::Grow([rows, columns]));
        }
        let rest = cell(Cell::new(rows - 1 - level, played.column));
        steps.push(Step::Drop { cell: rest, player: played.player.number() });
        if position.board().winner().is_some() {
            steps.push(Step::Mark(cells(position.line())));
        }
        (effect, steps)
    }

    /// Engines take turns and look one new column ahead, also where people may place anywhere.
    fn for_engines(position: &Position) -> Option<Position> {
        (position.order() == Order::Free).then(|| position.alternating())
    }

    fn size(position: &Position) -> (usize, usize) {
        (position.board().rows(), position.board().columns())
    }

    fn cell(position: &Position, row: usize, column: usize) -> u64 {
        let board = position.board();
        board.token(board.rows() - 1 - row, column).map_or(0, Player::number)
    }

    fn playouts(_start: &Position, games: u64, seed: u64) -> PlayoutStats {
        parlor_rules::drop::growing_playouts(games, seed)
    }
}
