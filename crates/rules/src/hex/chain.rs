//! The winning chain of hex, found by breadth-first search.

use super::Board;
use crate::{Cell, Player};
use std::collections::VecDeque;

impl Board {
    /// Returns one chain of the winner's stones from border to border, sorted by row and column. It is empty
    /// before a win.
    ///
    /// It is a shortest chain, so no stone of it can be left out.
    pub fn winning_chain(&self) -> Vec<Cell> {
        self.winner().and_then(|winner| self.shortest_chain(winner, None)).unwrap_or_default()
    }

    /// Returns whether removing one of the winner's stones disconnects the borders, so that this stone can
    /// have made the win.
    ///
    /// Such a stone is part of every winning chain, so only the stones of one chain are tried.
    pub(super) fn is_won_by_one_stone(&self) -> bool {
        self.winner().is_some_and(|winner| {
            self.winning_chain().into_iter().any(|stone| self.shortest_chain(winner, Some(stone)).is_none())
        })
    }

    /// Returns a shortest chain of the player, as if the stone `without` were not there.
    fn shortest_chain(&self, player: Player, without: Option<Cell>) -> Option<Vec<Cell>> {
        let is_link = |cell: Cell| self.stone(cell) == Some(player) && Some(cell) != without;
        let mut came_from: Vec<Option<Cell>> = vec![None; self.side() * self.side()];
        let mut open = VecDeque::new();
        for cell in self.cells().filter(|&cell| self.borders(cell, player)[0] && is_link(cell)) {
            // A stone on the first border is its own predecessor, which ends the path.
            came_from[self.index(cell)] = Some(cell);
            open.push_back(cell);
        }
        while let Some(cell) = open.pop_front() {
            if self.borders(cell, player)[1] {
                return Some(self.trace_path(cell, &came_from));
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

    fn trace_path(&self, end: Cell, came_from: &[Option<Cell>]) -> Vec<Cell> {
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

    /// Parses rows of `.`, `O` and `X`.
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
    fn side_chains_are_left_out() {
        assert_eq!(
            chain(&["OO.X", ".OXX", ".OOO", "X.OX"]),
            [[0, 0], [0, 1], [1, 1], [2, 1], [2, 2], [2, 3]]
        );
        assert_eq!(chain(&["..X", "OXO", "X.O"]), [[0, 2], [1, 1], [2, 0]]);
    }

    #[test]
    fn shorter_chain_is_taken() {
        assert_eq!(chain(&["OOOO", "O..O", "OOOO", "...."]), [[0, 0], [0, 1], [0, 2], [0, 3]]);
        assert_eq!(chain(&[".OOO", "O..X", "OXXX", "OXXX"]), [[0, 1], [0, 2], [0, 3], [1, 0]]);
    }

    #[test]
    fn single_cell_and_no_winner() {
        assert_eq!(chain(&["X"]), [[0, 0]]);
        assert_eq!(chain(&["OO.", "XXO", "..."]), [[0, 0]; 0]);
    }

    #[test]
    fn won_by_one_stone() {
        assert!(board(&["OOO", "...", "..."]).is_won_by_one_stone());
        assert!(!board(&["OOO", "...", "OOO"]).is_won_by_one_stone());
        assert!(board(&["O.O", "OOX", "O.O"]).is_won_by_one_stone(), "the middle joins three chains");
        assert!(!board(&["...", "...", "..."]).is_won_by_one_stone());
    }

    #[test]
    fn chain_is_minimal() {
        let mut rng = SplitMix64::new(5);
        for game in 0..400 {
            let mut board = Board::new(1 + game % 12).unwrap();
            for cell in board.cells() {
                board.place(cell, Player::BOTH[rng.below(2)]).unwrap();
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
