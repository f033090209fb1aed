//! The plain board of hex: the stones, with chains joined in a union-find as stones are placed.

use super::union_find::UnionFind;
use crate::hex::column_letter;
use crate::{BadSize, Cell, IllegalMove, Player, Size};
use std::fmt;

/// Returns the symbol of a player's stones: O for the first player, X for the second.
pub const fn letter(player: Player) -> char {
    match player {
        Player::One => 'O',
        Player::Two => 'X',
    }
}

/// A diamond of cells with any number of stones of both players. It has no turns.
///
/// The four borders are nodes of the union-find like the cells, so a player has won as soon as their two
/// borders are connected. Two boards are equal if they have the same stones, in whatever order these were
/// placed.
#[derive(Clone, Debug)]
pub struct Board {
    side: usize,
    stones: Vec<Option<Player>>,
    union_find: UnionFind,
    winner: Option<Player>,
}

/// The effect of placing a stone, which undoing it needs.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    joins: [u16; MAX_JOINS],
    count: u8,
    won: bool,
}

/// The most groups that one stone joins: it has six neighbors, or borders in place of some of them.
const MAX_JOINS: usize = 6;

/// The six neighbors of a cell, as steps of (row, column).
const STEPS: [(isize, isize); 6] = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)];

impl Board {
    /// The longest side. There are 26 letters for the columns.
    pub const MAX_SIDE: usize = 26;
    /// The default side.
    pub const DEFAULT_SIDE: usize = 11;

    /// Creates an empty board with this many rows and columns, from 1 to 26. O(cells) time and memory.
    pub fn new(side: i64) -> Result<Board, BadSize> {
        let asked = Size::new(side, side);
        match usize::try_from(side) {
            Err(_) | Ok(0) => Err(BadSize::TooSmall { asked, least: "a side is at least 1" }),
            Ok(side) if side <= Board::MAX_SIDE => Ok(Board::empty(side)),
            Ok(_) => Err(BadSize::TooLarge { asked, most: Board::MAX_SIDE as i64 }),
        }
    }

    /// Returns the number of rows, which is also the number of columns.
    #[inline]
    pub const fn side(&self) -> usize {
        self.side
    }

    /// Returns whether the board has this cell.
    #[inline]
    pub const fn contains(&self, cell: Cell) -> bool {
        cell.row < self.side && cell.column < self.side
    }

    /// Returns all cells, row by row from the top. O(cells) time for all of them.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let side = self.side;
        (0..side * side).map(move |index| Cell::new(index / side, index % side))
    }

    /// Returns the player whose stone is on a cell, or `None` if the cell is empty or outside the board.
    #[inline]
    pub fn stone(&self, cell: Cell) -> Option<Player> {
        if self.contains(cell) { self.stones[self.index(cell)] } else { None }
    }

    /// Returns the number of stones of a player. O(cells) time.
    pub fn count(&self, player: Player) -> usize {
        self.stones.iter().filter(|&&stone| stone == Some(player)).count()
    }

    /// Returns the neighbors of a cell, row by row. A cell outside the board has none.
    #[doc(alias("adjacent", "neighbours"))]
    pub fn neighbors(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        let (side, inside) = (self.side, self.contains(cell));
        STEPS.into_iter().filter_map(move |(down, right)| {
            let row = cell.row.checked_add_signed(down)?;
            let column = cell.column.checked_add_signed(right)?;
            (inside && row < side && column < side).then_some(Cell::new(row, column))
        })
    }

    /// Returns whether the cell is on each of the player's two borders: left and right for O, top and bottom
    /// for X. A cell outside the board is on none.
    #[inline]
    pub const fn borders(&self, cell: Cell, player: Player) -> [bool; 2] {
        if self.contains(cell) { self.borders_unchecked(cell, player) } else { [false; 2] }
    }

    #[inline]
    const fn borders_unchecked(&self, cell: Cell, player: Player) -> [bool; 2] {
        let line = match player {
            Player::One => cell.column,
            Player::Two => cell.row,
        };
        [line == 0, line + 1 == self.side]
    }

    /// Returns the player who has joined both of their borders. Only one player can.
    #[inline]
    pub const fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// Places a stone of either player on an empty cell and joins it to its neighbors.
    ///
    /// Stones may also be placed after a win, because drawn boards are built this way. An error changes nothing.
    /// O(log cells) time: chains are joined as stones are placed, so nothing is flooded to find the winner.
    #[doc(alias("setCell", "move", "makeMove"))]
    pub fn place(&mut self, cell: Cell, player: Player) -> Result<(), IllegalMove> {
        if !self.contains(cell) {
            return Err(IllegalMove::NoSuchCell);
        }
        if self.stone(cell).is_some() {
            return Err(IllegalMove::CellTaken);
        }
        self.place_unchecked(cell, player);
        Ok(())
    }

    /// Removes the stone on a cell and returns the player it belonged to, or `None` if there is none.
    ///
    /// Chains are joined anew, in O(cells log cells) time. A [`Position`](super::Position) undoes its last stone
    /// faster.
    pub fn remove(&mut self, cell: Cell) -> Option<Player> {
        let removed = self.stone(cell)?;
        let mut without = Board::empty(self.side);
        for kept in self.cells().filter(|&kept| kept != cell) {
            if let Some(player) = self.stone(kept) {
                without.place_unchecked(kept, player);
            }
        }
        *self = without;
        Some(removed)
    }

    /// Removes the last stone, given the effect of placing it. Stones must be removed in the reverse order of placing.
    pub(super) fn undo_place(&mut self, cell: Cell, placed: Placed) {
        for &child in placed.joins[..usize::from(placed.count)].iter().rev() {
            self.union_find.undo_union(child);
        }
        if placed.won {
            self.winner = None;
        }
        let index = self.index(cell);
        self.stones[index] = None;
    }

    pub(super) fn place_unchecked(&mut self, cell: Cell, player: Player) -> Placed {
        let index = self.index(cell);
        self.stones[index] = Some(player);
        let mut placed = Placed { joins: [0; MAX_JOINS], count: 0, won: false };
        for neighbor in self.neighbors(cell) {
            if self.stone(neighbor) == Some(player) {
                self.join(&mut placed, index, self.index(neighbor));
            }
        }
        let ends = self.border_nodes(player);
        for (touches, border) in self.borders_unchecked(cell, player).into_iter().zip(ends) {
            if touches {
                self.join(&mut placed, index, border);
            }
        }
        if self.winner.is_none() && self.union_find.are_connected(ends[0] as u16, ends[1] as u16) {
            self.winner = Some(player);
            placed.won = true;
        }
        placed
    }

    /// Creates an empty board of a side that is known to be valid.
    pub(super) fn empty(side: usize) -> Board {
        let cells = side * side;
        Board { side, stones: vec![None; cells], union_find: UnionFind::new(cells as u16 + 4), winner: None }
    }

    /// Returns the index of a cell in row-by-row order.
    #[inline]
    pub(super) const fn index(&self, cell: Cell) -> usize {
        cell.row * self.side + cell.column
    }

    #[inline]
    fn join(&mut self, placed: &mut Placed, one: usize, other: usize) {
        if let Some(child) = self.union_find.union(one as u16, other as u16) {
            placed.joins[usize::from(placed.count)] = child;
            placed.count += 1;
        }
    }

    /// Returns the union-find nodes of a player's two borders. They are numbered after the cells.
    #[inline]
    const fn border_nodes(&self, player: Player) -> [usize; 2] {
        let first = self.side * self.side + 2 * player.index();
        [first, first + 1]
    }
}

impl Default for Board {
    fn default() -> Board {
        Board::empty(Board::DEFAULT_SIDE)
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.side == other.side && self.stones == other.stones
    }
}

impl Eq for Board {}

/// Prints the letters of the columns, then the rows, each one place further to the right with its number beside
/// it. Every line ends in a newline. O(cells) time.
impl fmt::Display for Board {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(" ")?;
        for column in 0..self.side {
            write!(out, " {}", column_letter(column))?;
        }
        for (row, stones) in self.stones.chunks(self.side).enumerate() {
            writeln!(out)?;
            write!(out, "{row:>width$}", width = row + 2)?;
            for stone in stones {
                write!(out, " {}", stone.map_or('.', letter))?;
            }
        }
        writeln!(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;
    use crate::hex::Move;

    fn cell(text: &str) -> Cell {
        match text.parse() {
            Ok(Move::Place(cell)) => cell,
            _ => panic!("{text} is no cell"),
        }
    }

    fn neighbors(side: i64, text: &str) -> Vec<String> {
        let board = Board::new(side).unwrap();
        board.neighbors(cell(text)).map(|cell| Move::Place(cell).to_string()).collect()
    }

    /// Finds the winner by a flood fill that does not use the board's own neighbors and borders.
    fn flooded_winner(board: &Board) -> Option<Player> {
        let side = board.side() as i32;
        let stone = |row: i32, column: i32| {
            let inside = (0..side).contains(&row) && (0..side).contains(&column);
            if inside { board.stone(Cell::new(row as usize, column as usize)) } else { None }
        };
        Player::BOTH.into_iter().find(|&player| {
            let turned = |along: i32, across: i32| {
                if player == Player::One { (across, along) } else { (along, across) }
            };
            let mut seen = vec![];
            let mut open: Vec<(i32, i32)> = (0..side).map(|across| turned(0, across)).collect();
            while let Some((row, column)) = open.pop() {
                if stone(row, column) != Some(player) || seen.contains(&(row, column)) {
                    continue;
                }
                seen.push((row, column));
                open.extend([(row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column)]);
                open.extend([(row + 1, column - 1), (row - 1, column + 1)]);
            }
            seen.iter().any(|&(row, column)| turned(row, column).0 == side - 1)
        })
    }

    #[test]
    fn neighbor_counts() {
        assert_eq!(neighbors(11, "F3"), ["F2", "G2", "E3", "G3", "E4", "F4"]);
        assert_eq!(neighbors(11, "A0"), ["B0", "A1"]);
        assert_eq!(neighbors(11, "K0"), ["J0", "J1", "K1"]);
        assert_eq!(neighbors(11, "A10"), ["A9", "B9", "B10"]);
        assert_eq!(neighbors(11, "K10"), ["K9", "J10"]);
        assert_eq!(neighbors(1, "A0"), [""; 0]);
        assert_eq!(neighbors(3, "A3"), [""; 0], "no cell of this board");
    }

    #[test]
    fn corners_have_two_borders() {
        let board = Board::default();
        let borders =
            |text: &str| (board.borders(cell(text), Player::One), board.borders(cell(text), Player::Two));
        assert_eq!(borders("A0"), ([true, false], [true, false]));
        assert_eq!(borders("K0"), ([false, true], [true, false]));
        assert_eq!(borders("A10"), ([true, false], [false, true]));
        assert_eq!(borders("K10"), ([false, true], [false, true]));
        assert_eq!(borders("F3"), ([false, false], [false, false]));
        for (row, column) in [(usize::MAX, 0), (0, usize::MAX), (usize::MAX, usize::MAX), (0, 11)] {
            let outside = Cell::new(row, column);
            assert_eq!(Player::BOTH.map(|player| board.borders(outside, player)), [[false; 2]; 2]);
        }
    }

    #[test]
    fn printing() {
        let mut board = Board::new(3).unwrap();
        board.place(cell("B1"), Player::One).unwrap();
        board.place(cell("C2"), Player::Two).unwrap();
        assert_eq!(board.to_string(), "  A B C\n 0 . . .\n  1 . O .\n   2 . . X\n");
        let first_lines = "  A B C D E F G H I J K\n 0 . . . . . . . . . . .\n  1 . . . . . . . . . . .\n";
        assert!(Board::default().to_string().starts_with(first_lines));
        let last_lines = "\n          9 . . . . . . . . . . .\n          10 . . . . . . . . . . .\n";
        assert!(Board::default().to_string().ends_with(last_lines), "9 and 10 start in the same place");
        let largest = Board::new(26).unwrap().to_string();
        assert!(largest.lines().skip(1).enumerate().all(|(row, line)| {
            line.trim_start().starts_with(&format!("{row} .")) && line.len() == row + 2 + 2 * 26
        }));
    }

    #[test]
    fn sizes() {
        assert!((1..=26).all(|side| Board::new(side).is_ok()));
        for side in [0, -1, i64::MIN] {
            assert!(matches!(Board::new(side), Err(BadSize::TooSmall { .. })));
        }
        for side in [27, i64::MAX] {
            let asked = Size::new(side, side);
            assert_eq!(Board::new(side), Err(BadSize::TooLarge { asked, most: 26 }));
        }
    }

    #[test]
    fn single_cell() {
        for player in Player::BOTH {
            let mut board = Board::new(1).unwrap();
            board.place(cell("A0"), player).unwrap();
            assert_eq!(board.winner(), Some(player));
        }
    }

    #[test]
    fn illegal_cells() {
        let mut board = Board::default();
        board.place(cell("F3"), Player::One).unwrap();
        let before = board.clone();
        assert_eq!(board.place(cell("F3"), Player::Two).err(), Some(IllegalMove::CellTaken));
        assert_eq!(board.place(cell("L0"), Player::Two).err(), Some(IllegalMove::NoSuchCell));
        assert_eq!(board.place(cell("A11"), Player::Two).err(), Some(IllegalMove::NoSuchCell));
        assert_eq!(board, before);
    }

    #[test]
    fn removing_any_stone() {
        let mut rng = SplitMix64::new(8);
        for game in 0..200 {
            let mut board = Board::new(1 + game % 7).unwrap();
            for cell in board.cells() {
                if rng.below(5) > 0 {
                    board.place(cell, Player::BOTH[rng.below(2)]).unwrap();
                }
            }
            while let Some(cell) =
                board.cells().find(|&cell| board.stone(cell).is_some() && rng.below(3) == 0)
            {
                let player = board.stone(cell);
                assert_eq!(board.remove(cell), player);
                assert_eq!((board.stone(cell), board.remove(cell)), (None, None));
                assert_eq!(board.winner(), flooded_winner(&board), "{board}");
            }
        }
        assert_eq!(Board::default().remove(Cell::new(usize::MAX, 0)), None);
    }

    #[test]
    fn winner_matches_flood_fill_and_undo() {
        let mut rng = SplitMix64::new(11);
        for game in 0..600 {
            let mut board = Board::new(1 + game % 9).unwrap();
            let mut free: Vec<Cell> = board.cells().collect();
            let mut placed = Vec::new();
            while !free.is_empty() {
                let cell = free.swap_remove(rng.below(free.len()));
                let player = Player::BOTH[rng.below(2)];
                let before = (board.clone(), format!("{board:?}"));
                placed.push((cell, board.place_unchecked(cell, player), before));
                assert_eq!(board.winner(), flooded_winner(&board), "{board}");
            }
            assert!(board.winner().is_some(), "a full board has a winner");
            while let Some((cell, joined, (before, in_full))) = placed.pop() {
                board.undo_place(cell, joined);
                assert_eq!(board, before);
                assert_eq!(format!("{board:?}"), in_full);
            }
        }
    }
}
