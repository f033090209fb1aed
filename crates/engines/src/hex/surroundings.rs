//! The twelve places around a cell that patterns look at: its six neighbors, then the six cells a bridge away.
//!
//! What stands there is a *code*: a digit in base three for each place, 0 for an empty cell, 1 for the player's stone or
//! border, 2 for the opponent's. Codes are seen by the player to whom they matter, with the board turned so that this
//! player joins left and right: the second player sees it mirrored on the long diagonal.

/// The number of places.
pub(super) const PLACES: usize = 12;
/// The number of codes of all places.
pub(super) const CODES: usize = 531_441;
/// The number of codes of the six neighbors, which are the lowest digits.
pub(super) const RING_CODES: usize = 729;
/// The value of each digit.
pub(super) const DIGITS: [u32; PLACES] = [1, 3, 9, 27, 81, 243, 729, 2_187, 6_561, 19_683, 59_049, 177_147];

/// The steps to the places, in circular order: first the neighbors, then the bridges.
const STEPS: [(i32, i32); PLACES] = [
    (-1, 0),
    (-1, 1),
    (0, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-2, 1),
    (-1, 2),
    (1, 1),
    (2, -1),
    (1, -2),
    (-1, -1),
];

/// Returns the place where a cell is seen from its neighbor at a place: on the other side.
pub(super) const fn opposite(place: usize) -> usize {
    place / 6 * 6 + (place + 3) % 6
}

/// Returns the place after mirroring the board on its long diagonal.
pub(super) const fn mirrored(place: usize) -> usize {
    if place < 6 { 5 - place } else { 6 + (16 - place) % 6 }
}

/// Returns the place as a player sees it.
pub(super) const fn seen_by(player: usize, place: usize) -> usize {
    if player == 0 { place } else { mirrored(place) }
}

/// Returns the code after turning the board by half.
pub(super) fn turned(code: usize) -> usize {
    let (ring, bridges) = (code % RING_CODES, code / RING_CODES);
    turned_ring(ring) + turned_ring(bridges) * RING_CODES
}

/// Returns the code of six places after turning the board by half.
pub(super) fn turned_ring(ring: usize) -> usize {
    ring / 27 + ring % 27 * 27
}

/// What is at a place of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A cell of the board.
    Cell(usize),
    /// Beyond the border of a player.
    Border(usize),
    /// Beyond a corner, where no stone matters.
    Corner,
}

/// Returns the places around a cell of a board.
pub(super) fn places(side: usize, cell: usize) -> [Place; PLACES] {
    let (row, column) = ((cell / side) as i32, (cell % side) as i32);
    STEPS.map(|(down, right)| {
        let (row, column) = (row + down, column + right);
        let inside = |line: i32| (0..side as i32).contains(&line);
        match (inside(row), inside(column)) {
            (true, true) => Place::Cell(row as usize * side + column as usize),
            (true, false) => Place::Border(0),
            (false, true) => Place::Border(1),
            (false, false) => Place::Corner,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_of_places() {
        for place in 0..PLACES {
            let (down, right) = STEPS[place];
            assert_eq!(STEPS[opposite(place)], (-down, -right));
            assert_eq!(STEPS[mirrored(place)], (right, down));
            assert_eq!(turned(DIGITS[place] as usize), DIGITS[opposite(place)] as usize);
        }
    }

    #[test]
    fn places_beyond_the_board() {
        let around = places(5, 4);
        assert_eq!(around[3], Place::Cell(9));
        assert_eq!(around[0], Place::Border(1));
        assert_eq!(around[2], Place::Border(0));
        assert_eq!(around[1], Place::Corner);
    }
}
