//! Hex: stones on a diamond, and the formats of other Hex programs.

mod explain;
pub mod hexworld;
pub mod htp;
mod htp_request;
pub mod notation;
pub mod sgf;
mod sgf_cells;
mod sgf_charset;
mod sgf_comments;
mod sgf_export;
mod sgf_standard;
mod sgf_syntax;
mod sgf_turns;

pub use sgf_syntax::{Node, Place, Property, SyntaxError, Tree};

use crate::analysis_board::ListNotation;
use crate::game::{EffectOf, GameDefinition, MoveOf};
use crate::info::{Dialogue, ExportFormat, PieceKind, Thumbnail, ValueUnit};
use crate::view::{Layout, MoveTarget, Step, cell, cells};
use crate::{BadOptions, Explanation, GameInfo, OptionKind, Options, Table};
use parlor_rules::hex::{self, Played, Position, letter};
use parlor_rules::{BadSize, Cell, Outcome, Player, PlayoutStats, Position as _, Turn};
use std::fmt;

pub(crate) struct Hex;

impl GameDefinition for Hex {
    type Position = Position;

    const INFO: GameInfo = GameInfo {
        name: "hex",
        title: "Hex",
        tagline: "Join your two sides",
        summary: "Hex on an 11 x 11 diamond, or any size 1 to 26; O joins left-right, X joins top-bottom",
        rules: "Players take turns to place a stone. O wins with a chain of stones from the first column to the last \
                one, X with a chain from the first row to the last one: each joins the two sides that bear its sign. \
                With the swap rule, X may take the first stone instead of answering it.",
        notation: "cells: F3 A0, and swap with the swap rule",
        lists: ListNotation::HexWorld,
        players: 2,
        names: &["O", "X"],
        layout: Layout::Diamond,
        pieces: PieceKind::Stone,
        column: "column",
        size_labels: &["Side"],
        cell_notations: &[notation::OWN, notation::ELSEWHERE],
        grows: false,
        points: false,
        values: ValueUnit::WinChance,
        options: &[OptionKind::Size, OptionKind::Swap],
        max_plies: None,
        dialogue: Dialogue::Cells,
        thumbnail: Thumbnail { rows: &["...2.", ".2.2.", "1111.", ".2121", "..2.."], line: &[] },
        exports: &[ExportFormat::Sgf, ExportFormat::HexWorld],
        has_htp: true,
        bench_games: 1_000_000,
    };

    fn start(options: &Options) -> Result<Position, BadOptions> {
        let side = match options.size {
            Some(size) if size.rows != size.columns => return Err(BadSize::NotSquare(size).into()),
            Some(size) => size.rows,
            None => hex::Board::DEFAULT_SIDE as i64,
        };
        Ok(Position::new(side, options.swap)?)
    }

    fn write(position: &Position, _color: bool, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", position.board())
    }

    fn side_label(_position: &Position, player: Player) -> String {
        letter(player).into()
    }

    fn status_text(position: &Position, _names: &[String]) -> String {
        match position.turn() {
            Turn::Over(Outcome::Win(winner)) => format!("Player {} wins!", letter(winner)),
            Turn::Player(player) => format!("Player {} to move", letter(player)),
            _ => String::new(),
        }
    }

    fn move_target(played: MoveOf<Self>) -> Option<MoveTarget> {
        Some(match played {
            hex::Move::Place(at) => MoveTarget::Cell(cell(at)),
            hex::Move::Swap => MoveTarget::Button("swap"),
        })
    }

    fn play(position: &mut Position, played: MoveOf<Self>) -> (EffectOf<Self>, Vec<Step>) {
        let player = position.turn().player().unwrap_or(Player::One).number();
        let effect = position.play_unchecked(played);
        let mut steps = match (played, &effect) {
            (_, Played::Swapped { from, to }) => {
                vec![Step::Swap { from: cell(*from), to: cell(*to), player }]
            }
            (hex::Move::Place(at), _) => vec![Step::Place { cell: cell(at), player }],
            (hex::Move::Swap, _) => Vec::new(),
        };
        if position.turn().is_over() {
            steps.push(Step::Mark(cells(position.line())));
        }
        (effect, steps)
    }

    fn size(position: &Position) -> (usize, usize) {
        (position.board().side(), position.board().side())
    }

    fn cell(position: &Position, row: usize, column: usize) -> u64 {
        position.board().stone(Cell::new(row, column)).map_or(0, Player::number)
    }

    fn export(table: &Table, format: ExportFormat) -> Option<String> {
        Some(match format {
            ExportFormat::Sgf => sgf::write(table),
            ExportFormat::HexWorld => hexworld::write(table),
        })
    }

    fn explain(position: &Position, foreign_notation: bool) -> Option<Explanation> {
        explain::explain(position, foreign_notation)
    }

    fn playouts(start: &Position, games: u64, seed: u64) -> PlayoutStats {
        hex::playouts(start.board().side(), games, seed)
    }
}
