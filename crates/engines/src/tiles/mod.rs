//! The engines of 1024.
//!
//! | engine | what it is |
//! |---|---|
//! | `easy`, `medium` | the press or the search of one tile with a hand-made evaluation |
//! | `strong` | expectimax with a transposition table, a learned evaluation on 4 x 4 and proofs near the target |
//! | `perfect` | exact play on small boards: forced wins by and-or search, else the best chance |
//!
//! `docs/tiles.md` has the proofs and the measured figures.

#[cfg(any(test, feature = "training"))]
pub mod bench;
mod board;
mod features;
mod heuristic;
mod large;
mod levels;
mod lines;
mod mean_chance;
mod network;
mod perfect;
#[cfg_attr(not(feature = "training"), allow(dead_code, reason = "parts of it serve training"))]
mod range_coder;
mod report;
mod rollout;
mod search;
mod shared_solver;
mod solver;
#[cfg(any(test, feature = "training"))]
pub mod train;
mod value_table;
#[cfg_attr(not(feature = "training"), allow(dead_code, reason = "parts of it serve training"))]
mod weight_file;

#[cfg(test)]
mod tests;

pub(crate) use network::WEIGHTS_FILE;
pub use perfect::Perfect;

use crate::EngineEntry;
use levels::{EASY, Level, MEDIUM, STRONG};
use parlor_rules::tiles::Position;

/// Returns the engines of 1024, the strongest last, without `random`, which every game has.
pub fn entries() -> Vec<EngineEntry<Position>> {
    vec![
        EngineEntry {
            name: "easy",
            about: "the press that looks best, not always",
            takes_limits: true,
            fits: |_| Ok(()),
            make: |settings| Box::new(Level::new(EASY, settings)),
        },
        EngineEntry {
            name: "medium",
            about: "looks one tile ahead with a hand-made evaluation",
            takes_limits: true,
            fits: |_| Ok(()),
            make: |settings| Box::new(Level::new(MEDIUM, settings)),
        },
        EngineEntry {
            name: "strong",
            about: "looks two tiles ahead and more, with a learned evaluation on 4x4; 6000 nodes a move unless limited",
            takes_limits: true,
            fits: |_| Ok(()),
            make: |settings| Box::new(Level::new(STRONG, settings)),
        },
        EngineEntry {
            name: "perfect",
            about: "never errs: a forced win where there is one, else the best chance; small boards only",
            takes_limits: false,
            fits: Perfect::fits,
            make: |settings| Box::new(Perfect::new(settings)),
        },
    ]
}
