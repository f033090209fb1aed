//! Monte-Carlo tree search (UCT with RAVE) for games without chance.
//!
//! Each playout goes down the [tree] to a leaf by [select], is finished by the game's [`Rollout`], and its
//! value is backpropagated to every node on its path. Nodes also have proven bounds on their true value: a
//! finished position is exact, and a player's node takes the best bounds of its children. So a forced win is
//! found exactly. A position in which chance is to move stays a leaf.
//!
//! The subtree of the next position is kept from move to move. A full tree drops its least visited half, so a
//! search can go on without limit.

mod hex;
mod lines;
mod report;
mod rollout;
mod select;
#[cfg(test)]
mod tests;
mod tree;

pub use hex::HexRollout;
pub use lines::LineRollout;
pub use rollout::{AmafMoves, RandomRollout, Rollout, Tuning, outcome_value};

use crate::{Budget, Engine, Limits, Report, Settings, StopFlag};
use parlor_rules::{Position, SplitMix64, Turn};
use select::Perspective;
use tree::{Mover, Tree};

/// An engine that searches with Monte-Carlo tree search.
///
/// ```
/// use parlor_engines::search::{Mcts, RandomRollout};
/// use parlor_engines::{Engine, Limits, Settings, StopFlag};
/// use parlor_rules::{Position as _, drop::classic::Position};
///
/// let mut position = Position::default();
/// for column in ["0", "6", "0", "6", "0", "6"] {
///     position.play(column.parse()?)?;
/// }
/// let mut engine = Mcts::new(&Settings::default(), RandomRollout::default());
/// let chosen = engine.think(&position, &"100n".parse()?, &StopFlag::default(), &mut |_| {});
/// assert_eq!(chosen, Some("0".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Mcts<P: Position, R> {
    rollout: R,
    tree: Tree<P::Move>,
    /// The position of the root, or `None` before the first search.
    position: Option<P>,
    rng: SplitMix64,
    level: Level,
    value_stats: ValueStats,
    /// The visits of a leaf before it is expanded. It rises above the tuning's value when the tree was full.
    expand_at: u32,
    path: Vec<usize>,
    /// The node that this playout expanded and for which the expansion proved a bound.
    proven_at: Option<usize>,
    path_moves: Vec<(P::Move, P::Played)>,
}

/// The playing strength of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The limits of a search that is given none.
    pub limits: Limits,
    /// The temperature of the move choice. A move that is worse by this much is e times less likely; 0 always
    /// takes the best.
    pub noise: f64,
    /// Whether the tree is kept from move to move.
    pub keeps_tree: bool,
}

impl Level {
    /// Creates a level with this many playouts per move and a new tree for each move. It is equally strong on
    /// every machine.
    pub const fn playouts(nodes: u64) -> Level {
        let limits = Limits { time: None, nodes: Some(nodes) };
        Level { limits, noise: 0.0, keeps_tree: false }
    }

    /// Returns the level with noise in the move choice.
    pub const fn with_noise(self, noise: f64) -> Level {
        Level { noise, ..self }
    }

    /// Creates the strongest level, with one second per move.
    pub const fn best() -> Level {
        let limits = Limits { time: Some(std::time::Duration::from_secs(1)), nodes: None };
        Level { limits, noise: 0.0, keeps_tree: true }
    }
}

/// The playouts for an only legal move. They are just for the reported value.
const ONLY_MOVE_PLAYOUTS: u64 = 32;
/// The playouts between two reads of the clock.
const PLAYOUTS_PER_CLOCK_CHECK: u64 = 8;
/// The most positions to compare when looking for one in the tree. It is enough for all pairs of moves in
/// hex.
const MAX_COMPARED: usize = 20_000;
/// The playouts before the first report. The number grows by half for each later report.
const FIRST_REPORT: u64 = 256;

impl<P: Position, R: Rollout<P>> Mcts<P, R> {
    /// Creates an engine of the strongest level.
    pub fn new(settings: &Settings, rollout: R) -> Mcts<P, R> {
        Mcts {
            rollout,
            tree: Tree::new(settings.memory),
            position: None,
            rng: SplitMix64::new(settings.seed),
            level: Level::best(),
            value_stats: ValueStats::default(),
            expand_at: 0,
            path: Vec::new(),
            proven_at: None,
            path_moves: Vec::new(),
        }
    }

    /// Returns the engine at another level.
    pub fn at(self, level: Level) -> Mcts<P, R> {
        Mcts { level, ..self }
    }

    /// Returns the visits of the root, including those kept from earlier searches.
    pub fn visits(&self) -> u32 {
        self.tree.nodes.first().map_or(0, |root| root.visits)
    }

    /// Makes a position the root, with its subtree if it is in the tree.
    fn set_root(&mut self, position: &P) {
        let remembered = if self.level.keeps_tree { self.find_in_tree(position) } else { None };
        // A proven node whose children were dropped has no move to choose.
        let can_be_used = |&index: &usize| {
            let node = &self.tree.nodes[index];
            node.is_expanded() || !node.is_proven()
        };
        match remembered.filter(can_be_used) {
            Some(index) => self.tree.set_root(index),
            None => {
                let Some(placeholder) = position.moves().next() else { return };
                self.tree.reset(position, placeholder);
                self.value_stats = ValueStats::default();
            }
        }
        self.position = Some(position.clone());
        self.expand_at = self.rollout.tuning().expand_at;
        let mut position = position.clone();
        if !self.tree.nodes[0].is_expanded() {
            self.expand(0, &mut position);
        }
    }

    /// Returns the node of a position at most two plies below the root: a move of each player.
    fn find_in_tree(&self, wanted: &P) -> Option<usize> {
        let mut position = self.position.clone()?;
        self.find(0, &mut position, wanted, 2, &mut { MAX_COMPARED })
    }

    /// Returns the node of a position at most `plies` below a node, trying the most visited nodes first.
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
        self.tree.expand(index, position, |played| rollout.bit(played))
    }

    /// Runs one playout: selection, expansion, rollout and backpropagation.
    fn playout(&mut self, position: &mut P, tuning: &Tuning) {
        let mut amaf = AmafMoves::default();
        self.path.clear();
        self.proven_at = None;
        let mut index = 0;
        let value = loop {
            self.path.push(index);
            let node = self.tree.nodes[index];
            if node.is_proven() {
                break f64::from(node.low);
            }
            if !node.is_expanded() {
                let is_chance = node.mover == Mover::Nobody;
                if is_chance || node.visits < self.expand_at || !self.expand(index, position) {
                    let value = self.rollout.play(position, &mut self.rng, &mut amaf);
                    self.value_stats.add(value);
                    break value;
                }
                self.proven_at = Some(index).filter(|&index| self.tree.nodes[index].is_bounded());
                if self.tree.nodes[index].is_proven() {
                    break f64::from(self.tree.nodes[index].low);
                }
            }
            index = select::select_child(&self.tree, index, tuning, &mut self.rng);
            let played = self.tree.nodes[index].played;
            self.path_moves.push((played, position.play_unchecked(played)));
        };
        self.backpropagate(position, value, &mut amaf, tuning);
    }

    fn backpropagate(&mut self, position: &mut P, mut value: f64, amaf: &mut AmafMoves, tuning: &Tuning) {
        let mut proof = self.path.last().is_some_and(|&leaf| self.tree.nodes[leaf].is_bounded());
        let mut is_leaf = true;
        while let Some(index) = self.path.pop() {
            if !is_leaf && proof {
                proof = self.tree.update_bounds(index);
            }
            is_leaf = false;
            proof |= self.proven_at == Some(index);
            let node = &mut self.tree.nodes[index];
            // A playout outside the proven bounds counts as the nearest bound.
            value = value.clamp(node.low.into(), node.high.into());
            node.sum += value;
            node.visits = node.visits.saturating_add(1);
            let mover = node.mover;
            if tuning.rave_equivalence > 0.0 && node.is_expanded() {
                let moves = amaf.moves[usize::from(mover == Mover::Two)];
                let children = node.children();
                for child in &mut self.tree.nodes[children] {
                    if child.bit < 128 && moves >> child.bit & 1 == 1 {
                        child.amaf_visits += 1;
                        child.amaf_sum += value as f32;
                    }
                }
            }
            if let Some((played, did)) = self.path_moves.pop() {
                let bit = self.tree.nodes[index].bit;
                position.undo(played, did);
                if let (Turn::Player(player), true) = (position.turn(), bit < 128) {
                    amaf.moves[player.index()] |= 1 << bit;
                }
            }
        }
    }

    /// Runs playouts from a position in which a player is to move, within the limits. Returns their number.
    fn search(
        &mut self,
        position: &P,
        limits: &Limits,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<P::Move>),
    ) -> u64 {
        let mut limits = if *limits == Limits::default() { self.level.limits } else { *limits };
        self.rollout.prepare(position);
        self.set_root(position);
        let tuning = self.rollout.tuning();
        if self.tree.nodes[0].children().len() == 1 {
            limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(ONLY_MOVE_PLAYOUTS));
        }
        let budget = Budget::new(&limits, stop);
        let most = limits.nodes.unwrap_or(u64::MAX);
        let mut position = position.clone();
        let (mut nodes, mut next_report) = (0, FIRST_REPORT);
        while nodes < most && !self.tree.nodes[0].is_proven() {
            if nodes % PLAYOUTS_PER_CLOCK_CHECK == 0 && budget.is_spent(nodes) {
                break;
            }
            if self.tree.is_full() {
                self.expand_at = self.expand_at.max(self.tree.prune_half());
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

    /// Returns the move to play: the best one, or a random one if the level has noise.
    fn choose_move(&mut self) -> Option<P::Move> {
        let deviation = self.value_stats.deviation();
        let ranked = select::ranked_children(&self.tree, deviation);
        let best = *ranked.first()?;
        if self.level.noise <= 0.0 {
            return Some(self.tree.nodes[best].played);
        }
        let perspective = Perspective::of(self.tree.nodes[0].mover);
        let value = |index: usize| select::lower_confidence(perspective, &self.tree.nodes[index], deviation);
        let top = ranked.iter().map(|&index| value(index)).fold(0.0, f64::max);
        let weights = ranked.iter().map(|&index| ((value(index) - top) / self.level.noise).exp());
        let weights: Vec<f64> = weights.collect();
        let whole: f64 = weights.iter().sum();
        let mut left = whole * (self.rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
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
        self.choose_move()
    }
}

/// The mean and deviation of the playout values.
#[derive(Clone, Copy, Debug, Default)]
struct ValueStats {
    count: f64,
    sum: f64,
    squares: f64,
}

impl ValueStats {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    /// Returns the standard deviation. With few values it is one half, the largest possible.
    fn deviation(&self) -> f64 {
        if self.count < 8.0 {
            return 0.5;
        }
        let mean = self.sum / self.count;
        (self.squares / self.count - mean * mean).max(0.0).sqrt().max(0.01)
    }
}
