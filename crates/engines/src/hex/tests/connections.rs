//! Virtual connections and must-play regions against exhaustive search.

use super::oracle::{Oracle, holds, random_board};
use crate::hex::{Board, CellSet, Connections, Geometry, StopWhen};
use parlor_rules::SplitMix64;

/// Returns whether stones of a player join two endpoints: cells by number, then the two borders.
fn joined(geometry: &Geometry<1>, player: usize, ends: [usize; 2], stones: CellSet<1>) -> bool {
    let [from, to] = ends.map(|end| match end.checked_sub(geometry.cells) {
        None => CellSet::of(end),
        Some(border) => geometry.borders[player][border],
    });
    let mut reached = geometry.flood(from, stones);
    // Chains on the same border are joined by it.
    for border in geometry.borders[player].into_iter().chain(geometry.borders[player]) {
        if reached.intersects(&border) || border == from {
            reached |= geometry.flood(border, stones);
        }
    }
    reached.intersects(&to)
}

/// Checks every connection of a board.
fn check(geometry: &Geometry<1>, connections: &Connections<1>, board: &Board<1>, player: usize) -> usize {
    let with_ends = |ends: [usize; 2]| {
        let cells = ends.into_iter().filter(|&end| end < geometry.cells);
        board.stones[player] | cells.collect()
    };
    let check_one = |ends: [usize; 2], carrier: CellSet<1>, is_first: bool| {
        assert!(carrier.is_subset(&board.empty(geometry)));
        let is_joined = |stones: CellSet<1>| joined(geometry, player, ends, stones);
        assert!(
            holds(with_ends(ends), carrier, &is_joined, is_first),
            "{ends:?} by {carrier:?} of {player} on {board:?}, first: {is_first}"
        );
    };
    let mut count = 0;
    for (one, two, carrier) in connections.all_full().filter(|(_, _, carrier)| carrier.len() <= 9) {
        check_one([one, two], carrier, false);
        count += 1;
    }
    for (one, two, semi) in connections.all_semi().filter(|(_, _, semi)| semi.carrier.len() <= 9) {
        check_one([one, two], semi.carrier, true);
        check_one_key(geometry, board, player, [one, two], semi.carrier, semi.key.into());
        count += 1;
    }
    for semi in connections.border_semi().iter().filter(|semi| semi.carrier.len() <= 9) {
        check_one([geometry.cells, geometry.cells + 1], semi.carrier, true);
    }
    if let Some(carrier) = connections.border_full().filter(|carrier| carrier.len() <= 9) {
        check_one([geometry.cells, geometry.cells + 1], carrier, false);
    }
    count
}

fn check_one_key(
    geometry: &Geometry<1>,
    board: &Board<1>,
    player: usize,
    ends: [usize; 2],
    carrier: CellSet<1>,
    key: usize,
) {
    let own = board.stones[player]
        | ends.into_iter().filter(|&end| end < geometry.cells).collect()
        | CellSet::of(key);
    let is_joined = |stones: CellSet<1>| joined(geometry, player, ends, stones);
    assert!(holds(own, carrier.without(CellSet::of(key)), &is_joined, false), "{key} of {ends:?}");
}

#[test]
fn every_connection_holds() {
    let mut rng = SplitMix64::new(1);
    let mut count = 0;
    for side in [3, 4] {
        let geometry = Geometry::<1>::new(side);
        for turn in 0..60 {
            let board = random_board(&geometry, &mut rng);
            for player in 0..2 {
                let mut connections = Connections::new(&geometry, player, turn % 2 == 0);
                connections.update(&geometry, &board, StopWhen::Full);
                count += check(&geometry, &connections, &board, player);
            }
        }
    }
    assert!(count > 4_000, "{count}");
}

#[test]
fn connections_hold_from_move_to_move() {
    let mut rng = SplitMix64::new(2);
    let geometry = Geometry::<1>::new(4);
    for game in 0..60 {
        let mut board = Board::default();
        let mut connections = [0, 1].map(|player| Connections::new(&geometry, player, game % 3 > 0));
        for turn in 0..8 {
            let empty: Vec<usize> = board.empty(&geometry).iter().collect();
            board.play(&geometry, empty[rng.below(empty.len())], turn % 2);
            if board.winner(&geometry).is_some() {
                // A finished game has no connections to keep.
                break;
            }
            for (player, connections) in connections.iter_mut().enumerate() {
                connections.update(&geometry, &board, StopWhen::Full);
                check(&geometry, connections, &board, player);
            }
        }
    }
}

#[test]
fn winners_and_must_play_are_true() {
    let mut rng = SplitMix64::new(3);
    let mut oracle = Oracle::new(4);
    let (mut wins, mut losses, mut narrowed) = (0, 0, 0);
    for _ in 0..300 {
        let board = random_board(&oracle.geometry, &mut rng);
        let connections = [0, 1].map(|player| {
            let mut connections = Connections::new(&oracle.geometry, player, true);
            connections.update(&oracle.geometry, &board, StopWhen::Full);
            connections
        });
        for next in 0..2 {
            let winner = oracle.winner(board.stones, next);
            if !connections[next].border_semi().is_empty() {
                assert_eq!(winner, next);
                wins += 1;
            }
            if connections[1 - next].border_full().is_some() {
                assert_eq!(winner, 1 - next);
                losses += 1;
            }
            let outside = board.empty(&oracle.geometry).without(connections[1 - next].must_play());
            for cell in outside.iter() {
                let mut after = board;
                after.place(&oracle.geometry, cell, next);
                assert_eq!(oracle.winner(after.stones, 1 - next), 1 - next, "{cell} on {board:?}");
                narrowed += 1;
            }
        }
    }
    assert!(wins > 50 && losses > 20 && narrowed > 100, "{wins} {losses} {narrowed}");
}
