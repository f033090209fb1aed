//! Exhaustive search of small boards, without any knowledge of Hex but its rules.

use crate::hex::{Board, CellSet, Geometry};
use parlor_rules::SplitMix64;
use std::collections::HashMap;

/// A solver by plain search that remembers every position.
pub(super) struct Oracle {
    pub(super) geometry: Geometry<1>,
    known: HashMap<([CellSet<1>; 2], usize), usize>,
}

impl Oracle {
    pub(super) fn new(side: usize) -> Oracle {
        Oracle { geometry: Geometry::new(side), known: HashMap::new() }
    }

    /// Returns the player who wins with this player to move.
    pub(super) fn winner(&mut self, stones: [CellSet<1>; 2], next: usize) -> usize {
        for (player, &own) in stones.iter().enumerate() {
            if self.geometry.joins(player, own) {
                return player;
            }
        }
        if let Some(&winner) = self.known.get(&(stones, next)) {
            return winner;
        }
        let empty = self.geometry.all.without(stones[0] | stones[1]);
        let wins = empty.iter().any(|cell| {
            let mut after = stones;
            after[next].insert(cell);
            self.winner(after, 1 - next) == next
        });
        let winner = if wins { next } else { 1 - next };
        self.known.insert((stones, next), winner);
        winner
    }
}

/// Returns whether `player` joins two sets of places within a carrier, with this player to move first.
///
/// The player has stones at both places. Cells outside the carrier are the opponent's.
pub(super) fn holds(
    own: CellSet<1>,
    carrier: CellSet<1>,
    is_joined: &dyn Fn(CellSet<1>) -> bool,
    is_first: bool,
) -> bool {
    if is_joined(own) {
        return true;
    }
    if carrier.is_empty() {
        return false;
    }
    let mut cells = carrier.iter();
    let rest =
        |cell: usize, own: CellSet<1>| holds(own, carrier.without(CellSet::of(cell)), is_joined, !is_first);
    if is_first {
        cells.any(|cell| rest(cell, own | CellSet::of(cell)))
    } else {
        cells.all(|cell| rest(cell, own))
    }
}

/// Returns a board with random stones, at least a third of its cells, and no winner.
pub(super) fn random_board(geometry: &Geometry<1>, rng: &mut SplitMix64) -> Board<1> {
    loop {
        let mut board = Board::default();
        let few = geometry.cells / 3;
        let stones = few + rng.below(geometry.cells - few);
        for turn in 0..stones {
            let empty: Vec<usize> = board.empty(geometry).iter().collect();
            board.place(geometry, empty[rng.below(empty.len())], turn % 2);
        }
        if board.winner(geometry).is_none() {
            return board;
        }
    }
}
