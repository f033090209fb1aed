//! The rules of six grid games: what can be played, what it does, and how it ends.
//!
//! | game | module | in one line |
//! |---|---|---|
//! | shapes | [`drop::shapes`] | Connect Four with colored shapes in bins; the shapes of the winning line change |
//! | growing | [`drop::growing`] | Connect Four on a board that grows up and to the right, no diagonals |
//! | classic | [`drop::classic`] | Connect Four of any size, with named players, scores and wins |
//! | super | [`drop::super_`] | lines of four or more vanish, discs fall, cascades score |
//! | hex | [`hex`] | the connection game on a diamond |
//! | 1024 | [`tiles`] | slide and merge tiles to a target |
//!
//! `docs/games/` has the complete rules. Each game implements [`Position`]: [`Turn`] says who is to move (a
//! [`Player`], chance, or nobody when the game is over), and moves can be listed, parsed, printed, played and
//! undone. One property test, one [`perft`], one random simulation and one record format serve all six.
//!
//! ```
//! use parlor_rules::{Outcome, Player, Position, Turn, drop::classic};
//!
//! let mut game = classic::Position::default();
//! for column in ["3", "2", "4", "3", "4", "3", "5", "4", "6"] {
//!     game.play(column.parse()?)?;
//! }
//! assert_eq!(game.turn(), Turn::Over(Outcome::Win(Player::One)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate does no I/O and has no clock, no thread and no global state: the same calls give the same
//! answers on every machine.

pub mod chance;
mod coord;
pub mod drop;
pub mod hex;
mod illegal;
mod outcome;
mod perft;
mod player;
mod playout_stats;
mod position;
mod setup;
mod size;
mod text;
#[cfg(feature = "seventh-game")]
pub mod three;
pub mod tiles;
mod turn;

pub use chance::SplitMix64;
pub use coord::Cell;
pub use illegal::IllegalMove;
pub use outcome::{Outcome, Solo};
pub use perft::perft;
pub use player::Player;
pub use playout_stats::PlayoutStats;
pub use position::{GameMove, Position, play_random_game};
pub use setup::{BadSetup, Setup};
pub use size::{BadSize, Size};
pub use text::{BadMove, parse_integer, parse_whole_number};
pub use turn::Turn;

/// The examples of the README, compiled and run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
