//! Super: classic's grid and names, and cascades to show.

use super::GameInfo;
use super::classic::{Classic, ended, write_grid};
use super::turns::{DropGame, name, place};
use crate::view::{Step, cell};
use parlor_rules::drop::Place;
use parlor_rules::drop::classic::DISCS;
use parlor_rules::drop::super_::{self, Cascade, Position};
use parlor_rules::{BadSize, Player, PlayoutStats, Position as _, Size, Turn};
use std::fmt;

pub(super) struct Super;

impl DropGame for Super {
    type Rule = super_::Super;

    const ABOUT: GameInfo = GameInfo {
        name: "super",
        summary: "Super Connect Four: lines of four or more vanish, discs fall, cascades score",
        max_plies: Some(10_000),
        ..Classic::ABOUT
    };
    const HAS_SCORES: bool = true;

    fn sized(size: Option<Size>) -> Result<Position, BadSize> {
        size.map_or(Ok(Position::default()), Position::sized)
    }

    fn write(game: &Position, color: bool, out: &mut dyn fmt::Write) -> fmt::Result {
        write_grid(game.board(), color, out)
    }

    fn side_label(player: Player) -> String {
        Classic::side_label(player)
    }

    fn status_text(game: &Position, names: &[String]) -> String {
        let [one, two] = game.scores();
        match game.turn() {
            Turn::Player(player) => {
                format!("{} ({}) {one}-{two} to move", name(names, player), DISCS[player.index()])
            }
            Turn::Over(outcome) => format!("{} {one}-{two}", ended(outcome, names)),
            Turn::Chance => String::new(),
        }
    }

    fn afterwards(after: &Position, cascade: &Cascade) -> Vec<Step> {
        let mut steps = Vec::new();
        let at = |spot: Place| cell(place(after, spot));
        for search in &cascade.searches {
            let gone: Vec<_> = search.vanished.iter().map(|&(spot, _)| at(spot)).collect();
            let scored = Player::BOTH.into_iter().filter(|player| search.scored[player.index()]);
            steps.push(Step::Mark(gone.clone()));
            steps.push(Step::Score(scored.map(Player::number).collect()));
            steps.push(Step::Vanish(gone));
            if !search.falls.is_empty() {
                let falls = search.falls.iter();
                let down = falls.map(|fall| [at(fall.from), at(Place { level: fall.level, ..fall.from })]);
                steps.push(Step::Fall(down.collect()));
            }
        }
        steps
    }

    fn playouts(start: &Position, games: u64, seed: u64) -> PlayoutStats {
        parlor_rules::drop::super_playouts(start, games, seed)
    }
}
