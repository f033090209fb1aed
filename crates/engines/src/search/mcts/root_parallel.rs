//! Root-parallel search: one tree per thread for the same position, merged at the root.

use super::tree::Node;
use super::{Level, Mcts, Rollout};
use crate::{Engine, Limits, Report, Settings, StopFlag};
use parlor_rules::{Position, SplitMix64};
use std::panic::resume_unwind;
use std::thread;

/// One independent search per thread.
///
/// They share nothing while they search, so a limit in playouts gives the same move on every machine, which
/// threads in one tree would not. Independent trees search much of the same positions, so two of them are
/// weaker than one of twice the size.
#[derive(Debug)]
pub struct RootParallelMcts<P: Position, R> {
    pub(super) members: Vec<Mcts<P, R>>,
}

impl<P: Position, R: Rollout<P> + Clone> RootParallelMcts<P, R> {
    /// Creates the searches. Each has its share of the memory and its own seed.
    pub fn new(settings: &Settings, rollout: &R, level: Level) -> RootParallelMcts<P, R> {
        let threads = settings.threads.max(1);
        let member = |number: usize| {
            let seed = match number {
                0 => settings.seed,
                _ => SplitMix64::at(settings.seed, number as u64).next_u64(),
            };
            let settings = Settings { seed, memory: settings.memory / threads, threads: 1, ..*settings };
            Mcts::new(&settings, rollout.clone()).at(level)
        };
        RootParallelMcts { members: (0..threads).map(member).collect() }
    }
}

impl<P: Position, R: Rollout<P>> Engine<P> for RootParallelMcts<P, R> {
    fn think(
        &mut self,
        position: &P,
        limits: &Limits,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<P::Move>),
    ) -> Option<P::Move> {
        position.turn().player()?;
        let count = self.members.len() as u64;
        let share = |number: u64| {
            let nodes = limits.nodes.map(|nodes| nodes / count + u64::from(number < nodes % count));
            Limits { nodes, ..*limits }
        };
        let (first, others) = self.members.split_first_mut()?;
        let nodes = thread::scope(|scope| {
            let start = |(other, number): (_, u64)| {
                let (position, limits, other): (P, Limits, &mut Mcts<P, R>) =
                    (position.clone(), share(number), other);
                scope.spawn(move || other.search(&position, &limits, stop, &mut |_| {}))
            };
            let running: Vec<_> = others.iter_mut().zip(1..).map(start).collect();
            let own = first.search(position, &share(0), stop, report);
            let theirs =
                running.into_iter().map(|other| other.join().unwrap_or_else(|why| resume_unwind(why)));
            own + theirs.sum::<u64>()
        });
        // The results of the others count for the choice only. They are removed from the first tree
        // afterwards.
        let before = first.tree.nodes[0].children().chain([0]);
        let before: Vec<(usize, Node<P::Move>)> =
            before.map(|index| (index, first.tree.nodes[index])).collect();
        for other in others.iter() {
            first.merge_root(other);
        }
        report(&first.report(nodes));
        let chosen = first.choose_move();
        for (index, node) in before {
            first.tree.nodes[index] = node;
        }
        chosen
    }
}

impl<P: Position, R: Rollout<P>> Mcts<P, R> {
    /// Adds the root statistics of another search of the same position.
    fn merge_root(&mut self, other: &Mcts<P, R>) {
        let (mine, theirs) = (self.tree.nodes[0].children(), other.tree.nodes[0].children());
        for (mine, theirs) in mine.chain([0]).zip(theirs.chain([0])) {
            let (mine, theirs) = (&mut self.tree.nodes[mine], &other.tree.nodes[theirs]);
            if theirs.is_proven() && !mine.is_proven() {
                mine.plies = theirs.plies;
            }
            mine.sum += theirs.sum;
            mine.visits = mine.visits.saturating_add(theirs.visits);
            mine.low = mine.low.max(theirs.low);
            mine.high = mine.high.min(theirs.high).max(mine.low);
        }
    }
}
