//! Which move a playout follows down the tree, and which one is played in the end.

use super::Tuning;
use super::tree::{Mover, Node, Tree};
use parlor_rules::SplitMix64;
use std::cmp::Ordering;

/// How a node looks to the player who chooses it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// 1 for player one, -1 for player two, who wants the opposite.
    sign: f64,
}

impl Seen {
    pub(super) fn by(mover: Mover) -> Seen {
        Seen { sign: if mover == Mover::Two { -1.0 } else { 1.0 } }
    }

    /// Returns a worth of player one, as this player sees it: 0 to 1.
    pub(super) fn worth(self, worth: f64) -> f64 {
        0.5 + self.sign * (worth - 0.5)
    }

    /// Returns the proven bounds, as this player sees them.
    fn bounds<M>(self, node: &Node<M>) -> (f64, f64) {
        let (low, high) = (f64::from(node.low), f64::from(node.high));
        if self.sign > 0.0 { (low, high) } else { (1.0 - high, 1.0 - low) }
    }

    /// Returns what is known for sure about a node's worth, if it is proven.
    pub(super) fn proven<M>(self, node: &Node<M>) -> Option<f64> {
        node.is_proven().then(|| self.bounds(node).0)
    }
}

/// Returns the child that the next playout goes through: good ones often, untried ones some time.
///
/// A move that can't beat what is already proven for another is left alone.
pub(super) fn next<M: Copy + Eq>(
    tree: &Tree<M>,
    index: usize,
    tuning: &Tuning,
    exploration: f64,
    dice: &mut SplitMix64,
) -> usize {
    let node = &tree.nodes[index];
    let seen = Seen::by(node.mover);
    let (enough, _) = seen.bounds(node);
    let children = &tree.nodes[node.children()];
    let log = f64::from(node.visits + 1).ln();
    let unknown = if node.visits > 0 { seen.worth(node.mean()) } else { 0.5 };
    // Among equals the first one found is taken: a random start makes that any of them.
    let start = dice.below(children.len());
    let (after, before) = (start..children.len(), 0..start);
    let mut best = (f64::NEG_INFINITY, start);
    for child_index in after.chain(before) {
        let child = &children[child_index];
        if seen.bounds(child).1 <= enough {
            continue;
        }
        let visits = f64::from(child.visits);
        let mut worth = if child.visits > 0 { seen.worth(child.mean()) } else { unknown };
        if tuning.later > 0.0 && child.later > 0 {
            let share = (tuning.later / (3.0 * visits + tuning.later)).sqrt();
            let later = seen.worth(f64::from(child.later_sum) / f64::from(child.later));
            worth += share * (later - worth);
        }
        let urgency = worth + exploration * (log / (visits + 1.0)).sqrt();
        if urgency > best.0 {
            best = (urgency, child_index);
        }
    }
    node.children().start + best.1
}

/// Returns the root's children, best first.
pub(super) fn ranked<M: Copy + Eq>(tree: &Tree<M>, spread: f64) -> Vec<usize> {
    let root = &tree.nodes[0];
    let seen = Seen::by(root.mover);
    let mut children: Vec<usize> = root.children().collect();
    children.sort_by(|&one, &other| compare(seen, &tree.nodes[other], &tree.nodes[one], spread));
    children
}

/// Returns what can be relied on: the proven worth, or the mean less what chance may have added to it.
pub(super) fn reliable<M>(seen: Seen, node: &Node<M>, spread: f64) -> f64 {
    match seen.proven(node) {
        Some(worth) => worth,
        None if node.visits == 0 => 0.0,
        None => (seen.worth(node.mean()) - 2.0 * spread / f64::from(node.visits).sqrt()).max(0.0),
    }
}

fn compare<M>(seen: Seen, one: &Node<M>, other: &Node<M>, spread: f64) -> Ordering {
    let key = |node: &Node<M>| {
        let worth = reliable(seen, node, spread);
        let proven = seen.proven(node);
        // A loss for sure is worse than one feared; a late one better than an early one.
        let hope = match proven {
            Some(0.0) => -1.0 / f64::from(node.plies + 1),
            Some(1.0) => 1.0 / f64::from(node.plies + 1),
            _ => 0.0,
        };
        (worth, hope, f64::from(node.visits))
    };
    let ((worth, hope, visits), others) = (key(one), key(other));
    worth.total_cmp(&others.0).then(hope.total_cmp(&others.1)).then(visits.total_cmp(&others.2))
}
