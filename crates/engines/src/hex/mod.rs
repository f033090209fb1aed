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
mod resistance;
#[cfg_attr(not(feature = "training"), allow(dead_code, reason = "parts of it serve training"))]
mod sized;
mod solver;
mod strong;
mod swap;
mod task;
#[cfg(test)]
mod tests;
#[cfg(any(test, feature = "training"))]
pub mod train;
mod tree_search;

pub use board::Board;
pub use cell_set::CellSet;
pub use connections::{Connections, Semi};
pub use dfpn::{Dfpn, Proof};
pub use explain::{Connection, Explanation, explain};
pub use geometry::Geometry;
pub use h_search::Until;
pub use inferior_cells::{captured_partner, is_dead, vulnerable};
pub use knowledge::{Candidate, Knowledge, Open, Verdict};
#[cfg(any(test, feature = "training"))]
pub use network::Fit;
pub(crate) use network::NETWORK_FILE;
pub use network::Network;
pub use perfect::Perfect;
pub use resistance::Circuit;
pub use solver::{Solution, Solver};
pub use strong::Strong;
pub use swap::WithSwap;
