//! Super: classic's grid and names, with lines that vanish and score.

use super::classic::{Classic, outcome_text, write_grid};
use super::drop::{self, name};
use crate::GameInfo;
use crate::game::{EffectOf, GameDefinition};
use crate::info::{Thumbnail, ValueUnit};
use crate::view::{Step, cell};
use parlor_rules::drop::classic::DISCS;
use parlor_rules::drop::super_::{Cascade, Position};
use parlor_rules::drop::{Column, Place};
use parlor_rules::{Player, PlayoutStats, Position as _, Turn};
use std::fmt;

pub(super) struct Super;

impl GameDefinition for Super {
    type Position = Position;

    const INFO: GameInfo = GameInfo {
        name: "super",
        title: "Super",
        tagline: "Lines vanish, discs fall, points count",
        summary: "Super Connect Four: lines of four or more vanish, discs fall, cascades score",
        rules: "Players take turns to drop a disc into a column. Then all lines of four or more vanish together, and \
                each player who had one gets a point, however many there were. The discs above fall, and new lines \
                count again. When no column has room after a turn, the higher score wins.",
        points: true,
        values: ValueUnit::Points,
        max_plies: Some(10_000),
        thumbnail: Thumbnail {
            rows: &["......", "......", "...2..", ".1.12.", "211112"],
            line: &[[4, 1], [4, 2], [4, 3], [4, 4]],
        },
        exports: &[],
        has_htp: false,
        bench_games: 100_000,
        ..Classic::INFO
    };

    drop::board_methods!();

    fn play(position: &mut Position, column: Column) -> (EffectOf<Self>, Vec<Step>) {
        let (cascade, mut steps) = drop::play(position, column);
        steps.extend(cascade_steps(position, &cascade));
        (cascade, steps)
    }

    fn write(position: &Position, color: bool, out: &mut dyn fmt::Write) -> fmt::Result {
        write_grid(position.board(), color, out)
    }

    fn side_label(_position: &Position, player: Player) -> String {
        DISCS[player.index()].into()
    }

    fn status_text(position: &Position, names: &[String]) -> String {
        let [one, two] = position.scores();
        match position.turn() {
            Turn::Player(player) => {
                format!("{} ({}) {one}-{two} to move", name(names, player), DISCS[player.index()])
            }
            Turn::Over(outcome) => format!("{} {one}-{two}", outcome_text(outcome, names)),
            Turn::Chance => String::new(),
        }
    }

    fn scores(position: &Position) -> Option<[u64; 2]> {
        Some(position.scores())
    }

    fn playouts(start: &Position, games: u64, seed: u64) -> PlayoutStats {
        parlor_rules::drop::super_playouts(start, games, seed)
    }
}

/// Returns what happened after a disc had fallen: for each search the marked lines, the points, what vanished and what
/// fell.
fn cascade_steps(after: &Position, cascade: &Cascade) -> Vec<Step> {
    let mut steps = Vec::new();
    let at = |place: Place| cell(drop::place(after, place));
    for search in &cascade.searches {
        let gone: Vec<_> = search.vanished.iter().map(|&(place, _)| at(place)).collect();
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
