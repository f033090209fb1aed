//! A fast board: one bit a cell, chains grown from the border.

use super::Board;
use crate::{Cell, Player};

/// A board of side 1 to 11 in a few machine words, for searches and millions of random games.
///
/// A cell is numbered `row * side + column`, and its number is its bit:
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
/// Each player's stones are kept in two parts: those **joined** to the first border by a chain, and the
/// **loose** rest. The first border itself is joined and the last one loose, like stones that stand there
/// from the start. A new stone that touches nothing joined is loose, and that is all; otherwise it is joined,
/// and so are the loose stones it reaches. Every stone changes over at most once a game, and a player has won
/// when the last border does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitBoard {
    side: u8,
    joined: [u128; 2],
    loose: [u128; 2],
}

impl BitBoard {
    /// The longest side: 12 by 12 cells are more than 128 bits.
    pub const MAX_SIDE: usize = 11;

    /// The empty board of this side, if it is from 1 to 11.
    pub const fn new(side: usize) -> Option<BitBoard> {
        if side == 0 || side > BitBoard::MAX_SIDE {
            return None;
        }
        Some(BitBoard { side: side as u8, joined: [FIRST_BORDER; 2], loose: [LAST_BORDER; 2] })
    }

    /// The stones of a position, if its board is small enough.
    pub fn from_position(position: &super::Position) -> Option<BitBoard> {
        BitBoard::from_board(position.board())
    }

    /// The stones of a board, if it is small enough.
    pub fn from_board(board: &Board) -> Option<BitBoard> {
        let mut bits = BitBoard::new(board.side())?;
        for cell in board.cells() {
            if let Some(player) = board.stone(cell) {
                bits.place(board.index(cell), player);
            }
        }
        Some(bits)
    }

    /// Rows, and columns.
    #[inline]
    pub const fn side(&self) -> usize {
        self.side as usize
    }

    /// The number of a cell of this board.
    #[inline]
    pub const fn number(&self, cell: Cell) -> usize {
        cell.row * self.side() + cell.column
    }

    /// The cell with this number.
    #[inline]
    pub const fn cell(&self, number: usize) -> Cell {
        Cell::new(number / self.side(), number % self.side())
    }

    /// Puts a stone on an empty cell, given by its number; whether its player has joined both borders.
    ///
    /// It is not checked that the cell is one of the board's and empty. If it is not, the board is none of
    /// the game's from then on.
    #[inline]
    pub fn place(&mut self, number: usize, player: Player) -> bool {
        let near = &NEIGHBORS[self.side as usize & 15][player.index()];
        let (joined, loose) = (&mut self.joined[player.index()], &mut self.loose[player.index()]);
        let touched = near[number & 127];
        if touched & *joined == 0 {
            *loose |= 1 << (number & 127);
            return false;
        }
        let mut reached = touched & *loose;
        let mut still_loose = *loose ^ reached;
        let mut open = reached;
        while open != 0 {
            let fresh = near[open.trailing_zeros() as usize & 127] & still_loose;
            still_loose ^= fresh;
            reached |= fresh;
            open = (open & (open - 1)) | fresh;
        }
        *joined |= reached | 1 << (number & 127);
        *loose = still_loose;
        still_loose & LAST_BORDER == 0
    }

    /// Who has joined their two borders.
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

    /// The cells with stones of this player, as bits.
    #[inline]
    pub const fn stones(&self, player: Player) -> u128 {
        (self.joined[player.index()] | self.loose[player.index()]) & !(FIRST_BORDER | LAST_BORDER)
    }

    /// The empty cells, as bits.
    #[inline]
    pub const fn free(&self) -> u128 {
        let cells = (1 << (self.side() * self.side())) - 1;
        cells & !(self.stones(Player::One) | self.stones(Player::Two))
    }

    /// The cells that touch this one, as bits.
    #[inline]
    pub const fn neighbors(&self, number: usize) -> u128 {
        NEIGHBORS[self.side as usize & 15][0][number & 127] & !(FIRST_BORDER | LAST_BORDER)
    }
}

const FIRST_BORDER: u128 = 1 << 127;
const LAST_BORDER: u128 = 1 << 126;

/// For each side and player, what a stone with each number touches, the player's borders included.
///
/// The last border touches its cells in turn. So what is joined depends on the stones alone and not on the
/// order they came in, even where stones are placed after a win.
///
/// There are 16 sides and 128 numbers so that a masked index needs no check of its bounds; those of no board
/// touch nothing.
static NEIGHBORS: [[[u128; 128]; 2]; 16] = {
    let mut table = [[[0; 128]; 2]; 16];
    let mut side = 1;
    while side <= BitBoard::MAX_SIDE {
        let mut number = 0;
        while number < side * side {
            let (row, column) = (number / side, number % side);
            let mut player = 0;
            while player < 2 {
                let borders = borders(side, if player == 0 { column } else { row });
                table[side][player][number] = touching(side, row, column) | borders;
                if borders & LAST_BORDER != 0 {
                    table[side][player][LAST_BORDER.trailing_zeros() as usize] |= 1 << number;
                }
                player += 1;
            }
            number += 1;
        }
        side += 1;
    }
    table
};

const fn touching(side: usize, row: usize, column: usize) -> u128 {
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

const fn borders(side: usize, line: usize) -> u128 {
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
    fn sides_from_1_to_11() {
        assert!((1..=11).all(|side| BitBoard::new(side).is_some()));
        assert_eq!([0, 12, usize::MAX].map(BitBoard::new), [None; 3]);
        assert_eq!(BitBoard::from_board(&Board::new(12).unwrap()), None);
    }

    #[test]
    fn cells_are_numbered_row_by_row() {
        let board = BitBoard::new(11).unwrap();
        assert_eq!(board.number(Cell::new(3, 5)), 38);
        assert_eq!(board.cell(38), Cell::new(3, 5));
    }

    #[test]
    fn neighbors_are_those_of_the_plain_board() {
        for side in 1..=11 {
            let (bits, board) = (BitBoard::new(side).unwrap(), Board::new(side as i64).unwrap());
            for cell in board.cells() {
                let expected = board.neighbors(cell).map(|cell| 1 << bits.number(cell)).sum();
                assert_eq!(bits.neighbors(bits.number(cell)), expected, "{cell:?} of {side}");
            }
        }
    }

    #[test]
    fn the_only_cell_wins_for_either_player() {
        for player in Player::BOTH {
            let mut board = BitBoard::new(1).unwrap();
            assert!(board.place(0, player));
            assert_eq!(board.winner(), Some(player));
        }
    }

    #[test]
    fn every_random_game_goes_as_on_the_plain_board() {
        let mut dice = SplitMix64::new(2024);
        for game in 0..6_600 {
            let mut position = Position::new(1 + game % 11, false).unwrap();
            let mut bits = BitBoard::from_position(&position).unwrap();
            while let Some(player) = position.turn().player() {
                let Some(Move::Place(cell)) = position.sample(&mut dice) else { panic!("no swap here") };
                position.play(Move::Place(cell)).unwrap();
                let won = bits.place(bits.number(cell), player);
                assert_eq!(bits.winner(), position.turn().outcome().and_then(|outcome| outcome.winner()));
                assert_eq!(won, bits.winner().is_some());
            }
            let stones = |player| {
                let cells =
                    position.board().cells().filter(|&cell| position.board().stone(cell) == Some(player));
                cells.map(|cell| 1 << bits.number(cell)).sum()
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
    fn a_board_taken_over_in_the_middle_of_a_game_is_the_same_board() {
        let mut dice = SplitMix64::new(7);
        let mut position = Position::default();
        let mut bits = BitBoard::new(11).unwrap();
        while let (Some(player), Some(Move::Place(cell))) =
            (position.turn().player(), position.sample(&mut dice))
        {
            position.play_unchecked(Move::Place(cell));
            bits.place(bits.number(cell), player);
            assert_eq!(BitBoard::from_position(&position), Some(bits));
        }
        assert!(bits.winner().is_some());
    }
}
