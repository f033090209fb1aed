//! The features of the learned evaluation: which cells of a 4 x 4 board its n-tuples read.
//!
//! Each tuple looks at six cells and has a weight for each of their 16^6 contents. It is applied to all eight
//! symmetric images of the board, so a board has 32 features:
//!
//! ```text
//! A A A A    . . . .    C C C .    . . . .
//! A A . .    B B B B    C C C .    D D D .
//! . . . .    B B . .    . . . .    D D D .
//! . . . .    . . . .    . . . .    . . . .
//! ```

use super::board::{Board, transpose};
use super::lines::reverse_cells;

/// The number of tuples.
pub(super) const TUPLES: usize = 4;
/// The cells of a tuple.
pub(super) const TUPLE_CELLS: usize = 6;
/// The number of weights.
pub(super) const WEIGHTS: usize = TUPLES << (4 * TUPLE_CELLS);
/// The number of features of a board.
pub(super) const FEATURES: usize = 8 * TUPLES;

/// Returns the weights that a board of 4 x 4 uses, as indices below [`WEIGHTS`].
#[inline(always)]
pub(super) fn features(board: Board) -> [u32; FEATURES] {
    let turned = transpose(board);
    let images = [
        board,
        flip(board),
        reverse_cells(board),
        flip(reverse_cells(board)),
        turned,
        flip(turned),
        reverse_cells(turned),
        flip(reverse_cells(turned)),
    ];
    let mut indices = [0; FEATURES];
    for (image, indices) in images.into_iter().zip(indices.chunks_exact_mut(TUPLES)) {
        indices.copy_from_slice(&tuples(image));
    }
    indices
}

#[inline(always)]
fn tuples(image: Board) -> [u32; TUPLES] {
    let below = image >> 16;
    let line = |board: u64| board & 0xFF_FFFF;
    let block = |board: u64| board & 0xFFF | board >> 4 & 0xFF_F000;
    [line(image), 1 << 24 | line(below), 2 << 24 | block(image), 3 << 24 | block(below)]
        .map(|index| index as u32)
}

/// Returns a 4 x 4 board upside down.
#[inline(always)]
const fn flip(board: Board) -> Board {
    let halves = board.rotate_left(32);
    (halves & 0xFFFF_0000_FFFF_0000) >> 16 | (halves & 0x0000_FFFF_0000_FFFF) << 16
}

#[cfg(test)]
mod tests {
    use super::super::board::Grid;
    use super::*;

    #[test]
    fn symmetric_boards_have_the_same_features() {
        let grid = Grid::new(4, 4).unwrap();
        let board = 0x1203_4050_0067_89A0;
        let sorted = |board| {
            let mut indices = features(board);
            indices.sort_unstable();
            indices
        };
        for image in [grid.flip(board), grid.mirror(board), grid.rotate(board), transpose(board)] {
            assert_eq!(sorted(image), sorted(board));
        }
        assert_eq!(flip(board), grid.flip(board));
        assert!(features(u64::MAX).iter().all(|&index| (index as usize) < WEIGHTS));
    }

    #[test]
    fn cells_of_the_tuples() {
        let [line, below, block, lower] = tuples(0xFEDC_BA98_7654_3210);
        assert_eq!([line, below & 0xFF_FFFF], [0x54_3210, 0x98_7654]);
        assert_eq!([block & 0xFF_FFFF, lower & 0xFF_FFFF], [0x65_4210, 0xA9_8654]);
    }
}
