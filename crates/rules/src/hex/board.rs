//! The board: stones, and chains joined as they are placed.

use super::groups::Groups;
use crate::hex::column_letter;
use crate::{BadSize, Cell, IllegalMove, Player, Size};
use std::fmt;

/// How a player's stones are written: O for the first player, X for the second.
pub const fn letter(player: Player) -> char {
    match player {
        Player::One => 'O',
        Player::Two => 'X',
    }
}

/// A diamond of cells with stones of both players, in any number.
///
/// The four borders are nodes like the cells, so a player has won as soon as the groups of their two borders
/// are one. Two boards are equal when the same stones stand on them, in whatever order they came.
#[derive(Clone, Debug)]
pub struct Board {
    side: usize,
    stones: Vec<Option<Player>>,
    groups: Groups,
    winner: Option<Player>,
}

/// What placing a stone joined: enough to take it back.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    joins: [u16; MOST_JOINS],
    count: u8,
    won: bool,
}

/// A stone has six neighbors or touches a border instead of some of them (both its player's, on one cell).
const MOST_JOINS: usize = 6;

/// The six neighbors of a cell, as steps of (row, column).
const STEPS: [(isize, isize); 6] = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)];

impl Board {
    /// The longest side: there are 26 letters.
    pub const MAX_SIDE: usize = 26;
    /// The side of a board nobody has asked another size for.
    pub const DEFAULT_SIDE: usize = 11;

    /// An empty board with this many rows and columns, from 1 to 26.
    pub fn new(side: i64) -> Result<Board, BadSize> {
        let asked = Size::new(side, side);
        match usize::try_from(side) {
            Err(_) | Ok(0) => Err(BadSize::TooSmall { asked, least: "a side is at least 1" }),
            Ok(side) if side <= Board::MAX_SIDE => Ok(Board::empty(side)),
            Ok(_) => Err(BadSize::TooLarge { asked, most: Board::MAX_SIDE as i64 }),
        }
    }

    /// Rows, and columns.
    #[inline]
    pub const fn side(&self) -> usize {
        self.side
    }

    /// Whether the board has this cell.
    #[inline]
    pub const fn contains(&self, cell: Cell) -> bool {
        cell.row < self.side && cell.column < self.side
    }

    /// All cells, row by row from the top.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let side = self.side;
        (0..side * side).map(move |index| Cell::new(index / side, index % side))
    }

    /// Whose stone stands here; nobody's on an empty cell, and outside the board.
    #[inline]
    pub fn stone(&self, cell: Cell) -> Option<Player> {
        if self.contains(cell) { self.stones[self.index(cell)] } else { None }
    }

    /// How many stones this player has on the board.
    pub fn count(&self, player: Player) -> usize {
        self.stones.iter().filter(|&&stone| stone == Some(player)).count()
    }

    /// The cells that touch this one, row by row; none for a cell outside the board.
    pub fn neighbors(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        let (side, inside) = (self.side, self.contains(cell));
        STEPS.into_iter().filter_map(move |(down, right)| {
            let row = cell.row.checked_add_signed(down)?;
            let column = cell.column.checked_add_signed(right)?;
            (inside && row < side && column < side).then_some(Cell::new(row, column))
        })
    }

    /// Whether the cell lies on each of the player's two borders: left and right for O, top and bottom for X.
    #[inline]
    pub const fn borders(&self, cell: Cell, player: Player) -> [bool; 2] {
        let line = match player {
            Player::One => cell.column,
            Player::Two => cell.row,
        };
        [line == 0, line + 1 == self.side]
    }

    /// Who has joined their two borders. It can't be both.
    #[inline]
    pub const fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// Puts a stone on an empty cell, whoever is to move, and joins what it touches.
    ///
    /// The board has no turns and goes on after a win: it also serves drawn boards.
    pub fn place(&mut self, cell: Cell, player: Player) -> Result<Placed, IllegalMove> {
        if !self.contains(cell) {
            return Err(IllegalMove::NoSuchCell);
        }
        if self.stone(cell).is_some() {
            return Err(IllegalMove::CellTaken);
        }
        Ok(self.place_unchecked(cell, player))
    }

    /// Takes the last stone off again, given what placing it did.
    ///
    /// Stones come off in the reverse order of their coming; another order leaves chains wrongly joined.
    pub fn take_back(&mut self, cell: Cell, placed: Placed) {
        for &child in placed.joins[..usize::from(placed.count)].iter().rev() {
            self.groups.part(child);
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
        let mut placed = Placed { joins: [0; MOST_JOINS], count: 0, won: false };
        for neighbor in self.neighbors(cell) {
            if self.stone(neighbor) == Some(player) {
                self.join(&mut placed, index, self.index(neighbor));
            }
        }
        let ends = self.border_nodes(player);
        for (touches, border) in self.borders(cell, player).into_iter().zip(ends) {
            if touches {
                self.join(&mut placed, index, border);
            }
        }
        if self.winner.is_none() && self.groups.connected(ends[0] as u16, ends[1] as u16) {
            self.winner = Some(player);
            placed.won = true;
        }
        placed
    }

    /// An empty board of a side known to be one.
    pub(super) fn empty(side: usize) -> Board {
        let cells = side * side;
        Board { side, stones: vec![None; cells], groups: Groups::new(cells as u16 + 4), winner: None }
    }

    /// The place of a cell in row-by-row order.
    #[inline]
    pub(super) const fn index(&self, cell: Cell) -> usize {
        cell.row * self.side + cell.column
    }

    #[inline]
    fn join(&mut self, placed: &mut Placed, one: usize, other: usize) {
        if let Some(child) = self.groups.join(one as u16, other as u16) {
            placed.joins[usize::from(placed.count)] = child;
            placed.count += 1;
        }
    }

    /// The nodes of a player's two borders, numbered after the cells.
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

/// The letters of the columns, then each row a little further right; no newline after the last.
impl fmt::Display for Board {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(" ")?;
        for column in 0..self.side {
            write!(out, " {}", column_letter(column))?;
        }
        for (row, stones) in self.stones.chunks(self.side).enumerate() {
            writeln!(out)?;
            write!(out, "{row:2}{:row$}", "")?;
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

    /// A flood of the whole board, written without the board's own neighbors or borders.
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
    fn a_cell_inside_has_six_neighbors_and_the_corners_two_or_three() {
        assert_eq!(neighbors(11, "F3"), ["F2", "G2", "E3", "G3", "E4", "F4"]);
        assert_eq!(neighbors(11, "A0"), ["B0", "A1"]);
        assert_eq!(neighbors(11, "K0"), ["J0", "J1", "K1"]);
        assert_eq!(neighbors(11, "A10"), ["A9", "B9", "B10"]);
        assert_eq!(neighbors(11, "K10"), ["K9", "J10"]);
        assert_eq!(neighbors(1, "A0"), [""; 0]);
        assert_eq!(neighbors(3, "A3"), [""; 0], "no cell of this board");
    }

    #[test]
    fn a_corner_belongs_to_both_of_its_borders() {
        let board = Board::default();
        let borders =
            |text: &str| (board.borders(cell(text), Player::One), board.borders(cell(text), Player::Two));
        assert_eq!(borders("A0"), ([true, false], [true, false]));
        assert_eq!(borders("K0"), ([false, true], [true, false]));
        assert_eq!(borders("A10"), ([true, false], [false, true]));
        assert_eq!(borders("K10"), ([false, true], [false, true]));
        assert_eq!(borders("F3"), ([false, false], [false, false]));
    }

    #[test]
    fn printing_shifts_each_row_by_one() {
        let mut board = Board::new(3).unwrap();
        board.place(cell("B1"), Player::One).unwrap();
        board.place(cell("C2"), Player::Two).unwrap();
        assert_eq!(board.to_string(), "  A B C\n 0 . . .\n 1  . O .\n 2   . . X\n");
        let first_lines = "  A B C D E F G H I J K\n 0 . . . . . . . . . . .\n 1  . . . . . . . . . . .\n";
        assert!(Board::default().to_string().starts_with(first_lines));
        let last_line = "\n10           . . . . . . . . . . .\n";
        assert!(Board::default().to_string().ends_with(last_line));
    }

    #[test]
    fn sizes_from_1_to_26() {
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
    fn one_cell_joins_both_borders_of_either_player() {
        for player in Player::BOTH {
            let mut board = Board::new(1).unwrap();
            board.place(cell("A0"), player).unwrap();
            assert_eq!(board.winner(), Some(player));
        }
    }

    #[test]
    fn a_stone_needs_an_empty_cell_of_the_board() {
        let mut board = Board::default();
        board.place(cell("F3"), Player::One).unwrap();
        let before = board.clone();
        assert_eq!(board.place(cell("F3"), Player::Two).err(), Some(IllegalMove::CellTaken));
        assert_eq!(board.place(cell("L0"), Player::Two).err(), Some(IllegalMove::NoSuchCell));
        assert_eq!(board.place(cell("A11"), Player::Two).err(), Some(IllegalMove::NoSuchCell));
        assert_eq!(board, before);
    }

    #[test]
    fn the_winner_is_the_one_a_flood_finds_and_taking_back_restores_everything() {
        let mut dice = SplitMix64::new(11);
        for game in 0..600 {
            let mut board = Board::new(1 + game % 9).unwrap();
            let mut free: Vec<Cell> = board.cells().collect();
            let mut placed = Vec::new();
            while !free.is_empty() {
                let cell = free.swap_remove(dice.below(free.len()));
                let player = Player::BOTH[dice.below(2)];
                let before = (board.clone(), format!("{board:?}"));
                placed.push((cell, board.place(cell, player).unwrap(), before));
                assert_eq!(board.winner(), flooded_winner(&board), "{board}");
            }
            assert!(board.winner().is_some(), "a full board has a winner");
            while let Some((cell, joined, (before, in_full))) = placed.pop() {
                board.take_back(cell, joined);
                assert_eq!(board, before);
                assert_eq!(format!("{board:?}"), in_full);
            }
        }
    }
}
