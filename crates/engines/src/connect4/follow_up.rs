//! A bound on the score without search, from the follow-up strategy: always answer in the same column.
//!
//! Let the number of empty cells be even. The player who is not to move (the follower) can then answer every
//! disc with one directly on top of it. In a column with an even number of empty cells this gives the
//! follower every cell an even number of rows below the top row (on 6 rows: the even rows). Columns with an
//! odd number of empty cells come in pairs: when the mover takes the lowest cell of one, the follower takes
//! the lowest cell of another. So the follower can have all these reply cells, except that the mover may get
//! those that are playable now. If all remaining cells together contain no four, the mover can't win. If the
//! follower's cells contain a four, the mover also loses.
//!
//! A threat of the follower on a reply cell ends the game there. Nothing above it is ever played, so those
//! cells count for neither player.
//!
//! A threat of the follower on another cell exchanges the reply cells of its column: the cells below the
//! threat are paired so that the mover has to play below it. It also changes the parity of the number of
//! cells that will be played. So with an odd number of empty cells and one such threat the follower has the
//! same strategy (zugzwang). On the standard board this is the odd threat of the first player.

use super::geometry::Geometry;
use super::lines::has_four;
use super::node::{Node, win_with};
use super::word::Word;

/// Returns an upper bound, not above `target`, on the score of the player to move, or `None` if the follow-up
/// strategy gives none.
///
/// The position must be open: no threat can be played at once.
#[inline(always)]
pub(super) fn follow_up_bound<G: Geometry>(geometry: &G, node: &Node<G::Word>, target: i32) -> Option<i32> {
    let reply_cells = geometry.reply_cells();
    let reply_threats = node.their_threats & reply_cells;
    // Threats on other cells that are not above a threat on a reply cell.
    let reachable = up_to_lowest(geometry, reply_threats);
    let other_threats = node.their_threats & !reply_cells & reachable;
    if (geometry.cells() - node.discs) & 1 == 0 {
        return strategy_bound(geometry, node, reply_cells, reply_threats, target);
    }
    // One of these threats is enough.
    let mut remaining = other_threats;
    while remaining.any() {
        let threat = remaining.lowest();
        let column = geometry.column_of(threat);
        let threats = (reply_threats & !column) | threat;
        let bound = strategy_bound(geometry, node, reply_cells ^ column, threats, target);
        if bound.is_some() {
            return bound;
        }
        remaining &= !column;
    }
    None
}

/// Returns the cells of each column up to the lowest marked one, inclusive.
#[inline(always)]
fn up_to_lowest<G: Geometry>(geometry: &G, marked: G::Word) -> G::Word {
    let marked = marked | geometry.headers();
    (marked ^ (marked - geometry.bottom())) & geometry.board()
}

#[inline(always)]
fn strategy_bound<G: Geometry>(
    geometry: &G,
    node: &Node<G::Word>,
    reply_cells: G::Word,
    threats: G::Word,
    target: i32,
) -> Option<i32> {
    let cells = geometry.cells();
    let live = up_to_lowest(geometry, threats);
    let taken = node.mine | node.theirs;
    let playable = geometry.playable(taken);
    let follower = node.theirs | (reply_cells & live & !taken & !playable);
    let mut bound = 0;
    if threats.any() {
        // The mover loses latest by filling everything else first. Then the cells above the threats stay
        // empty, and in all threatened columns but one also the threatened cell and the one below it.
        let columns = (threats & live).count();
        let unplayed = (geometry.board() & !live).count() + 2 * (columns - 1);
        bound = -win_with(cells, cells - unplayed);
    }
    if target < bound {
        // A four that the follower is certain to get counts from the moment its highest cell is filled. At
        // least the cells above it in its column are still empty then.
        let unplayed_rows = 2 * (-target - 1) as u32;
        if unplayed_rows >= geometry.rows() {
            return None;
        }
        let low_rows = (geometry.headers() >> unplayed_rows) - geometry.bottom();
        if !has_four(geometry, follower & low_rows) {
            return None;
        }
        bound = target;
    }
    let mover = live & !follower;
    if !has_four(geometry, mover) {
        return Some(bound);
    }
    None
}
