//! The drop family: discs fall down columns, and four in a line matter.
//!
//! [`shapes`], [`growing`], [`classic`] and [`super_`] share one [`Board`] and one line finder ([`lines`]). They
//! differ in their sizes, in which directions count, in what a line does and in how they are drawn. Shapes,
//! classic and super are one alternating game, [`DropPosition`], with three [`Rule`]s about what a fallen disc does.

pub mod bits;
mod board;
pub mod classic;
mod game;
mod grid;
pub mod growing;
mod growing_game;
pub mod lines;
mod playouts;
mod position;
pub mod shapes;
pub mod super_;
pub mod super_bits;

pub use board::{Board, Column, Disc, Place};
pub use game::{ConnectFour, Game};
pub use playouts::{
    GROWING_MAX_PLIES, SUPER_MAX_PLIES, classic_playouts, growing_playouts, shapes_playouts, super_playouts,
};
pub use position::{DropPosition, Rule};
