//! 1024: slide and merge tiles until one of them reaches the target.
//!
//! A new tile is always a 1 and appears in any empty cell. A press up, down, left or right slides every tile
//! that way; equal tiles that meet merge into one of twice the value.
//!
//! [`Panel`] is the board with its operations, each usable alone. [`Position`] is the game over it, in which
//! chance places the tiles; tables, records and engines play it. [`PackedPanel`] is a panel in 64 bits for
//! searches, and [`playouts`] plays random games on it.
//!
//! ```
//! use parlor_rules::{Cell, Position, Size, tiles};
//!
//! let mut game = tiles::Position::new(Size::new(3, 3), Some(32), false)?;
//! for token in "@1,1 @0,1 R".split_whitespace() {
//!     game.play(token.parse()?)?;
//! }
//! assert_eq!(game.setup().cells, [[0, 0, 1], [0, 0, 1], [0, 0, 0]]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bad_panel;
mod moves;
mod packed;
mod panel;
mod playouts;
mod position;
mod press;
mod print;
mod rank;
mod setup;

pub use bad_panel::BadPanel;
pub use moves::{Direction, Move};
pub use packed::{PackedPanel, PressTable};
pub use panel::Panel;
pub use playouts::playouts;
pub use position::{Played, Position};
pub use press::{Press, Slide};

/// All of 1024 in one import.
///
/// Names that other games have too carry the name of the game, so all preludes can be imported together, also with
/// `parlor_rules::*`.
///
/// ```
/// use parlor_rules::tiles::prelude::*;
///
/// let mut panel = Panel::from_values(&[&[1, 1, 2]], None)?;
/// assert_eq!(panel.press(Direction::Left).slides().len(), 2);
/// assert_eq!((panel.value(Cell::new(0, 0)), panel.max()), (2, 2));
/// # Ok::<(), BadPanel>(())
/// ```
pub mod prelude {
    pub use super::{BadPanel, Direction, Move as TilesMove, Panel, Position as TilesPosition, Press, Slide};
    pub use crate::{BadSize, Cell, IllegalMove, Outcome, Player, Position, Size, Turn};
    pub use crate::{Solo, SplitMix64};
}
