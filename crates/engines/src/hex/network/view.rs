//! What the network sees: the board as the player to move sees it, with what is beyond its borders.

use super::super::{Board, Geometry};

/// The cells up to two steps away, as steps of (row, column).
pub(super) const WIDE_TAPS: [(i32, i32); 19] = [
    (0, 0),
    (-1, 0),
    (-1, 1),
    (0, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-2, 0),
    (-2, 1),
    (-2, 2),
    (-1, 2),
    (0, 2),
    (1, 1),
    (2, 0),
    (2, -1),
    (2, -2),
    (1, -2),
    (0, -2),
    (-1, -1),
];
/// What can be on a cell: nothing, an own stone or border, the opponent's, a corner beyond both borders, the last move.
pub(super) const STATES: usize = 5;
const EMPTY: u8 = 0;
const OWN: u8 = 1;
const OTHER: u8 = 2;
const CORNER: u8 = 3;
const LAST: u8 = 4;

/// A position as the network sees it: what is on the cells of the board and two steps around it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct View {
    pub(super) side: usize,
    states: Vec<u8>,
}

impl View {
    fn width(&self) -> usize {
        self.side + 4
    }

    /// Sets it to the view of a player to move. `last` is the opponent's last move.
    pub(crate) fn set<const W: usize>(
        &mut self,
        geometry: &Geometry<W>,
        board: &Board<W>,
        next: usize,
        last: Option<usize>,
    ) {
        let side = geometry.side;
        self.side = side;
        self.states.clear();
        let inside = |line: usize| (2..side + 2).contains(&line);
        for (row, column) in (0..side + 4).flat_map(|row| (0..side + 4).map(move |column| (row, column))) {
            self.states.push(match (inside(row), inside(column)) {
                (true, true) => {
                    let cell = seen(side, next, (row - 2) * side + column - 2);
                    if board.stones[next].contains(cell) {
                        OWN
                    } else if board.stones[1 - next].contains(cell) {
                        if last == Some(cell) { LAST } else { OTHER }
                    } else {
                        EMPTY
                    }
                }
                (true, false) => OWN,
                (false, true) => OTHER,
                (false, false) => CORNER,
            });
        }
    }

    /// Turns the board by half.
    pub(super) fn turn(&mut self) {
        self.states.reverse();
    }

    /// Returns whether a cell has no stone.
    pub(super) fn is_empty(&self, cell: usize) -> bool {
        self.state(cell / self.side, cell % self.side, (0, 0)) == usize::from(EMPTY)
    }

    /// Returns what is at a step from a cell.
    #[inline]
    pub(super) fn state(&self, row: usize, column: usize, (down, right): (i32, i32)) -> usize {
        let row = (row + 2).wrapping_add_signed(down as isize);
        let column = (column + 2).wrapping_add_signed(right as isize);
        self.states[row * self.width() + column].into()
    }
}

/// Returns the cell of the board that a player to move sees as this cell, or the other way around.
pub(crate) fn seen(side: usize, player: usize, cell: usize) -> usize {
    if player == 0 { cell } else { cell % side * side + cell / side }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_players_see_the_same() {
        let geometry = Geometry::<1>::new(5);
        let (mut one, mut two) = (Board::default(), Board::default());
        for (turn, cell) in [3, 9, 17, 20].into_iter().enumerate() {
            one.place(&geometry, cell, turn % 2);
            two.place(&geometry, seen(5, 1, cell), 1 - turn % 2);
        }
        let [mut first, mut second] = [View::default(), View::default()];
        first.set(&geometry, &one, 0, Some(20));
        second.set(&geometry, &two, 1, Some(seen(5, 1, 20)));
        assert_eq!(first, second);
        assert_eq!(first.state(3, 4, (1, -4)), usize::from(LAST));
        assert_eq!([(0, -1), (-1, 0), (-1, -1)].map(|step| first.state(0, 0, step)), [1, 2, 3]);
        assert!(first.is_empty(0) && !first.is_empty(3));
        first.turn();
        assert!(!first.is_empty(21) && first.is_empty(3));
    }
}
