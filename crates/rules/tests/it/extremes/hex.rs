//! Hex.

use super::{INDICES, SIDES, bad_setups, cells, refused};
use parlor_rules::hex::{BitBoard, Board, Move, Position, column_letter, playouts};
use parlor_rules::{Cell, IllegalMove, Player};

#[test]
fn boards() {
    for side in SIDES {
        let board = Board::new(side);
        assert_eq!(board.is_ok(), (1..=26).contains(&side));
        assert_eq!(Position::new(side, true).is_ok(), board.is_ok());
        let Ok(mut board) = board else { continue };
        assert_eq!(board.to_string().lines().count(), board.side() + 1);
        for cell in cells() {
            let inside = board.contains(cell);
            assert_eq!((board.stone(cell), board.remove(cell)), (None, None));
            assert!(inside || board.neighbors(cell).next().is_none());
            for player in Player::BOTH {
                assert!(inside || board.borders(cell, player) == [false; 2]);
            }
            assert!(board.reachable(cell).is_empty());
            let before = board.clone();
            match board.place(cell, Player::Two) {
                Ok(()) => assert_eq!((inside, board.remove(cell)), (true, Some(Player::Two))),
                Err(why) => assert_eq!((inside, why), (false, IllegalMove::NoSuchCell)),
            }
            assert_eq!(board, before);
        }
        assert_eq!((board.winner(), board.winning_chain(), board.winning_path()), (None, vec![], vec![]));
        for cell in board.cells() {
            board.place(cell, Player::One).unwrap();
        }
        assert_eq!((board.winner(), board.winning_path().len()), (Some(Player::One), board.side()));
        assert_eq!(board.reachable(Cell::new(0, 0)).concat().len(), board.side() * board.side());
        assert_eq!(board.place(Cell::new(0, 0), Player::One), Err(IllegalMove::CellTaken));
    }
    assert_eq!(INDICES.map(column_letter).map(|letter| letter == '?'), INDICES.map(|column| column >= 26));
}

#[test]
fn positions() {
    for swap_rule in [false, true] {
        let mut position = Position::new(11, swap_rule).unwrap();
        for cell in cells().filter(|&cell| cell.row.max(cell.column) > 10) {
            assert_eq!(refused(&mut position, Move::Place(cell)), IllegalMove::NoSuchCell);
            let _ = Move::Place(cell).to_string();
        }
        assert_eq!(refused(&mut position, Move::Swap), IllegalMove::NoSwapNow);
        bad_setups(&position);
    }
}

#[test]
fn bitboards() {
    for side in INDICES {
        assert_eq!(BitBoard::new(side).is_some(), (1..=11).contains(&side));
        assert_eq!(playouts(side, 1, u64::MAX).games, u64::from((1..=26).contains(&side)));
        assert_eq!(playouts(side, 0, 0).games, 0);
    }
    for side in [1, 5, 11] {
        let mut board = BitBoard::new(side).unwrap();
        for index in INDICES.into_iter().chain([120, 121, 126, 127, 128]) {
            let inside = index < side * side;
            assert_eq!(board.cell(index).is_some(), inside);
            assert_eq!(board.cell(index).and_then(|cell| board.index(cell)), inside.then_some(index));
            assert!(inside || board.neighbors(index) == 0);
            let before = board;
            assert_eq!(board.place(index, Player::One).is_ok(), inside);
            assert_eq!(board == before, !inside);
            assert!(board.place(index, Player::Two).is_err(), "taken, or not there");
        }
        assert!(
            cells().filter(|cell| cell.row.max(cell.column) >= side).all(|cell| board.index(cell).is_none())
        );
    }
}
