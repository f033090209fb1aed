//! The shape of a board: neighbors, rings and borders by cell number, and the keys of the position hash.

use super::CellSet;
use parlor_rules::SplitMix64;

/// The number of a place around a cell that is not on the board: beyond the borders of the first or the second player.
///
/// A corner that is beyond both borders counts as the second player's: either choice gives the same chains.
pub(crate) const BEYOND: [u16; 2] = [u16::MAX - 1, u16::MAX];

/// The six neighbors in circular order, as steps of (row, column).
const RING: [(i32, i32); 6] = [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)];

/// The tables of a board of one side. The number of a cell is `row * side + column`.
#[derive(Debug)]
pub(super) struct Geometry<const W: usize> {
    /// The number of rows and columns.
    pub(super) side: usize,
    /// The number of cells.
    pub(super) cells: usize,
    /// All cells.
    pub(super) all: CellSet<W>,
    /// The neighbors of each cell.
    pub(super) near: Vec<CellSet<W>>,
    /// The six places around each cell in circular order. Beyond a border they are its owner's `BEYOND`.
    pub(crate) rings: Vec<[u16; 6]>,
    /// The cells on the first and on the last border of each player: left and right, top and bottom.
    pub(super) borders: [[CellSet<W>; 2]; 2],
    /// The hash keys of stones by player and cell.
    pub(crate) keys: [Vec<u128>; 2],
}

impl<const W: usize> Geometry<W> {
    /// Creates the tables of a board that fits in `W` words.
    pub(super) fn new(side: usize) -> Geometry<W> {
        let cells = side * side;
        assert!(side > 0 && cells <= 64 * W, "the board fits in the words");
        let rings: Vec<[u16; 6]> = (0..cells).map(|cell| ring(side, cell)).collect();
        let near = rings.iter().map(|ring| {
            ring.iter().map(|&place| usize::from(place)).filter(|&place| place < cells).collect()
        });
        let line = |is_on: &dyn Fn(usize, usize) -> bool| {
            (0..cells).filter(|cell| is_on(cell / side, cell % side)).collect()
        };
        let borders = [
            [line(&|_, column| column == 0), line(&|_, column| column + 1 == side)],
            [line(&|row, _| row == 0), line(&|row, _| row + 1 == side)],
        ];
        let mut rng = SplitMix64::new(0x6865_7873);
        let mut key = || u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        let keys = [(); 2].map(|()| (0..cells).map(|_| key()).collect());
        Geometry { side, cells, all: CellSet::first(cells), near: near.collect(), rings, borders, keys }
    }

    /// Returns the cells that are connected to `start` within `stones`.
    pub(super) fn flood(&self, start: CellSet<W>, stones: CellSet<W>) -> CellSet<W> {
        let mut reached = start & stones;
        let mut open = reached;
        while let Some(cell) = open.pop() {
            let more = (self.near[cell] & stones).without(reached);
            reached |= more;
            open |= more;
        }
        reached
    }

    /// Returns whether a set of stones joins the two borders of a player.
    pub(super) fn joins(&self, player: usize, stones: CellSet<W>) -> bool {
        let [first, last] = self.borders[player];
        self.flood(first, stones).intersects(&last)
    }
}

fn ring(side: usize, cell: usize) -> [u16; 6] {
    let (row, column) = ((cell / side) as i32, (cell % side) as i32);
    RING.map(|(down, right)| {
        let (row, column) = (row + down, column + right);
        let inside = |line: i32| (0..side as i32).contains(&line);
        match (inside(row), inside(column)) {
            (true, true) => (row * side as i32 + column) as u16,
            (true, false) => BEYOND[0],
            (false, _) => BEYOND[1],
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_and_borders() {
        let geometry = Geometry::<1>::new(4);
        assert_eq!(geometry.near[5].iter().collect::<Vec<_>>(), [1, 2, 4, 6, 8, 9]);
        assert_eq!(geometry.near[0].iter().collect::<Vec<_>>(), [1, 4]);
        assert_eq!(geometry.rings[3], [BEYOND[1], BEYOND[1], BEYOND[0], 7, 6, 2]);
        assert!(geometry.joins(0, [4, 5, 6, 7].into_iter().collect()));
        assert!(!geometry.joins(1, [4, 5, 6, 7].into_iter().collect()));
        assert!(geometry.joins(1, [3, 6, 9, 12].into_iter().collect()));
    }
}
