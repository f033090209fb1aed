//! The tree: nodes in one block of memory that never outgrows its bound.

use parlor_rules::{Player, Position, Turn};

/// Who is to move in a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mover {
    One,
    Two,
    Chance,
    Nobody,
}

impl Mover {
    fn of(turn: Turn) -> Mover {
        match turn {
            Turn::Player(Player::One) => Mover::One,
            Turn::Player(Player::Two) => Mover::Two,
            Turn::Chance => Mover::Chance,
            Turn::Over(_) => Mover::Nobody,
        }
    }
}

/// A position of the tree. Every worth is player one's: 1 is won, 0 is lost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// The move that led here.
    pub(super) played: M,
    /// The sum of what the playouts through here were worth.
    pub(super) sum: f64,
    pub(super) visits: u32,
    /// Playouts in which the move was played later on, and what they were worth.
    pub(super) later: u32,
    pub(super) later_sum: f32,
    /// What is proven: the true worth is at least this and at most that.
    pub(super) low: f32,
    pub(super) high: f32,
    /// Where the children begin, and how many there are: none before the node is expanded.
    first: u32,
    count: u32,
    /// How many plies the proof looked ahead: a short win is as good as a long one, but clearer.
    pub(super) plies: u16,
    pub(super) mover: Mover,
    /// The move's bit in a [`Trace`](super::Trace), or 255.
    pub(super) bit: u8,
}

impl<M> Node<M> {
    pub(super) fn is_proven(&self) -> bool {
        self.low >= self.high
    }

    /// Returns whether anything at all is proven.
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

/// All nodes; the root is the first.
///
/// Children lie side by side, and always behind their parent: so a tree can be thinned where it lies.
#[derive(Debug)]
pub(super) struct Tree<M> {
    pub(super) nodes: Vec<Node<M>>,
    most: usize,
    is_full: bool,
    /// Whether chance has a hand in the game: then a worth of one half is no draw.
    pub(super) has_chance: bool,
}

/// Besides its node, an expanded position takes this much for a moment while the tree is thinned.
const THINNING: usize = 16;

impl<M: Copy + Eq> Tree<M> {
    /// Creates an empty tree that takes at most this many bytes.
    pub(super) fn new(memory: usize) -> Tree<M> {
        let most = memory / (size_of::<Node<M>>() + THINNING);
        Tree {
            nodes: Vec::new(),
            most: most.clamp(1, u32::MAX as usize / 2),
            is_full: false,
            has_chance: false,
        }
    }

    /// Begins anew from a position in which somebody is to move.
    ///
    /// The root stands for no move; any of its own serves as filling.
    pub(super) fn plant<P: Position<Move = M>>(&mut self, position: &P, filling: M) {
        self.nodes.clear();
        self.is_full = false;
        self.has_chance = false;
        self.nodes.push(Node::new(filling, Mover::of(position.turn()), 255));
    }

    /// Adds the children of a node, if there is room; those that end the game are proven at once.
    pub(super) fn expand<P: Position<Move = M>>(
        &mut self,
        index: usize,
        position: &mut P,
        bit: impl Fn(M) -> Option<u8>,
        result: impl Fn(&P) -> f64,
    ) -> bool {
        let first = self.nodes.len();
        let count = position.moves().count();
        // The root's moves are there whatever the bound says: without them nothing could be chosen.
        if first + count > self.most && index > 0 {
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
            if child.mover == Mover::Nobody {
                let worth = result(position) as f32;
                (child.low, child.high) = (worth, worth);
            }
            self.has_chance |= child.mover == Mover::Chance;
            position.undo(child.played, did);
        }
        self.nodes[index].first = first as u32;
        self.nodes[index].count = count as u32;
        self.prove(index, position);
        true
    }

    /// Takes over what the children prove about a node; whether anything is new.
    pub(super) fn prove<P: Position<Move = M>>(&mut self, index: usize, position: &P) -> bool {
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
            Mover::Chance => expected(children, position),
            Mover::Nobody => (node.low, node.high),
        };
        // What was proven before the children were forgotten and made again still holds.
        low = low.max(node.low);
        high = high.min(node.high).max(low);
        if (low, high) == (node.low, node.high) {
            return false;
        }
        let plies = if low == high { self.plies_of_proof(index, low) } else { 0 };
        let node = &mut self.nodes[index];
        (node.low, node.high, node.plies) = (low, high, plies);
        true
    }

    /// Plies to the end, as far as the proof looked: a winner takes the shortest way, a loser the longest.
    fn plies_of_proof(&self, index: usize, worth: f32) -> u16 {
        let node = &self.nodes[index];
        let proofs =
            self.nodes[node.children()].iter().filter(|child| child.low == worth && child.high == worth);
        let plies = proofs.map(|child| child.plies);
        let wins = (node.mover == Mover::One && worth == 1.0) || (node.mover == Mover::Two && worth == 0.0);
        let best = if wins { plies.min() } else { plies.max() };
        best.unwrap_or(0).saturating_add(1)
    }

    /// Makes a descendant the root and forgets all that is not below it.
    pub(super) fn turn_to(&mut self, root: usize) {
        self.thin(root, |_| true);
    }

    /// Makes a node the root, whose own children stay; below it, only those of nodes worth keeping do.
    fn thin(&mut self, root: usize, is_kept: impl Fn(&Node<M>) -> bool) {
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

    /// Halves a full tree; how often a position must have been visited to keep its children.
    pub(super) fn halve(&mut self) -> u32 {
        let expanded = self.nodes.iter().filter(|node| node.is_expanded());
        let mut blocks: Vec<(u32, u32)> = expanded.map(|node| (node.visits, node.count)).collect();
        blocks.sort_unstable_by_key(|&(visits, _)| std::cmp::Reverse(visits));
        let mut left = self.most / 2;
        let fits = |&&(_, count): &&(u32, u32)| {
            let fits = left >= count as usize;
            left = left.saturating_sub(count as usize);
            fits
        };
        let least = blocks.iter().skip_while(fits).map(|&(visits, _)| visits + 1).next().unwrap_or(0);
        // How a proof went is of no more use, once it is one.
        self.thin(0, |node| node.visits >= least && !node.is_proven());
        least
    }

    /// Returns whether there was no room for the last node that was to be expanded.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Doubles as it grows, but not past the bound.
    fn make_room(&mut self, more: usize) {
        let needed = self.nodes.len() + more;
        if needed > self.nodes.capacity() {
            let wanted = (self.nodes.capacity() * 2).max(1024).min(self.most).max(needed);
            self.nodes.reserve_exact(wanted - self.nodes.len());
        }
    }
}

impl<M> Node<M> {
    fn new(played: M, mover: Mover, bit: u8) -> Node<M> {
        let (low, high) = (0.0, 1.0);
        let (sum, visits, later, later_sum) = (0.0, 0, 0, 0.0);
        Node { played, sum, visits, later, later_sum, low, high, first: 0, count: 0, plies: 0, mover, bit }
    }
}

/// Children that are kept: where they lie, whose they are, and where they go.
#[derive(Clone, Copy)]
struct Block {
    from: u32,
    count: u32,
    parent: u32,
    to: u32,
}

/// Returns what is proven about a chance node: each outcome counts by its weight.
fn expected<P: Position>(children: &[Node<P::Move>], position: &P) -> (f32, f32) {
    let (mut low, mut high, mut whole) = (0.0, 0.0, 0.0);
    for child in children {
        let weight = f64::from(position.weight(child.played));
        low += weight * f64::from(child.low);
        high += weight * f64::from(child.high);
        whole += weight;
    }
    ((low / whole) as f32, (high / whole) as f32)
}
