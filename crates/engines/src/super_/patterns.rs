//! Patterns of a 6 x 7 board: what the learned evaluation looks at.
//!
//! A column is one of 127 fillings, and two rows of it one of seven (no disc hangs in the air). Three kinds
//! of pattern are numbered: two neighboring columns whole; four neighboring columns cut to two neighboring
//! rows; and the same with the cut rising or falling by a row a column, along the diagonals. A pattern and
//! its mirror image are the same.

use super::board::{Board, Standard};

/// How many patterns a board shows.
pub(super) const SHOWN: usize = 6 + 20 + 16;

/// How many patterns there are.
pub(super) const PATTERNS: usize = 3 * PAIR + 10 * CUT + 8 * CUT;

/// Two columns, seven bits each.
const PAIR: usize = 1 << 14;
/// Four columns with seven fillings each.
const CUT: usize = 7 * 7 * 7 * 7;
/// Bits for the number of a cut; five of them fit into a word.
const FIELD: u32 = 12;

/// For every filling of a column (its key: discs of the mover, and a bit above the top), what each of the
/// five neighboring pairs of rows shows, 0 to 6, a field each.
static ROWS: [u64; 128] = rows();

/// Returns the numbers of the patterns a board shows.
#[inline(always)]
pub(super) fn shown(board: &Board<Standard>) -> [u32; SHOWN] {
    let key = board.key();
    let mut numbers = [0; SHOWN];
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
        // The mirror image of the right half is looked at from the left.
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
