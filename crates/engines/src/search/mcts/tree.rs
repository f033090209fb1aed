//! The search tree: nodes in one vector with a fixed memory limit.

use super::rollout::outcome_value;
use parlor_rules::{Player, Position, Turn};

/// The mover of a node: a player, or nobody where the game is over or chance moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mover {
    One,
    Two,
    Nobody,
}

impl Mover {
    fn of(turn: Turn) -> Mover {
        match turn {
            Turn::Player(Player::One) => Mover::One,
            Turn::Player(Player::Two) => Mover::Two,
            Turn::Chance | Turn::Over(_) => Mover::Nobody,
        }
    }
}

/// A node of the tree. All values are those of player one: 1 is a win, 0 is a loss.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// The move that led here.
    pub(super) played: M,
    /// The sum of the values of the playouts through the node.
    pub(super) sum: f64,
    pub(super) visits: u32,
    /// The all-moves-as-first (AMAF) statistics: playouts in which the move was played later, and the sum of
    /// their values.
    pub(super) amaf_visits: u32,
    pub(super) amaf_sum: f32,
    /// The proven bounds of the true value.
    pub(super) low: f32,
    pub(super) high: f32,
    /// The index of the first child and the number of children, 0 before the node is expanded.
    first: u32,
    count: u32,
    /// The plies of the proof. Of two proven wins the shorter is preferred.
    pub(super) plies: u16,
    pub(super) mover: Mover,
    /// The bit of the move in [`AmafMoves`](super::AmafMoves), or 255 for none.
    pub(super) bit: u8,
}

impl<M> Node<M> {
    pub(super) fn is_proven(&self) -> bool {
        self.low >= self.high
    }

    /// Returns whether any bound is proven.
    pub(super) fn is_bounded(&self) -> bool {
        self.low > 0.0 || self.high < 1.0
    }

    pub(super) fn is_expanded(&self) -> bool {
        self.count > 0
    }

    pub(super) fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }

    pub(super) fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// The nodes of the tree. The root is the first.
///
/// The children of a node are adjacent and always behind their parent, so a tree can be pruned in place.
#[derive(Debug)]
pub(super) struct Tree<M> {
    pub(super) nodes: Vec<Node<M>>,
    max_nodes: usize,
    is_full: bool,
}

/// The extra bytes that an expanded node takes while the tree is pruned.
const PRUNING_BYTES: usize = 16;

impl<M: Copy + Eq> Tree<M> {
    /// Creates an empty tree that takes at most this many bytes.
    pub(super) fn new(memory: usize) -> Tree<M> {
        let max_nodes = memory / (size_of::<Node<M>>() + PRUNING_BYTES);
        Tree { nodes: Vec::new(), max_nodes: max_nodes.clamp(1, u32::MAX as usize / 2), is_full: false }
    }

    /// Clears the tree and makes a position the root.
    ///
    /// The root has no move of its own; `placeholder` can be any move.
    pub(super) fn reset<P: Position<Move = M>>(&mut self, position: &P, placeholder: M) {
        self.nodes.clear();
        self.is_full = false;
        self.nodes.push(Node::new(placeholder, Mover::of(position.turn()), 255));
    }

    /// Adds the children of a node. Those that end the game are proven at once. Returns `false` if there is
    /// no room.
    pub(super) fn expand<P: Position<Move = M>>(
        &mut self,
        index: usize,
        position: &mut P,
        bit: impl Fn(M) -> Option<u8>,
    ) -> bool {
        let first = self.nodes.len();
        let count = position.moves().count();
        // The root is always expanded, because a move must be chosen.
        if first + count > self.max_nodes && index > 0 {
            self.is_full = true;
            return false;
        }
        self.make_room(count);
        self.nodes.extend(position.moves().map(|played| {
            let bit = bit(played).unwrap_or(255);
            Node::new(played, Mover::Nobody, bit)
        }));
        for child in &mut self.nodes[first..] {
            let did = position.play_unchecked(child.played);
            child.mover = Mover::of(position.turn());
            if let Turn::Over(outcome) = position.turn() {
                let value = outcome_value(outcome) as f32;
                (child.low, child.high) = (value, value);
            }
            position.undo(child.played, did);
        }
        self.nodes[index].first = first as u32;
        self.nodes[index].count = count as u32;
        self.update_bounds(index);
        true
    }

    /// Updates the proven bounds of a node from its children. Returns whether they changed.
    pub(super) fn update_bounds(&mut self, index: usize) -> bool {
        let node = self.nodes[index];
        let children = &self.nodes[node.children()];
        if children.is_empty() {
            return false;
        }
        let (mut low, mut high) = match node.mover {
            Mover::One => children.iter().fold((0.0, 0.0), |(low, high): (f32, f32), child| {
                (low.max(child.low), high.max(child.high))
            }),
            Mover::Two => children.iter().fold((1.0, 1.0), |(low, high): (f32, f32), child| {
                (low.min(child.low), high.min(child.high))
            }),
            Mover::Nobody => (node.low, node.high),
        };
        // Bounds that were proven before the children were dropped and expanded again still hold.
        low = low.max(node.low);
        high = high.min(node.high).max(low);
        if (low, high) == (node.low, node.high) {
            return false;
        }
        let plies = if low == high { self.proof_plies(index, low) } else { 0 };
        let node = &mut self.nodes[index];
        (node.low, node.high, node.plies) = (low, high, plies);
        true
    }

    /// Returns the plies of a proof: the winner takes the shortest, the loser the longest.
    fn proof_plies(&self, index: usize, value: f32) -> u16 {
        let node = &self.nodes[index];
        let proofs =
            self.nodes[node.children()].iter().filter(|child| child.low == value && child.high == value);
        let plies = proofs.map(|child| child.plies);
        let wins = (node.mover == Mover::One && value == 1.0) || (node.mover == Mover::Two && value == 0.0);
        let best = if wins { plies.min() } else { plies.max() };
        best.unwrap_or(0).saturating_add(1)
    }

    /// Makes a descendant the root and drops all nodes that are not below it.
    pub(super) fn set_root(&mut self, root: usize) {
        self.prune(root, |_| true);
    }

    /// Makes a node the root and keeps its children. Below it, only children of nodes that `is_kept` accepts
    /// stay.
    fn prune(&mut self, root: usize, is_kept: impl Fn(&Node<M>) -> bool) {
        let mut kept: Vec<Block> = Vec::new();
        let mut open = vec![root];
        while let Some(parent) = open.pop() {
            let node = &mut self.nodes[parent];
            if parent != root && !is_kept(node) {
                (node.first, node.count) = (0, 0);
            }
            if node.is_expanded() {
                let (from, count) = (node.first, node.count);
                kept.push(Block { from, count, parent: parent as u32, to: 0 });
                open.extend(node.children());
            }
        }
        kept.sort_unstable_by_key(|block| block.from);
        self.nodes[0] = self.nodes[root];
        let mut to = 1;
        for index in 0..kept.len() {
            let Block { from, count, parent, .. } = kept[index];
            let (from, parent) = (from as usize, parent as usize);
            self.nodes.copy_within(from..from + count as usize, to);
            kept[index].to = to as u32;
            let parent = if parent == root {
                0
            } else {
                let holder = kept[kept.partition_point(|block| block.from as usize <= parent) - 1];
                holder.to as usize + parent - holder.from as usize
            };
            self.nodes[parent].first = to as u32;
            to += count as usize;
        }
        self.nodes.truncate(to);
        self.is_full = false;
    }

    /// Drops about half of a full tree. Returns the visits that a node needed to keep its children.
    pub(super) fn prune_half(&mut self) -> u32 {
        let expanded = self.nodes.iter().filter(|node| node.is_expanded());
        let mut blocks: Vec<(u32, u32)> = expanded.map(|node| (node.visits, node.count)).collect();
        blocks.sort_unstable_by_key(|&(visits, _)| std::cmp::Reverse(visits));
        let mut left = self.max_nodes / 2;
        let fits = |&&(_, count): &&(u32, u32)| {
            let fits = left >= count as usize;
            left = left.saturating_sub(count as usize);
            fits
        };
        let min_visits = blocks.iter().skip_while(fits).map(|&(visits, _)| visits + 1).next().unwrap_or(0);
        // The children of a proven node are not needed any more.
        self.prune(0, |node| node.visits >= min_visits && !node.is_proven());
        min_visits
    }

    /// Returns whether the last expansion failed for lack of room.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Reserves space by doubling, up to the limit.
    fn make_room(&mut self, more: usize) {
        let needed = self.nodes.len() + more;
        if needed > self.nodes.capacity() {
            let wanted = (self.nodes.capacity() * 2).max(1024).min(self.max_nodes).max(needed);
            self.nodes.reserve_exact(wanted - self.nodes.len());
        }
    }
}

impl<M> Node<M> {
    fn new(played: M, mover: Mover, bit: u8) -> Node<M> {
        let (low, high) = (0.0, 1.0);
        let (sum, visits, amaf_visits, amaf_sum) = (0.0, 0, 0, 0.0);
        Node {
            played,
            sum,
            visits,
            amaf_visits,
            amaf_sum,
            low,
            high,
            first: 0,
            count: 0,
            plies: 0,
            mover,
            bit,
        }
    }
}

/// A block of children that is kept: its position, its parent and its new position.
#[derive(Clone, Copy)]
struct Block {
    from: u32,
    count: u32,
    parent: u32,
    to: u32,
}
