//! The bitboard of hex: one bit per cell. Chains grow from the first border of each player.

use super::Board;
use crate::{Cell, IllegalMove, Player};

/// A board of side 1 to 11 in four words, for searches and random games.
///
/// The index of a cell is `row * side + column`, which is also its bit:
///
/// ```text
///       A   B   C  ...   J   K           side 11
///  0    0   1   2  ...   9  10
///  1     11  12  13  ...  20  21
///  2       22  23  24  ...  31  32
///                     ...
/// 10              110 111 112  ... 119 120
///
/// 126: the player's last border (right for O, bottom for X)
/// 127: the player's first border (left for O, top for X)
/// ```
///
/// Each player's stones are split into two sets: those **joined** to the player's first border by a chain,
/// and the **loose** others. The borders count as stones: the first one is joined and the last one loose at
/// the start. A new stone that touches no joined stone is loose. Otherwise it is joined, and so are all loose
/// stones it is connected to. Each stone moves from loose to joined at most once per game. A player has won
/// when the last border is joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitBoard {
    side: u8,
    joined: [u128; 2],
    loose: [u128; 2],
}

impl BitBoard {
    /// The longest side. 12 by 12 cells are more than 128 bits.
    pub const MAX_SIDE: usize = 11;

    /// Creates an empty board, or `None` if the side is not 1 to 11.
    pub const fn new(side: usize) -> Option<BitBoard> {
        if side == 0 || side > BitBoard::MAX_SIDE {
            return None;
        }
        Some(BitBoard { side: side as u8, joined: [FIRST_BORDER; 2], loose: [LAST_BORDER; 2] })
    }

    /// Creates the bitboard of a position, or `None` if its board is too large.
    pub fn from_position(position: &super::Position) -> Option<BitBoard> {
        BitBoard::from_board(position.board())
    }

    /// Creates the bitboard of a board, or `None` if it is too large. O(cells) time.
    pub fn from_board(board: &Board) -> Option<BitBoard> {
        let mut bits = BitBoard::new(board.side())?;
        for cell in board.cells() {
            if let Some(player) = board.stone(cell) {
                bits.place_unchecked(board.index(cell), player);
            }
        }
        Some(bits)
    }

    /// Returns the number of rows, which is also the number of columns.
    #[inline]
    pub const fn side(&self) -> usize {
        self.side as usize
    }

    /// Returns the index of a cell, or `None` if it is outside the board.
    #[inline]
    pub const fn index(&self, cell: Cell) -> Option<usize> {
        if cell.row < self.side() && cell.column < self.side() {
            Some(cell.row * self.side() + cell.column)
        } else {
            None
        }
    }

    /// Returns the cell with this index, or `None` if the board has no such cell.
    #[inline]
    pub const fn cell(&self, index: usize) -> Option<Cell> {
        if index < self.side() * self.side() {
            Some(Cell::new(index / self.side(), index % self.side()))
        } else {
            None
        }
    }

    /// Places a stone on an empty cell, given by its index. Returns whether the player has now joined both
    /// borders. An error changes nothing.
    #[inline]
    pub fn place(&mut self, index: usize, player: Player) -> Result<bool, IllegalMove> {
        if index >= self.side() * self.side() {
            return Err(IllegalMove::NoSuchCell);
        }
        if self.free() >> index & 1 == 0 {
            return Err(IllegalMove::CellTaken);
        }
        Ok(self.place_unchecked(index, player))
    }

    /// Like [`place`](BitBoard::place), for a cell that is known to be on the board and empty. Otherwise the board is
    /// invalid afterwards.
    #[inline]
    pub fn place_unchecked(&mut self, index: usize, player: Player) -> bool {
        let near = &NEIGHBORS[self.side as usize & 15][player.index()];
        let (joined, loose) = (&mut self.joined[player.index()], &mut self.loose[player.index()]);
        let touched = near[index & 127];
        if touched & *joined == 0 {
            *loose |= 1 << (index & 127);
            return false;
        }
        let mut reached = touched & *loose;
        let mut still_loose = *loose ^ reached;
        let mut open = reached;
        while open != 0 {
            let newly_joined = near[open.trailing_zeros() as usize & 127] & still_loose;
            still_loose ^= newly_joined;
            reached |= newly_joined;
            open = (open & (open - 1)) | newly_joined;
        }
        *joined |= reached | 1 << (index & 127);
        *loose = still_loose;
        still_loose & LAST_BORDER == 0
    }

    /// Returns the player who has joined both of their borders.
    #[inline]
    pub const fn winner(&self) -> Option<Player> {
        if self.joined[0] & LAST_BORDER != 0 {
            Some(Player::One)
        } else if self.joined[1] & LAST_BORDER != 0 {
            Some(Player::Two)
        } else {
            None
        }
    }

    /// Returns the cells with stones of this player.
    #[inline]
    pub const fn stones(&self, player: Player) -> u128 {
        (self.joined[player.index()] | self.loose[player.index()]) & !(FIRST_BORDER | LAST_BORDER)
    }

    /// Returns the empty cells.
    #[inline]
    pub const fn free(&self) -> u128 {
        let cells = (1 << (self.side() * self.side())) - 1;
        cells & !(self.stones(Player::One) | self.stones(Player::Two))
    }

    /// Returns the neighbors of a cell. A cell outside the board has none.
    #[inline]
    pub const fn neighbors(&self, index: usize) -> u128 {
        if index >= self.side() * self.side() {
            return 0;
        }
        NEIGHBORS[self.side as usize & 15][0][index & 127] & !(FIRST_BORDER | LAST_BORDER)
    }
}

const FIRST_BORDER: u128 = 1 << 127;
const LAST_BORDER: u128 = 1 << 126;

/// The neighbors of each cell, for each side and player, including the player's borders.
///
/// The last border also has its cells as neighbors. So the joined set depends only on the stones and not on
/// their order, even if stones are placed after a win.
///
/// The table has room for 16 sides and 128 cells, so that a masked index needs no bounds check. Unused
/// entries are 0.
static NEIGHBORS: [[[u128; 128]; 2]; 16] = {
    let mut table = [[[0; 128]; 2]; 16];
    let mut side = 1;
    while side <= BitBoard::MAX_SIDE {
        let mut index = 0;
        while index < side * side {
            let (row, column) = (index / side, index % side);
            let mut player = 0;
            while player < 2 {
                let border_bits = border_bits(side, if player == 0 { column } else { row });
                table[side][player][index] = neighbor_bits(side, row, column) | border_bits;
                if border_bits & LAST_BORDER != 0 {
                    table[side][player][LAST_BORDER.trailing_zeros() as usize] |= 1 << index;
                }
                player += 1;
            }
            index += 1;
        }
        side += 1;
    }
    table
};

const fn neighbor_bits(side: usize, row: usize, column: usize) -> u128 {
    let bit = 1u128 << (row * side + column);
    let mut touched = 0;
    if row > 0 {
        touched |= bit >> side;
        if column + 1 < side {
            touched |= bit >> (side - 1);
        }
    }
    if column > 0 {
        touched |= bit >> 1;
    }
    if column + 1 < side {
        touched |= bit << 1;
    }
    if row + 1 < side {
        touched |= bit << side;
        if column > 0 {
            touched |= bit << (side - 1);
        }
    }
    touched
}

const fn border_bits(side: usize, line: usize) -> u128 {
    let first = if line == 0 { FIRST_BORDER } else { 0 };
    let last = if line + 1 == side { LAST_BORDER } else { 0 };
    first | last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{Move, Position};
    use crate::{Position as _, SplitMix64};

    #[test]
    fn sides() {
        assert!((1..=11).all(|side| BitBoard::new(side).is_some()));
        assert_eq!([0, 12, usize::MAX].map(BitBoard::new), [None; 3]);
        assert_eq!(BitBoard::from_board(&Board::new(12).unwrap()), None);
    }

    #[test]
    fn cell_indices() {
        let board = BitBoard::new(11).unwrap();
        assert_eq!(board.index(Cell::new(3, 5)), Some(38));
        assert_eq!(board.cell(38), Some(Cell::new(3, 5)));
        for outside in [Cell::new(11, 0), Cell::new(0, 11), Cell::new(usize::MAX, usize::MAX)] {
            assert_eq!(board.index(outside), None);
        }
        assert_eq!([121, 127, 128, usize::MAX].map(|index| board.cell(index)), [None; 4]);
        assert_eq!([121, 126, 128, usize::MAX].map(|index| board.neighbors(index)), [0; 4]);
    }

    #[test]
    fn illegal_cells() {
        let mut board = BitBoard::new(3).unwrap();
        assert_eq!(board.place(4, Player::One), Ok(false));
        let before = board;
        assert_eq!(board.place(4, Player::Two), Err(IllegalMove::CellTaken));
        for index in [9, 126, 127, 128, 132, usize::MAX] {
            assert_eq!(board.place(index, Player::Two), Err(IllegalMove::NoSuchCell), "{index}");
        }
        assert_eq!(board, before);
    }

    #[test]
    fn neighbors_match_the_plain_board() {
        for side in 1..=11 {
            let (bits, board) = (BitBoard::new(side).unwrap(), Board::new(side as i64).unwrap());
            for cell in board.cells() {
                let expected = board.neighbors(cell).map(|cell| 1 << bits.index(cell).unwrap()).sum();
                assert_eq!(bits.neighbors(bits.index(cell).unwrap()), expected, "{cell:?} of {side}");
            }
        }
    }

    #[test]
    fn single_cell() {
        for player in Player::BOTH {
            let mut board = BitBoard::new(1).unwrap();
            assert_eq!(board.place(0, player), Ok(true));
            assert_eq!(board.winner(), Some(player));
        }
    }

    #[test]
    fn random_games_match_the_plain_board() {
        let mut rng = SplitMix64::new(2024);
        for game in 0..6_600 {
            let mut position = Position::new(1 + game % 11, false).unwrap();
            let mut bits = BitBoard::from_position(&position).unwrap();
            while let Some(player) = position.turn().player() {
                let Some(Move::Place(cell)) = position.sample(&mut rng) else { panic!("no swap here") };
                position.play(Move::Place(cell)).unwrap();
                let won = bits.place(bits.index(cell).unwrap(), player).unwrap();
                assert_eq!(bits.winner(), position.turn().outcome().and_then(|outcome| outcome.winner()));
                assert_eq!(won, bits.winner().is_some());
            }
            let stones = |player| {
                let cells =
                    position.board().cells().filter(|&cell| position.board().stone(cell) == Some(player));
                cells.map(|cell| 1 << bits.index(cell).unwrap()).sum()
            };
            assert_eq!(Player::BOTH.map(|player| bits.stones(player)), Player::BOTH.map(stones));
            assert_eq!(
                bits.free().count_ones() as usize,
                position.board().cells().count()
                    - position.board().count(Player::One)
                    - position.board().count(Player::Two)
            );
        }
    }

    #[test]
    fn from_position_matches_placing() {
        let mut rng = SplitMix64::new(7);
        let mut position = Position::default();
        let mut bits = BitBoard::new(11).unwrap();
        while let (Some(player), Some(Move::Place(cell))) =
            (position.turn().player(), position.sample(&mut rng))
        {
            position.play_unchecked(Move::Place(cell));
            bits.place(bits.index(cell).unwrap(), player).unwrap();
            assert_eq!(BitBoard::from_position(&position), Some(bits));
        }
        assert!(bits.winner().is_some());
    }
}
