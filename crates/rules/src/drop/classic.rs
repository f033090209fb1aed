//! Classic Connect Four: four or more in a row, in any direction, win.
//!
//! [`Player`], [`Grid`] and [`Game`] are the types that `docs/games/classic.md` describes. Tables and engines
//! play [`Position`].

use super::lines::{Direction, line_through, lines};
use super::{Board, DropPosition, Place, Rule};
use crate::{BadSize, Outcome, Player as Side, Size};

pub use super::game::{ConnectFour, Player, Status};
pub use super::grid::{DISCS, Grid};

/// A position of classic Connect Four.
pub type Position = DropPosition<Classic>;

/// A classic game with players, scores and wins.
pub type Game = super::Game<Classic>;

/// The rule of classic: a line ends the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Classic;

impl Position {
    /// Creates an empty grid. [`Grid::sized`] corrects or refuses the size.
    pub fn sized(asked: Size) -> Result<Position, BadSize> {
        Grid::sized(asked).map(DropPosition::from_board)
    }
}

impl Default for Position {
    fn default() -> Position {
        DropPosition::from_board(Grid::default())
    }
}

impl Rule for Classic {
    type Disc = Side;
    type Effect = ();
    const DISCS_ALTERNATE: bool = true;

    fn disc(player: Side) -> Side {
        player
    }

    fn apply_effect(&mut self, board: &mut Board, column: usize) -> ((), Option<Outcome>) {
        ((), outcome_after(board, column))
    }

    fn undo_effect(&mut self, _board: &mut Board, (): ()) {}

    /// Returns every place of every line of four or more.
    fn line(&self, board: &Board, outcome: Outcome) -> Vec<Place> {
        if outcome == Outcome::Draw {
            return Vec::new();
        }
        lines(board, &Direction::ALL).flat_map(|run| run.places()).collect()
    }

    fn scores(&self, outcome: Option<Outcome>) -> [u64; 2] {
        let winner = outcome.and_then(Outcome::winner);
        Side::BOTH.map(|player| u64::from(winner == Some(player)))
    }
}

/// Returns the outcome if the disc on top of a column has ended the game.
fn outcome_after(board: &Board, column: usize) -> Option<Outcome> {
    let (place, disc) = board.top(column)?;
    if line_through(board, place, &Direction::ALL).is_some() {
        Some(Outcome::Win(disc))
    } else {
        board.is_full().then_some(Outcome::Draw)
    }
}

/// All of classic in one import. A person with a name, a score and wins is a `NamedPlayer` here.
///
/// Names that other games have too carry the name of the game, so all preludes can be imported together, also with
/// `parlor_rules::*`.
///
/// ```
/// use parlor_rules::drop::classic::prelude::*;
///
/// let mut game = ClassicGame::new();
/// game.set_player(Player::One, NamedPlayer::new("Ann"));
/// game.set_player(Player::Two, NamedPlayer::new("Bob"));
/// assert!(game.set_grid(Grid::new(6, 7)?));
/// assert!(game.play_turn(3));
/// assert_eq!(game.next_player().map(NamedPlayer::name), Some("Bob"));
/// # Ok::<(), BadSize>(())
/// ```
pub mod prelude {
    pub use super::{
        ConnectFour, DISCS, Game as ClassicGame, Grid, Player as NamedPlayer, Position as ClassicPosition,
        Status,
    };
    pub use crate::drop::Column;
    pub use crate::{BadSize, Cell, IllegalMove, Outcome, Player, Position, Size, Turn};
}

#[cfg(test)]
mod tests {
    use super::super::position::played;
    use super::*;
    use crate::{BadSetup, Position as _, Turn};

    fn after(size: Size, moves: &str) -> Position {
        played(Position::sized(size).unwrap(), moves)
    }

    #[test]
    fn examples_of_the_docs() {
        for (moves, winner) in [
            ("3 2 4 3 4 3 5 4 6", Side::One),
            ("0 6 0 6 0 6 0", Side::One),
            ("0 6 1 6 0 6 1 6", Side::Two),
            ("0 1 1 2 2 5 3 5 3 4 0", Side::One),
            ("1 1 2 3 2 2 3 4 3 3 4 0", Side::Two),
        ] {
            assert_eq!(after(Size::new(6, 7), moves).turn(), Turn::Over(Outcome::Win(winner)), "{moves}");
        }
    }

    #[test]
    fn full_grid_is_a_draw() {
        let full = after(Size::new(4, 4), "0 2 1 3 2 0 3 1 0 2 1 3 2 0 3 1");
        assert_eq!(full.turn(), Turn::Over(Outcome::Draw));
        assert_eq!(full.setup().lines(), ["2211", "1122", "2211", "1122"]);
        assert_eq!(full.scores(), [0, 0]);
    }

    #[test]
    fn all_winning_lines_are_listed() {
        // A cross: the last disc makes a row of five and a column of four.
        let crossed = after(Size::new(6, 7), "2 0 2 0 2 1 0 6 1 5 3 5 4 0 2");
        assert!(crossed.turn().is_over());
        let marked: Vec<_> = crossed.line().iter().map(|cell| (cell.row, cell.column)).collect();
        assert_eq!(marked, [(2, 2), (3, 2), (4, 2), (5, 2)]);
    }

    #[test]
    fn impossible_setups_are_refused() {
        let empty = Position::sized(Size::new(4, 4)).unwrap();
        let drawn = |rows: [&str; 4], next: Option<Side>| {
            let cells =
                rows.map(|row| row.chars().map(|cell| cell.to_digit(10).unwrap_or(0).into()).collect());
            empty.set_up(&crate::Setup { cells: cells.into(), next, scores: [0, 0] })
        };
        let fine = drawn(["....", "....", "2...", "1..."], Some(Side::One)).unwrap();
        assert_eq!(fine, after(Size::new(4, 4), "0 0"));
        assert_eq!(
            drawn(["....", "1...", "....", "2..."], None).unwrap_err().to_string(),
            "nothing holds the disc in row 1, column 0"
        );
        assert_eq!(drawn(["....", "....", "1...", "1..."], None), Err(BadSetup::WrongTurn));
        assert_eq!(drawn(["....", "....", "....", "1..."], Some(Side::One)), Err(BadSetup::WrongTurn));
        let won = drawn(["....", "....", "222.", "1111"], None).unwrap();
        assert_eq!(won.turn(), Turn::Over(Outcome::Win(Side::One)));
        assert_eq!(drawn(["....", "....", "2222", "1111"], None), Err(BadSetup::ImpossibleWin));
        assert_eq!(
            drawn(["....", ".2..", "222.", "1111"], None),
            Err(BadSetup::ImpossibleWin),
            "two moves after the win"
        );
    }
}
