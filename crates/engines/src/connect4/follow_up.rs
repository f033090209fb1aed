//! A bound on the score without search: answering in the same column.
//!
//! Let the number of empty cells be even. The player who is not to move (the
//! follower) can then answer every disc with one directly on top of it. In a
//! column with an even number of empty cells this gives the follower every
//! cell an even number of rows below the top (on 6 rows: the even rows).
//! Columns with an odd number of empty cells come in pairs: when the mover
//! takes the lowest cell of one, the follower takes that of another. So the
//! follower can have all these "reply" cells, except that the mover may get
//! those that are playable now. If the mover has no four in all the remaining
//! cells together, the mover cannot win; if moreover the follower's cells hold
//! a four, the mover loses.
//!
//! A threat of the follower on a reply cell ends the game there: nothing above
//! it is ever played, so those cells help nobody.
//!
//! A threat of the follower on any other cell turns the reply cells of its
//! column over (the cells below the threat are then paired so that the mover
//! has to play below it) and changes the parity of the number of cells that
//! will be played. So with an odd number of empty cells and one such threat
//! the follower has the same strategy. That is the "odd threat" of the first
//! player on the standard board.

use super::geometry::Geometry;
use super::lines::has_four;
use super::node::{Node, win_with};
use super::word::Word;

/// An upper bound, not above `target`, on the score of the player to move;
/// `None` if the other player has no such strategy for one.
///
/// The position must be open: no threat can be played at once.
#[inline(always)]
pub(super) fn follow_up_bound<G: Geometry>(geometry: &G, node: &Node<G::Word>, target: i32) -> Option<i32> {
    let reply_cells = geometry.reply_cells();
    let reply_threats = node.their_threats & reply_cells;
    // Threats off the reply cells, not above one on them.
    let reachable = up_to_lowest(geometry, reply_threats);
    let other_threats = node.their_threats & !reply_cells & reachable;
    if (geometry.cells() - node.discs) & 1 == 0 {
        return strategy_bound(geometry, node, reply_cells, reply_threats, target);
    }
    // Any one of these threats will do.
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

/// In every column, the cells up to and including the lowest one marked.
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
        // The mover holds out longest by filling everything else first; then
        // the cells above the threats stay empty, and in all threatened
        // columns but one also the threatened cell and the one below.
        let columns = (threats & live).count();
        let unplayed = (geometry.board() & !live).count() + 2 * (columns - 1);
        bound = -win_with(cells, cells - unplayed);
    }
    if target < bound {
        // A four that the follower is sure to get counts from the moment its
        // highest cell is filled, when at least the cells above that one in
        // its column are still empty.
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
