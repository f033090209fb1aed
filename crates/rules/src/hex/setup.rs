//! Checks drawn boards of hex.

use super::{Board, Position};
use crate::{BadSetup, Player, Setup};

impl Position {
    /// Creates a position with this game's side and swap rule from a drawn board.
    ///
    /// Any stones are a position with either player to move, because puzzles and analyses need not come from a game. If
    /// the next player is missing, it is the one with fewer stones, or O. With the swap rule the empty board is O's,
    /// whose first stone X may take.
    ///
    /// On a finished board the next player is missing or the loser, whose turn it would be, and one stone can have
    /// completed the chain. Both players can't have won, because their chains would have to cross.
    pub(super) fn validate(&self, setup: &Setup) -> Result<Position, BadSetup> {
        let board = self.place_setup(setup)?;
        let [first, second] = Player::BOTH.map(|player| board.count(player));
        let next = match (board.winner(), setup.next) {
            (None, Some(Player::Two)) if first + second == 0 && self.swap_rule() => {
                return Err(BadSetup::WrongTurn);
            }
            (None, Some(next)) => next,
            (None, None) => {
                if first > second {
                    Player::Two
                } else {
                    Player::One
                }
            }
            (Some(winner), next) if next == Some(winner) || !board.is_won_by_one_stone() => {
                return Err(BadSetup::ImpossibleWin);
            }
            (Some(winner), _) => winner.other(),
        };
        Ok(Position::from_parts(board, next, self.swap_rule()))
    }

    fn place_setup(&self, setup: &Setup) -> Result<Board, BadSetup> {
        let side = self.board().side();
        if setup.cells.len() != side || setup.cells.iter().any(|row| row.len() != side) {
            return Err(BadSetup::WrongSize { expected: (side, side) });
        }
        let mut board = Board::empty(side);
        for cell in board.cells() {
            let number = setup.cells[cell.row][cell.column];
            if number > 0 {
                let player = Player::from_number(number).ok_or(BadSetup::BadCell(cell))?;
                board.place_unchecked(cell, player);
            }
        }
        Ok(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Outcome, Position as _, Turn};

    fn drawn(rows: &[&str], next: Option<Player>) -> Setup {
        let cell = |symbol: char| symbol.to_digit(10).map_or(0, u64::from);
        let cells = rows.iter().map(|row| row.chars().map(cell).collect()).collect();
        Setup { cells, next, scores: [0, 0] }
    }

    #[test]
    fn wrong_size_or_cells() {
        let position = Position::new(2, false).unwrap();
        let refused = |rows: &[&str]| position.set_up(&drawn(rows, Some(Player::One))).err();
        assert_eq!(refused(&["..", ".."]), None);
        let wrong_size = Some(BadSetup::WrongSize { expected: (2, 2) });
        assert_eq!(
            [refused(&[]), refused(&["..", "."]), refused(&["...", "...", "..."])],
            [(); 3].map(|()| wrong_size.clone())
        );
        assert_eq!(refused(&["..", ".3"]), Some(BadSetup::BadCell(Cell::new(1, 1))));
    }

    #[test]
    fn either_player_may_be_to_move() {
        let rows =
            [["...", "...", "..."], ["...", "..1", "..."], ["...", "..2", "..."], ["12.", "...", "2.2"]];
        for (rows, by_count) in rows.iter().zip([Player::One, Player::Two, Player::One, Player::One]) {
            for swap_rule in [false, true] {
                let empty = Position::new(3, swap_rule).unwrap();
                let turn = |next| empty.set_up(&drawn(rows, next)).map(|position| position.turn());
                assert_eq!(turn(None), Ok(Turn::Player(by_count)));
                assert_eq!(turn(Some(Player::One)), Ok(Turn::Player(Player::One)));
                let may_be_second = !swap_rule || rows.join("") != ".........";
                let second =
                    if may_be_second { Ok(Turn::Player(Player::Two)) } else { Err(BadSetup::WrongTurn) };
                assert_eq!(turn(Some(Player::Two)), second);
            }
        }
    }

    #[test]
    fn only_the_first_stone_of_o_can_be_swapped() {
        let empty = Position::new(3, true).unwrap();
        let can_swap = |rows: &[&str], next| empty.set_up(&drawn(rows, Some(next))).unwrap().can_swap();
        assert!(can_swap(&["...", "..1", "..."], Player::Two));
        assert!(!can_swap(&["...", "..1", "..."], Player::One));
        assert!(!can_swap(&["...", "..2", "..."], Player::Two));
        assert!(!can_swap(&["...", "..2", "..."], Player::One));
    }

    #[test]
    fn impossible_wins() {
        let position = Position::new(3, false).unwrap();
        let set_up = |rows: &[&str], next| position.set_up(&drawn(rows, next));
        let over = set_up(&["111", "22.", "..."], None).unwrap();
        assert_eq!(over.turn(), Turn::Over(Outcome::Win(Player::One)));
        assert_eq!(set_up(&["111", "22.", "..."], Some(Player::Two)), Ok(over));
        let impossible = Err(BadSetup::ImpossibleWin);
        assert_eq!(set_up(&["111", "22.", "..."], Some(Player::One)), impossible, "O had moved last");
        assert!(set_up(&["111", "222", "..."], None).is_ok() && set_up(&["111", "...", "..."], None).is_ok());
        assert_eq!(set_up(&["111", "22.", "111"], None), impossible, "two chains at once");
    }
}
