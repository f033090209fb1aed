//! The engines of growing.
//!
//! A board can be 10,000 columns wide. Searches use a bitboard with a window of 128 columns, and immediate
//! wins and blocks are found on the whole board. All levels but `easy` are the same search with different
//! node limits. A value that is reported as proven is proven against every legal reply. `docs/growing.md` has
//! the results about the game.

mod board;
mod easy;
mod engine;
mod immediate;
mod pairing;
mod search;
mod table;
#[cfg(test)]
mod tests;

use crate::{EngineEntry, Limits};
use parlor_rules::drop::growing::Position;
use std::time::Duration;

/// The nodes per move of `medium`.
const MEDIUM_NODES: u64 = 100;
/// The evaluation noise of `medium`.
const MEDIUM_NOISE: usize = 160;

/// Returns the engines of growing, the strongest last.
pub fn entries() -> Vec<EngineEntry<Position>> {
    let easy = EngineEntry {
        name: "easy",
        about: "looks one move ahead and overlooks things as people do",
        takes_limits: false,
        fits: |_| Ok(()),
        make: |settings| Box::new(easy::Easy { seed: settings.seed }),
    };
    let medium = EngineEntry {
        name: "medium",
        about: "never misses a win or a block, and looks a few moves ahead",
        takes_limits: true,
        fits: |_| Ok(()),
        make: |settings| {
            Box::new(engine::SearchEngine {
                settings: *settings,
                default_limits: Limits { time: None, nodes: Some(MEDIUM_NODES) },
                max_nodes: Some(MEDIUM_NODES),
                noise: MEDIUM_NOISE,
                uses_strategy: false,
                table: table::Table::default(),
            })
        },
    };
    let strong = EngineEntry {
        name: "strong",
        about: "searches as deep as its time allows; what it marks as won or lost is proven",
        takes_limits: true,
        fits: |_| Ok(()),
        make: |settings| {
            Box::new(engine::SearchEngine {
                settings: *settings,
                default_limits: Limits { time: Some(Duration::from_secs(1)), nodes: None },
                max_nodes: None,
                noise: 0,
                uses_strategy: true,
                table: table::Table::default(),
            })
        },
    };
    vec![easy, medium, strong]
}
