//! Reports the state of the tree search.

use super::select::{Perspective, ranked_children};
use super::tree::{Mover, Node};
use super::{Mcts, Rollout};
use crate::{Expectation, Report, Value, ValueKind};
use parlor_rules::Position;

/// The fewest visits of a node whose best move is part of the reported line.
const MIN_LINE_VISITS: u32 = 8;

impl<P: Position, R: Rollout<P>> Mcts<P, R> {
    /// Returns the report for the root.
    pub(super) fn report(&self, nodes: u64) -> Report<P::Move> {
        let ranked = ranked_children(&self.tree, self.value_stats.deviation());
        let perspective = Perspective::of(self.tree.nodes[0].mover);
        let moves: Vec<_> = ranked
            .iter()
            .map(|&index| {
                (self.tree.nodes[index].played, self.value(perspective, &self.tree.nodes[index], 1))
            })
            .collect();
        let root = &self.tree.nodes[0];
        let best = moves.first().map_or(Value::UNKNOWN, |&(_, value)| value);
        let value = if root.is_proven() { self.value(perspective, root, 0) } else { best };
        Report { line: self.line(&ranked), value, moves, nodes }
    }

    /// Returns the value of a node for a player, `before` plies before it.
    fn value(&self, perspective: Perspective, node: &Node<P::Move>, before: u32) -> Value {
        let Some(value) = perspective.proven(node) else {
            return Value { score: self.estimate(perspective, node), ..Value::UNKNOWN };
        };
        let outcome = match value {
            1.0 => Expectation::Win,
            0.0 => Expectation::Loss,
            0.5 => Expectation::Draw,
            _ => Expectation::Unknown,
        };
        // A proof need not be the shortest one. Only a win in one move is certainly the shortest.
        let plies = Some(u32::from(node.plies) + before).filter(|&plies| plies == 1);
        Value { kind: ValueKind::Exact, outcome, plies, score: value }
    }

    /// Returns the mean of a node's playouts, drawn toward the root's mean as if some more playouts had ended like the
    /// average one. Otherwise a move that was tried once and won would have the best value of all.
    fn estimate(&self, perspective: Perspective, node: &Node<P::Move>) -> f64 {
        let root = &self.tree.nodes[0];
        if root.visits == 0 {
            return 0.5;
        }
        let average = perspective.value(root.mean());
        let (visits, more) = (f64::from(node.visits), f64::from(root.visits).sqrt());
        let mean = if node.visits > 0 { perspective.value(node.mean()) } else { average };
        (mean * visits + average * more) / (visits + more)
    }

    /// Returns the principal variation, up to the first chance move or rarely visited node.
    fn line(&self, ranked: &[usize]) -> Vec<P::Move> {
        let mut line = Vec::new();
        let mut next = ranked.first().copied();
        while let Some(index) = next {
            let node = &self.tree.nodes[index];
            line.push(node.played);
            let goes_on = matches!(node.mover, Mover::One | Mover::Two) && node.visits >= MIN_LINE_VISITS;
            let perspective = Perspective::of(node.mover);
            let key = |&child: &usize| {
                let child = &self.tree.nodes[child];
                let proven = perspective.proven(child).map_or(0, |value| (2.0 * value) as i32 - 1);
                (proven, child.visits)
            };
            next = node.children().filter(|_| goes_on).max_by_key(key);
        }
        line
    }
}
