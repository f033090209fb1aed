//! The behavior of the search toward its caller: reports, determinism, stopping.

use super::thought;
use parlor_engines::search::{HexRollout, LineRollout, Mcts, RandomRollout, Rollout};
use parlor_engines::{Engine, EngineRegistry, Limits, Report, Settings, StopFlag, ValueKind};
use parlor_rules::{Position, Size, SplitMix64, drop, hex, tiles};

fn nodes(nodes: u64) -> Limits {
    Limits { time: None, nodes: Some(nodes) }
}

/// Returns a position of 1024 with the player to move.
fn panel() -> tiles::Position {
    let mut position = tiles::Position::default();
    let mut rng = SplitMix64::new(3);
    for _ in 0..40 {
        let played = position.sample(&mut rng).expect("a game of 1024 takes longer");
        position.play_unchecked(played);
    }
    position
}

/// Checks that every report has each legal move once, with a value from 0 to 1, and the best first and in the
/// line.
fn check_reports<P: Position>(position: &P, rollout: impl Rollout<P>) {
    let mut reports: Vec<Report<P::Move>> = Vec::new();
    let mut engine = Mcts::new(&Settings::seeded(2), rollout);
    let chosen = engine.think(position, &nodes(900), &StopFlag::default(), &mut |report| {
        reports.push(report.clone());
    });
    assert!(reports.len() > 1 && reports.is_sorted_by_key(|report| report.nodes));
    for report in &reports {
        let mut told: Vec<String> = report.moves.iter().map(|(played, _)| played.to_string()).collect();
        let mut legal: Vec<String> = position.moves().map(|played| played.to_string()).collect();
        told.sort_unstable();
        legal.sort_unstable();
        assert_eq!(told, legal);
        assert!(report.moves.iter().all(|(_, value)| (0.0..=1.0).contains(&value.score)), "{report:?}");
        assert_eq!(report.line.first(), report.moves.first().map(|(played, _)| played));
        let mut position = position.clone();
        assert!(report.line.iter().all(|&played| position.play(played).is_ok()), "{:?}", report.line);
    }
    assert_eq!(chosen, reports.last().and_then(|report| report.line.first().copied()));
    assert_eq!(reports.last().map(|report| report.nodes), Some(900));
}

#[test]
fn reports_list_the_legal_moves() {
    check_reports(&drop::shapes::Position::default(), LineRollout);
    check_reports(&drop::classic::Position::default(), RandomRollout::default());
    check_reports(&drop::growing::Position::default(), RandomRollout { max_plies: 30, max_win_checks: 16 });
    check_reports(&drop::super_::Position::default(), RandomRollout { max_plies: 24, max_win_checks: 0 });
    check_reports(&hex::Position::new(5, true).unwrap(), HexRollout::default());
    check_reports(&hex::Position::new(13, false).unwrap(), HexRollout::default());
    // A position in which chance is to move is a leaf.
    check_reports(&panel(), RandomRollout::default());
}

#[test]
fn same_seed_same_report() {
    let position = hex::Position::new(6, false).unwrap();
    let said = |seed| thought(&position, HexRollout::default(), seed, 700);
    assert_eq!(said(5), said(5));
    assert_ne!(said(5).0, said(6).0);
    let said = |seed| thought(&panel(), RandomRollout::default(), seed, 700);
    assert_eq!(said(5), said(5));
}

/// Plays whole games with the tree kept from move to move.
#[test]
fn same_seed_same_game() {
    let game = || {
        let mut position = drop::classic::Position::default();
        let mut engine = Mcts::new(&Settings::seeded(8), LineRollout);
        let mut moves = Vec::new();
        while let Some(played) = engine.think(&position, &nodes(200), &StopFlag::default(), &mut |_| {}) {
            position.play(played).unwrap();
            moves.push(played);
        }
        moves
    };
    assert_eq!(game(), game());
}

#[test]
fn stop_flag() {
    let position = drop::classic::Position::default();
    let stop = StopFlag::default();
    stop.stop();
    let mut engine = Mcts::new(&Settings::default(), LineRollout);
    let mut reports = 0;
    let chosen = engine.think(&position, &Limits::default(), &stop, &mut |_| reports += 1);
    assert!(chosen.is_some_and(|chosen| position.check(chosen).is_ok()));
    assert_eq!(reports, 1);

    let stop = StopFlag::default();
    let mut counts = Vec::new();
    engine.think(&position, &nodes(1_000_000_000), &stop, &mut |report| {
        counts.push(report.nodes);
        stop.stop();
    });
    assert!(counts.len() == 2 && counts[1] - counts[0] <= 8, "{counts:?}");
}

#[test]
fn only_move() {
    let mut position = drop::classic::Position::sized(Size::new(4, 4)).unwrap();
    for column in "0 2 1 3 2 0 3 1 0 2 1 3 2 0 3".split(' ') {
        position.play(column.parse().unwrap()).unwrap();
    }
    let (report, chosen) = thought(&position, LineRollout, 1, 1_000_000_000_000);
    assert_eq!((chosen.to_string(), report.moves.len()), ("1".to_string(), 1));
    assert_eq!((report.value.kind, report.value.plies), (ValueKind::Exact, Some(1)));
}

#[test]
fn finished_game() {
    let mut engine = Mcts::new(&Settings::default(), RandomRollout::default());
    let start = tiles::Position::default();
    assert_eq!(engine.think(&start, &nodes(10), &StopFlag::default(), &mut |_| {}), None);
}

#[test]
fn engine_is_reusable() {
    let mut engine = Mcts::new(&Settings::default(), HexRollout::default());
    for side in [5, 3, 14, 11, 2, 1] {
        let mut position = hex::Position::new(side, true).unwrap();
        for _ in 0..4 {
            let Some(played) = engine.think(&position, &nodes(30), &StopFlag::default(), &mut |_| {}) else {
                break;
            };
            position.play(played).unwrap();
        }
    }
}

/// Every game has its levels, and those with a playout limit end by themselves.
#[test]
fn levels_of_every_game() {
    fn levels<P: EngineRegistry>(position: &P) {
        let names: Vec<_> = P::engines().iter().map(|entry| entry.name).collect();
        assert!(["random", "easy", "medium", "strong"].iter().all(|name| names.contains(name)), "{names:?}");
        for entry in P::engines().into_iter().filter(|entry| (entry.fits)(position).is_ok()) {
            let mut engine = (entry.make)(&Settings::seeded(1));
            let chosen = engine.think(position, &nodes(50), &StopFlag::default(), &mut |_| {});
            assert!(chosen.is_some_and(|chosen| position.check(chosen).is_ok()), "{}", entry.name);
        }
    }
    levels(&drop::shapes::Position::default());
    levels(&drop::growing::Position::default());
    levels(&drop::classic::Position::default());
    levels(&drop::super_::Position::default());
    levels(&hex::Position::default());
    levels(&panel());
}

/// A move that was tried once has an estimate near the average, so that the best one also has the best number.
#[test]
fn rarely_visited_moves_have_no_extreme_values() {
    let position = hex::Position::default();
    for seed in 0..4 {
        let (report, _) = thought(&position, HexRollout::default(), seed, 3_000);
        let estimates = report.moves.iter().filter(|(_, value)| value.kind == ValueKind::Estimate);
        let scores: Vec<f64> = estimates.map(|(_, value)| value.score).collect();
        assert!(scores.len() > 100 && scores.iter().all(|score| (0.3..0.7).contains(score)), "{scores:?}");
    }
}
