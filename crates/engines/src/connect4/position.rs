//! The public position of the solver, and its errors.

use parlor_rules::drop::bits::BitBoard;
use parlor_rules::drop::{DropPosition, Rule};
use parlor_rules::{Outcome, Position as _};
use std::fmt;

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The rows.
    pub rows: u32,
    /// The columns.
    pub columns: u32,
}

/// The error of a move, a size or a table that the solver can't use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverError {
    /// The board does not fit 128 bits, or has no cells.
    Size,
    /// There is no such column.
    NoSuchColumn,
    /// The column has no room.
    ColumnFull,
    /// The game has ended.
    GameOver,
    /// The memory is too small for a table that tells all positions of this board apart.
    Memory,
}

impl fmt::Display for SolverError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            SolverError::Size => "the board is too large to solve: it must fit 128 bits",
            SolverError::NoSuchColumn => "no such column",
            SolverError::ColumnFull => "the column is full",
            SolverError::GameOver => "the game is over",
            SolverError::Memory => "a board this large needs more memory",
        })
    }
}

impl std::error::Error for SolverError {}

impl Size {
    /// Six rows of seven columns.
    pub const STANDARD: Size = Size { rows: 6, columns: 7 };

    /// Returns the number of bits of the bitboard, which has one more row than the board.
    pub(super) fn bits(self) -> u32 {
        self.columns.saturating_mul(self.rows.saturating_add(1))
    }

    /// Returns the number of cells.
    pub fn cells(self) -> u32 {
        self.rows * self.columns
    }

    /// Returns whether a board of this size can be solved, given enough time.
    ///
    /// It must fit 128 bits. A line of four must not be shifted out of the word, which limits boards with few
    /// columns.
    pub fn is_supported(self) -> bool {
        self.rows >= 1 && self.columns >= 1 && self.bits() <= 128 && 3 * (self.rows + 2) < 128
    }
}

/// A position to be solved. The bit order is that of [`parlor_rules::drop::bits`]:
///
/// ```text
///  6 13 20 27 34 41 48   always empty
///  5 12 19 26 33 40 47   top row
///           ...
///  0  7 14 21 28 35 42   bottom row
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    size: Size,
    board: BitBoard<u128>,
    played: u32,
    won: bool,
}

impl Position {
    /// Creates an empty board.
    pub fn new(size: Size) -> Result<Position, SolverError> {
        let board = BitBoard::new(size.rows as usize, size.columns as usize);
        match board.filter(|_| size.is_supported()) {
            Some(board) => Ok(Position { size, board, played: 0, won: false }),
            None => Err(SolverError::Size),
        }
    }

    /// Creates the position of a classic or shapes game, if its board can be solved. The player to move is the game's,
    /// also on a board that no alternating game reaches.
    pub fn of<R: Rule>(game: &DropPosition<R>) -> Result<Position, SolverError> {
        let size = Size { rows: game.rows() as u32, columns: game.columns() as u32 };
        let board = BitBoard::from_position(game).filter(|_| size.is_supported()).ok_or(SolverError::Size)?;
        let won = matches!(game.turn().outcome(), Some(Outcome::Win(_)));
        Ok(Position { size, board, played: game.board().discs() as u32, won })
    }

    /// Creates the position after these columns, numbered from 1 as in the public test sets. Letters follow
    /// 9.
    pub fn from_digits(size: Size, digits: &str) -> Result<Position, SolverError> {
        let mut position = Position::new(size)?;
        for digit in digits.chars() {
            let number = digit.to_digit(36).ok_or(SolverError::NoSuchColumn)?;
            position.drop_disc(number.checked_sub(1).ok_or(SolverError::NoSuchColumn)?)?;
        }
        Ok(position)
    }

    /// Returns the size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the number of discs on the board.
    pub fn played(&self) -> u32 {
        self.played
    }

    /// Returns whether the last disc has completed a line.
    pub fn is_won(&self) -> bool {
        self.won
    }

    /// Returns whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.won || self.played == self.size.cells()
    }

    /// Returns whether a disc can be dropped into the column.
    pub fn can_drop(&self, column: u32) -> bool {
        column < self.size.columns && !self.won && self.board.has_room(column)
    }

    /// Drops a disc of the player to move into a column, counted from 0.
    pub fn drop_disc(&mut self, column: u32) -> Result<(), SolverError> {
        if column >= self.size.columns {
            return Err(SolverError::NoSuchColumn);
        }
        if self.won {
            return Err(SolverError::GameOver);
        }
        if !self.board.has_room(column) {
            return Err(SolverError::ColumnFull);
        }
        self.board.play_unchecked(column);
        self.played += 1;
        self.won = self.board.last_mover_has_won();
        Ok(())
    }

    /// Returns the discs of the player to move and of the other player.
    pub(super) fn mover_and_other(&self) -> (u128, u128) {
        let mover = self.board.next();
        (self.board.discs(mover), self.board.discs(mover.other()))
    }
}
