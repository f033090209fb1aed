//! Growing: Connect Four without diagonals on a board that grows up and to the right, with any strings as
//! tokens.
//!
//! [`Board`] is the free board of `docs/games/growing.md`, on which either player places at any time. Tables
//! and engines play [`Position`].

use super::lines::{Direction, line_through, lines};
use super::{Board as Columns, Place};
use crate::{Cell, IllegalMove, Player};
use std::fmt;

pub use super::growing_game::{Move, Order, Played, Position};

/// The rows of a new board.
pub const INITIAL_ROWS: usize = 5;
/// The columns of a new board.
pub const INITIAL_COLUMNS: usize = 4;
/// The highest possible index of a row or a column.
pub const MAX_INDEX: usize = 9_999;

/// The three strings a board is printed with: each player's token, and the blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tokens {
    players: [String; 2],
    blank: String,
}

/// A board that grows. It has no turns.
///
/// ```
/// use parlor_rules::{Player, drop::growing::{Board, Tokens}};
/// let mut board = Board::new(Tokens::new("R", "Y", ".")?);
/// for column in [0, 1, 3, 4] {
///     assert_eq!(board.place(column, Player::One)?, ".");
/// }
/// assert_eq!(board.place(2, Player::One)?, "R"); // five in a row
/// assert_eq!((board.rows(), board.columns()), (5, 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    tokens: Tokens,
    discs: Columns,
    /// Stored, because computing it would walk over all columns.
    rows: usize,
    winner: Option<Player>,
}

impl Tokens {
    /// Creates tokens from three different, non-empty strings without white space or control characters.
    pub fn new(one: &str, two: &str, blank: &str) -> Result<Tokens, BadTokens> {
        for token in [one, two, blank] {
            if token.is_empty() {
                return Err(BadTokens::Empty);
            }
            if token.chars().any(|letter| letter.is_whitespace() || letter.is_control()) {
                return Err(BadTokens::Unprintable(token.into()));
            }
        }
        for (token, other) in [(one, two), (one, blank), (two, blank)] {
            if token == other {
                return Err(BadTokens::Same(token.into()));
            }
        }
        Ok(Tokens { players: [one.into(), two.into()], blank: blank.into() })
    }

    /// Returns a player's token.
    pub fn of(&self, player: Player) -> &str {
        &self.players[player.index()]
    }

    /// Returns the string of an empty cell.
    pub fn blank(&self) -> &str {
        &self.blank
    }
}

/// `R`, `Y` and `.`.
impl Default for Tokens {
    fn default() -> Tokens {
        Tokens { players: ["R".into(), "Y".into()], blank: ".".into() }
    }
}

impl Board {
    /// Creates an empty board of 5 rows and 4 columns.
    pub fn new(tokens: Tokens) -> Board {
        Board {
            tokens,
            discs: Columns::empty(MAX_INDEX + 1, INITIAL_COLUMNS),
            rows: INITIAL_ROWS,
            winner: None,
        }
    }

    /// Returns the strings it is printed with.
    pub fn tokens(&self) -> &Tokens {
        &self.tokens
    }

    /// Returns the number of rows.
    #[doc(alias("numRows", "rowCount"))]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns.
    #[doc(alias("numColumns", "columnCount"))]
    pub fn columns(&self) -> usize {
        self.discs.columns()
    }

    /// Returns the number of tokens in a row, counted from 0 at the bottom, or `None` if there is no such
    /// row (-1 in line mode). O(columns) time.
    #[doc(alias("numTokensInRow"))]
    pub fn tokens_in_row(&self, row: usize) -> Option<usize> {
        let filled = || (0..self.columns()).filter(|&column| self.discs.height(column) > row).count();
        (row < self.rows).then(filled)
    }

    /// Returns the number of tokens in a column, or `None` if there is no such column (-1 in line mode).
    #[doc(alias("numTokensInColumn"))]
    pub fn tokens_in_column(&self, column: usize) -> Option<usize> {
        (column < self.columns()).then(|| self.discs.height(column))
    }

    /// Returns the player whose token is in this row, counted from the bottom, and column, or `None` if the cell
    /// is empty or outside the board.
    #[doc(alias("cellAt", "tokenAt"))]
    pub fn token(&self, row: usize, column: usize) -> Option<Player> {
        self.discs.at(column, row)
    }

    /// Returns the player who has won.
    pub fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// Returns an error if no token can be placed in the column.
    pub fn check(&self, column: usize) -> Result<(), IllegalMove> {
        if self.winner.is_some() {
            Err(IllegalMove::GameOver)
        } else if column > MAX_INDEX {
            Err(IllegalMove::NoSuchColumn(column))
        } else if self.discs.height(column) > MAX_INDEX {
            Err(IllegalMove::ColumnTooTall(column))
        } else {
            Ok(())
        }
    }

    /// Drops a player's token into a column. Returns the winner's token, or the blank if nobody has won. An error
    /// changes nothing.
    ///
    /// Amortized O(1) time, and O(n) for n new columns. Columns grow by doubling;
    /// [`shrink_to_fit`](Board::shrink_to_fit) gives back what they do not use.
    #[doc(alias("insert", "insertToken"))]
    pub fn place(&mut self, column: usize, player: Player) -> Result<&str, IllegalMove> {
        self.check(column)?;
        self.drop_token(player, column);
        Ok(self.winner.map_or(self.tokens.blank(), |winner| self.tokens.of(winner)))
    }

    /// Gives back all memory that the board does not need: what remains is one byte a token and one `Vec` a column.
    /// A clone is made like this too. O(tokens + columns) time.
    ///
    /// ```
    /// use parlor_rules::{Player, drop::growing::{Board, Tokens}};
    /// let mut board = Board::new(Tokens::default());
    /// board.place(99, Player::One)?;
    /// board.shrink_to_fit();
    /// # Ok::<(), parlor_rules::IllegalMove>(())
    /// ```
    pub fn shrink_to_fit(&mut self) {
        self.discs.shrink_to_fit();
    }

    /// Resets the board to an empty one of 5 rows and 4 columns. O(columns) time; the memory is given back.
    #[doc(alias("reset"))]
    pub fn clear(&mut self) {
        *self = Board::new(self.tokens.clone());
    }

    /// Returns every cell of every line, sorted. It is empty if nobody has won. O(tokens) time.
    pub fn line(&self) -> Vec<Cell> {
        if self.winner.is_none() {
            return Vec::new();
        }
        let runs = lines(&self.discs, &Direction::STRAIGHT);
        let mut cells: Vec<Cell> = runs
            .flat_map(|run| run.places())
            .map(|place| Columns::<Player>::cell(self.rows, place))
            .collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    pub(super) fn discs(&self) -> &Columns {
        &self.discs
    }

    /// Creates a board with these discs. It must have the size that play would have given it.
    pub(super) fn with_discs(&self, discs: Columns) -> Board {
        let winner = lines(&discs, &Direction::STRAIGHT).next().map(|run| run.player);
        Board { tokens: self.tokens.clone(), rows: discs.tallest().max(INITIAL_ROWS), discs, winner }
    }

    pub(super) fn drop_token(&mut self, player: Player, column: usize) {
        if column >= self.columns() {
            self.discs.set_columns(column + 1);
        }
        let level = self.discs.push_unchecked(column, player);
        self.rows = self.rows.max(level + 1);
        let line = line_through(&self.discs, Place { column, level }, &Direction::STRAIGHT);
        self.winner = line.map(|run| run.player);
    }

    /// Removes the top token of a column and restores the size the board had before it.
    pub(super) fn undo_token(&mut self, column: usize, rows: usize, columns: usize) {
        self.discs.pop(column);
        self.discs.set_columns(columns);
        self.rows = rows;
        self.winner = None;
    }
}

/// Prints the top row first, with one space between cells. Every row ends in a newline. O(rows x columns) time.
impl fmt::Display for Board {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.rows).rev() {
            for column in 0..self.columns() {
                let token =
                    self.token(row, column).map_or(self.tokens.blank(), |player| self.tokens.of(player));
                let gap = if column == 0 { "" } else { " " };
                write!(out, "{gap}{token}")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

/// The reason why strings can't be tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadTokens {
    /// A string is empty.
    Empty,
    /// A string contains white space or a control character.
    Unprintable(String),
    /// Two strings are equal.
    Same(String),
}

impl fmt::Display for BadTokens {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadTokens::Empty => out.write_str("a token can't be empty"),
            BadTokens::Unprintable(token) => {
                write!(out, "a token can't have white space or control characters: {token:?}")
            }
            BadTokens::Same(token) => write!(out, "the three tokens must differ: {token:?} is there twice"),
        }
    }
}

impl std::error::Error for BadTokens {}

/// All of growing in one import.
///
/// Names that other games have too carry the name of the game, so all preludes can be imported together, also with
/// `parlor_rules::*`.
///
/// ```
/// use parlor_rules::drop::growing::prelude::*;
///
/// let mut board = GrowingBoard::new(Tokens::new("R", "Y", ".")?);
/// assert_eq!(board.place(6, Player::One), Ok("."));
/// assert_eq!((board.rows(), board.columns()), (5, 7));
/// # Ok::<(), BadTokens>(())
/// ```
pub mod prelude {
    pub use super::{
        BadTokens, Board as GrowingBoard, Move as GrowingMove, Order, Position as GrowingPosition, Tokens,
    };
    pub use crate::{BadSize, Cell, IllegalMove, Outcome, Player, Position, Size, Turn};
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        Board::new(Tokens::default())
    }

    #[test]
    fn example_of_the_docs() {
        let mut board = board();
        let (one, two) = (Player::One, Player::Two);
        for (player, column) in [(one, 0), (two, 1), (one, 2), (one, 3)] {
            assert_eq!(board.place(column, player), Ok("."));
        }
        for player in [one, two, one, two, one] {
            assert_eq!(board.place(1, player), Ok("."));
        }
        assert_eq!(board.place(4, one), Ok("."));
        assert_eq!(board.to_string(), ". R . . .\n. Y . . .\n. R . . .\n. Y . . .\n. R . . .\nR Y R R R\n");
        assert_eq!((board.rows(), board.columns()), (6, 5));
        assert_eq!([0, 5, 6].map(|row| board.tokens_in_row(row)), [Some(5), Some(1), None]);
        assert_eq!([1, 4, 5].map(|column| board.tokens_in_column(column)), [Some(6), Some(1), None]);
    }

    #[test]
    fn long_example_of_the_docs() {
        let moves = "0T 1F 2F 6T 6T 3T 3F 3F 3F 3T 4F 5T 5T 5F 4T 2T 2T 2T 2F 3T 3T 3F 6F 4F";
        let mut board = Board::new(Tokens::new("1", "2", ".").unwrap());
        let answers: Vec<String> = moves
            .split(' ')
            .map(|text| {
                let player = if text.ends_with('T') { Player::One } else { Player::Two };
                board.place(text[..1].parse().unwrap(), player).unwrap().to_string()
            })
            .collect();
        assert_eq!(answers.iter().position(|answer| answer == "2"), Some(23));
        assert_eq!((board.rows(), board.columns()), (8, 7));
        assert_eq!(board.place(0, Player::One), Err(IllegalMove::GameOver));
    }

    #[test]
    fn diagonals_do_not_count() {
        let mut board = board();
        for column in 0..4 {
            for level in 0..=column {
                let player = if level == column { Player::One } else { Player::Two };
                assert_eq!(board.place(column, player), Ok("."));
            }
        }
    }

    #[test]
    fn lines_do_not_wrap() {
        let mut board = board();
        for (player, column) in [(1, 0), (1, 0), (0, 0), (0, 0), (0, 1), (0, 1)] {
            assert_eq!(board.place(column, Player::BOTH[player]), Ok("."));
        }
    }

    #[test]
    fn indices_end_at_9999() {
        let mut board = board();
        assert_eq!(board.place(9_999, Player::One), Ok("."));
        assert_eq!(board.columns(), 10_000);
        assert_eq!(board.place(10_000, Player::One), Err(IllegalMove::NoSuchColumn(10_000)));
        for token in 0..10_000 {
            assert_eq!(board.place(0, Player::BOTH[token % 2]), Ok("."));
        }
        let before = board.clone();
        assert_eq!(board.place(0, Player::One), Err(IllegalMove::ColumnTooTall(0)));
        assert_eq!(board, before);
        board.clear();
        assert_eq!(board, super::Board::new(Tokens::default()));
    }

    #[test]
    fn clones_are_independent() {
        let mut board = board();
        let copy = board.clone();
        board.place(7, Player::One).unwrap();
        assert_eq!(copy.columns(), 4);
    }

    #[test]
    fn tokens_are_checked() {
        let message = |one, two, blank| Tokens::new(one, two, blank).unwrap_err().to_string();
        assert_eq!(message("", "Y", "."), "a token can't be empty");
        assert_eq!(message("R", "Y Y", "."), "a token can't have white space or control characters: \"Y Y\"");
        assert_eq!(
            message("R", "\u{7}", "."),
            "a token can't have white space or control characters: \"\\u{7}\""
        );
        assert_eq!(message("R", "Y", "R"), "the three tokens must differ: \"R\" is there twice");
        assert!(Tokens::new("🦀", "long-token", "__").is_ok());
    }
}
