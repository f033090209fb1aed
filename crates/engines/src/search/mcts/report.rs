//! What the tree has to say.

use super::select::{Seen, ranked};
use super::tree::{Mover, Node};
use super::{Mcts, Rollout};
use crate::{Expectation, Report, Value, ValueKind};
use parlor_rules::Position;

/// The fewest playouts through a position for its best move to be worth telling.
const TO_BE_TOLD: u32 = 8;

impl<P: Position, R: Rollout<P>> Mcts<P, R> {
    /// Returns all that is known about the root.
    pub(super) fn report(&self, nodes: u64) -> Report<P::Move> {
        let ranked = ranked(&self.tree, self.spread.deviation());
        let seen = Seen::by(self.tree.nodes[0].mover);
        let moves: Vec<_> = ranked
            .iter()
            .map(|&index| (self.tree.nodes[index].played, self.value(seen, &self.tree.nodes[index], 1)))
            .collect();
        let root = &self.tree.nodes[0];
        let best = moves.first().map_or(Value::UNKNOWN, |&(_, value)| value);
        let value = if root.is_proven() { self.value(seen, root, 0) } else { best };
        Report { line: self.line(&ranked), value, moves, nodes }
    }

    /// Returns what a node is worth to a player, `before` plies before it.
    fn value(&self, seen: Seen, node: &Node<P::Move>, before: u32) -> Value {
        let Some(worth) = seen.proven(node) else {
            let score = if node.visits > 0 { seen.worth(node.mean()) } else { 0.5 };
            return Value { score, ..Value::UNKNOWN };
        };
        let outcome = match worth {
            1.0 => Expectation::Win,
            0.0 => Expectation::Loss,
            0.5 if !self.tree.has_chance => Expectation::Draw,
            _ => Expectation::Unknown,
        };
        // A proof need not be the shortest, except that nothing is shorter than the next move.
        let plies = Some(u32::from(node.plies) + before).filter(|&plies| plies == 1);
        Value { kind: ValueKind::Exact, outcome, plies, score: worth }
    }

    /// Returns the best moves of both players, as far as they were looked at and chance has no say.
    fn line(&self, ranked: &[usize]) -> Vec<P::Move> {
        let mut line = Vec::new();
        let mut next = ranked.first().copied();
        while let Some(index) = next {
            let node = &self.tree.nodes[index];
            line.push(node.played);
            let goes_on = matches!(node.mover, Mover::One | Mover::Two) && node.visits >= TO_BE_TOLD;
            let seen = Seen::by(node.mover);
            let key = |&child: &usize| {
                let child = &self.tree.nodes[child];
                let proven = seen.proven(child).map_or(0, |worth| (2.0 * worth) as i32 - 1);
                (proven, child.visits)
            };
            next = node.children().filter(|_| goes_on).max_by_key(key);
        }
        line
    }
}
