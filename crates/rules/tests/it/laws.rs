//! Property tests for all games: the laws of [`Position`] in every position of random games.

use parlor_rules::drop::{classic, growing, shapes, super_};
use parlor_rules::{Position, Setup, Size, SplitMix64, Turn, hex, tiles};
use std::collections::HashSet;

/// Plays random games and checks every law in every position.
fn check<P: Position>(start: &P, every_move: &[P::Move], games: u64, max_plies: usize) {
    for game in 0..games {
        let mut rng = SplitMix64::at(2026, game);
        let mut position = start.clone();
        let mut undos = Vec::new();
        for _ in 0..max_plies {
            check_position(&position, every_move, &mut rng);
            let Some(played) = position.sample(&mut rng) else { break };
            let before = position.clone();
            let did = position.play(played).expect("a sampled move is legal");
            undos.push((before, played, did));
        }
        while let Some((before, played, did)) = undos.pop() {
            position.undo(played, did);
            assert_eq!(position, before, "taking back {played}");
        }
        assert_eq!(&position, start);
    }
}

fn check_position<P: Position>(position: &P, every_move: &[P::Move], rng: &mut SplitMix64) {
    let listed: Vec<P::Move> = position.moves().collect();
    let set: HashSet<P::Move> = listed.iter().copied().collect();
    assert_eq!(set.len(), listed.len(), "no move is listed twice");
    match position.turn() {
        Turn::Over(_) => assert!(listed.is_empty(), "a finished game has no moves"),
        _ => assert!(!listed.is_empty(), "somebody to move can move: {position:?}"),
    }
    for &candidate in every_move.iter().chain(&listed) {
        let mut copy = position.clone();
        let played = copy.play(candidate);
        assert_eq!(played.is_ok(), set.contains(&candidate), "{candidate} in {position:?}");
        assert_eq!(played.is_ok(), position.check(candidate).is_ok());
        if played.is_err() {
            assert_eq!(&copy, position, "an illegal move changes nothing");
        }
        let text = candidate.to_string();
        assert_eq!(text.parse::<P::Move>().as_ref(), Ok(&candidate), "{text} survives printing and reading");
    }
    match position.sample(rng) {
        Some(sampled) => assert!(set.contains(&sampled)),
        None => assert!(listed.is_empty()),
    }
    check_setup(position);
}

/// Checks that the setup of a position is a position again, with the same moves.
fn check_setup<P: Position>(position: &P) {
    let setup = position.setup();
    let again = position.set_up(&setup).unwrap_or_else(|error| panic!("{error}: {setup:?}"));
    assert_eq!(again.setup(), setup);
    // The setup of a panel does not say that a tile is due. There the player is to press.
    if let Turn::Player(_) = position.turn() {
        assert_eq!(again.turn(), position.turn(), "{setup:?}");
        assert!(again.moves().eq(position.moves()));
        assert!(position.line().is_empty());
    }
}

fn columns(count: usize) -> Vec<parlor_rules::drop::Column> {
    (0..count).chain([usize::MAX]).map(parlor_rules::drop::Column).collect()
}

#[test]
fn shapes_laws() {
    for (rows, bins) in [(4, 6), (4, 5), (7, 9), (64, 5)] {
        check(&shapes::Position::sized(Size::new(rows, bins)).unwrap(), &columns(12), 12, 400);
    }
}

#[test]
fn classic_laws() {
    for (rows, columns_) in [(6, 7), (4, 4), (9, 8), (4, 64)] {
        check(&classic::Position::sized(Size::new(rows, columns_)).unwrap(), &columns(70), 12, 400);
    }
}

#[test]
fn super_laws() {
    for (rows, columns_) in [(6, 7), (4, 4), (5, 9)] {
        check(&super_::Position::sized(Size::new(rows, columns_)).unwrap(), &columns(12), 10, 600);
    }
}

#[test]
fn growing_laws() {
    let every: Vec<growing::Move> = (0..30)
        .chain([9_999, 10_000, usize::MAX])
        .flat_map(|column| parlor_rules::Player::BOTH.map(|player| growing::Move { player, column }))
        .collect();
    check(&growing::Position::default(), &every, 30, 200);
    let free = growing::Position::new(growing::Tokens::default(), growing::Order::Free);
    check(&free, &every, 1, 3);
}

#[test]
fn hex_laws() {
    let cells = (0..28).flat_map(|row| (0..27).map(move |column| parlor_rules::Cell::new(row, column)));
    let every: Vec<hex::Move> =
        cells.filter(|cell| cell.column < 26).map(hex::Move::Place).chain([hex::Move::Swap]).collect();
    for (side, swap) in [(1, false), (1, true), (2, true), (3, true), (5, false), (11, true)] {
        check(&hex::Position::new(side, swap).unwrap(), &every, 6, 200);
    }
}

#[test]
fn tiles_laws() {
    let cells = (0..6).flat_map(|row| (0..6).map(move |column| parlor_rules::Cell::new(row, column)));
    let every: Vec<tiles::Move> =
        cells.map(tiles::Move::Tile).chain(tiles::Direction::ALL.map(tiles::Move::Press)).collect();
    for (rows, columns, target) in
        [(4, 4, None), (3, 3, Some(32)), (1, 2, None), (2, 2, Some(4)), (1, 6, None), (5, 3, Some(8))]
    {
        for idle in [false, true] {
            let start = tiles::Position::new(Size::new(rows, columns), target, idle).unwrap();
            check(&start, &every, 8, 300);
        }
    }
}

/// A random setup is refused or gives a position that keeps the laws.
#[test]
fn random_setups() {
    fn draw<P: Position>(empty: &P, rows: usize, columns: usize, values: &[u64]) {
        let mut legal = 0;
        for number in 0..4_000 {
            let mut rng = SplitMix64::at(77, number);
            let filled = rng.below(rows * columns + 1);
            let mut cells = vec![vec![0; columns]; rows];
            for _ in 0..filled {
                let (row, column) = (rng.below(rows), rng.below(columns));
                // Fill columns from the bottom, so that some setups have no floating disc.
                let row = (row..rows).rev().find(|&row| cells[row][column] == 0).unwrap_or(row);
                cells[row][column] = values[rng.below(values.len())];
            }
            let next = [None, Some(parlor_rules::Player::One), Some(parlor_rules::Player::Two)][rng.below(3)];
            let setup = Setup { cells, next, scores: [0, 0] };
            if let Ok(position) = empty.set_up(&setup) {
                legal += 1;
                check_position(&position, &[], &mut rng);
            }
        }
        assert!(legal > 20, "{legal} of 4000 drawings were legal: too few to learn from");
    }
    draw(&classic::Position::sized(Size::new(4, 4)).unwrap(), 4, 4, &[1, 2]);
    draw(&shapes::Position::sized(Size::new(4, 5)).unwrap(), 4, 5, &[1, 2]);
    draw(&super_::Position::sized(Size::new(4, 4)).unwrap(), 4, 4, &[1, 2, 1, 2, 1, 2, 3]);
    draw(&growing::Position::default(), 5, 4, &[1, 2]);
    draw(&hex::Position::new(3, true).unwrap(), 3, 3, &[1, 2]);
    draw(&tiles::Position::new(Size::new(2, 3), None, false).unwrap(), 2, 3, &[1, 2, 4, 8, 16, 1, 1, 2]);
}
