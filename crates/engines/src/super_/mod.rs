//! The engines of super.
//!
//! | engine | what it is |
//! |---|---|
//! | `alphabeta` | the baseline: plain alpha-beta that counts the points |
//! | `easy`, `medium` | the search of `strong`, with fewer nodes and evaluation noise |
//! | `strong` | principal variation search on bitboards with a learned evaluation, and a solver near the end |

mod alphabeta;
mod board;
mod board_word;
#[cfg(any(test, feature = "training"))]
pub mod calibrate;
#[cfg_attr(not(feature = "training"), allow(dead_code, reason = "parts of it serve training"))]
mod eval;
mod iterative_deepening;
mod levels;
mod patterns;
mod plain_search;
mod report;
mod search;
mod solver;
mod table;
#[cfg(any(test, feature = "training"))]
pub mod train;

#[cfg(test)]
mod tests;

pub use alphabeta::AlphaBeta;
pub(crate) use eval::WEIGHTS_FILE;

use crate::EngineEntry;
use levels::{EASY, Level, MEDIUM, STRONG};
use parlor_rules::drop::super_::Position;

/// Returns the engines of super, the strongest last, without `random`, which every game has.
pub fn entries() -> Vec<EngineEntry<Position>> {
    vec![
        EngineEntry {
            name: "easy",
            about: "looks two plies ahead and often takes the second best move",
            takes_limits: true,
            fits: |_| Ok(()),
            make: |settings| Box::new(Level::new(EASY, settings)),
        },
        EngineEntry {
            name: "medium",
            about: "looks a few plies ahead",
            takes_limits: true,
            fits: |_| Ok(()),
            make: |settings| Box::new(Level::new(MEDIUM, settings)),
        },
        EngineEntry {
            name: "alphabeta",
            about: "the baseline: plain alpha-beta that counts points; 100 ms a move unless limited",
            takes_limits: true,
            fits: |_| Ok(()),
            make: |settings| Box::new(AlphaBeta::new(settings)),
        },
        EngineEntry {
            name: "strong",
            about: "deep search with a learned evaluation, exact near the end; 1 s a move unless limited",
            takes_limits: true,
            fits: |_| Ok(()),
            make: |settings| Box::new(Level::new(STRONG, settings)),
        },
    ]
}
