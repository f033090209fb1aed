//! The engines of super.
//!
//! | engine | what it is |
//! |---|---|
//! | `alphabeta` | the baseline: plain alpha-beta, the points as they stand |
//! | `easy`, `medium` | the search below, held back |
//! | `strong` | principal variation search on bits with a learned evaluation, and a solver near the end |

mod alphabeta;
mod board;
pub mod calibrate;
mod deepen;
mod eval;
mod fit;
mod levels;
mod patterns;
mod plain;
mod report;
mod search;
mod solver;
mod table;
pub mod train;

#[cfg(test)]
mod tests;

pub use alphabeta::AlphaBeta;

use crate::EngineEntry;
use crate::registry::LIMITS;
use levels::{EASY, Level, MEDIUM, STRONG};
use parlor_rules::drop::super_::Position;

/// Returns the engines of super, the strongest last; `random`, which every game has, is not among them.
pub fn entries() -> Vec<EngineEntry<Position>> {
    let options = LIMITS;
    vec![
        EngineEntry {
            name: "easy",
            about: "looks two plies ahead and often takes the second best move",
            options,
            fits: |_| Ok(()),
            make: |settings| Box::new(Level::new(EASY, settings)),
        },
        EngineEntry {
            name: "medium",
            about: "looks a few plies ahead",
            options,
            fits: |_| Ok(()),
            make: |settings| Box::new(Level::new(MEDIUM, settings)),
        },
        EngineEntry {
            name: "alphabeta",
            about: "the baseline: plain alpha-beta that counts points; 100 ms a move unless limited",
            options,
            fits: |_| Ok(()),
            make: |settings| Box::new(AlphaBeta::new(settings)),
        },
        EngineEntry {
            name: "strong",
            about: "deep search with a learned evaluation, exact near the end; 1 s a move unless limited",
            options,
            fits: |_| Ok(()),
            make: |settings| Box::new(Level::new(STRONG, settings)),
        },
    ]
}
