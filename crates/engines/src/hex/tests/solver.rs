//! The solver against exhaustive search and against the known winning openings.

use super::oracle::{Oracle, random_board};
use crate::StopFlag;
use crate::hex::{Board, Dfpn, Solver};
use parlor_rules::hex::{Move, Position};
use parlor_rules::{Cell, Player, Position as _, SplitMix64};

#[test]
fn random_boards_match_exhaustive_search() {
    for side in [2, 3, 4] {
        let mut oracle = Oracle::new(side);
        let mut solver = Dfpn::<1>::new(side, 16 << 20);
        let mut rng = SplitMix64::new(5);
        for _ in 0..400 {
            let board = random_board(&oracle.geometry, &mut rng);
            for next in 0..2 {
                let proof = solver.solve(&board, next, u64::MAX, &StopFlag::default()).unwrap();
                assert_eq!(proof.is_win, oracle.winner(board.stones, next) == next, "{next} on {board:?}");
                let mut after = board;
                after.place(&oracle.geometry, proof.best.unwrap(), next);
                assert_eq!(
                    oracle.winner(after.stones, 1 - next) == next,
                    proof.is_win,
                    "{proof:?} on {board:?}"
                );
            }
        }
    }
}

#[test]
fn larger_boards_match_exhaustive_search() {
    let mut oracle = Oracle::new(5);
    let mut solver = Dfpn::<1>::new(5, 16 << 20);
    let mut rng = SplitMix64::new(9);
    for turn in 0..120 {
        let board = random_board(&oracle.geometry, &mut rng);
        if board.empty(&oracle.geometry).len() > 11 {
            continue;
        }
        let next = turn % 2;
        let proof = solver.solve(&board, next, u64::MAX, &StopFlag::default()).unwrap();
        let winner = oracle.winner(board.stones, next);
        assert_eq!(proof.is_win, winner == next, "{next} on {board:?}");
        let mut stones = board.stones;
        stones[1 - winner] |= board.empty(&oracle.geometry).without(proof.needed);
        assert_eq!(oracle.winner(stones, next), winner, "{proof:?}, {next} to move on {board:?}");
    }
}

#[test]
fn what_a_winner_needs_is_enough() {
    for side in [3, 4] {
        let mut oracle = Oracle::new(side);
        let mut solver = Dfpn::<1>::new(side, 16 << 20);
        let mut rng = SplitMix64::new(8);
        let mut spared = 0;
        for _ in 0..600 {
            let board = random_board(&oracle.geometry, &mut rng);
            for next in 0..2 {
                let proof = solver.solve(&board, next, u64::MAX, &StopFlag::default()).unwrap();
                let winner = if proof.is_win { next } else { 1 - next };
                let others = board.empty(&oracle.geometry).without(proof.needed);
                let mut stones = board.stones;
                stones[1 - winner] |= others;
                spared += others.len();
                assert_eq!(oracle.winner(stones, next), winner, "{proof:?}, {next} to move on {board:?}");
            }
        }
        assert!(spared > 600, "{spared} cells");
    }
}

#[test]
fn sets_of_any_width_agree() {
    let mut rng = SplitMix64::new(6);
    let mut oracle = Oracle::new(5);
    let mut one = Dfpn::<1>::new(5, 16 << 20);
    let mut two = Dfpn::<2>::new(5, 16 << 20);
    let mut eleven = Dfpn::<11>::new(5, 16 << 20);
    for _ in 0..20 {
        let board = random_board(&oracle.geometry, &mut rng);
        let stones = board.stones.map(|set| set.iter().collect::<Vec<_>>());
        let expected = oracle.winner(board.stones, 0) == 0;
        let stop = StopFlag::default();
        assert_eq!(one.solve(&board, 0, u64::MAX, &stop).unwrap().is_win, expected);
        let mut wide = Board::<2>::default();
        let mut widest = Board::<11>::default();
        for (player, cells) in stones.iter().enumerate() {
            for &cell in cells {
                wide.place(two.geometry(), cell, player);
                widest.place(eleven.geometry(), cell, player);
            }
        }
        assert_eq!(two.solve(&wide, 0, u64::MAX, &stop).unwrap().is_win, expected);
        assert_eq!(eleven.solve(&widest, 0, u64::MAX, &stop).unwrap().is_win, expected);
    }
}

/// The openings that win for O, a sign for each cell.
fn openings(side: i64) -> String {
    let mut solver = Solver::new(side as usize, 64 << 20);
    let mut signs = String::new();
    for row in 0..side as usize {
        for column in 0..side as usize {
            let mut position = Position::new(side, false).unwrap();
            position.play(Move::Place(Cell::new(row, column))).unwrap();
            let solved = solver.solve(&position, u64::MAX, &StopFlag::default()).unwrap();
            signs.push(if solved.winner == Player::One { 'O' } else { '.' });
        }
        signs.push(' ');
    }
    signs
}

#[test]
fn winning_openings_are_the_known_ones() {
    assert_eq!(openings(1), "O ");
    assert_eq!(openings(2), ".O O. ");
    assert_eq!(openings(3), ".OO .O. OO. ");
    assert_eq!(openings(4), "...O ..O. .O.. O... ");
    assert_eq!(openings(5), "...OO .OOO. .OOO. .OOO. OO... ");
}

#[test]
fn swap_rule() {
    let mut solver = Solver::new(3, 1 << 20);
    let stop = StopFlag::default();
    let mut position = Position::new(3, true).unwrap();
    assert_eq!(solver.solve(&position, u64::MAX, &stop).unwrap().winner, Player::Two);
    position.play("B1".parse().unwrap()).unwrap();
    let solved = solver.solve(&position, u64::MAX, &stop).unwrap();
    assert_eq!((solved.winner, solved.best), (Player::Two, Some(Move::Swap)));
    let mut weak = Position::new(3, true).unwrap();
    weak.play("A0".parse().unwrap()).unwrap();
    let solved = solver.solve(&weak, u64::MAX, &stop).unwrap();
    assert_eq!(solved.winner, Player::Two);
    assert_ne!(solved.best, Some(Move::Swap));
}

#[test]
fn limits_and_stop() {
    let mut solver = Solver::new(8, 1 << 20);
    let position = Position::new(8, false).unwrap();
    assert_eq!(solver.solve(&position, 5, &StopFlag::default()), None);
    let stop = StopFlag::default();
    stop.stop();
    assert_eq!(solver.solve(&position, u64::MAX, &stop), None);
}
