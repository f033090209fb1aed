//! Shapes: bins, red and blue.

use super::GameInfo;
use super::turns::DropGame;
use crate::OptionKind;
use parlor_rules::drop::shapes::{self, COLORS, Position};
use parlor_rules::{BadSize, Outcome, Player, PlayoutStats, Position as _, Size, Turn};
use std::fmt;

pub(super) struct Shapes;

impl DropGame for Shapes {
    type Rule = shapes::Shapes;

    const ABOUT: GameInfo = GameInfo {
        name: "shapes",
        summary: "Connect 4 with colored shapes in bins; the winning trace changes its shapes",
        moves: "bins from 0: 3 2 4",
        players: 2,
        names: &COLORS,
        choices: &[OptionKind::Size],
        max_plies: None,
    };
    const HAS_SCORES: bool = false;

    fn sized(size: Option<Size>) -> Result<Position, BadSize> {
        size.map_or(Ok(Position::default()), Position::sized)
    }

    fn write(game: &Position, color: bool, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&game.board().display(color))
    }

    fn side_label(player: Player) -> String {
        COLORS[player.index()].into()
    }

    fn status_text(game: &Position, _names: &[String]) -> String {
        match game.turn() {
            Turn::Player(player) => format!("player: {}", COLORS[player.index()]),
            Turn::Over(Outcome::Win(winner)) => format!("winner: {}", COLORS[winner.index()]),
            _ => "a tie".into(),
        }
    }

    fn playouts(start: &Position, games: u64, seed: u64) -> PlayoutStats {
        parlor_rules::drop::shapes_playouts(start, games, seed)
    }
}
