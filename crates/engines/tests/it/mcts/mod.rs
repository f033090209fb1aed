//! Tests of the Monte-Carlo tree search: tactics, proofs and behavior.

mod behavior;
mod proofs;
mod tactics;

use parlor_engines::search::{Mcts, Rollout};
use parlor_engines::{Engine, Limits, Report, Settings, StopFlag};
use parlor_rules::Position;

/// Returns the last report and the chosen move of an engine with this seed.
fn thought<P: Position>(
    position: &P,
    rollout: impl Rollout<P>,
    seed: u64,
    nodes: u64,
) -> (Report<P::Move>, P::Move) {
    let mut last = None;
    let mut engine = Mcts::new(&Settings::seeded(seed), rollout);
    let limits = Limits { time: None, nodes: Some(nodes) };
    let chosen =
        engine.think(position, &limits, &StopFlag::default(), &mut |report| last = Some(report.clone()));
    (last.expect("it reports at least once"), chosen.expect("somebody is to move"))
}

/// Returns the position after these moves.
fn after<P: Position>(mut position: P, moves: &str) -> P {
    for text in moves.split_whitespace() {
        let played = text.parse().unwrap_or_else(|_| panic!("{text} is no move"));
        position.play(played).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
    position
}
