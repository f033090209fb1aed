//! Unit tests of the tree: its memory limit, and what it keeps from move to move.

use super::*;
use crate::{Limits, Settings, StopFlag};
use parlor_rules::{drop, hex};

fn think<P: Position, R: Rollout<P>>(engine: &mut Mcts<P, R>, position: &P, nodes: u64) -> P::Move {
    let limits = Limits { time: None, nodes: Some(nodes) };
    engine.think(position, &limits, &StopFlag::default(), &mut |_| {}).expect("somebody is to move")
}

/// Checks that every child is behind its parent, no node has two parents, and visits add up.
fn check<M: Copy + Eq>(tree: &Tree<M>) {
    let mut parents = vec![0; tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate() {
        let mut visits = 0;
        for child in node.children() {
            assert!(child > index);
            parents[child] += 1;
            visits += tree.nodes[child].visits;
        }
        assert!(visits <= node.visits, "{visits} of {}", node.visits);
        assert!((-1e-3..=f64::from(node.visits) + 1e-3).contains(&node.sum));
        assert!((0.0..=1.0).contains(&node.low) && node.low <= node.high && node.high <= 1.0);
    }
    assert!(parents[0] == 0 && parents[1..].iter().all(|&count| count == 1));
}

#[test]
fn memory_limit() {
    for memory in [0, 10_000, 100_000] {
        let settings = Settings { memory, ..Settings::default() };
        let position = hex::Position::new(5, false).unwrap();
        let mut engine = Mcts::new(&settings, HexRollout::default());
        think(&mut engine, &position, 3_000);
        let node = size_of::<tree::Node<hex::Move>>();
        let root = 26 * node;
        assert!(engine.tree.nodes.capacity() * node <= memory.max(root), "{memory}");
        assert!(engine.visits() == 3_000 || engine.tree.nodes[0].is_proven());
        check(&engine.tree);
    }
}

#[test]
fn full_tree_is_pruned() {
    let settings = Settings { memory: 200_000, ..Settings::default() };
    let position = drop::classic::Position::default();
    let mut engine = Mcts::new(&settings, LineRollout);
    think(&mut engine, &position, 500);
    let before = engine.tree.nodes[0];
    let least = engine.tree.prune_half();
    check(&engine.tree);
    assert_eq!((engine.tree.nodes[0].visits, engine.tree.nodes[0].sum), (before.visits, before.sum));
    let expanded = engine.tree.nodes[1..].iter().filter(|node| node.is_expanded());
    assert!(expanded.clone().all(|node| node.visits >= least));
    think(&mut engine, &position, 20_000);
    check(&engine.tree);
}

#[test]
fn subtree_is_kept() {
    let mut position = hex::Position::new(6, false).unwrap();
    let mut engine = Mcts::new(&Settings::default(), HexRollout::default());
    for _ in 0..4 {
        think(&mut engine, &position, 2_000);
        // Play the most visited move and reply.
        for _ in 0..2 {
            let root = engine.find_in_tree(&position).unwrap();
            let children = engine.tree.nodes[root].children();
            let most = children.max_by_key(|&child| engine.tree.nodes[child].visits).unwrap();
            position.play(engine.tree.nodes[most].played).unwrap();
        }
        let kept = engine.tree.nodes[engine.find_in_tree(&position).unwrap()].visits;
        assert!(kept > 10, "{kept}");
        think(&mut engine, &position, 1);
        assert_eq!(engine.visits(), kept + 1);
        check(&engine.tree);
    }
    engine.level.keeps_tree = false;
    think(&mut engine, &position, 1);
    assert_eq!(engine.visits(), 1);
}

#[test]
fn proven_win_is_played_out() {
    for memory in [20_000, 1 << 20] {
        let settings = Settings { memory, ..Settings::default() };
        let mut engine = Mcts::new(&settings, HexRollout::default());
        let mut position = hex::Position::new(4, false).unwrap();
        position.play("B2".parse().unwrap()).unwrap();
        position.play("A0".parse().unwrap()).unwrap();
        let mut rng = SplitMix64::new(3);
        while let Some(player) = position.turn().player() {
            let played = match player {
                parlor_rules::Player::One => think(&mut engine, &position, 3_000),
                parlor_rules::Player::Two => position.sample(&mut rng).unwrap(),
            };
            position.play(played).unwrap();
        }
        let winner = position.turn().outcome().and_then(|outcome| outcome.winner());
        assert_eq!(winner, Some(parlor_rules::Player::One));
    }
}
