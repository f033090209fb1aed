//! Chooses the search windows: finds an exact score by a sequence of null-window searches.
//!
//! A window around a very early win or loss is cheap to search, because most lines are cut as soon as they
//! are too long for it. So the outermost scores are tried first, and positions with a quick end, which are
//! most of those in practice, never need the expensive search for who wins. After some nodes without a result
//! the game is a long one. The windows then start at the middle and move one score at a time.

use super::geometry::Geometry;
use super::node::Node;
use super::search::Search;
use super::table::Table;

/// Returns the nodes to spend on the outer scores before searching for the sign. It is a small part of what
/// the sign usually takes with this many empty cells.
fn outer_nodes(empty_cells: u32) -> u64 {
    1 << (empty_cells / 2 - OUTER_SHIFT.min(empty_cells / 2)).min(17)
}

const OUTER_SHIFT: u32 = 3;

/// Narrows `lower..=upper` down to one score, or returns `None` if the search was stopped.
///
/// `probe` searches the root with a window, by one thread or several.
pub(super) fn exact_score<'a, G: Geometry, T: Table>(
    search: &mut Search<'a, G, T>,
    root: Node<G::Word>,
    mut lower: i32,
    mut upper: i32,
    mut probe: impl FnMut(&mut Search<'a, G, T>, Node<G::Word>, i32) -> i32,
) -> Option<i32> {
    let start = search.nodes;
    let outer_nodes = outer_nodes(search.geometry.cells() - root.discs);
    let mut from_above = true;
    let mut guess: Option<i32> = None;
    while lower < upper {
        let outer = guess.is_none() && search.nodes - start < outer_nodes;
        let alpha = if outer {
            from_above = !from_above;
            if from_above { upper - 1 } else { lower }
        } else {
            // First the sign, then on from the last result, one score at a time.
            guess.unwrap_or(0).clamp(lower, upper - 1)
        };
        let score = probe(search, root, alpha);
        if search.stopped {
            return None;
        }
        if score > alpha {
            lower = score;
        } else {
            upper = score;
        }
        if !outer {
            guess = Some(if score > alpha { score } else { score - 1 });
        }
    }
    Some(lower)
}
