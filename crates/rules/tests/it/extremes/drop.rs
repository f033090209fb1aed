//! Shapes, growing, classic and super.

use super::{INDICES, SIDES, bad_setups, refused, sides};
use parlor_rules::drop::bits::{BitBoard, Dimensions, Word};
use parlor_rules::drop::lines::{Direction, line_through, lines, made_by_one_disc, run_through};
use parlor_rules::drop::super_bits::SuperBitBoard;
use parlor_rules::drop::{
    Board, Column, Disc, DropPosition, Place, Rule, classic, classic_playouts, growing, growing_playouts,
    shapes, shapes_playouts, super_, super_playouts,
};
use parlor_rules::{BadSize, IllegalMove, Player, Position, Size};

/// The questions of every board, at every index.
fn ask<D: Disc>(board: &Board<D>, disc: D) {
    let (columns, rows) = (board.columns(), board.capacity());
    for index in INDICES {
        assert!(board.height(index) <= rows);
        assert_eq!(board.column(index).len(), board.height(index));
        assert_eq!(board.top(index).is_some(), board.height(index) > 0);
        assert_eq!(board.check_room(index).is_ok(), board.open_columns().any(|open| open == index));
        for level in INDICES {
            let place = Place { column: index, level };
            assert_eq!(board.at(index, level).is_some(), level < board.height(index));
            for direction in Direction::ALL {
                let run = run_through(board, place, direction);
                assert_eq!(run.is_some(), board.at(index, level).is_some());
                assert!(
                    run.is_none_or(
                        |run| run.places().count() == run.length && run.length <= rows.max(columns)
                    )
                );
            }
            assert!(line_through(board, place, &Direction::ALL).is_none_or(|run| run.is_line()));
            assert!(line_through(board, place, &[]).is_none());
        }
    }
    assert_eq!((lines(board, &[]).count(), made_by_one_disc(board, &[], None)), (0, true));
    assert!(board.tallest() <= rows && board.discs() <= rows * columns);
    let mut filled = board.clone();
    for column in (0..columns).chain(INDICES) {
        for _ in 0..rows + 2 {
            let (height, room) = (filled.height(column), filled.check_room(column));
            assert_eq!(filled.push(column, disc), room.map(|()| height));
            assert_eq!(filled.height(column), height + usize::from(room.is_ok()));
        }
    }
    assert!(filled.is_full() && filled.discs() == rows * columns);
    for column in INDICES {
        assert_eq!(filled.pop(column).is_some(), column < columns);
    }
    filled.clear();
    assert_eq!((filled.discs(), filled.tallest(), filled.pop(0)), (0, 0, None));
}

fn ask_position<R: Rule>(mut position: DropPosition<R>) {
    let columns = position.columns();
    for column in INDICES.into_iter().filter(|&column| column >= columns) {
        assert_eq!(refused(&mut position, Column(column)), IllegalMove::NoSuchColumn(column));
    }
    for _ in 0..position.rows() {
        assert!(position.play(Column(0)).is_ok() || position.turn().is_over());
    }
    if !position.turn().is_over() && position.board().height(0) == position.rows() {
        assert_eq!(refused(&mut position, Column(0)), IllegalMove::ColumnFull(0));
    }
    position.restart();
    assert_eq!((position.board().discs(), position.line(), position.scores()), (0, vec![], [0, 0]));
}

#[test]
fn shapes_boards() {
    for (bins, capacity) in sides() {
        match shapes::Board::new(bins, capacity) {
            Ok(board) => {
                assert_eq!(
                    (board.bins(), board.capacity()),
                    (bins.max(5) as usize, capacity.max(4) as usize)
                );
                assert_eq!(board.display(false).lines().count(), 2 * board.capacity() + 2);
                assert_eq!(shapes::Board::sized(Size::new(capacity, bins)), Ok(board));
            }
            Err(why) => {
                assert!(bins > 64 || capacity > 64);
                assert!(matches!(why, BadSize::TooLarge { most: 64, .. }));
            }
        }
        assert_eq!(
            shapes::Position::sized(Size::new(capacity, bins)).map(|position| position.board().clone()),
            shapes::Board::new(bins, capacity)
        );
    }
    for capacity in SIDES {
        assert_eq!(shapes::Board::from_bins(&[], capacity).is_ok(), capacity <= 64);
        assert!(shapes::Board::from_bins(&[&[0; 65]], capacity).is_err());
        assert!(shapes::Board::from_bins(&[&[u8::MAX]], capacity).is_err());
        assert!(shapes::Board::from_bins(&[&[][..]; 65], capacity).is_err());
    }
}

#[test]
fn shapes_questions() {
    for (bins, capacity) in [(5, 4), (64, 64)] {
        let mut board = shapes::Board::new(bins, capacity).unwrap();
        let shape = shapes::Shape::from_value(0).unwrap();
        ask(&board, shape);
        for bin in INDICES {
            let before = board.clone();
            assert_eq!(board.value(bin, usize::MAX), None);
            assert_eq!(board.values(bin).len(), 0);
            assert_eq!(
                [board.horizontal(bin), board.vertical(bin), board.diagonal(bin), board.win(bin)],
                [None; 4]
            );
            assert_eq!(board, before);
            assert_eq!(board.add(bin, Player::One).is_ok(), bin < board.bins());
            assert_eq!(board.height(bin), usize::from(bin < board.bins()));
            board.clear();
        }
        for bin in 0..board.bins() {
            while board.add(bin, Player::Two).is_ok() {}
        }
        for bin in INDICES {
            let exists = bin < board.bins();
            assert_eq!(board.win(bin), exists.then_some(Player::Two), "a board full of blue");
            assert_eq!(board.diagonal(bin).is_some(), exists, "the top row has diagonals to both sides");
        }
        ask(&board, shape);
    }
    assert_eq!([4, u8::MAX].map(shapes::Shape::from_value), [None; 2]);
    ask_position(shapes::Position::default());
    ask_position(shapes::Position::sized(Size::new(64, 64)).unwrap());
    bad_setups(&shapes::Position::default());
}

#[test]
fn grids_and_games() {
    for (rows, columns) in sides() {
        match classic::Grid::new(rows, columns) {
            Ok(mut grid) => {
                assert_eq!((grid.rows(), grid.columns()), (rows.max(4) as usize, columns.max(4) as usize));
                assert_eq!(grid.to_string().lines().count(), grid.rows() + 1);
                for row in INDICES {
                    assert!(INDICES.iter().all(|&column| grid.disc(row, column).is_none()));
                }
                for column in INDICES {
                    assert_eq!(grid.insert(column, Player::One), column < grid.columns());
                }
                grid.reset();
                assert_eq!(Ok(grid), classic::Grid::sized(Size::new(rows, columns)));
            }
            Err(why) => assert!(matches!(why, BadSize::TooLarge { most: 64, .. }) && rows.max(columns) > 64),
        }
        let size = Size::new(rows, columns);
        assert_eq!(classic::Position::sized(size).is_ok(), super_::Position::sized(size).is_ok());
    }
    ask(&classic::Grid::new(4, 64).unwrap(), Player::One);
    ask(&classic::Grid::new(64, 4).unwrap(), Player::Two);
    ask_position(classic::Position::default());
    ask_position(super_::Position::default());
    bad_setups(&classic::Position::default());
    bad_setups(&super_::Position::default());
    let games: [Box<dyn classic::ConnectFour>; 2] =
        [Box::new(classic::Game::new()), Box::new(super_::Game::default())];
    for mut game in games {
        assert!(INDICES.iter().all(|&column| !game.play_turn(column)), "nobody sits there");
        assert!(game.set_grid(classic::Grid::default()));
        for player in Player::BOTH {
            assert_eq!(game.set_player(player, classic::Player::new("")), None);
        }
        for column in INDICES {
            assert_eq!(game.play_turn(column), column < 7, "{column}");
        }
        game.restart();
    }
}

#[test]
fn positions_on_full_grids() {
    let mut full = classic::Grid::default();
    for column in 0..7 {
        while full.insert(column, Player::One) {}
    }
    assert!(classic::Position::from_board(full.clone()).turn().is_over());
    assert!(super_::Position::from_board(full.clone()).turn().is_over());
    assert!(
        !classic::Game::new().set_grid(full.clone()) && !super_::Game::new().set_grid(full),
        "it has lines"
    );
}

#[test]
fn bitboards() {
    fn of<W: Word>() {
        for rows in INDICES {
            for columns in INDICES {
                let fits = Dimensions::<W>::fitting(rows, columns);
                assert_eq!(BitBoard::<W>::new(rows, columns).is_some(), fits.is_some());
                assert_eq!(SuperBitBoard::<W>::new(rows, columns).is_some(), fits.is_some());
                assert!(fits.is_none() || (1..=64).contains(&rows) && (1..=64).contains(&columns));
            }
        }
        for (rows, columns) in [(1, 1), (6, 7), (15, 4), (19, 3), (1, 32)] {
            let mut board = BitBoard::<W>::new(rows, columns).unwrap();
            let mut scoring = SuperBitBoard::<W>::new(rows, columns).unwrap();
            let dimensions = board.dimensions();
            for column in INDICES.map(|index| index as u32) {
                let exists = (column as usize) < columns;
                assert_eq!((board.has_room(column), scoring.has_room(column)), (exists, exists));
                assert_eq!(dimensions.bottom(column) != W::ZERO, exists);
                assert_eq!(dimensions.column(column) != W::ZERO, exists);
            }
            assert!(!board.last_mover_has_won());
            for column in (0..columns as u32).chain([u32::MAX]) {
                for _ in 0..rows + 2 {
                    assert_eq!(board.has_room(column), board.play(column).is_ok());
                    assert_eq!(scoring.has_room(column), scoring.play(column).is_ok());
                }
            }
            assert!(board.is_full());
            assert_eq!(dimensions.in_lines(W::ZERO), W::ZERO);
            assert!(!dimensions.has_line(W::ZERO));
            let _ = (dimensions.has_line(!W::ZERO), dimensions.in_lines(!W::ZERO), scoring.is_full());
            let _ = (scoring.next(), scoring.scores(), scoring.discs(Player::One), board.discs(Player::Two));
        }
    }
    of::<u64>();
    of::<u128>();
    assert_eq!(BitBoard::<u64>::from_position(&classic::Position::sized(Size::new(64, 64)).unwrap()), None);
    assert_eq!([0u64.highest(), u64::MAX.highest()], [0, 63]);
    assert_eq!([0u128.highest(), u128::MAX.highest()], [0, 127]);
    assert_eq!([0u128.fold(), u64::MAX.fold()], [0, u64::MAX]);
}

#[test]
fn growing_boards() {
    let mut board = growing::Board::new(growing::Tokens::default());
    for index in INDICES {
        assert_eq!(board.tokens_in_row(index), (index < 5).then_some(0));
        assert_eq!(board.tokens_in_column(index), (index < 4).then_some(0));
        assert!(INDICES.iter().all(|&column| board.token(index, column).is_none()));
        assert_eq!(board.check(index).is_ok(), index <= 9_999);
    }
    for column in INDICES {
        let before = board.clone();
        match board.place(column, Player::One).map(str::to_string) {
            Ok(answer) => assert_eq!((answer.as_str(), column <= 9_999), (".", true)),
            Err(why) => assert_eq!((why, &board), (IllegalMove::NoSuchColumn(column), &before)),
        }
    }
    board.shrink_to_fit();
    assert_eq!((board.columns(), board.line(), board.winner()), (10_000, vec![], None));
    assert!(growing::Tokens::new("", "", "").is_err());
    for order in [growing::Order::Alternate, growing::Order::Free] {
        let mut position = growing::Position::new(growing::Tokens::default(), order);
        for column in [10_000, isize::MAX as usize, usize::MAX] {
            let played = growing::Move { player: Player::One, column };
            assert_eq!(refused(&mut position, played), IllegalMove::NoSuchColumn(column));
        }
        bad_setups(&position);
        assert_eq!(position.alternating().order(), growing::Order::Alternate);
    }
}

#[test]
fn playouts() {
    for seed in [0, u64::MAX] {
        assert_eq!(classic_playouts(&classic::Position::default(), 0, seed).games, 0);
        assert_eq!(classic_playouts(&classic::Position::default(), 2, seed).games, 2);
        assert_eq!(shapes_playouts(&shapes::Position::default(), 2, seed).games, 2);
        assert_eq!(super_playouts(&super_::Position::sized(Size::new(0, 0)).unwrap(), 2, seed).games, 2);
        assert_eq!(growing_playouts(2, seed).games, 2);
    }
}
