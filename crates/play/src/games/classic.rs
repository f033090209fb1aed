//! Classic: Connect Four with names, scores and wins.

use super::drop::{self, name};
use crate::analysis_board::ListNotation;
use crate::game::{EffectOf, GameDefinition};
use crate::info::{Dialogue, PieceKind, Thumbnail, ValueUnit};
use crate::view::{Layout, Step};
use crate::{GameInfo, OptionKind};
use parlor_rules::drop::Column;
use parlor_rules::drop::classic::{DISCS, Grid, Position};
use parlor_rules::{Outcome, Player, PlayoutStats, Position as _, Turn};
use std::fmt;

pub(super) struct Classic;

impl GameDefinition for Classic {
    type Position = Position;

    const INFO: GameInfo = GameInfo {
        name: "classic",
        title: "Classic",
        tagline: "Connect Four as you know it",
        summary: "Connect Four, 6 x 7 or any size from 4 x 4, with names, scores and wins",
        rules: "Players take turns to drop a disc into a column. Four or more in a row win: across, up or on a \
                diagonal.",
        notation: "columns from 0: 3 2 4",
        lists: ListNotation::Columns,
        players: 2,
        names: &["Red", "Yellow"],
        layout: Layout::Columns,
        pieces: PieceKind::Disc,
        column: "column",
        size_labels: &["Rows", "columns"],
        cell_notations: &[],
        grows: false,
        points: false,
        values: ValueUnit::SolverScore,
        options: &[OptionKind::Size],
        max_plies: None,
        dialogue: Dialogue::Columns,
        thumbnail: Thumbnail { rows: &["......", "......", "..2...", "..12..", ".2111."], line: &[] },
        exports: &[],
        has_htp: false,
        bench_games: 5_000_000,
    };

    drop::board_methods!();

    fn play(position: &mut Position, column: Column) -> (EffectOf<Self>, Vec<Step>) {
        drop::play_and_mark(position, column)
    }

    fn write(position: &Position, color: bool, out: &mut dyn fmt::Write) -> fmt::Result {
        write_grid(position.board(), color, out)
    }

    fn side_label(_position: &Position, player: Player) -> String {
        DISCS[player.index()].into()
    }

    fn status_text(position: &Position, names: &[String]) -> String {
        match position.turn() {
            Turn::Player(player) => format!("{} ({}) to move", name(names, player), DISCS[player.index()]),
            Turn::Over(outcome) => outcome_text(outcome, names),
            Turn::Chance => String::new(),
        }
    }

    fn scores(position: &Position) -> Option<[u64; 2]> {
        Some(position.scores())
    }

    fn playouts(start: &Position, games: u64, seed: u64) -> PlayoutStats {
        parlor_rules::drop::classic_playouts(start, games, seed)
    }
}

/// Returns how a game of classic or super ended, in words.
pub(super) fn outcome_text(outcome: Outcome, names: &[String]) -> String {
    match outcome.winner() {
        Some(winner) => format!("{} wins!", name(names, winner)),
        None => "It is a draw.".into(),
    }
}

/// Writes a grid, the discs red and yellow where there is color.
pub(super) fn write_grid(grid: &Grid, color: bool, out: &mut dyn fmt::Write) -> fmt::Result {
    if !color {
        return write!(out, "{grid}");
    }
    for symbol in grid.to_string().chars() {
        match symbol {
            'O' => out.write_str("\u{1b}[31mO\u{1b}[0m")?,
            'X' => out.write_str("\u{1b}[33mX\u{1b}[0m")?,
            other => out.write_char(other)?,
        }
    }
    Ok(())
}
