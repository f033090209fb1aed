//! Checks drawn boards of hex.

use super::{Board, Position};
use crate::{BadSetup, Player, Setup};

impl Position {
    /// Creates a position with this game's side and swap rule from a drawn board, if some order of its stones
    /// is a game.
    ///
    /// On a finished board the next player is missing or the loser, whose turn it would be. Both players
    /// can't have won, because their chains would have to cross. If one stone can have completed the chain,
    /// it was the last, and all others can have been placed in any order.
    pub(super) fn validate(&self, setup: &Setup) -> Result<Position, BadSetup> {
        let board = self.place_setup(setup)?;
        let next = match (board.winner(), setup.next) {
            (None, Some(next)) => next,
            (None, None) => return Err(BadSetup::WrongTurn),
            (Some(winner), next) if next == Some(winner) || !board.is_won_by_one_stone() => {
                return Err(BadSetup::ImpossibleWin);
            }
            (Some(winner), _) => winner.other(),
        };
        let position = Position::from_parts(board, next, self.swap_rule());
        if position.stone_counts_match(next) { Ok(position) } else { Err(BadSetup::WrongTurn) }
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

    /// Returns whether the numbers of stones match this player to move, with or without a swap.
    fn stone_counts_match(&self, next: Player) -> bool {
        let [first, second] = Player::BOTH.map(|player| self.board().count(player));
        let (usual, swapped) = match next {
            Player::One => (first == second, first + 1 == second),
            Player::Two => (first == second + 1, first == second && second > 0),
        };
        // On a board of one cell the first stone wins, so there is no swap.
        usual || (swapped && self.swap_rule() && self.board().side() > 1)
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
    fn stone_counts() {
        let one = Some(Player::One);
        let two = Some(Player::Two);
        let fits = |swap_rule, rows: &[&str], next| {
            let position = Position::new(rows.len() as i64, swap_rule).unwrap();
            match position.set_up(&drawn(rows, next)) {
                Ok(_) => true,
                Err(why) => {
                    assert_eq!(why, BadSetup::WrongTurn);
                    false
                }
            }
        };
        let (empty, first, taken) = (["...", "...", "..."], ["...", "..1", "..."], ["...", "..2", "..."]);
        let (even, more, fewer) = (["12.", "...", "..."], ["12.", ".1.", "..."], ["12.", "..2", "..."]);
        for swap_rule in [false, true] {
            assert!(
                fits(swap_rule, &empty, one)
                    && !fits(swap_rule, &empty, two)
                    && !fits(swap_rule, &empty, None)
            );
            assert!(fits(swap_rule, &first, two) && !fits(swap_rule, &first, one));
            assert!(fits(swap_rule, &even, one) && fits(swap_rule, &more, two));
            assert!(!fits(swap_rule, &taken, two) && !fits(swap_rule, &fewer, two));
            // X has as many stones as O or more, so a swap was played.
            assert_eq!(fits(swap_rule, &taken, one), swap_rule);
            assert_eq!(fits(swap_rule, &even, two), swap_rule);
            assert_eq!(fits(swap_rule, &fewer, one), swap_rule);
            assert!(!fits(swap_rule, &["2"], None), "the only cell is O's");
        }
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
        assert_eq!(set_up(&["111", "222", "..."], None), Err(BadSetup::WrongTurn));
        assert_eq!(set_up(&["111", "22.", "111"], None), impossible, "two chains at once");
    }
}
