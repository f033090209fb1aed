//! The engines of hex: reports, limits, the swap decision, all sizes.

use parlor_engines::{EngineRegistry, Expectation, Limits, Report, Settings, StopFlag, ValueKind};
use parlor_rules::hex::{Move, Position};
use parlor_rules::{Outcome, Player, Position as _, SplitMix64, Turn};

fn after(side: i64, swap_rule: bool, moves: &str) -> Position {
    let mut position = Position::new(side, swap_rule).unwrap();
    for played in moves.split_whitespace() {
        position.play(played.parse().unwrap()).unwrap();
    }
    position
}

fn think(name: &str, position: &Position, nodes: u64, threads: usize) -> (Move, Report<Move>) {
    let settings = Settings { seed: 3, threads, score_all_moves: true, ..Settings::default() };
    let mut engine = (Position::engine(name).unwrap().make)(&settings);
    let limits = Limits { time: None, nodes: Some(nodes) };
    let mut reports: Vec<Report<Move>> = Vec::new();
    let chosen =
        engine.think(position, &limits, &StopFlag::default(), &mut |report| reports.push(report.clone()));
    let chosen = chosen.expect("somebody is to move");
    let mut legal: Vec<String> = position.moves().map(|played| played.to_string()).collect();
    legal.sort_unstable();
    for report in &reports {
        let mut told: Vec<String> = report.moves.iter().map(|(played, _)| played.to_string()).collect();
        told.sort_unstable();
        assert_eq!(told, legal);
        assert_eq!(report.line.first(), report.moves.first().map(|(played, _)| played));
        assert!(report.moves.iter().all(|(_, value)| (0.0..=1.0).contains(&value.score)));
        let mut line = position.clone();
        assert!(report.line.iter().all(|&played| line.play(played).is_ok()), "{:?}", report.line);
    }
    let last = reports.pop().unwrap();
    assert_eq!(last.line.first(), Some(&chosen));
    (chosen, last)
}

#[test]
fn strong_plays_on_every_side() {
    for side in [1, 2, 3, 5, 8, 9, 11, 12, 14, 15, 17, 26] {
        for swap_rule in [false, true] {
            let position = Position::new(side, swap_rule).unwrap();
            assert!(position.check(think("strong", &position, 40, 1).0).is_ok());
        }
    }
}

#[test]
fn whole_games_end() {
    let mut rng = SplitMix64::new(4);
    for (side, threads) in [(4, 1), (7, 2), (9, 1)] {
        let mut position = Position::new(side, true).unwrap();
        while let Turn::Player(player) = position.turn() {
            let played = match player {
                Player::One => think("strong", &position, 60, threads).0,
                Player::Two => position.sample(&mut rng).unwrap(),
            };
            position.play(played).unwrap();
        }
        if side > 4 {
            assert_eq!(position.turn(), Turn::Over(Outcome::Win(Player::One)), "{position:?}");
        }
    }
}

#[test]
fn same_seed_same_report() {
    let position = after(8, false, "C3 E4 D2");
    assert_eq!(think("strong", &position, 700, 1), think("strong", &position, 700, 1));
}

#[test]
fn strong_swaps_the_center_and_leaves_the_corner() {
    for (side, center, corner) in [(5, "C2", "A0"), (9, "E4", "A0"), (11, "F5", "K10")] {
        let (chosen, report) = think("strong", &after(side, true, center), 6_000, 1);
        assert_eq!(chosen, Move::Swap, "{center} on {side}");
        assert!(report.value.score > 0.5);
        let (chosen, report) = think("strong", &after(side, true, corner), 6_000, 1);
        assert_ne!(chosen, Move::Swap, "{corner} on {side}");
        let (_, swap) = report.moves.iter().find(|(played, _)| *played == Move::Swap).unwrap();
        assert!(swap.score < 0.5, "{swap:?}");
    }
}

#[test]
fn other_levels_swap_too() {
    for level in ["easy", "medium", "perfect"] {
        assert_eq!(think(level, &after(5, true, "C2"), 400, 1).0, Move::Swap, "{level}");
    }
}

#[test]
fn connections_are_proofs() {
    // O has bridges from border to border.
    let position = after(5, false, "A2 A0 B1 A1 D0 B0 E0");
    let (_, report) = think("strong", &position, 50, 1);
    assert_eq!((report.value.kind, report.value.outcome), (ValueKind::Exact, Expectation::Loss));
    let (chosen, report) = think("perfect", &after(3, false, ""), 50, 1);
    assert_eq!((report.value.kind, report.value.outcome), (ValueKind::Exact, Expectation::Win));
    assert!(["B0", "C0", "B1", "A2", "B2"].contains(&chosen.to_string().as_str()));
    let winning = report.moves.iter().filter(|(_, value)| value.outcome == Expectation::Win).count();
    assert_eq!(winning, 5, "every move has its value");
}

#[test]
fn perfect_wins_every_won_position() {
    let mut rng = SplitMix64::new(9);
    for _ in 0..10 {
        let mut position = Position::new(5, false).unwrap();
        while let Turn::Player(player) = position.turn() {
            let played = match player {
                Player::One => think("perfect", &position, 1, 1).0,
                Player::Two => position.sample(&mut rng).unwrap(),
            };
            position.play(played).unwrap();
        }
        assert_eq!(position.turn(), Turn::Over(Outcome::Win(Player::One)));
    }
}

#[test]
fn perfect_refuses_what_it_cannot_finish() {
    let perfect = Position::engine("perfect").unwrap();
    assert!((perfect.fits)(&Position::new(7, false).unwrap()).is_ok());
    assert!((perfect.fits)(&Position::new(8, false).unwrap()).is_err());
}

#[test]
fn stopped_engines_move() {
    let stop = StopFlag::default();
    stop.stop();
    for name in ["strong", "perfect"] {
        let mut engine = (Position::engine(name).unwrap().make)(&Settings::default());
        let position = Position::new(7, false).unwrap();
        assert!(engine.think(&position, &Limits::default(), &stop, &mut |_| {}).is_some());
    }
}
