//! 1024: tiles on a panel.

use super::{Effect, GameInfo, Move, Rules};
use crate::view::{Goal, Layout, MoveTarget, Slid, Step, cell};
use crate::{BadOptions, OptionKind, Options};
use parlor_rules::tiles::{self, Direction, Played, Position};
use parlor_rules::{Cell, Player, PlayoutStats, Position as _, Size, Turn};
use std::fmt;

pub(super) struct Tiles;

impl Rules for Tiles {
    type Position = Position;

    const ABOUT: GameInfo = GameInfo {
        name: "1024",
        summary: "slide and merge tiles; a 1 appears after each press; reach the target",
        moves: "@r,c a tile appears, U D L R a press: @1,1 @0,1 R @2,2 U",
        players: 1,
        names: &["Player"],
        choices: &[OptionKind::Size, OptionKind::Target, OptionKind::IdleSpawns],
        max_plies: Some(1_000_000),
    };
    const LAYOUT: Layout = Layout::Panel;
    const HAS_NEXT: bool = false;

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

    fn move_target(played: Move<Self>) -> Option<MoveTarget> {
        match played {
            tiles::Move::Press(Direction::Up) => Some(MoveTarget::Arrow("up")),
            tiles::Move::Press(Direction::Down) => Some(MoveTarget::Arrow("down")),
            tiles::Move::Press(Direction::Left) => Some(MoveTarget::Arrow("left")),
            tiles::Move::Press(Direction::Right) => Some(MoveTarget::Arrow("right")),
            tiles::Move::Tile(_) => None,
        }
    }

    fn steps(_after: &Position, played: Move<Self>, _landing: usize, did: &Effect<Self>) -> Vec<Step> {
        match (played, did) {
            (tiles::Move::Tile(at), _) => vec![Step::Appear { cell: cell(at), value: 1 }],
            (_, Played::Press(press)) => {
                let slid = press.slides().iter().map(|slide| Slid {
                    from: cell(slide.from),
                    to: cell(slide.to),
                    value: narrow(slide.value()),
                    merged: slide.merged,
                });
                vec![Step::Slide(slid.collect())]
            }
            _ => Vec::new(),
        }
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
