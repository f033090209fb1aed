//! Chains of hex, found by breadth-first search: the winning one, and all stones connected to a cell.

use super::Board;
use crate::{Cell, Player};
use std::collections::VecDeque;

impl Board {
    /// Returns one chain of the winner's stones from border to border, sorted by row and column. It is empty
    /// before a win.
    ///
    /// It is a shortest chain, so no stone of it can be left out. O(cells) time and memory.
    pub fn winning_chain(&self) -> Vec<Cell> {
        let mut chain = self.winning_path();
        chain.sort_unstable();
        chain
    }

    /// Returns the stones of the [winning chain](Board::winning_chain) in the order in which they are connected: from
    /// the left border to the right one for O, from the top to the bottom for X. It is empty before a win. O(cells)
    /// time and memory.
    #[doc(alias("winningPath", "path"))]
    pub fn winning_path(&self) -> Vec<Cell> {
        self.winner().and_then(|winner| self.shortest_chain(winner, None)).unwrap_or_default()
    }

    /// Returns everything that is connected to the stone on a cell, in steps.
    ///
    /// Step 0 is the cell itself. Each next step has the stones of the same player that touch a stone of the step
    /// before and were not reached yet, row by row. So the number of a step is the length of the shortest way. There is
    /// no step if the cell is empty or outside the board. O(cells) time and memory.
    ///
    /// ```
    /// use parlor_rules::{Cell, Player, hex::Board};
    /// let mut board = Board::new(3)?;
    /// for (row, column) in [(0, 0), (0, 1), (1, 1), (2, 2)] {
    ///     board.place(Cell::new(row, column), Player::One).expect("these cells are empty");
    /// }
    /// let steps = board.reachable(Cell::new(0, 0));
    /// assert_eq!(steps, [[Cell::new(0, 0)], [Cell::new(0, 1)], [Cell::new(1, 1)]]);
    /// # Ok::<(), parlor_rules::BadSize>(())
    /// ```
    #[doc(alias("floodFill", "connected", "reach"))]
    pub fn reachable(&self, cell: Cell) -> Vec<Vec<Cell>> {
        let Some(player) = self.stone(cell) else { return Vec::new() };
        let mut is_reached = vec![false; self.side() * self.side()];
        is_reached[self.index(cell)] = true;
        let mut steps = Vec::new();
        let mut step = vec![cell];
        while !step.is_empty() {
            let mut next: Vec<Cell> = step.iter().flat_map(|&cell| self.neighbors(cell)).collect();
            next.retain(|&cell| {
                self.stone(cell) == Some(player)
                    && !std::mem::replace(&mut is_reached[self.index(cell)], true)
            });
            next.sort_unstable();
            steps.push(std::mem::replace(&mut step, next));
        }
        steps
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
        chain.reverse();
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
            let (path, chain) = (board.winning_path(), board.winning_chain());
            assert!(chain.is_sorted());
            assert!(board.borders(path[0], winner)[0] && board.borders(path[path.len() - 1], winner)[1]);
            assert!(path.windows(2).all(|pair| board.neighbors(pair[0]).any(|cell| cell == pair[1])));
            assert_eq!(path.iter().filter(|cell| chain.contains(cell)).count(), chain.len());
            let reached = board.reachable(path[0]);
            let step = |cell| reached.iter().position(|step| step.contains(&cell));
            assert!(
                path.iter().enumerate().all(|(steps, &cell)| step(cell).is_some_and(|step| step <= steps))
            );
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

    /// Grows the set of reached stones as a list, without a queue: the slow way.
    fn reached_slowly(board: &Board, cell: Cell) -> Vec<Vec<Cell>> {
        let mut steps: Vec<Vec<Cell>> = Vec::new();
        let mut last: Vec<Cell> =
            board.cells().filter(|&at| at == cell && board.stone(at).is_some()).collect();
        while !last.is_empty() {
            steps.push(last);
            let known = steps.concat();
            let is_new = |at: &Cell| {
                board.stone(*at) == board.stone(cell)
                    && !known.contains(at)
                    && known.iter().any(|&near| board.neighbors(near).any(|touched| touched == *at))
            };
            last = board.cells().filter(is_new).collect();
        }
        steps
    }

    #[test]
    fn reachable_in_steps() {
        let board = board(&["OO.X", ".OXX", ".OOO", "X.OX"]);
        let steps =
            |row, column| board.reachable(Cell::new(row, column)).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(steps(0, 0), [1, 1, 1, 1, 1, 2], "the right border in the sixth step");
        assert_eq!(steps(3, 0), [1], "a stone alone");
        assert_eq!(steps(0, 2), [0; 0], "an empty cell");
        assert_eq!(steps(usize::MAX, usize::MAX), [0; 0], "no cell of the board");
    }

    #[test]
    fn reachable_matches_the_slow_way() {
        let mut rng = SplitMix64::new(6);
        for game in 0..150 {
            let mut board = Board::new(1 + game % 8).unwrap();
            for cell in board.cells() {
                if let Some(&player) = Player::BOTH.get(rng.below(3)) {
                    board.place(cell, player).unwrap();
                }
            }
            for cell in board.cells() {
                assert_eq!(board.reachable(cell), reached_slowly(&board, cell), "{board}{cell:?}");
            }
        }
    }
}
