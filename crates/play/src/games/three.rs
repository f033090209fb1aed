//! Three: the tiny seventh game, compiled with the feature `seventh-game` only.

use crate::analysis_board::ListNotation;
use crate::game::{EffectOf, GameDefinition};
use crate::info::{Dialogue, PieceKind, Thumbnail, ValueUnit};
use crate::view::{Layout, MoveTarget, Step, cells};
use crate::{BadOptions, GameInfo, Options};
use parlor_rules::drop::Column;
use parlor_rules::three::{Position, SIDE};
use parlor_rules::{Outcome, Player, PlayoutStats, Position as _, SplitMix64, Turn, play_random_game};
use std::fmt;

pub(super) struct Three;

/// Returns whether the game is listed. All tests are compiled with it, but only those about it set this variable.
pub(super) fn is_listed() -> bool {
    std::env::var_os("PARLOR_SEVENTH_GAME").is_some()
}

const SIDES: [&str; 2] = ["O", "X"];

impl GameDefinition for Three {
    type Position = Position;

    const INFO: GameInfo = GameInfo {
        name: "three",
        title: "Three",
        tagline: "Three in a row",
        summary: "Three in a row on 3 x 3, with discs that fall",
        rules: "Players take turns to drop a disc into a column. Three in a row win: across, up or on a diagonal.",
        notation: "columns from 0: 1 0 2",
        lists: ListNotation::Columns,
        players: 2,
        names: &SIDES,
        layout: Layout::Columns,
        pieces: PieceKind::Disc,
        column: "column",
        size_labels: &[],
        cell_notations: &[],
        grows: false,
        points: false,
        values: ValueUnit::WinChance,
        options: &[],
        max_plies: None,
        dialogue: Dialogue::Generic,
        thumbnail: Thumbnail { rows: &["...", "2..", "211"], line: &[] },
        exports: &[],
        has_htp: false,
        bench_games: 10_000,
    };

    fn start(_options: &Options) -> Result<Position, BadOptions> {
        Ok(Position::default())
    }

    fn size(_position: &Position) -> (usize, usize) {
        (SIDE, SIDE)
    }

    fn cell(position: &Position, row: usize, column: usize) -> u64 {
        position.disc(row, column).map_or(0, Player::number)
    }

    fn play(position: &mut Position, column: Column) -> (EffectOf<Self>, Vec<Step>) {
        let player = position.turn().player().unwrap_or(Player::One).number();
        let row = (0..SIDE).rev().find(|&row| position.disc(row, column.0).is_none()).unwrap_or(0);
        position.play_unchecked(column);
        let mut steps = vec![Step::Drop { cell: [row, column.0], player }];
        let line = position.line();
        if !line.is_empty() {
            steps.push(Step::Mark(cells(line)));
        }
        ((), steps)
    }

    fn move_target(Column(column): Column) -> Option<MoveTarget> {
        Some(MoveTarget::Column(column))
    }

    fn write(position: &Position, _color: bool, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{position}")
    }

    fn side_label(_position: &Position, player: Player) -> String {
        SIDES[player.index()].into()
    }

    fn status_text(position: &Position, _names: &[String]) -> String {
        match position.turn() {
            Turn::Over(Outcome::Win(winner)) => format!("{} wins", SIDES[winner.index()]),
            Turn::Player(player) => format!("{} to move", SIDES[player.index()]),
            _ => "a draw".into(),
        }
    }

    fn playouts(start: &Position, games: u64, seed: u64) -> PlayoutStats {
        let mut stats = PlayoutStats::default();
        for game in 0..games {
            let mut position = start.clone();
            let (outcome, moves) =
                play_random_game(&mut position, &mut SplitMix64::at(seed, game), usize::MAX);
            let winner = outcome.and_then(Outcome::winner).map(Player::index);
            stats.add(moves as u64, winner, moves as u64);
        }
        stats
    }
}
