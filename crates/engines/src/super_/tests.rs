//! Tests of the super engines. They limit nodes, never seconds.

use super::board::{BitWord, Board, Grid, bits_of};
use super::board_word::BoardWord;
use super::solver::plain_bounds;
use super::*;
use crate::{Engine, EngineRegistry, Limits, Report, Settings, StopFlag, Value, ValueKind};
use parlor_rules::drop::bits::Word;
use parlor_rules::drop::{Column, classic};
use parlor_rules::{Player, Position as _, Size, SplitMix64};

fn nodes(nodes: u64) -> Limits {
    Limits { time: None, nodes: Some(nodes) }
}

fn engine(name: &str, seed: u64) -> Box<dyn Engine<Position>> {
    let settings = Settings { memory: 1 << 22, ..Settings::seeded(seed) };
    (Position::engine(name).unwrap().make)(&settings)
}

fn after(moves: &str) -> Position {
    let mut position = Position::default();
    for column in moves.split_whitespace() {
        position.play(column.parse().unwrap()).unwrap();
    }
    position
}

/// Returns the chosen move and the last report.
fn think(name: &str, seed: u64, position: &Position, most: u64) -> (Column, Report<Column>) {
    let mut last = None;
    let chosen = engine(name, seed).think(position, &nodes(most), &StopFlag::default(), &mut |report| {
        last = Some(report.clone());
    });
    (chosen.unwrap(), last.unwrap())
}

/// Returns a position after some random moves.
fn random_position(size: Size, plies: usize, seed: u64) -> Position {
    let mut rng = SplitMix64::at(23, seed);
    let mut position = Position::sized(size).unwrap();
    for _ in 0..plies {
        let Some(column) = position.sample(&mut rng) else { break };
        position.play_unchecked(column);
    }
    position
}

#[test]
fn takes_a_point() {
    let three_in_the_bottom_row = after("0 6 1 6 2 5");
    for name in ["medium", "alphabeta", "strong"] {
        assert_eq!(think(name, 1, &three_in_the_bottom_row, 5_000).0, Column(3), "{name}");
    }
}

#[test]
fn does_not_give_a_point_away() {
    // After a disc in column 3 player two could complete the second row on top of it.
    let under_a_threat = after("0 0 1 1 6 2 6 2");
    for name in ["medium", "alphabeta", "strong"] {
        assert_ne!(think(name, 1, &under_a_threat, 5_000).0, Column(3), "{name}");
    }
    let (_, report) = think("alphabeta", 1, &under_a_threat, 5_000);
    assert_eq!(report.moves.last().unwrap().0, Column(3), "{report:?}");
}

#[test]
fn finds_a_cascade() {
    let (mut seen, mut taken) = (0, 0);
    for seed in 0..4_000 {
        let position = random_position(Size::new(6, 7), 30, seed);
        let Some(mover) = position.turn().player() else { continue };
        let gain = |column: Column| {
            let mut next = position.clone();
            next.play_unchecked(column);
            super::board::lead(&next, mover) - super::board::lead(&position, mover)
        };
        let mut gains: Vec<i32> = position.moves().map(gain).collect();
        gains.sort_unstable();
        // One move scores twice, and no other scores.
        if gains.len() < 4 || gains[gains.len() - 1] < 2 || gains[gains.len() - 2] > 0 {
            continue;
        }
        for name in ["medium", "alphabeta", "strong"] {
            seen += 1;
            taken += usize::from(gain(think(name, 1, &position, 3_000).0) >= 2);
        }
    }
    // Sometimes another move is better than two points at once.
    assert!(seen >= 9 && taken * 10 >= seen * 8, "{taken} of {seen}");
}

fn check_bitboard<G: Grid>(grid: G, before: &Position, column: Column, next: &Position) {
    let board = Board::of(grid, before);
    let cell = board.landings() & grid.dimensions().column_unchecked(column.0 as u32);
    let (fast, plain) = (board.after(cell), Board::of(grid, next));
    assert_eq!((fast.mover, fast.waiting, fast.lead), (plain.mover, plain.waiting, plain.lead));
    assert_eq!(fast.is_full(), next.turn().is_over());
    assert_eq!(bits_of(fast.landings()).count(), next.board().open_columns().count());
    // A move scores exactly if it is a playable threat.
    let scoring = board.threats(board.mover) & cell != G::Word::ZERO;
    let made_a_line = next.board().discs() != before.board().discs() + 1;
    assert_eq!(scoring, made_a_line);
    assert_eq!(fast.free() + fast.filled().count(), (next.rows() * next.columns()) as u32);
}

#[test]
fn bitboard_matches_the_rules() {
    for (rows, columns) in [(6, 7), (4, 4), (7, 8), (8, 9), (4, 25)] {
        let mut position = random_position(Size::new(rows, columns), 6, 1);
        let mut seats = [engine("easy", 3), engine("medium", 4)];
        for ply in 0..120 {
            if position.turn().is_over() {
                break;
            }
            let think = &mut seats[ply % 2];
            let column = think.think(&position, &nodes(200), &StopFlag::default(), &mut |_| {}).unwrap();
            let mut next = position.clone();
            next.play(column).unwrap();
            match BoardWord::of(&position) {
                BoardWord::Standard(grid) => check_bitboard(grid, &position, column, &next),
                BoardWord::Narrow(grid) => check_bitboard(grid, &position, column, &next),
                BoardWord::Wide(grid) => check_bitboard(grid, &position, column, &next),
                BoardWord::TooLarge => unreachable!("all of these fit"),
            }
            position = next;
        }
    }
}

#[test]
fn node_limit_is_deterministic() {
    for name in ["easy", "medium", "alphabeta", "strong"] {
        for seed in 0..4 {
            let position = random_position(Size::new(6, 7), 20, seed);
            assert_eq!(think(name, seed, &position, 2_000), think(name, seed, &position, 2_000), "{name}");
        }
    }
}

#[test]
fn easy_depends_on_the_seed() {
    let position = random_position(Size::new(6, 7), 20, 2);
    let first = think("easy", 0, &position, 300).0;
    assert!((1..40).any(|seed| think("easy", seed, &position, 300).0 != first));
}

#[test]
fn stop_flag() {
    let stop = StopFlag::default();
    stop.stop();
    for size in [Size::new(6, 7), Size::new(8, 9), Size::new(64, 64)] {
        let position = random_position(size, 10, 1);
        for name in ["easy", "medium", "alphabeta", "strong"] {
            let chosen = engine(name, 1).think(&position, &Limits::default(), &stop, &mut |report| {
                assert_eq!(report.moves.len(), position.moves().count());
            });
            assert_eq!(position.check(chosen.unwrap()), Ok(()), "{name}");
        }
    }
}

#[test]
fn reports_list_the_legal_moves() {
    for (size, plies) in
        [(Size::new(6, 7), 60), (Size::new(4, 4), 11), (Size::new(9, 10), 40), (Size::new(12, 20), 9)]
    {
        for seed in 0..3 {
            let position = random_position(size, plies, seed);
            for name in ["easy", "medium", "alphabeta", "strong"] {
                let mut reports = 0;
                let chosen =
                    engine(name, 1).think(&position, &nodes(3_000), &StopFlag::default(), &mut |report| {
                        reports += 1;
                        let mut reported: Vec<Column> =
                            report.moves.iter().map(|&(column, _)| column).collect();
                        reported.sort_unstable();
                        assert_eq!(reported, position.moves().collect::<Vec<_>>(), "{name} on {size}");
                        assert_eq!(report.line[0], report.moves[0].0);
                        assert_eq!(report.value, report.moves[0].1);
                    });
                assert_eq!(chosen.is_some(), reports > 0, "{name} on {size}");
            }
        }
    }
}

#[test]
fn finished_game() {
    let mut position = Position::sized(Size::new(4, 4)).unwrap();
    for column in "0 2 1 3 2 0 3 1 0 2 1 3 2 0 3 1".split(' ') {
        position.play(column.parse().unwrap()).unwrap();
    }
    for name in ["easy", "medium", "alphabeta", "strong"] {
        let chosen = engine(name, 1).think(&position, &nodes(100), &StopFlag::default(), &mut |_| {});
        assert_eq!(chosen, None, "{name}");
    }
}

#[test]
fn any_board_size() {
    for size in [Size::new(4, 5), Size::new(15, 4), Size::new(10, 11), Size::new(31, 4), Size::new(64, 64)] {
        for name in ["easy", "medium", "alphabeta", "strong"] {
            let mut position = random_position(size, 4, 1);
            for _ in 0..3 {
                let Some(column) =
                    engine(name, 1).think(&position, &nodes(500), &StopFlag::default(), &mut |_| {})
                else {
                    break;
                };
                position.play(column).unwrap();
            }
        }
    }
}

#[test]
fn takes_a_point_on_any_board() {
    for size in [Size::new(9, 10), Size::new(64, 64)] {
        let mut position = Position::sized(size).unwrap();
        for column in [0, 9, 1, 9, 2, 6] {
            position.play(Column(column)).unwrap();
        }
        for name in ["medium", "alphabeta", "strong"] {
            let (chosen, report) = think(name, 1, &position, 3_000);
            assert_eq!(chosen, Column(3), "{name} on {size}: {report:?}");
        }
    }
}

#[test]
fn pending_lines() {
    let mut grid = classic::Grid::default();
    for column in 0..4 {
        assert!(grid.insert(column, Player::Two));
    }
    let position = Position::from_board(grid);
    let (chosen, report) = think("strong", 1, &position, 2_000);
    assert_eq!(position.check(chosen), Ok(()));
    assert!(report.moves.iter().all(|&(_, value)| value.score < 0.5), "{report:?}");
}

#[test]
fn solves_the_last_cells() {
    let mut solved = 0;
    for seed in 0..1_000 {
        let mut position = random_position(Size::new(4, 5), 60, seed);
        let free = 20 - position.board().discs();
        if position.turn().is_over() || free > 4 {
            continue;
        }
        let (_, report) = think("strong", 1, &position, 100_000);
        if report.value.kind != ValueKind::Exact {
            continue;
        }
        solved += 1;
        // Played out in self-play, the game ends with the predicted difference.
        let Some(mover) = position.turn().player() else { continue };
        while !position.turn().is_over() {
            let (column, next) = think("strong", 1, &position, 100_000);
            assert_eq!(next.value.kind, ValueKind::Exact, "{position:?}");
            position.play(column).unwrap();
        }
        assert_eq!(f64::from(super::board::lead(&position, mover)), report.value.score);
    }
    assert!(solved >= 5, "{solved}");
}

/// Returns the values of all columns in an analysis of the strong engine.
fn analyze(position: &Position, most: u64) -> Vec<(Column, Value)> {
    let settings = Settings { memory: 1 << 22, score_all_moves: true, ..Settings::default() };
    let mut engine = (Position::engine("strong").unwrap().make)(&settings);
    let mut last = Vec::new();
    engine.think(position, &nodes(most), &StopFlag::default(), &mut |report| last.clone_from(&report.moves));
    last
}

#[test]
fn analysis_near_the_end_is_exact() {
    let mut differing = 0;
    for seed in 0..400 {
        let mut rng = SplitMix64::at(17, seed);
        let mut position = Position::sized(Size::new(4, 4)).unwrap();
        while 16 - position.board().discs() > 3 {
            let column = position.sample(&mut rng).unwrap();
            position.play_unchecked(column);
        }
        let proven = |column: Column| {
            let mut next = position.clone();
            next.play_unchecked(column);
            plain_bounds(&mut next, 8).negated().exact()
        };
        let known: Vec<(Column, i32)> =
            position.moves().filter_map(|column| Some((column, proven(column)?))).collect();
        if known.iter().all(|&(_, difference)| difference == known[0].1) {
            continue;
        }
        differing += 1;
        let reported = analyze(&position, 400_000);
        for (column, difference) in known {
            let (_, value) = reported.iter().find(|(of, _)| *of == column).unwrap();
            assert_eq!((value.kind, value.score), (ValueKind::Exact, f64::from(difference)), "{position:?}");
        }
    }
    assert!(differing >= 5, "{differing}");
}

#[test]
fn analysis_scores_every_column() {
    let (mut columns, mut values) = (0, 0);
    for seed in 0..12 {
        let position = random_position(Size::new(6, 7), 12, seed);
        let mut scores: Vec<f64> = analyze(&position, 40_000).iter().map(|(_, value)| value.score).collect();
        assert!(scores.is_sorted_by(|one, other| one >= other), "{scores:?}");
        columns += scores.len();
        scores.dedup();
        values += scores.len();
    }
    assert!(values * 10 >= columns * 8, "{values} values for {columns} columns");
}

#[test]
fn calibrated_points() {
    let best = |position: &Position| analyze(position, 40_000)[0].1.score;
    assert!(best(&Position::default()).abs() < 1.0);
    let one_ahead = after("0 1 1 2 2 5 3 5 3 4 4");
    assert!((-4.0..-0.5).contains(&best(&one_ahead)), "{}", best(&one_ahead));
}
