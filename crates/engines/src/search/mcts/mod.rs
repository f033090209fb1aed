//! Monte-Carlo tree search for every game: two players or one, with chance or without.
//!
//! Each playout goes down the [tree] to a leaf by [select], is played out by the game's [`Rollout`], and
//! counts for every position it came through. Where the tree reaches the end of the game it proves rather
//! than guesses: every node has bounds on its true worth, a player's node takes the best of its children's, a
//! chance node their average by weight. So a win that can be forced is found exactly, and so is, on a panel
//! small enough, the chance to win.
//!
//! What was learned about a position is kept when the game gets there. A full tree forgets the least visited
//! half of what it knows, so thinking can go on for as long as one likes.

mod hex;
mod lines;
mod points;
mod report;
mod rollout;
mod root_parallel;
mod select;
#[cfg(test)]
mod tests;
mod tile_shape;
mod tiles;
mod tree;

pub use hex::HexRollout;
pub use lines::LineRollout;
pub use points::PointsRollout;
pub use rollout::{Plain, Rollout, Trace, Tuning, worth};
pub use root_parallel::RootParallelMcts;
pub use tiles::TileRollout;

use crate::{Budget, Engine, Limits, Report, Settings, StopFlag};
use parlor_rules::{Position, SplitMix64, Turn};
use select::Seen;
use tree::{Mover, Tree};

/// A player that searches a tree by playing out games.
///
/// ```
/// use parlor_engines::search::{Mcts, Plain};
/// use parlor_engines::{Engine, Limits, Settings, StopFlag};
/// use parlor_rules::{Position as _, drop::classic::Position};
///
/// let mut position = Position::default();
/// for column in ["0", "6", "0", "6", "0", "6"] {
///     position.play(column.parse()?)?;
/// }
/// let mut engine = Mcts::new(&Settings::default(), Plain::default());
/// let chosen = engine.think(&position, &"100n".parse()?, &StopFlag::default(), &mut |_| {});
/// assert_eq!(chosen, Some("0".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Mcts<P: Position, R> {
    rollout: R,
    tree: Tree<P::Move>,
    /// What the root of the tree stands for; none before the first thought.
    position: Option<P>,
    dice: SplitMix64,
    level: Level,
    spread: Spread,
    /// Playouts through a leaf before it is expanded; more than the tuning says in a tree that was full.
    expand_at: u32,
    path: Vec<usize>,
    /// The node about which this playout has proven something by expanding it.
    proof_at: Option<usize>,
    done: Vec<(P::Move, P::Played)>,
}

/// How well it plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// How long it thinks when nobody says.
    pub limits: Limits,
    /// How much worse than the best a move may look and still be played: 0 is not at all.
    pub noise: f64,
    /// Whether it remembers what it thought about the move before.
    pub remembers: bool,
}

impl Level {
    /// This many playouts, each move thought about afresh: as strong on every machine.
    pub const fn playouts(nodes: u64) -> Level {
        let limits = Limits { time: None, nodes: Some(nodes) };
        Level { limits, noise: 0.0, remembers: false }
    }

    /// Returns the same, but careless: moves that look worse by this much are played now and then.
    pub const fn with_noise(self, noise: f64) -> Level {
        Level { noise, ..self }
    }

    /// As well as it can in a second.
    pub const fn best() -> Level {
        let limits = Limits { time: Some(std::time::Duration::from_secs(1)), nodes: None };
        Level { limits, noise: 0.0, remembers: true }
    }
}

/// Playouts for the only legal move: it is played anyway, but its value is shown.
const FOR_THE_ONLY_MOVE: u64 = 32;
/// How often the clock is looked at.
const PLAYOUTS_PER_LOOK: u64 = 8;
/// How many positions are compared to find one in the tree: enough for all answers to all moves in hex.
const MOST_COMPARED: usize = 20_000;
/// Playouts before the first report; each later one takes half as many again.
const FIRST_REPORT: u64 = 256;

impl<P: Position, R: Rollout<P>> Mcts<P, R> {
    /// One that plays as well as it can.
    pub fn new(settings: &Settings, rollout: R) -> Mcts<P, R> {
        Mcts {
            rollout,
            tree: Tree::new(settings.memory),
            position: None,
            dice: SplitMix64::new(settings.seed),
            level: Level::best(),
            spread: Spread::default(),
            expand_at: 0,
            path: Vec::new(),
            proof_at: None,
            done: Vec::new(),
        }
    }

    /// Returns the same at another level.
    pub fn at(self, level: Level) -> Mcts<P, R> {
        Mcts { level, ..self }
    }

    /// Returns how many playouts it knows the position by that it thought about last, those it remembered
    /// included.
    pub fn visits(&self) -> u32 {
        self.tree.nodes.first().map_or(0, |root| root.visits)
    }

    /// Makes the position the root: of what is known about it already, or of nothing.
    fn turn_to(&mut self, position: &P) {
        let remembered = if self.level.remembers { self.remembered(position) } else { None };
        // Of a proof whose moves are forgotten there is nothing to choose by.
        let can_be_used = |&index: &usize| {
            let node = &self.tree.nodes[index];
            node.is_expanded() || !node.is_proven()
        };
        match remembered.filter(can_be_used) {
            Some(index) => self.tree.turn_to(index),
            None => {
                let Some(filling) = position.moves().next() else { return };
                self.tree.plant(position, filling);
                self.spread = Spread::default();
            }
        }
        self.position = Some(position.clone());
        self.expand_at = self.rollout.tuning().expand_at;
        let mut position = position.clone();
        if !self.tree.nodes[0].is_expanded() {
            self.expand(0, &mut position);
        }
    }

    /// Returns where the position is in the tree: at most two moves from where it was, which is one of each
    /// player, or one and one of chance.
    fn remembered(&self, wanted: &P) -> Option<usize> {
        let mut position = self.position.clone()?;
        self.find(0, &mut position, wanted, 2, &mut { MOST_COMPARED })
    }

    /// Returns where a position is among those up to so many plies below a node, the most visited first.
    fn find(&self, index: usize, at: &mut P, wanted: &P, plies: usize, left: &mut usize) -> Option<usize> {
        *left = left.checked_sub(1)?;
        if at == wanted {
            return Some(index);
        }
        if plies == 0 {
            return None;
        }
        let mut children: Vec<usize> = self.tree.nodes[index].children().collect();
        children.sort_by_key(|&child| std::cmp::Reverse(self.tree.nodes[child].visits));
        children.into_iter().find_map(|child| {
            let played = self.tree.nodes[child].played;
            let did = at.play_unchecked(played);
            let found = self.find(child, at, wanted, plies - 1, left);
            at.undo(played, did);
            found
        })
    }

    fn expand(&mut self, index: usize, position: &mut P) -> bool {
        let rollout = &self.rollout;
        let result = |ended: &P| ended.turn().outcome().map_or(0.5, |outcome| rollout.result(ended, outcome));
        self.tree.expand(index, position, |played| rollout.bit(played), result)
    }

    /// One playout, from the root down and back up.
    fn playout(&mut self, position: &mut P, tuning: &Tuning) {
        let mut trace = Trace::default();
        let exploration = if tuning.by_spread {
            tuning.exploration * 2.0 * self.spread.deviation()
        } else {
            tuning.exploration
        };
        self.path.clear();
        self.proof_at = None;
        let mut index = 0;
        let worth = loop {
            self.path.push(index);
            let node = self.tree.nodes[index];
            if node.is_proven() {
                break f64::from(node.low);
            }
            if !node.is_expanded() {
                if node.visits < self.expand_at || !self.expand(index, position) {
                    let worth = self.rollout.play(position, &mut self.dice, &mut trace);
                    self.spread.add(worth);
                    break worth;
                }
                self.proof_at = Some(index).filter(|&index| self.tree.nodes[index].is_bounded());
                if self.tree.nodes[index].is_proven() {
                    break f64::from(self.tree.nodes[index].low);
                }
            }
            index = match node.mover {
                Mover::Chance => self.drawn(index, position),
                _ => select::next(&self.tree, index, tuning, exploration, &mut self.dice),
            };
            let played = self.tree.nodes[index].played;
            self.done.push((played, position.play_unchecked(played)));
        };
        self.back_up(position, worth, &mut trace, tuning);
    }

    /// Returns the child that chance goes to.
    fn drawn(&mut self, index: usize, position: &P) -> usize {
        let children = self.tree.nodes[index].children();
        let drawn = position.sample(&mut self.dice);
        let found = children.clone().find(|&child| Some(self.tree.nodes[child].played) == drawn);
        found.unwrap_or(children.start)
    }

    fn back_up(&mut self, position: &mut P, mut worth: f64, trace: &mut Trace, tuning: &Tuning) {
        let mut proof = self.path.last().is_some_and(|&leaf| self.tree.nodes[leaf].is_bounded());
        let mut is_leaf = true;
        while let Some(index) = self.path.pop() {
            if !is_leaf && proof {
                proof = self.tree.prove(index, position);
            }
            is_leaf = false;
            proof |= self.proof_at == Some(index);
            let node = &mut self.tree.nodes[index];
            // A playout that blundered past what is proven counts for what is proven.
            worth = worth.clamp(node.low.into(), node.high.into());
            node.sum += worth;
            node.visits = node.visits.saturating_add(1);
            let mover = node.mover;
            if tuning.later > 0.0 && node.is_expanded() && matches!(mover, Mover::One | Mover::Two) {
                let moves = trace.moves[usize::from(mover == Mover::Two)];
                let children = node.children();
                for child in &mut self.tree.nodes[children] {
                    if child.bit < 128 && moves >> child.bit & 1 == 1 {
                        child.later += 1;
                        child.later_sum += worth as f32;
                    }
                }
            }
            if let Some((played, did)) = self.done.pop() {
                let bit = self.tree.nodes[index].bit;
                position.undo(played, did);
                if let (Turn::Player(player), true) = (position.turn(), bit < 128) {
                    trace.moves[player.index()] |= 1 << bit;
                }
            }
        }
    }

    /// Plays games out from a position in which a player is to move, within the limits; how many.
    fn search(
        &mut self,
        position: &P,
        limits: &Limits,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<P::Move>),
    ) -> u64 {
        let mut limits = if *limits == Limits::default() { self.level.limits } else { *limits };
        self.rollout.prepare(position);
        self.turn_to(position);
        let tuning = self.rollout.tuning();
        if self.tree.nodes[0].children().len() == 1 {
            limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(FOR_THE_ONLY_MOVE));
        }
        let budget = Budget::new(&limits, stop);
        let most = limits.nodes.unwrap_or(u64::MAX);
        let mut position = position.clone();
        let (mut nodes, mut next_report) = (0, FIRST_REPORT);
        while nodes < most && !self.tree.nodes[0].is_proven() {
            if nodes % PLAYOUTS_PER_LOOK == 0 && budget.is_spent(nodes) {
                break;
            }
            if self.tree.is_full() {
                self.expand_at = self.expand_at.max(self.tree.halve());
            }
            self.playout(&mut position, &tuning);
            nodes += 1;
            if nodes == next_report {
                report(&self.report(nodes));
                next_report += next_report / 2;
            }
        }
        nodes
    }

    /// Returns the move to play: the best, or what a careless player takes for it.
    fn choice(&mut self) -> Option<P::Move> {
        let deviation = self.spread.deviation();
        let ranked = select::ranked(&self.tree, deviation);
        let best = *ranked.first()?;
        if self.level.noise <= 0.0 {
            return Some(self.tree.nodes[best].played);
        }
        let seen = Seen::by(self.tree.nodes[0].mover);
        let worth = |index: usize| select::reliable(seen, &self.tree.nodes[index], deviation);
        let top = ranked.iter().map(|&index| worth(index)).fold(0.0, f64::max);
        let weights = ranked.iter().map(|&index| ((worth(index) - top) / self.level.noise).exp());
        let weights: Vec<f64> = weights.collect();
        let whole: f64 = weights.iter().sum();
        let mut left = whole * (self.dice.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        for (&index, weight) in ranked.iter().zip(weights) {
            left -= weight;
            if left <= 0.0 {
                return Some(self.tree.nodes[index].played);
            }
        }
        Some(self.tree.nodes[best].played)
    }
}

impl<P: Position, R: Rollout<P>> Engine<P> for Mcts<P, R> {
    fn think(
        &mut self,
        position: &P,
        limits: &Limits,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<P::Move>),
    ) -> Option<P::Move> {
        let Turn::Player(_) = position.turn() else { return None };
        let nodes = self.search(position, limits, stop, report);
        report(&self.report(nodes));
        self.choice()
    }
}

/// How far playouts lie apart.
#[derive(Clone, Copy, Debug, Default)]
struct Spread {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Spread {
    fn add(&mut self, worth: f64) {
        self.count += 1.0;
        self.sum += worth;
        self.squares += worth * worth;
    }

    /// Returns the standard deviation; one half, the most there is, as long as little is known.
    fn deviation(&self) -> f64 {
        if self.count < 8.0 {
            return 0.5;
        }
        let mean = self.sum / self.count;
        (self.squares / self.count - mean * mean).max(0.0).sqrt().max(0.01)
    }
}
