//! The position of growing that tables and engines play, over the free board of [`growing`](super::growing).

use super::Board as Columns;
use super::growing::{Board, INITIAL_COLUMNS, INITIAL_ROWS, MAX_INDEX, Tokens};
use super::lines::{Direction, made_by_one_disc};
use crate::{
    BadMove, BadSetup, Cell, IllegalMove, Outcome, Player, Setup, SplitMix64, Turn, parse_whole_number,
};
use std::fmt;
use std::str::FromStr;

/// A placement: a player's token into a column, written `p1:0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The player whose token it is.
    pub player: Player,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Move {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "p{}:{}", self.player, self.column)
    }
}

impl FromStr for Move {
    type Err = BadMove;

    fn from_str(text: &str) -> Result<Move, BadMove> {
        let read = || {
            let (player, column) = text.strip_prefix('p')?.split_once(':')?;
            let player =
                Player::from_number(parse_whole_number(player).filter(|_| player.len() == 1)? as u64)?;
            Some(Move { player, column: parse_whole_number(column)? })
        };
        read().ok_or(BadMove { expected: "a placement like p1:0" })
    }
}

/// The rule of who may place where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// The players take turns. They may use the existing columns and one new column on the right.
    Alternate,
    /// Either player may place at any time, in any column up to 9,999.
    Free,
}

/// A growing board and the player to move.
///
/// With [`Order::Free`] the player to move is only a suggestion: both may place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    order: Order,
    next: Player,
}

/// The effect of a placement: the size of the board and the player to move before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The rows before the placement.
    pub rows: usize,
    /// The columns before the placement.
    pub columns: usize,
    next: Player,
}

impl Position {
    /// Creates an empty board with player one to move.
    pub fn new(tokens: Tokens, order: Order) -> Position {
        Position { board: Board::new(tokens), order, next: Player::One }
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the rule of who may place where.
    pub fn order(&self) -> Order {
        self.order
    }

    /// Returns the same position with turns that alternate.
    pub fn alternating(&self) -> Position {
        Position { order: Order::Alternate, ..self.clone() }
    }

    /// Returns the number of columns that may be used: the existing ones and one more, or all 10,000.
    fn usable_columns(&self) -> usize {
        match self.order {
            Order::Alternate => (self.board.columns() + 1).min(MAX_INDEX + 1),
            Order::Free => MAX_INDEX + 1,
        }
    }
}

/// Creates an alternating game with the default tokens.
impl Default for Position {
    fn default() -> Position {
        Position::new(Tokens::default(), Order::Alternate)
    }
}

impl crate::Position for Position {
    type Move = Move;
    type Played = Played;

    fn turn(&self) -> Turn {
        match self.board.winner() {
            Some(winner) => Turn::Over(Outcome::Win(winner)),
            // No move is left when all 10,000 columns are full.
            None if self.board.columns() > MAX_INDEX && self.moves().next().is_none() => {
                Turn::Over(Outcome::Draw)
            }
            None => Turn::Player(self.next),
        }
    }

    fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        let may_place = move |player: &Player| self.order == Order::Free || *player == self.next;
        let columns = (0..self.usable_columns()).filter(|&column| self.board.check(column).is_ok());
        // By column and then by player, so that the first moves of a free board have moves of both players.
        columns.flat_map(move |column| {
            Player::BOTH.into_iter().filter(may_place).map(move |player| Move { player, column })
        })
    }

    fn check(&self, played: Move) -> Result<(), IllegalMove> {
        self.board.check(played.column)?;
        if self.order == Order::Alternate && played.player != self.next {
            return Err(IllegalMove::NotTheTurnOf(played.player));
        }
        if played.column >= self.usable_columns() {
            return Err(IllegalMove::NoSuchColumn(played.column));
        }
        Ok(())
    }

    fn play_unchecked(&mut self, played: Move) -> Played {
        let did = Played { rows: self.board.rows(), columns: self.board.columns(), next: self.next };
        self.board.drop_token(played.player, played.column);
        self.next = played.player.other();
        did
    }

    fn undo(&mut self, played: Move, did: Played) {
        self.board.undo_token(played.column, did.rows, did.columns);
        self.next = did.next;
    }

    fn sample(&self, rng: &mut SplitMix64) -> Option<Move> {
        let player = self.turn().player()?;
        let player = if self.order == Order::Free { Player::BOTH[rng.below(2)] } else { player };
        // Full columns are very rare, so drawing again beats counting. After eight tries the open columns are
        // counted.
        for _ in 0..8 {
            let column = rng.below(self.usable_columns());
            if self.board.check(column).is_ok() {
                return Some(Move { player, column });
            }
        }
        let open = |&column: &usize| self.board.check(column).is_ok();
        let count = (0..self.usable_columns()).filter(open).count();
        let column = (0..self.usable_columns()).filter(open).nth(rng.below(count))?;
        Some(Move { player, column })
    }

    fn setup(&self) -> Setup {
        let next = self.turn().player().filter(|_| self.order == Order::Alternate);
        Setup { cells: self.board.discs().cells(self.board.rows()), next, scores: [0, 0] }
    }

    /// Creates a position from a drawn board, which must have the size that play would have given it.
    fn set_up(&self, setup: &Setup) -> Result<Position, BadSetup> {
        let rows = setup.cells.len();
        let columns = setup.cells.first().map_or(0, Vec::len);
        if !(INITIAL_ROWS..=MAX_INDEX + 1).contains(&rows)
            || !(INITIAL_COLUMNS..=MAX_INDEX + 1).contains(&columns)
        {
            return Err(BadSetup::WrongSize { expected: (INITIAL_ROWS, INITIAL_COLUMNS) });
        }
        let discs = Columns::empty(MAX_INDEX + 1, columns).read_setup(rows, setup, |player| player)?;
        let widest = (0..columns).rfind(|&column| discs.height(column) > 0).map_or(0, |column| column + 1);
        let expected = (discs.tallest().max(INITIAL_ROWS), widest.max(INITIAL_COLUMNS));
        if expected != (rows, columns) {
            return Err(BadSetup::WrongSize { expected });
        }
        let ahead = setup.count(1) as i64 - setup.count(2) as i64;
        let by_count = if ahead <= 0 { Player::One } else { Player::Two };
        if self.order == Order::Alternate
            && (!(0..=1).contains(&ahead) || setup.next.is_some_and(|next| next != by_count))
        {
            return Err(BadSetup::WrongTurn);
        }
        let next = setup.next.unwrap_or(by_count);
        let last = (self.order == Order::Alternate).then_some(next.other());
        if !made_by_one_disc(&discs, &Direction::STRAIGHT, last) {
            return Err(BadSetup::ImpossibleWin);
        }
        Ok(Position { board: self.board.with_discs(discs), order: self.order, next })
    }

    fn line(&self) -> Vec<Cell> {
        self.board.line()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position as _;

    fn played(position: &mut Position, moves: &str) -> Result<(), IllegalMove> {
        moves.split_whitespace().try_for_each(|text| position.play(text.parse().unwrap()).map(drop))
    }

    #[test]
    fn alternating_moves() {
        let mut position = Position::default();
        let usable_columns: Vec<String> = position.moves().map(|played| played.to_string()).collect();
        assert_eq!(usable_columns, ["p1:0", "p1:1", "p1:2", "p1:3", "p1:4"]);
        assert_eq!(played(&mut position, "p1:5"), Err(IllegalMove::NoSuchColumn(5)));
        assert_eq!(played(&mut position, "p1:4 p1:0"), Err(IllegalMove::NotTheTurnOf(Player::One)));
        assert_eq!((position.board().columns(), position.moves().count()), (5, 6));
    }

    #[test]
    fn free_moves() {
        let mut position = Position::new(Tokens::default(), Order::Free);
        assert_eq!(played(&mut position, "p2:0 p2:1 p2:1 p2:17 p2:2 p2:3"), Ok(()));
        assert_eq!(position.turn(), Turn::Over(Outcome::Win(Player::Two)));
        assert_eq!(position.line().len(), 4);
    }

    #[test]
    fn undo_shrinks_the_board() {
        let mut position = Position::new(Tokens::default(), Order::Free);
        let far = "p1:9".parse().unwrap();
        let before = position.clone();
        let did = position.play(far).unwrap();
        position.undo(far, did);
        assert_eq!(position, before);
    }

    #[test]
    fn moves_as_text() {
        for bad in ["", "p", "p1", "p1:", "p3:0", "p01:0", "p1:-1", "p1:+1", "1:0", "p1:0 "] {
            assert!(bad.parse::<Move>().is_err(), "{bad}");
        }
        assert_eq!("p2:17".parse::<Move>().map(|played| played.to_string()), Ok("p2:17".into()));
    }
}
