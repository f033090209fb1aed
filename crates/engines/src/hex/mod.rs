//! Hex: inferior cells, virtual connections, the proof-number solver, and the engines that use them.

mod board;
mod cell_set;
mod connections;
mod dfpn;
mod explain;
mod geometry;
mod guide;
mod h_search;
mod inferior_cells;
mod knowledge;
mod lists;
mod merged;
#[cfg_attr(not(feature = "training"), allow(dead_code, reason = "parts of it serve training"))]
mod network;
mod node;
mod perfect;
mod playout;
mod request;
mod resistance;
mod solver;
mod strong;
#[cfg_attr(not(feature = "training"), allow(dead_code, reason = "parts of it serve training"))]
mod strong_search;
mod swap;
#[cfg(test)]
mod tests;
#[cfg(any(test, feature = "training"))]
pub mod train;
mod tree_search;

pub use explain::{Connection, Explanation, explain};
#[cfg(any(test, feature = "training"))]
pub use network::Fit;
pub use network::Network;
pub use perfect::Perfect;
pub use solver::{Solution, Solver};
pub use strong::Strong;
pub use swap::WithSwap;

use board::Board;
use cell_set::CellSet;
use connections::Connections;
use dfpn::{Dfpn, Proof};
use geometry::Geometry;
use h_search::StopWhen;
use inferior_cells::vulnerable;
pub(crate) use network::NETWORK_FILE;
