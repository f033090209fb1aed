//! Hex: two players join opposite borders of a diamond, and one of them always does.
//!
//! ```text
//!   A B C D          O, the first player, joins the left border and the right one;
//!  0 . . . .         X joins the top and the bottom. A corner cell belongs to both
//!   1 . . O X        of its borders.
//!    2 . . X .
//!     3 . . . .      C1 touches C0 D0 B1 D1 B2 C2, and not B0 or D2.
//! ```
//!
//! As (row, column) steps the six neighbors are (-1,0) (-1,+1) (0,-1) (0,+1) (+1,-1) (+1,0). Rows and columns
//! count from 0 at the top left.
//!
//! There is no draw: on a full board exactly one player has a chain, because two chains would have to cross.
//! With the swap rule X may answer the first stone with `swap`. The stone then becomes X's, with row and
//! column exchanged, which is the same stone seen from the other player's borders.
//!
//! [`Position`] is the game over a [`Board`], which joins chains as stones are placed. [`BitBoard`] is a fast
//! board for sides up to 11, and [`playouts`] plays random games.
//!
//! ```
//! use parlor_rules::{Outcome, Player, Position, Turn, hex};
//!
//! let mut game = hex::Position::new(2, false)?;
//! for stone in ["A1", "A0", "B0"] {
//!     game.play(stone.parse()?)?;
//! }
//! assert_eq!(game.turn(), Turn::Over(Outcome::Win(Player::One)));
//! assert_eq!(game.board().to_string(), "  A B\n 0 X O\n  1 O .\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod board;
mod chain;
mod coord;
mod playouts;
mod position;
mod setup;
mod union_find;

pub use bits::BitBoard;
pub use board::{Board, Placed, letter};
pub use coord::{Move, column_letter};
pub use playouts::playouts;
pub use position::{Played, Position};

/// All of hex in one import.
///
/// Names that other games have too carry the name of the game, so all preludes can be imported together, also with
/// `parlor_rules::*`.
///
/// ```
/// use parlor_rules::hex::prelude::*;
///
/// let mut board = HexBoard::new(2)?;
/// board.place(Cell::new(0, 1), Player::One).expect("B0 is empty");
/// board.place(Cell::new(1, 0), Player::One).expect("A1 is empty");
/// assert_eq!(board.winner(), Some(Player::One));
/// assert_eq!(board.winning_path(), [Cell::new(1, 0), Cell::new(0, 1)]); // from the left to the right
/// # Ok::<(), BadSize>(())
/// ```
pub mod prelude {
    pub use super::{Board as HexBoard, Move as HexMove, Position as HexPosition, column_letter, letter};
    pub use crate::{BadSize, Cell, IllegalMove, Outcome, Player, Position, Size, Turn};
}
