//! The winning chain, to draw it.

use super::Board;
use crate::{Cell, Player};
use std::collections::VecDeque;

impl Board {
    /// The stones of one chain of the winner from border to border, sorted by row and column; empty before a
    /// win.
    ///
    /// It is a shortest one, so no stone of it can be left out.
    pub fn winning_chain(&self) -> Vec<Cell> {
        self.winner().and_then(|winner| self.shortest_chain(winner, None)).unwrap_or_default()
    }

    /// Whether one stone of the winner can have made the win: without it the borders are apart.
    ///
    /// Such a stone is part of every chain that wins, so only those of one chain have to be tried.
    pub(super) fn is_won_by_one_stone(&self) -> bool {
        self.winner().is_some_and(|winner| {
            self.winning_chain().into_iter().any(|stone| self.shortest_chain(winner, Some(stone)).is_none())
        })
    }

    /// A search by breadth from the player's first border, as if the stone `without` were not there.
    fn shortest_chain(&self, player: Player, without: Option<Cell>) -> Option<Vec<Cell>> {
        let is_link = |cell: Cell| self.stone(cell) == Some(player) && Some(cell) != without;
        let mut came_from: Vec<Option<Cell>> = vec![None; self.side() * self.side()];
        let mut open = VecDeque::new();
        for cell in self.cells().filter(|&cell| self.borders(cell, player)[0] && is_link(cell)) {
            // The first stones come from themselves: that is where the way back ends.
            came_from[self.index(cell)] = Some(cell);
            open.push_back(cell);
        }
        while let Some(cell) = open.pop_front() {
            if self.borders(cell, player)[1] {
                return Some(self.way_back(cell, &came_from));
            }
            for next in self.neighbors(cell).filter(|&next| is_link(next)) {
                let origin = &mut came_from[self.index(next)];
                if origin.is_none() {
                    *origin = Some(cell);
                    open.push_back(next);
                }
            }
        }
        None
    }

    fn way_back(&self, end: Cell, came_from: &[Option<Cell>]) -> Vec<Cell> {
        let mut chain = vec![end];
        let mut cell = end;
        while let Some(before) = came_from[self.index(cell)].filter(|&before| before != cell) {
            chain.push(before);
            cell = before;
        }
        chain.sort_unstable();
        chain
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;

    /// Reads rows of `.`, `O` and `X`.
    fn board(rows: &[&str]) -> Board {
        let mut board = Board::new(rows.len() as i64).unwrap();
        for (row, line) in rows.iter().enumerate() {
            for (column, symbol) in line.chars().enumerate() {
                let player = match symbol {
                    'O' => Player::One,
                    'X' => Player::Two,
                    _ => continue,
                };
                board.place(Cell::new(row, column), player).unwrap();
            }
        }
        board
    }

    fn chain(rows: &[&str]) -> Vec<[usize; 2]> {
        board(rows).winning_chain().into_iter().map(|cell| [cell.row, cell.column]).collect()
    }

    #[test]
    fn side_chains_and_loose_ends_are_left_out() {
        assert_eq!(
            chain(&["OO.X", ".OXX", ".OOO", "X.OX"]),
            [[0, 0], [0, 1], [1, 1], [2, 1], [2, 2], [2, 3]]
        );
        assert_eq!(chain(&["..X", "OXO", "X.O"]), [[0, 2], [1, 1], [2, 0]]);
    }

    #[test]
    fn the_shorter_of_two_ways_is_taken() {
        assert_eq!(chain(&["OOOO", "O..O", "OOOO", "...."]), [[0, 0], [0, 1], [0, 2], [0, 3]]);
        assert_eq!(chain(&[".OOO", "O..X", "OXXX", "OXXX"]), [[0, 1], [0, 2], [0, 3], [1, 0]]);
    }

    #[test]
    fn one_cell_is_a_chain_and_an_undecided_board_has_none() {
        assert_eq!(chain(&["X"]), [[0, 0]]);
        assert_eq!(chain(&["OO.", "XXO", "..."]), [[0, 0]; 0]);
    }

    #[test]
    fn one_stone_made_a_single_chain_but_not_two_of_them() {
        assert!(board(&["OOO", "...", "..."]).is_won_by_one_stone());
        assert!(!board(&["OOO", "...", "OOO"]).is_won_by_one_stone());
        assert!(board(&["O.O", "OOX", "O.O"]).is_won_by_one_stone(), "the middle joins three chains");
        assert!(!board(&["...", "...", "..."]).is_won_by_one_stone());
    }

    #[test]
    fn no_stone_of_a_chain_can_be_left_out() {
        let mut dice = SplitMix64::new(5);
        for game in 0..400 {
            let mut board = Board::new(1 + game % 12).unwrap();
            for cell in board.cells() {
                board.place(cell, Player::BOTH[dice.below(2)]).unwrap();
            }
            let winner = board.winner().unwrap();
            let chain = board.winning_chain();
            assert!(chain.is_sorted());
            let joins_the_borders = |left_out: Option<Cell>| {
                let mut alone = Board::new(board.side() as i64).unwrap();
                for &cell in chain.iter().filter(|&&cell| Some(cell) != left_out) {
                    alone.place(cell, winner).unwrap();
                }
                alone.winner() == Some(winner)
            };
            assert!(joins_the_borders(None));
            assert!(chain.iter().all(|&cell| !joins_the_borders(Some(cell))));
        }
    }
}
