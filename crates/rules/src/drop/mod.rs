//! The four drop games: discs fall down columns, and lines of four count.
//!
//! [`shapes`], [`growing`], [`classic`] and [`super_`] share one [`Board`] and one line finder ([`lines`]).
//! They differ in size, in the directions that count, in what a line does and in how they are printed.
//! Shapes, classic and super are one alternating game, [`DropPosition`], with three [`Rule`]s for what
//! happens after a disc has landed. [`bits`] and [`super_bits`] are bitboards for searches and random games.

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
