//! What `strong` says is proven of moves, against exhaustive search.

use super::oracle::Oracle;
use crate::hex::{Board, Strong, WithSwap};
use crate::{Engine as _, Expectation, Limits, Report, Settings, StopFlag, Value, ValueKind};
use parlor_rules::hex::{Move, Position};
use parlor_rules::{Position as _, SplitMix64};

#[test]
fn proven_moves_match_exhaustive_search() {
    let mut rng = SplitMix64::new(12);
    let mut proven = [0, 0];
    for side in [3, 4] {
        let mut oracle = Oracle::new(side);
        for game in 0..60 {
            let mut position = Position::new(side as i64, false).unwrap();
            for _ in 0..game % 6 {
                let moves: Vec<Move> = position.moves().collect();
                position.play(moves[rng.below(moves.len())]).unwrap();
            }
            let Some(next) = position.turn().player() else { continue };
            let next = next.index();
            let settings = Settings { score_all_moves: true, ..Settings::default() };
            let mut report = None;
            let limits = Limits { nodes: Some(30), time: None };
            Strong::new(&settings)
                .think(&position, &limits, &StopFlag::default(), &mut |found| report = Some(found.clone()));
            let board = Board::<1>::from_position(&oracle.geometry, &position);
            for (played, value) in report.unwrap().moves {
                let (Move::Place(cell), ValueKind::Exact) = (played, value.kind) else { continue };
                let mut stones = board.stones;
                stones[next].insert(cell.row * side + cell.column);
                let is_win = oracle.winner(stones, 1 - next) == next;
                assert_eq!(value.outcome == Expectation::Win, is_win, "{played} in {position:?}");
                proven[usize::from(is_win)] += 1;
            }
        }
    }
    assert!(proven[0] > 100 && proven[1] > 30, "{proven:?}");
}

#[test]
fn moves_are_listed_by_their_values() {
    // Five cells touch every threat of the opponent. G0 is no better than others, but it is not lost either.
    let mut position = Position::new(7, false).unwrap();
    for text in ["D1", "D3", "E2"] {
        position.play(text.parse().unwrap()).unwrap();
    }
    let report = analyzed(&position);
    let is_lost = |value: &Value| value.outcome == Expectation::Loss;
    for pair in report.moves[1..].windows(2) {
        let [(one, first), (two, second)] = pair else { continue };
        assert!(is_lost(first) <= is_lost(second), "{one} {two}");
        assert!(is_lost(second) || first.score >= second.score, "{one} {two}");
    }
    let inferior = report.moves.iter().find(|(played, _)| played.to_string() == "G0").unwrap();
    assert!(inferior.1.kind == ValueKind::Estimate && inferior.1.score > 0.0, "{:?}", inferior.1);
    // The swap has its place among the others.
    let mut position = Position::new(11, true).unwrap();
    position.play("A0".parse().unwrap()).unwrap();
    let report = analyzed(&position);
    let place = report.moves.iter().position(|(played, _)| *played == Move::Swap).unwrap();
    let score = |index: usize| report.moves[index].1.score;
    assert!(place > 0 && score(place - 1) >= score(place));
    assert!(place + 1 == report.moves.len() || score(place + 1) <= score(place));
}

fn analyzed(position: &Position) -> Report<Move> {
    let settings = Settings { score_all_moves: true, ..Settings::default() };
    let limits = Limits { nodes: Some(400), time: None };
    let mut report = None;
    WithSwap::new(&settings, Strong::new(&settings)).think(
        position,
        &limits,
        &StopFlag::default(),
        &mut |found| report = Some(found.clone()),
    );
    report.unwrap()
}
