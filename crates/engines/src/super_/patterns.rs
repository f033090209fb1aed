//! The patterns of a 6 x 7 board, which are the features of the learned evaluation.
//!
//! A column has 127 possible fillings, and two adjacent rows of it have seven, because no disc floats. There
//! are three kinds of patterns: two adjacent whole columns; four adjacent columns cut to two adjacent rows;
//! and the same with the cut rising or falling by one row per column, along the diagonals. A pattern and its
//! mirror image share a number.

use super::board::{Board, Standard};

/// The number of patterns in each board.
pub(super) const PATTERNS_PER_BOARD: usize = 6 + 20 + 16;

/// The number of different patterns.
pub(super) const PATTERNS: usize = 3 * PAIR + 10 * CUT + 8 * CUT;

/// Two columns, seven bits each.
const PAIR: usize = 1 << 14;
/// Four columns with seven fillings each.
const CUT: usize = 7 * 7 * 7 * 7;
/// The bits for the number of a cut. Five of them fit into a word.
const FIELD: u32 = 12;

/// The fillings, 0 to 6, of the five adjacent pairs of rows, one field each, for every filling of a column
/// (its key: the discs of the mover, and a bit above the top).
static ROWS: [u64; 128] = rows();

/// Returns the numbers of the patterns in a board.
#[inline(always)]
pub(super) fn pattern_indices(board: &Board<Standard>) -> [u32; PATTERNS_PER_BOARD] {
    let key = board.key();
    let mut numbers = [0; PATTERNS_PER_BOARD];
    for pair in 0..3 {
        let left = (key >> (7 * pair)) & 0x3FFF;
        let right = (key >> (7 * (5 - pair))) & 0x3FFF;
        let mirrored = (right >> 7) | ((right & 0x7F) << 7);
        numbers[2 * pair] = (pair * PAIR) as u32 + left as u32;
        numbers[2 * pair + 1] = (pair * PAIR) as u32 + mirrored as u32;
    }
    let columns: [u64; 7] = std::array::from_fn(|column| ROWS[((key >> (7 * column)) & 0x7F) as usize]);
    let mut next = 6;
    for window in 0..4 {
        // Windows of the right half are mirrored to the left.
        let four: [u64; 4] = std::array::from_fn(|step| columns[window + step]);
        let [a, b, c, d] = if window < 2 { four } else { [four[3], four[2], four[1], four[0]] };
        let straight = a + 7 * b + 49 * c + 343 * d;
        let base = 3 * PAIR + window.min(3 - window) * 5 * CUT;
        for row in 0..5 {
            let field = (straight >> (FIELD * row as u32)) & 0xFFF;
            numbers[next] = (base + row * CUT) as u32 + field as u32;
            next += 1;
        }
        let [a, b, c, d] = four;
        for (place, [a, b, c, d]) in [(window, [a, b, c, d]), (3 - window, [d, c, b, a])] {
            let slanting = a + 7 * (b >> FIELD) + 49 * (c >> (2 * FIELD)) + 343 * (d >> (3 * FIELD));
            let base = 3 * PAIR + (10 + place * 2) * CUT;
            for row in 0..2 {
                let field = (slanting >> (FIELD * row as u32)) & 0xFFF;
                numbers[next] = (base + row * CUT) as u32 + field as u32;
                next += 1;
            }
        }
    }
    numbers
}

const fn rows() -> [u64; 128] {
    let mut table = [0; 128];
    let mut key = 1;
    while key < 128u32 {
        let height = key.ilog2();
        let mut row = 0;
        while row < 5 {
            let (low, high) = ((key >> row) & 1, (key >> (row + 1)) & 1);
            let shows = if row >= height {
                0
            } else if row + 1 >= height {
                1 + low
            } else {
                3 + 2 * low + high
            };
            table[key as usize] |= (shows as u64) << (FIELD * row);
            row += 1;
        }
        key += 1;
    }
    table
}
