//! 1024: tiles that slide and merge on a panel.

use crate::analysis_board::ListNotation;
use crate::game::{EffectOf, GameDefinition, MoveOf};
use crate::info::{Dialogue, PieceKind, Thumbnail, ValueUnit};
use crate::view::{Goal, Layout, MoveTarget, Slide, Step, cell};
use crate::{BadOptions, GameInfo, OptionKind, Options};
use parlor_rules::tiles::{self, Direction, Played, Position};
use parlor_rules::{Cell, Player, PlayoutStats, Position as _, Size, Turn};
use std::fmt;

pub(super) struct Tiles;

impl GameDefinition for Tiles {
    type Position = Position;

    const INFO: GameInfo = GameInfo {
        name: "1024",
        title: "1024",
        tagline: "Slide and merge, alone",
        summary: "Slide and merge tiles; a 1 appears after each press; reach the target",
        rules: "Push all tiles to one side. Two equal ones that meet become one of twice the value, and after each \
                push a 1 appears. Reach the target before the panel is full.",
        notation: "@r,c a tile appears, U D L R a press: @1,1 @0,1 R @2,2 U",
        lists: ListNotation::Words,
        players: 1,
        names: &["Player"],
        layout: Layout::Panel,
        pieces: PieceKind::Tile,
        column: "column",
        size_labels: &["Rows", "columns"],
        cell_notations: &[],
        grows: false,
        points: false,
        values: ValueUnit::WinChance,
        options: &[OptionKind::Size, OptionKind::Target, OptionKind::IdleSpawns],
        max_plies: Some(1_000_000),
        dialogue: Dialogue::Keys,
        thumbnail: Thumbnail { rows: &[".a.b", "abcd", "bdfe", "gihj"], line: &[] },
        exports: &[],
        has_htp: false,
        bench_games: 500_000,
    };

    fn start(options: &Options) -> Result<Position, BadOptions> {
        let size = options.size.unwrap_or(Size::new(4, 4));
        Position::new(size, options.target, options.idle_spawns).map_err(BadOptions::Panel)
    }

    fn write(position: &Position, _color: bool, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}", position.panel())
    }

    fn side_label(_position: &Position, _player: Player) -> String {
        "player".into()
    }

    fn status_text(position: &Position, _names: &[String]) -> String {
        let goal = position.panel().target();
        if position.has_won() {
            return "Congratulations!".into();
        }
        match position.turn() {
            Turn::Over(_) => "Game over. Try again.".into(),
            Turn::Chance => format!("A tile is to appear. Goal: {goal}"),
            Turn::Player(_) => format!("Goal: {goal}"),
        }
    }

    fn move_target(played: MoveOf<Self>) -> Option<MoveTarget> {
        match played {
            tiles::Move::Press(Direction::Up) => Some(MoveTarget::Arrow("up")),
            tiles::Move::Press(Direction::Down) => Some(MoveTarget::Arrow("down")),
            tiles::Move::Press(Direction::Left) => Some(MoveTarget::Arrow("left")),
            tiles::Move::Press(Direction::Right) => Some(MoveTarget::Arrow("right")),
            tiles::Move::Tile(_) => None,
        }
    }

    fn chance_target(played: MoveOf<Self>) -> Option<MoveTarget> {
        match played {
            tiles::Move::Tile(at) => Some(MoveTarget::Cell(cell(at))),
            tiles::Move::Press(_) => None,
        }
    }

    fn next(_position: &Position) -> Option<Player> {
        None
    }

    fn play(position: &mut Position, played: MoveOf<Self>) -> (EffectOf<Self>, Vec<Step>) {
        let effect = position.play_unchecked(played);
        let steps = match (played, &effect) {
            (tiles::Move::Tile(at), _) => vec![Step::Appear { cell: cell(at), value: 1 }],
            (_, Played::Press(press)) => {
                let slides = press.slides().iter().map(|slide| Slide {
                    from: cell(slide.from),
                    to: cell(slide.to),
                    value: narrow(slide.value()),
                    merged: slide.merged,
                });
                vec![Step::Slide(slides.collect())]
            }
            _ => Vec::new(),
        };
        (effect, steps)
    }

    fn goal(position: &Position) -> Option<Goal> {
        let panel = position.panel();
        Some(Goal { max: narrow(panel.max()), target: panel.target() })
    }

    fn continue_after_win(position: &mut Position) -> bool {
        position.continue_after_win()
    }

    fn undo_continue(position: &mut Position) {
        position.undo_continue();
    }

    fn size(position: &Position) -> (usize, usize) {
        (position.panel().rows(), position.panel().columns())
    }

    fn cell(position: &Position, row: usize, column: usize) -> u64 {
        narrow(position.panel().value(Cell::new(row, column)))
    }

    fn playouts(start: &Position, games: u64, seed: u64) -> PlayoutStats {
        tiles::playouts(start, games, seed)
    }
}

/// A tile's value. Past 2^63 it would take more presses than anybody has.
fn narrow(value: u128) -> u64 {
    u64::try_from(value).unwrap_or(u64::MAX)
}
