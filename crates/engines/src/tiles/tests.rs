//! The engines of 1024 against slow oracles, and the numbers of positions of small boards.

mod laws;
mod plain;

use super::board::{Board, bits_of};
use super::search::{Evaluate, Search, SearchTable};
use super::solver::{Game, Solver};
use super::*;
use crate::{Budget, Engine, Expectation, Limits, Report, Settings, StopFlag, ValueKind};
use parlor_rules::tiles::{Direction, Move};
use parlor_rules::{Outcome, Position as _, Setup, Size, Solo, SplitMix64, Turn};
use std::collections::HashSet;

pub(super) fn start(rows: i64, columns: i64, target: u64, idle_spawns: bool) -> Position {
    Position::new(Size::new(rows, columns), Some(target), idle_spawns).unwrap()
}

/// Returns a panel with random tiles below the target, more or less full, with somebody to move.
fn random_panel(start: &Position, rng: &mut SplitMix64) -> Option<Position> {
    let panel = start.panel();
    let ranks = panel.target().trailing_zeros() as usize;
    let fullness = 1 + rng.below(8);
    let mut cell = || match rng.below(8) {
        place if place < fullness => 1u64 << rng.below(ranks),
        _ => 0,
    };
    let cells = (0..panel.rows()).map(|_| (0..panel.columns()).map(|_| cell()).collect()).collect();
    let position = start.set_up(&Setup { cells, next: None, scores: [0, 0] }).unwrap();
    position.turn().player().map(|_| position)
}

fn game(rows: usize, columns: usize, target: u64) -> Game {
    Game::new(rows, columns, target, false).unwrap()
}

/// Returns the boards of the first two tiles.
fn starts(game: &Game) -> impl Iterator<Item = Board> {
    let cells = game.grid.cells();
    bits_of(cells).flat_map(move |one| bits_of(cells & (one - 1)).map(move |other| one | other))
}

/// Returns the number of positions that can be reached, up to symmetry, and how many of them are stuck.
///
/// The boards with one tile and those with the player to move count, won ones do not. Where a press makes the
/// target, the other presses are not followed. Layer by layer: every move adds 1 to the sum of the tiles.
fn count_positions(game: &Game) -> (usize, usize) {
    let first: HashSet<Board> = bits_of(game.grid.cells()).map(|tile| game.grid.canonical(tile)).collect();
    let (mut positions, mut stuck) = (first.len(), 0);
    let mut layer: HashSet<Board> = starts(game).map(|board| game.grid.canonical(board)).collect();
    while !layer.is_empty() {
        positions += layer.len();
        stuck += layer.iter().filter(|&&board| game.grid.is_stuck(board)).count();
        let mut next = HashSet::new();
        for &board in &layer {
            let presses = || game.presses(board).into_iter().flatten();
            if presses().any(|pressed| game.is_won(board, pressed)) {
                continue;
            }
            for pressed in presses() {
                let tiles = bits_of(game.grid.empty_cells(pressed));
                next.extend(tiles.map(|tile| game.grid.canonical(pressed | tile)));
            }
        }
        layer = next;
    }
    (positions, stuck)
}

#[test]
fn numbers_of_positions() {
    assert_eq!(count_positions(&game(2, 2, 8)).0, 23);
    assert_eq!(count_positions(&game(2, 3, 32)).0, 2_637);
    assert_eq!(count_positions(&game(3, 3, 32)).0, 248_148);
}

/// `scripts/test --all` runs it, in a release build: it takes about a minute and 2 GB.
#[test]
#[ignore = "takes a minute and 2 GB in a release build"]
fn numbers_of_positions_of_larger_boards() {
    assert_eq!(count_positions(&game(2, 4, 128)).0, 445_597);
    assert_eq!(count_positions(&game(3, 3, 256)), (4_095_190, 390_824));
    assert_eq!(count_positions(&game(3, 4, 16)).0, 6_519_730);
    assert_eq!(count_positions(&game(2, 5, 64)).0, 8_139_193);
    assert_eq!(count_positions(&game(3, 4, 32)).0, 59_666_797);
}

fn is_forced(rows: usize, columns: usize, target: u64, memory: usize) -> bool {
    let game = game(rows, columns, target);
    let mut solver = Solver::new(game, memory);
    starts(&game).all(|board| solver.is_forced(board, &StopFlag::default()) == Some(true))
}

#[test]
fn forced_wins() {
    for (rows, columns, target) in [(2, 2, 8), (2, 3, 32), (2, 4, 128), (3, 3, 32), (3, 3, 256), (3, 4, 16)] {
        assert!(is_forced(rows, columns, target, 64 << 20), "{rows}x{columns} to {target}");
    }
}

#[test]
#[ignore = "takes half a minute in a release build"]
fn forced_wins_on_larger_boards() {
    for (rows, columns, target) in [(2, 5, 64), (2, 5, 128), (3, 4, 32)] {
        assert!(is_forced(rows, columns, target, 64 << 20), "{rows}x{columns} to {target}");
    }
}

/// A table that is far too small makes the search slower, not wrong.
#[test]
fn little_memory() {
    assert!(is_forced(2, 3, 32, 0) && is_forced(2, 4, 32, 0));
}

#[test]
fn chances_of_single_rows() {
    for (columns, target, chance) in [(4, 8, 0.5), (5, 16, 0.5), (6, 32, 1.0 / 3.0)] {
        let game = game(1, columns, target);
        let mut solver = Solver::new(game, 1 << 20);
        let best = starts(&game).map(|board| solver.chance(board, &StopFlag::default()).unwrap());
        assert!(best.fold(0.0, f32::max) as f64 - chance < 1e-6, "1x{columns}");
        let first = solver.chance(0x11, &StopFlag::default()).unwrap();
        assert!((f64::from(first) - chance).abs() < 1e-6, "1x{columns}: {first}");
    }
}

/// An evaluation that is almost sure of everything.
struct Hopeful;

impl Evaluate for Hopeful {
    fn evaluate(&self, _board: Board) -> f32 {
        1.0 - f32::EPSILON / 2.0
    }
}

/// Whatever the evaluation says, the search calls a press certain only if it is.
#[test]
fn search_proves_what_it_says() {
    let stop = StopFlag::default();
    let budget = Budget::new(&Limits::default(), &stop);
    let (mut won, mut lost, mut rng) = (0, 0, SplitMix64::new(4));
    for (rows, columns, target) in [(1, 8, 32), (2, 3, 16), (2, 4, 32)] {
        let game = game(rows, columns, target);
        let (mut solver, mut table) = (Solver::new(game, 1 << 22), SearchTable::new(1 << 16));
        for _ in 0..30 {
            let mut position = start(rows as i64, columns as i64, target, false);
            while let Some(played) = position.sample(&mut rng) {
                if position.turn().player().is_some() {
                    let (_, board) = Game::of(&position).unwrap();
                    let mut search = Search {
                        game,
                        evaluator: &Hopeful,
                        table: &mut table,
                        budget: &budget,
                        max_nodes: u64::MAX,
                        nodes: 0,
                        is_stopped: false,
                    };
                    for depth in 1..=4 {
                        let presses = search.presses(board, depth);
                        for (value, pressed) in presses.into_iter().zip(game.presses(board)) {
                            let (Some(value), Some(pressed)) = (value, pressed) else { continue };
                            let chance = solver.press_chance(board, pressed, &stop).unwrap();
                            assert!(value < 1.0 || chance == 1.0, "{}", position.panel());
                            assert!(value > 0.0 || chance == 0.0, "{}", position.panel());
                            won += u32::from(value == 1.0);
                            lost += u32::from(value == 0.0);
                        }
                    }
                }
                position.play_unchecked(played);
            }
        }
    }
    assert!(won > 100 && lost > 100, "{won} {lost}");
}

fn think(engine: &mut dyn Engine<Position>, position: &Position, limits: &str) -> (Report<Move>, Move) {
    let mut last = None;
    let limits: Limits = limits.parse().unwrap();
    let chosen =
        engine.think(position, &limits, &StopFlag::default(), &mut |report| last = Some(report.clone()));
    (last.expect("it reports"), chosen.expect("somebody is to move"))
}

/// Checks that a report has each legal press once, the best first and in the line, and values that fall.
fn check_report(position: &Position, report: &Report<Move>) {
    let sorted = |moves: Vec<Move>| {
        let mut moves: Vec<String> = moves.iter().map(Move::to_string).collect();
        moves.sort_unstable();
        moves
    };
    let listed: Vec<Move> = report.moves.iter().map(|&(played, _)| played).collect();
    assert_eq!(report.line.first(), listed.first());
    assert_eq!(sorted(listed), sorted(position.moves().collect()));
    let scores: Vec<f64> = report.moves.iter().map(|(_, value)| value.score).collect();
    assert!(scores.is_sorted_by(|one, other| one >= other), "{scores:?}");
    assert!(scores.iter().all(|score| (0.0..=1.0).contains(score)));
}

/// Plays a game and returns whether it was won.
fn play(engine: &mut dyn Engine<Position>, mut position: Position, limits: &str, seed: u64) -> bool {
    let mut rng = SplitMix64::new(seed);
    loop {
        let played = match position.turn() {
            Turn::Over(_) => return position.has_won(),
            Turn::Chance => position.sample(&mut rng).unwrap(),
            Turn::Player(_) => think(engine, &position, limits).1,
        };
        position.play(played).unwrap();
    }
}

#[test]
fn perfect_never_loses_a_forced_win() {
    for (rows, columns, target) in [(2, 2, 8), (3, 2, 32), (3, 3, 64), (1, 16, 16)] {
        let mut engine = Perfect::new(&Settings::default());
        for seed in 0..40 {
            assert!(play(&mut engine, start(rows, columns, target, false), "1n", seed), "{rows}x{columns}");
        }
    }
    let mut engine = Perfect::new(&Settings::default());
    assert!((0..20).all(|seed| play(&mut engine, start(3, 3, 32, true), "1n", seed)));
}

#[test]
fn perfect_says_what_it_does_not_solve() {
    assert!(Perfect::fits(&start(3, 3, 256, true)).is_ok());
    assert!(Perfect::fits(&start(2, 5, 128, false)).is_ok());
    assert!(Perfect::fits(&start(4, 3, 32, false)).is_ok());
    let said =
        |rows, columns, target| Perfect::fits(&start(rows, columns, target, false)).unwrap_err().to_string();
    assert_eq!(said(4, 4, 1024), "perfect can't finish 4x4 to this target: it solves it up to 8");
    assert!(Perfect::fits(&start(1, 11, 1024, false)).is_ok());
    assert_eq!(said(1, 16, 32_768), "perfect can't finish 1x16 to this target: it solves it up to 2048");
    assert_eq!(said(5, 5, 8), "perfect can't finish 5x5: it solves up to 16 cells");
}

#[test]
fn idle_press_on_a_full_panel() {
    let full = Setup { cells: vec![vec![1, 1], vec![2, 4]], next: None, scores: [0, 0] };
    let position = start(2, 2, 8, true).set_up(&full).unwrap();
    for entry in entries() {
        let mut engine = (entry.make)(&Settings { score_all_moves: true, ..Settings::default() });
        let (report, chosen) = think(&mut *engine, &position, "100n");
        assert!([Direction::Left, Direction::Right].map(Move::Press).contains(&chosen), "{}", entry.name);
        check_report(&position, &report);
    }
}

#[test]
fn wins_at_once() {
    let near = Setup { cells: vec![vec![4, 4, 0], vec![1, 2, 1]], next: None, scores: [0, 0] };
    let position = start(2, 3, 8, false).set_up(&near).unwrap();
    for entry in entries() {
        let (report, chosen) = think(&mut *(entry.make)(&Settings::default()), &position, "100n");
        assert!([Direction::Left, Direction::Right].map(Move::Press).contains(&chosen), "{}", entry.name);
        assert_eq!((report.value.kind, report.value.outcome), (ValueKind::Exact, Expectation::Win));
    }
}

#[test]
fn continuing_after_a_win() {
    let mut position = start(3, 3, 4, false);
    let mut rng = SplitMix64::new(1);
    while let Some(played) = position.sample(&mut rng) {
        position.play_unchecked(played);
    }
    assert!(position.continue_after_win());
    for entry in entries() {
        let (report, chosen) = think(&mut *(entry.make)(&Settings::default()), &position, "100n");
        assert!(position.check(chosen).is_ok() && report.value.kind == ValueKind::Estimate, "{}", entry.name);
    }
}

/// After a win an analysis tells the chances to make the next tile.
#[test]
fn analysis_after_a_win() {
    for (rows, columns) in [(4, 4), (5, 5)] {
        let mut cells = vec![vec![0; columns]; rows];
        (cells[0][0], cells[0][1], cells[3][3]) = (8, 8, 1);
        let drawn = Setup { cells, next: None, scores: [0, 0] };
        let mut position = start(rows as i64, columns as i64, 8, false).set_up(&drawn).unwrap();
        assert!(position.continue_after_win());
        for entry in entries() {
            let mut engine = (entry.make)(&Settings { score_all_moves: true, ..Settings::default() });
            let (report, chosen) = think(&mut *engine, &position, "100n");
            assert!([Direction::Left, Direction::Right].map(Move::Press).contains(&chosen), "{}", entry.name);
            assert_eq!((report.value.outcome, report.value.plies), (Expectation::Win, Some(1)));
            check_report(&position, &report);
            // The other presses keep both tiles together.
            assert!(report.moves.iter().all(|(_, value)| value.score > 0.5), "{}", entry.name);
        }
    }
}

#[test]
fn same_seed_same_moves() {
    for entry in entries() {
        let game = |seed| {
            let mut engine = (entry.make)(&Settings::seeded(seed));
            play(&mut *engine, start(3, 3, 32, false), "200n", 5)
        };
        assert_eq!(game(1), game(1));
    }
}

#[test]
fn strong_reaches_the_target() {
    let mut engine = (entries()[2].make)(&Settings::default());
    assert!((0..3).all(|seed| play(&mut *engine, start(4, 4, 512, false), "300n", seed)));
}

#[test]
fn stopped_engines_answer() {
    let stop = StopFlag::default();
    stop.stop();
    let mut position = start(3, 3, 256, false);
    for token in ["@1,1", "@0,1"] {
        position.play(token.parse().unwrap()).unwrap();
    }
    for entry in entries() {
        let mut engine = (entry.make)(&Settings { memory: 2 << 20, ..Settings::default() });
        let chosen = engine.think(&position, &Limits::default(), &stop, &mut |_| {});
        assert!(chosen.is_some_and(|chosen| position.check(chosen).is_ok()), "{}", entry.name);
    }
}
