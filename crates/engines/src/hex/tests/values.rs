//! What `strong` says is proven of moves, against exhaustive search.

use super::oracle::Oracle;
use crate::hex::{Board, Strong};
use crate::{Engine as _, Expectation, Limits, Settings, StopFlag, ValueKind};
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
