//! Engines for growing, and what is known about the game.
//!
//! The board of the rules can be 10,000 columns wide; searches work on a fast board that shows 128 of
//! them, and what must never be missed (a win, a block) is looked for on the whole. All levels but
//! the easiest are the same search with more or fewer positions to look at. What it takes for
//! proven is proven against every legal reply; `docs/growing.md` tells what has been found with it.

mod board;
mod easy;
mod hold;
mod plain;
mod search;
mod table;
#[cfg(test)]
mod tests;
mod think;

use crate::registry::LIMITS;
use crate::{EngineEntry, Limits};
use parlor_rules::drop::growing::Position;
use std::time::Duration;

/// How many positions `medium` looks at.
const MEDIUM_NODES: u64 = 100;
/// How much `medium` is off when it looks at a row.
const MEDIUM_NOISE: usize = 160;

/// Returns the engines of growing, the strongest last.
pub fn entries() -> Vec<EngineEntry<Position>> {
    let easy = EngineEntry {
        name: "easy",
        about: "looks one move ahead and overlooks things as people do",
        options: "none needed",
        fits: |_| Ok(()),
        make: |settings| Box::new(easy::Easy { seed: settings.seed }),
    };
    let medium = EngineEntry {
        name: "medium",
        about: "never misses a win or a block, and looks a few moves ahead",
        options: LIMITS,
        fits: |_| Ok(()),
        make: |settings| {
            Box::new(think::Thinker {
                settings: *settings,
                usual: Limits { time: None, nodes: Some(MEDIUM_NODES) },
                most: Some(MEDIUM_NODES),
                noise: MEDIUM_NOISE,
                holds: false,
                table: table::Table::default(),
            })
        },
    };
    let strong = EngineEntry {
        name: "strong",
        about: "searches as deep as its time allows; what it marks as won or lost is proven",
        options: LIMITS,
        fits: |_| Ok(()),
        make: |settings| {
            Box::new(think::Thinker {
                settings: *settings,
                usual: Limits { time: Some(Duration::from_secs(1)), nodes: None },
                most: None,
                noise: 0,
                holds: true,
                table: table::Table::default(),
            })
        },
    };
    vec![easy, medium, strong]
}
