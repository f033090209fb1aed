//! What the trees of all threads say of the moves, and how they are listed.

use super::node::{Node, Status, rank};
use super::perfect::proven_value;
use super::tree_search::{TreeSearch, UNTRIED};
use crate::{Expectation, Value, ValueKind};
use parlor_rules::hex::Move;

/// The visits for which the value counts that a good move is drawn to.
const DRAWN_VISITS: f32 = 8.0;

/// The moves of all threads' trees, best first.
pub(super) struct Merged {
    pub(super) moves: Vec<Node>,
    pub(super) line: Vec<usize>,
    pub(super) nodes: u64,
}

pub(super) fn merge<const W: usize>(searches: &[TreeSearch<W>], nodes: u64) -> Merged {
    let Some((first, others)) = searches.split_first() else {
        return Merged { moves: Vec::new(), line: Vec::new(), nodes };
    };
    let mut moves: Vec<Node> = first.moves().to_vec();
    for other in others {
        for (node, theirs) in moves.iter_mut().zip(other.moves()) {
            node.visits += theirs.visits;
            node.wins += theirs.wins;
            if theirs.status != Status::Open {
                node.status = theirs.status;
            }
        }
    }
    moves.sort_by_key(|node| std::cmp::Reverse(rank(node)));
    let best = moves.first().map(|node| usize::from(node.cell));
    let line = searches.iter().map(TreeSearch::line).find(|line| line.first().copied() == best);
    Merged { moves, line: line.unwrap_or_else(|| best.into_iter().collect()), nodes }
}

/// The value of a move, beside that of the move the search prefers. A good one from few visits is drawn to a bit less than
/// that: of many moves that were hardly tried, some look good by chance.
pub(super) fn node_value(node: &Node, best: Option<f32>) -> Value {
    let score = match best {
        Some(best) => {
            let drawn = node.wins + DRAWN_VISITS * (best - UNTRIED);
            node.mean().min(drawn / (node.visits as f32 + DRAWN_VISITS)).min(best)
        }
        None => node.mean(),
    };
    match node.status {
        Status::Win => proven_value(true),
        Status::Loss => proven_value(false),
        _ if node.visits == 0 => Value::UNKNOWN,
        _ => Value {
            kind: ValueKind::Estimate,
            outcome: Expectation::Unknown,
            plies: None,
            score: score.into(),
        },
    }
}

/// Sorts all moves but the first by their values, proven losses last, where values of all are asked for.
pub(super) fn sort_others(moves: &mut [(Move, Value)], scores_all: bool) {
    if let Some((_, others)) = moves.split_first_mut().filter(|_| scores_all) {
        let is_lost = |value: &Value| value.outcome == Expectation::Loss;
        others.sort_by(|(_, one), (_, two)| {
            is_lost(one).cmp(&is_lost(two)).then(two.score.total_cmp(&one.score))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_was_tried_once_is_not_the_best() {
        let node = |visits, wins| Node { visits, wins, ..Node::new(0) };
        let best = Some(0.5);
        // By its one visit it would be worth more.
        assert!(node_value(&node(1, 0.9), best).score < 0.46);
        assert!((node_value(&node(1_000, 490.0), best).score - 0.49).abs() < 0.001);
        assert!((node_value(&node(2, 0.6), best).score - 0.3).abs() < 1e-6);
        assert!((node_value(&node(1, 0.9), None).score - 0.9).abs() < 1e-6);
        assert_eq!(node_value(&node(0, 0.0), best), Value::UNKNOWN);
        assert_eq!(node_value(&Node { status: Status::Win, ..node(1, 0.0) }, best), proven_value(true));
    }
}
