//! Shapes: Connect Four with circles and pentagons in bins.

use super::drop;
use crate::analysis_board::ListNotation;
use crate::game::{EffectOf, GameDefinition};
use crate::info::{Dialogue, PieceKind, Thumbnail, ValueUnit};
use crate::view::{Layout, Step};
use crate::{GameInfo, OptionKind};
use parlor_rules::drop::Column;
use parlor_rules::drop::shapes::{COLORS, Position};
use parlor_rules::{Outcome, Player, PlayoutStats, Position as _, Turn};
use std::fmt;

pub(super) struct Shapes;

impl GameDefinition for Shapes {
    type Position = Position;

    const INFO: GameInfo = GameInfo {
        name: "shapes",
        title: "Shapes",
        tagline: "Four in a row with circles and pentagons",
        summary: "Connect Four with colored shapes in bins; the winning trace changes its shapes",
        rules: "Red circles and blue pentagons fall into the bins in turn. Four or more in a row win: across, up or \
                on a diagonal. The winning ones change their shape.",
        notation: "bins from 0: 3 2 4",
        lists: ListNotation::Columns,
        players: 2,
        names: &COLORS,
        layout: Layout::Columns,
        pieces: PieceKind::Shape,
        column: "bin",
        size_labels: &["Capacity", "bins"],
        cell_notations: &[],
        grows: false,
        points: false,
        values: ValueUnit::SolverScore,
        options: &[OptionKind::Size],
        max_plies: None,
        dialogue: Dialogue::Bins,
        thumbnail: Thumbnail {
            rows: &["......", "......", "21....", "212222"],
            line: &[[3, 2], [3, 3], [3, 4], [3, 5]],
        },
        exports: &[],
        has_htp: false,
        bench_games: 5_000_000,
    };

    drop::board_methods!();

    fn play(position: &mut Position, column: Column) -> (EffectOf<Self>, Vec<Step>) {
        drop::play_and_mark(position, column)
    }

    fn write(position: &Position, color: bool, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&position.board().display(color))
    }

    fn side_label(_position: &Position, player: Player) -> String {
        COLORS[player.index()].into()
    }

    fn status_text(position: &Position, _names: &[String]) -> String {
        match position.turn() {
            Turn::Player(player) => format!("player: {}", COLORS[player.index()]),
            Turn::Over(Outcome::Win(winner)) => format!("winner: {}", COLORS[winner.index()]),
            _ => "a tie".into(),
        }
    }

    fn playouts(start: &Position, games: u64, seed: u64) -> PlayoutStats {
        parlor_rules::drop::shapes_playouts(start, games, seed)
    }
}
