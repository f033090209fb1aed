//! Hex: stones on a diamond.

use super::{Effect, GameInfo, Move, Rules};
use crate::view::{Layout, MoveTarget, Step, cell, cells};
use crate::{BadOptions, OptionKind, Options};
use parlor_rules::hex::{self, Played, Position, letter};
use parlor_rules::{BadSize, Cell, Outcome, Player, PlayoutStats, Position as _, Turn};
use std::fmt;

pub(super) struct Hex;

impl Rules for Hex {
    type Position = Position;

    const ABOUT: GameInfo = GameInfo {
        name: "hex",
        summary: "Hex on an 11 x 11 diamond, or any size 1 to 26; O joins left-right, X joins top-bottom",
        moves: "cells: F3 A0, and swap with the swap rule",
        players: 2,
        names: &["O", "X"],
        choices: &[OptionKind::Size, OptionKind::Swap],
        max_plies: None,
    };
    const LAYOUT: Layout = Layout::Diamond;

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

    fn move_target(played: Move<Self>) -> Option<MoveTarget> {
        Some(match played {
            hex::Move::Place(at) => MoveTarget::Cell(cell(at)),
            hex::Move::Swap => MoveTarget::Button("swap"),
        })
    }

    fn steps(after: &Position, played: Move<Self>, _landing: usize, did: &Effect<Self>) -> Vec<Step> {
        let mover = match after.turn() {
            Turn::Over(Outcome::Win(winner)) => winner,
            Turn::Player(next) => next.other(),
            _ => Player::One,
        };
        let mut steps = match (played, did) {
            (_, Played::Swapped { from, to }) => {
                vec![Step::Swap { from: cell(*from), to: cell(*to), player: mover.number() }]
            }
            (hex::Move::Place(at), _) => vec![Step::Place { cell: cell(at), player: mover.number() }],
            (hex::Move::Swap, _) => Vec::new(),
        };
        if after.turn().is_over() {
            steps.push(Step::Mark(cells(after.line())));
        }
        steps
    }

    fn size(position: &Position) -> (usize, usize) {
        (position.board().side(), position.board().side())
    }

    fn cell(position: &Position, row: usize, column: usize) -> u64 {
        position.board().stone(Cell::new(row, column)).map_or(0, Player::number)
    }

    fn playouts(start: &Position, games: u64, seed: u64) -> PlayoutStats {
        hex::playouts(start.board().side(), games, seed)
    }
}
