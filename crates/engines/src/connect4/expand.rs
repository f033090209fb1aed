//! Expands a node: generates its moves and decides what needs no search.

use super::child::{Child, PendingMoves, TableLookup};
use super::follow_up::follow_up_bound;
use super::geometry::Geometry;
use super::lines::has_four;
use super::movegen_simd::MoveBatch;
use super::node::{AfterForced, Node, win_with};
use super::search::Search;
use super::table::Table;

/// The priority bonus of a move after which forced moves bring the same player to move again.
const SAME_PLAYER_PRIORITY: i32 = 66;

impl<G: Geometry, T: Table> Search<'_, G, T> {
    /// Generates the moves of up to [`LANES`](super::movegen_simd::LANES) columns without search.
    ///
    /// Returns a score above `alpha` if one is certain. Otherwise it pushes the moves that may still reach
    /// one onto the stack of `pending` and includes the others in its `best`.
    #[inline(always)]
    pub(super) fn expand(
        &mut self,
        node: &Node<G::Word>,
        alpha: i32,
        first_column: u32,
        pending: &mut PendingMoves<'_, G::Word, T::Key>,
    ) -> Option<i32> {
        let geometry = self.geometry;
        let cells = geometry.cells();
        let batch = MoveBatch::new(&geometry, node, first_column);
        let (forced, open) = (batch.forced, batch.open);
        if batch.won != 0 {
            return Some(win_with(cells, node.discs + 3));
        }
        if win_with(cells, node.discs + 5) <= alpha {
            // A win now comes too late for a score above alpha.
            return None;
        }
        // The highest score that does not help the opponent.
        let target = -alpha - 1;
        let mut held = if (cells - node.discs) & 1 == 1 {
            open & batch.held_by_replies(&geometry, node)
        } else {
            if target >= 0 && open & batch.opponent_cannot_win(&geometry, node) != 0 {
                return Some(0);
            }
            open & batch.have_odd_threats(&geometry)
        };
        while held != 0 {
            let child = batch.child(node, held.trailing_zeros() as usize);
            if let Some(bound) = follow_up_bound(&geometry, &child, target) {
                return Some(-bound);
            }
            held &= held - 1;
        }
        let priorities = batch.priorities(&geometry, node);
        let mut lanes = open | forced;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let column = first_column + lane as u32;
            let center = column.min(geometry.columns() - 1 - column) as i32;
            let mut priority = priorities[lane] + center;
            let mut child = batch.child(node, lane);
            let mut same_player = false;
            if forced >> lane & 1 == 1 {
                match child.play_forced_moves(&geometry) {
                    AfterForced::Decided(score) => {
                        if -score > alpha {
                            return Some(-score);
                        }
                        pending.best = pending.best.max(-score);
                        continue;
                    }
                    AfterForced::Open(open) => child = open,
                }
                same_player = (child.discs ^ node.discs) & 1 == 0;
                let (lower, upper) = self.bounds(&child, same_player, alpha);
                if lower > alpha {
                    return Some(lower);
                }
                if upper <= alpha {
                    pending.best = pending.best.max(upper);
                    continue;
                }
                if same_player {
                    priority += SAME_PLAYER_PRIORITY;
                }
            }
            let lookup = if pending.wants_lookup {
                // Prefetch the entry. It arrives while the other children are generated.
                let (key, mirrored) = self.key(&child);
                self.table.prefetch(key);
                Some(TableLookup { key, mirrored, entry: None })
            } else {
                None
            };
            pending.push(Child { node: child, column, priority, same_player, lookup });
        }
        None
    }

    /// Returns bounds on the score of an open position after forced moves, for the player to move in the
    /// parent. They come from the number of discs and from strategies that need no search.
    #[inline(always)]
    fn bounds(&self, open: &Node<G::Word>, same_player: bool, alpha: i32) -> (i32, i32) {
        let cells = self.geometry.cells();
        // In an open position nobody wins within two discs.
        let mut upper = win_with(cells, open.discs + 3);
        let mut lower = -win_with(cells, open.discs + 4);
        // The highest score that does not help the player to move in the open position.
        let target = if same_player { alpha } else { -alpha - 1 };
        if lower <= target && upper > target {
            if let Some(bound) = follow_up_bound(&self.geometry, open, target) {
                upper = upper.min(bound);
            }
            if target >= 0
                && upper > target
                && !has_four(&self.geometry, self.geometry.board() & !open.theirs)
            {
                upper = 0;
            }
            if target < 0 && !has_four(&self.geometry, self.geometry.board() & !open.mine) {
                lower = lower.max(0);
            }
        }
        if same_player { (lower, upper) } else { (-upper, -lower) }
    }
}
