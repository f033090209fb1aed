//! The chances of moves by learned patterns, kept from stone to stone.

use super::patterns::Patterns;
use super::playout::Rings;
use super::surroundings::{DIGITS, PLACES, Place, RING_CODES, opposite, places, seen_by};
use super::{Board, Geometry};

/// The color of an empty cell. Stones have the index of their player.
const EMPTY: u8 = 2;
/// The color of what is not on the board.
const OUTSIDE: u8 = 3;

/// The stones of a board, and what stands around its empty cells.
#[derive(Clone, Debug)]
struct Surrounded {
    /// The color of each cell, then of the outside.
    colors: Vec<u8>,
    /// The code of each cell as the first player sees it, and above it as the second player does.
    codes: Vec<u64>,
    rings: Rings,
}

impl Surrounded {
    fn copy_from(&mut self, other: &Surrounded) {
        self.colors.copy_from_slice(&other.colors);
        self.codes.copy_from_slice(&other.codes);
        self.rings.copy_from(&other.rings);
    }

    /// Returns the code of a cell as a player sees it.
    #[inline]
    fn code(&self, cell: usize, player: usize) -> usize {
        (self.codes[cell] >> (32 * player)) as u32 as usize
    }
}

/// Gives every move its chance on boards that grow from a common start.
#[derive(Clone, Debug)]
pub(super) struct Policy {
    patterns: &'static Patterns,
    /// The cells at the places around each cell. Those outside have the number after the last cell.
    around: Vec<[u16; PLACES]>,
    empty_board: Surrounded,
    start: Surrounded,
    now: Surrounded,
}

/// What a stone of a player adds to the code of the cell that has it at a place.
const fn added(player: usize, place: usize) -> u64 {
    let first = if player == 0 { 1 } else { 2 };
    (first * DIGITS[place] as u64) | (((3 - first) * DIGITS[seen_by(1, place)] as u64) << 32)
}

/// [`added`] by player and place of the cell around the stone.
static ADDED: [[u64; PLACES]; 2] = {
    let mut table = [[0; PLACES]; 2];
    let mut place = 0;
    while place < PLACES {
        table[0][place] = added(0, opposite(place));
        table[1][place] = added(1, opposite(place));
        place += 1;
    }
    table
};

impl Policy {
    pub(super) fn new<const W: usize>(geometry: &Geometry<W>, patterns: &'static Patterns) -> Policy {
        let (side, cells) = (geometry.side, geometry.cells);
        let all: Vec<[Place; PLACES]> = (0..cells).map(|cell| places(side, cell)).collect();
        let number = |place: Place| match place {
            Place::Cell(cell) => cell as u16,
            _ => cells as u16,
        };
        let mut colors = vec![EMPTY; cells + 1];
        colors[cells] = OUTSIDE;
        let codes: Vec<u64> = all
            .iter()
            .map(|around| {
                let digit = |(place, &what): (usize, &Place)| match what {
                    Place::Border(player) => added(player, place),
                    _ => 0,
                };
                around.iter().enumerate().map(digit).sum()
            })
            .collect();
        let empty_board = Surrounded { colors, codes, rings: Rings::new(geometry) };
        Policy {
            patterns,
            around: all.iter().map(|around| around.map(number)).collect(),
            start: empty_board.clone(),
            now: empty_board.clone(),
            empty_board,
        }
    }

    /// Sets the board to start from.
    pub(super) fn set_start<const W: usize>(&mut self, board: &Board<W>) {
        self.now.copy_from(&self.empty_board);
        self.place_all(board);
        self.start.copy_from(&self.now);
    }

    /// Goes back to the start.
    pub(super) fn restart(&mut self) {
        self.now.copy_from(&self.start);
    }

    /// Returns the rings of the board.
    #[inline]
    pub(super) fn rings(&self) -> &Rings {
        &self.now.rings
    }

    /// Returns whether a cell has no stone.
    #[inline]
    pub(super) fn is_empty(&self, cell: usize) -> bool {
        self.now.colors[cell] == EMPTY
    }

    /// Places the stones of a board that are not there yet.
    pub(super) fn place_all<const W: usize>(&mut self, board: &Board<W>) {
        for player in 0..2 {
            for cell in board.stones[player].iter() {
                if self.now.colors[cell] == EMPTY {
                    self.place(cell, player);
                }
            }
        }
    }

    /// Places a stone on an empty cell.
    #[inline]
    pub(super) fn place(&mut self, cell: usize, player: usize) {
        let now = &mut self.now;
        now.colors[cell] = player as u8;
        now.rings.place(cell, player);
        for (&near, added) in self.around[cell].iter().zip(ADDED[player]) {
            // A stone's own surroundings matter no more, but adding to them does no harm.
            if let Some(code) = now.codes.get_mut(usize::from(near)) {
                *code += added;
            }
        }
    }

    /// Returns the factor of an empty cell at a place of the last move.
    #[inline]
    fn local_factor(&self, player: usize, place: usize, cell: usize) -> f32 {
        let ring = self.now.code(cell, player) % RING_CODES;
        self.patterns.local[seen_by(player, place) * RING_CODES + ring]
    }

    /// Writes the chance of every empty cell to be the next move, by the patterns. Others get none.
    pub(super) fn chances(&self, player: usize, last: Option<usize>, chances: &mut Vec<f32>) {
        let now = &self.now;
        chances.clear();
        chances.extend((0..now.codes.len()).map(|cell| {
            if self.is_empty(cell) { self.patterns.weights[now.code(cell, player)] } else { 0.0 }
        }));
        if let Some(last) = last {
            for (place, &near) in self.around[last].iter().enumerate() {
                if now.colors[usize::from(near)] == EMPTY {
                    chances[usize::from(near)] *= self.local_factor(player, place, near.into());
                }
            }
        }
        let sum: f32 = chances.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        chances.iter_mut().for_each(|chance| *chance /= sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::SplitMix64;

    #[test]
    fn codes_follow_the_stones() {
        let geometry = Geometry::<2>::new(7);
        let mut policy = Policy::new(&geometry, Patterns::get());
        let mut rng = SplitMix64::new(5);
        let mut board = Board::default();
        for turn in 0..40 {
            let empty: Vec<usize> = board.empty(&geometry).iter().collect();
            let cell = empty[rng.below(empty.len())];
            board.place(&geometry, cell, turn % 2);
            policy.set_start(&board);
            let placed = policy.now.clone();
            for (cell, around) in (0..49).map(|cell| (cell, places(7, cell))) {
                if !board.empty(&geometry).contains(cell) {
                    continue;
                }
                for player in 0..2 {
                    let digit = |what: Place| match what {
                        Place::Cell(cell) => [0, 1]
                            .into_iter()
                            .find(|&owner| board.stones[owner].contains(cell))
                            .map_or(0, |owner| 1 + u32::from(owner != player)),
                        Place::Border(owner) => 1 + u32::from(owner != player),
                        Place::Corner => 0,
                    };
                    let code: u32 =
                        (0..PLACES).map(|place| digit(around[place]) * DIGITS[seen_by(player, place)]).sum();
                    assert_eq!(placed.code(cell, player), code as usize);
                }
            }
            let mut chances = Vec::new();
            policy.chances(turn % 2, Some(cell), &mut chances);
            let sum: f32 = chances.iter().sum();
            assert!((sum - 1.0).abs() < 1e-3);
            assert!((0..49).all(|cell| (chances[cell] > 0.0) == board.empty(&geometry).contains(cell)));
        }
    }
}
