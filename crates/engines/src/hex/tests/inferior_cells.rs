//! Fill-in and vulnerable cells against exhaustive search.

use super::oracle::{Oracle, random_board};
use crate::hex::Board;
use crate::hex::inferior_cells::{is_dead, vulnerable};
use parlor_rules::SplitMix64;

#[test]
fn dead_cells_never_matter() {
    let mut oracle = Oracle::new(4);
    let mut rng = SplitMix64::new(1);
    let mut dead_cells = 0;
    for _ in 0..400 {
        let board = random_board(&oracle.geometry, &mut rng);
        for cell in board.empty(&oracle.geometry).iter().collect::<Vec<_>>() {
            if is_dead(&oracle.geometry, &board, cell) {
                dead_cells += 1;
                for next in 0..2 {
                    let winners = [0, 1].map(|color| {
                        let mut filled = board;
                        filled.place(&oracle.geometry, cell, color);
                        oracle.winner(filled.stones, next)
                    });
                    assert_eq!(winners[0], winners[1], "{cell} of {board:?}");
                }
            }
        }
    }
    assert!(dead_cells > 50, "{dead_cells}");
}

#[test]
fn fill_in_keeps_the_winner() {
    for side in [3, 4] {
        let mut oracle = Oracle::new(side);
        let mut rng = SplitMix64::new(2);
        let mut filled_cells = 0;
        for _ in 0..400 {
            let board = random_board(&oracle.geometry, &mut rng);
            let mut filled = board;
            filled.fill_in(&oracle.geometry, board.empty(&oracle.geometry));
            filled_cells +=
                (filled.stones[0] | filled.stones[1]).len() - (board.stones[0] | board.stones[1]).len();
            for next in 0..2 {
                assert_eq!(
                    oracle.winner(filled.stones, next),
                    oracle.winner(board.stones, next),
                    "{board:?}"
                );
            }
        }
        assert!(filled_cells > 300, "{filled_cells}");
    }
}

#[test]
fn captured_cells_are_as_good_as_stones() {
    let mut oracle = Oracle::new(4);
    let mut rng = SplitMix64::new(7);
    let mut captured_cells = 0;
    for turn in 0..400 {
        let board = random_board(&oracle.geometry, &mut rng);
        let player = turn % 2;
        for cell in board.empty(&oracle.geometry).iter() {
            let captured = board.captured_by(&oracle.geometry, cell, player);
            captured_cells += captured.len();
            let mut after = board;
            after.place(&oracle.geometry, cell, player);
            let mut filled = after.stones;
            filled[player] |= captured;
            for next in 0..2 {
                assert_eq!(
                    oracle.winner(filled, next),
                    oracle.winner(after.stones, next),
                    "{cell} on {board:?}"
                );
            }
        }
    }
    assert!(captured_cells > 300, "{captured_cells}");
}

#[test]
fn fill_in_by_moves_reaches_all() {
    let oracle = Oracle::new(4);
    let mut rng = SplitMix64::new(3);
    for _ in 0..400 {
        let mut board = Board::default();
        for turn in 0..8 {
            let empty: Vec<usize> = board.empty(&oracle.geometry).iter().collect();
            if empty.is_empty() {
                break;
            }
            board.play(&oracle.geometry, empty[rng.below(empty.len())], turn % 2);
            let mut again = board;
            again.fill_in(&oracle.geometry, board.empty(&oracle.geometry));
            assert_eq!(again, board);
        }
    }
}

#[test]
fn some_best_move_is_not_vulnerable() {
    let mut oracle = Oracle::new(4);
    let mut rng = SplitMix64::new(4);
    for _ in 0..400 {
        let board = random_board(&oracle.geometry, &mut rng);
        for next in 0..2 {
            if oracle.winner(board.stones, next) != next {
                continue;
            }
            let empty = board.empty(&oracle.geometry);
            let candidates = empty.without(vulnerable(&oracle.geometry, &board, next, empty).0);
            let wins = candidates.iter().any(|cell| {
                let mut after = board;
                after.place(&oracle.geometry, cell, next);
                oracle.winner(after.stones, 1 - next) == next
            });
            assert!(wins, "{next} on {board:?}");
        }
    }
}
