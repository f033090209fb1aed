//! Pressed lines of packed boards: four bits per cell, the first cell in the lowest bits.

use std::sync::OnceLock;

/// The longest line that is looked up in a table.
pub(super) const TABLE_LENGTH: usize = 4;
/// The highest rank of a packed cell.
const MAX_RANK: u64 = 15;

/// For every line of one length, the line pressed toward its first cell (low half) and toward its last cell
/// (high half).
pub(super) type LineTable = Box<[u32; 1 << 16]>;

/// Returns the table for lines of this length, 1 to 4.
pub(super) fn line_table(length: usize) -> &'static LineTable {
    static TABLES: [OnceLock<LineTable>; TABLE_LENGTH] = [const { OnceLock::new() }; TABLE_LENGTH];
    TABLES[length - 1].get_or_init(|| {
        let mut table: LineTable = Box::new([0; 1 << 16]);
        for line in 0..1u64 << (4 * length) {
            table[line as usize] = (press_first(line) | press_last(line, length) << 16) as u32;
        }
        table
    })
}

/// Returns a line pressed toward its first cell. Two tiles of rank 15 merge into one that stays 15.
pub(super) fn press_first(line: u64) -> u64 {
    let (mut pressed, mut place, mut last) = (0, 0, 0);
    let mut rest = line;
    while rest != 0 {
        rest >>= rest.trailing_zeros() & !3;
        let rank = rest & 15;
        rest >>= 4;
        if rank == last {
            pressed += u64::from(rank < MAX_RANK) << (place - 4);
            last = 0;
        } else {
            pressed |= rank << place;
            place += 4;
            last = rank;
        }
    }
    pressed
}

/// Returns a line of this length pressed toward its last cell.
pub(super) fn press_last(line: u64, length: usize) -> u64 {
    let shift = 64 - 4 * length as u32;
    reverse_cells(press_first(reverse_cells(line) >> shift)) >> shift
}

/// Reverses the order of the 16 cells of a word.
#[inline]
pub(super) const fn reverse_cells(bits: u64) -> u64 {
    let bytes = bits.swap_bytes();
    (bytes & 0x0F0F_0F0F_0F0F_0F0F) << 4 | (bytes >> 4 & 0x0F0F_0F0F_0F0F_0F0F)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_of_the_docs() {
        // The first cell has the lowest bits, so 2 _ 2 2 reads backward in hexadecimal.
        assert_eq!(press_first(0x2202), 0x0023);
        assert_eq!(press_last(0x2202, 4), 0x3200);
        assert_eq!(press_first(0x211), 0x22);
        assert_eq!(press_first(0x2222), 0x33);
        assert_eq!(press_first(0xFF), 0xF);
        assert_eq!(press_first(0x1111_0000_1111_0000), 0x2222);
        assert_eq!(press_last(0x1, 16), 0x1000_0000_0000_0000);
        assert_eq!(line_table(3)[0x011], 0x0200_0002);
    }
}
