//! Selects children: during a playout by UCT with RAVE, and at the end for the move to play.

use super::Tuning;
use super::tree::{Mover, Node, Tree};
use parlor_rules::SplitMix64;
use std::cmp::Ordering;

/// The point of view of a player. Nodes store values of player one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Perspective {
    /// 1 for player one, -1 for player two.
    sign: f64,
}

impl Perspective {
    pub(super) fn of(mover: Mover) -> Perspective {
        Perspective { sign: if mover == Mover::Two { -1.0 } else { 1.0 } }
    }

    /// Converts a value of player one to a value of this player, 0 to 1.
    pub(super) fn value(self, value: f64) -> f64 {
        0.5 + self.sign * (value - 0.5)
    }

    /// Returns the proven bounds for this player.
    fn bounds<M>(self, node: &Node<M>) -> (f64, f64) {
        let (low, high) = (f64::from(node.low), f64::from(node.high));
        if self.sign > 0.0 { (low, high) } else { (1.0 - high, 1.0 - low) }
    }

    /// Returns the value of a node for this player, if it is proven.
    pub(super) fn proven<M>(self, node: &Node<M>) -> Option<f64> {
        node.is_proven().then(|| self.bounds(node).0)
    }
}

/// Returns the child for the next playout by UCT, blended with the AMAF value (RAVE).
///
/// A child that can't beat the proven bound of another is skipped.
pub(super) fn select_child<M: Copy + Eq>(
    tree: &Tree<M>,
    index: usize,
    tuning: &Tuning,
    rng: &mut SplitMix64,
) -> usize {
    let node = &tree.nodes[index];
    let perspective = Perspective::of(node.mover);
    let (enough, _) = perspective.bounds(node);
    let children = &tree.nodes[node.children()];
    let log = f64::from(node.visits + 1).ln();
    let unknown = if node.visits > 0 { perspective.value(node.mean()) } else { 0.5 };
    // Of equal children the first is taken, so the scan starts at a random one.
    let start = rng.below(children.len());
    let (after, before) = (start..children.len(), 0..start);
    let mut best = (f64::NEG_INFINITY, start);
    for child_index in after.chain(before) {
        let child = &children[child_index];
        if perspective.bounds(child).1 <= enough {
            continue;
        }
        let visits = f64::from(child.visits);
        let mut value = if child.visits > 0 { perspective.value(child.mean()) } else { unknown };
        if tuning.rave_equivalence > 0.0 && child.amaf_visits > 0 {
            let share = (tuning.rave_equivalence / (3.0 * visits + tuning.rave_equivalence)).sqrt();
            let amaf = perspective.value(f64::from(child.amaf_sum) / f64::from(child.amaf_visits));
            value += share * (amaf - value);
        }
        let urgency = value + tuning.exploration * (log / (visits + 1.0)).sqrt();
        if urgency > best.0 {
            best = (urgency, child_index);
        }
    }
    node.children().start + best.1
}

/// Returns the children of the root, best first.
pub(super) fn ranked_children<M: Copy + Eq>(tree: &Tree<M>, deviation: f64) -> Vec<usize> {
    let root = &tree.nodes[0];
    let perspective = Perspective::of(root.mover);
    let mut children: Vec<usize> = root.children().collect();
    children.sort_by(|&one, &other| compare(perspective, &tree.nodes[other], &tree.nodes[one], deviation));
    children
}

/// Returns the proven value, or a lower confidence bound of the mean: two standard errors below it.
pub(super) fn lower_confidence<M>(perspective: Perspective, node: &Node<M>, deviation: f64) -> f64 {
    match perspective.proven(node) {
        Some(value) => value,
        None if node.visits == 0 => 0.0,
        None => (perspective.value(node.mean()) - 2.0 * deviation / f64::from(node.visits).sqrt()).max(0.0),
    }
}

fn compare<M>(perspective: Perspective, one: &Node<M>, other: &Node<M>, deviation: f64) -> Ordering {
    let key = |node: &Node<M>| {
        let value = lower_confidence(perspective, node, deviation);
        let proven = perspective.proven(node);
        // A proven loss is worse than an estimated one. A late loss is better than an early one.
        let hope = match proven {
            Some(0.0) => -1.0 / f64::from(node.plies + 1),
            Some(1.0) => 1.0 / f64::from(node.plies + 1),
            _ => 0.0,
        };
        (value, hope, f64::from(node.visits))
    };
    let ((value, hope, visits), others) = (key(one), key(other));
    value.total_cmp(&others.0).then(hope.total_cmp(&others.1)).then(visits.total_cmp(&others.2))
}
