//! Compares what the search proves with a full search.

use super::{after, thought};
use parlor_engines::search::{HexRollout, LineRollout, RandomRollout, Rollout, outcome_value};
use parlor_engines::{Expectation, ValueKind};
use parlor_rules::{Player, Position, Size, SplitMix64, Turn, drop, hex};

/// Returns the exact value of a position for player one, by minimax.
fn exact<P: Position>(position: &mut P) -> f64 {
    let turn = position.turn();
    if let Turn::Over(outcome) = turn {
        return outcome_value(outcome);
    }
    let moves: Vec<P::Move> = position.moves().collect();
    let mut worths = Vec::new();
    for played in moves {
        let did = position.play_unchecked(played);
        let value = exact(position);
        position.undo(played, did);
        worths.push(value);
        let decided = (turn == Turn::Player(Player::One) && value == 1.0)
            || (turn == Turn::Player(Player::Two) && value == 0.0);
        if decided {
            break;
        }
    }
    match turn {
        Turn::Player(Player::Two) => worths.into_iter().fold(1.0, f64::min),
        _ => worths.into_iter().fold(0.0, f64::max),
    }
}

/// Checks that everything reported as proven is true, and that the position itself is proven.
fn check_proof<P: Position>(position: &P, rollout: impl Rollout<P>, nodes: u64) {
    let player = position.turn().player().expect("somebody is to move");
    let for_mover = |exact_value: f64| if player == Player::One { exact_value } else { 1.0 - exact_value };
    let (report, chosen) = thought(position, rollout, 1, nodes);
    assert_eq!(report.value.kind, ValueKind::Exact, "not proven: {report:?} {:?}", position.setup());
    let near = |one: f64, other: f64| (one - other).abs() < 1e-5;
    assert!(near(report.value.score, for_mover(exact(&mut position.clone()))), "{report:?}");
    for (played, value) in &report.moves {
        let mut next = position.clone();
        next.play(*played).expect("only legal moves are told");
        let exact_value = for_mover(exact(&mut next));
        assert!(
            value.kind != ValueKind::Exact || near(value.score, exact_value),
            "{played}: {value:?}, not {exact_value}"
        );
        assert!(*played != chosen || near(exact_value, report.value.score), "{chosen} is not best");
    }
}

/// Returns random positions after this many plies.
fn positions<P: Position>(start: &P, plies: usize, count: u64) -> impl Iterator<Item = P> {
    let position = move |seed| {
        let mut rng = SplitMix64::new(seed);
        let mut position = start.clone();
        for _ in 0..plies {
            let played = position.sample(&mut rng)?;
            position.play_unchecked(played);
        }
        position.turn().player().map(|_| position)
    };
    (0..count).filter_map(position)
}

#[test]
fn classic_near_its_end() {
    let start = drop::classic::Position::sized(Size::new(4, 4)).unwrap();
    let mut told = 0;
    for position in positions(&start, 8, 30).chain(positions(&start, 7, 10)) {
        check_proof(&position, LineRollout, 50_000);
        check_proof(&position, RandomRollout::default(), 50_000);
        told += 1;
    }
    assert!(told > 20);
}

#[test]
fn super_near_its_end() {
    let start = drop::super_::Position::sized(Size::new(4, 4)).unwrap();
    for position in positions(&start, 13, 40).filter(|position| position.scores() == [0, 0]).take(5) {
        // Vanishing lines make room again, so most games have no end in sight. Only proven values are
        // compared.
        let (report, _) = thought(&position, RandomRollout { max_plies: 40, max_win_checks: 0 }, 1, 2_000);
        let exact = report.moves.iter().filter(|(_, value)| value.kind == ValueKind::Exact);
        assert!(exact.clone().all(|(_, value)| [0.0, 0.5, 1.0].contains(&value.score)), "{report:?}");
    }
}

#[test]
fn hex_3x3() {
    let start = hex::Position::new(3, false).unwrap();
    check_proof(&start, HexRollout::default(), 50_000);
    check_proof(&start, RandomRollout::default(), 50_000);
    for first in ["A0", "B1", "C0"] {
        check_proof(&after(start.clone(), first), HexRollout::default(), 50_000);
    }
}

#[test]
fn swap_rule_wins_for_the_second_player() {
    let start = hex::Position::new(2, true).unwrap();
    let (report, _) = thought(&start, HexRollout::default(), 1, 20_000);
    assert_eq!((report.value.kind, report.value.outcome), (ValueKind::Exact, Expectation::Loss));
}

#[test]
fn growing_short_wins() {
    let mut told = 0;
    for position in positions(&drop::growing::Position::default(), 9, 100) {
        let mut copy = position.clone();
        if wins_within(&mut copy, 3) {
            told += 1;
            let (report, _) =
                thought(&position, RandomRollout { max_plies: 30, max_win_checks: 16 }, 1, 20_000);
            assert_eq!((report.value.kind, report.value.outcome), (ValueKind::Exact, Expectation::Win));
        }
    }
    assert!(told > 4, "{told}");
}

/// Returns whether the player to move can force a win in this many plies.
fn wins_within<P: Position>(position: &mut P, plies: usize) -> bool {
    let Some(player) = position.turn().player() else { return false };
    let moves: Vec<P::Move> = position.moves().collect();
    plies > 0
        && moves.into_iter().any(|played| {
            let did = position.play_unchecked(played);
            let wins = match position.turn() {
                Turn::Over(outcome) => outcome.winner() == Some(player),
                _ => loses_within(position, plies - 1),
            };
            position.undo(played, did);
            wins
        })
}

fn loses_within<P: Position>(position: &mut P, plies: usize) -> bool {
    let moves: Vec<P::Move> = position.moves().collect();
    plies > 0
        && moves.into_iter().all(|played| {
            let did = position.play_unchecked(played);
            let loses = !position.turn().is_over() && wins_within(position, plies - 1);
            position.undo(played, did);
            loses
        })
}
