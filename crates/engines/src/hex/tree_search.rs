//! Monte-Carlo tree search of Hex: moves and winners as the network sees them, a few playouts, and what connections
//! prove at often visited nodes.

use super::guide::Guide;
use super::knowledge::{Knowledge, Unsettled, Verdict};
use super::network::Network;
use super::node::{Node, Status, keep_below, rank};
use super::playout::Playout;
use super::{Board, Geometry};
use parlor_rules::SplitMix64;
use std::sync::Arc;

/// The visits of a node before its connections are searched.
const JUDGE_AT: u32 = 16;
/// The likeliest moves, which a node has until its connections are searched. Others are hardly ever tried before.
const LIKELY: usize = 24;
/// How far likely moves are preferred at first.
const EXPLORATION: f32 = 0.4;
/// How much worse than its node a move is thought to be that nobody has tried.
pub(super) const UNTRIED: f32 = 0.1;
/// The playouts from a new node.
const PLAYOUTS: usize = 16;
/// How much the playouts count, beside the network.
const PLAYOUT_SHARE: f32 = 0.35;
/// How much random chances count at the root, for training.
const NOISE: f32 = 0.25;
/// The moves that random chances make likelier.
const NOISY_MOVES: f32 = 8.0;

/// The moves of the root that are worth trying, and the connections they come from.
#[derive(Debug)]
pub(super) struct Candidates<const W: usize> {
    pub(super) knowledge: Arc<Knowledge<W>>,
    pub(super) moves: Vec<usize>,
}

/// What a search does beyond choosing a move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extras {
    /// Every other visit tries a move of the root that was not tried yet, so that all get a value.
    pub(super) tries_all: bool,
    /// Random moves of the root are made likelier, so that training games differ.
    pub(super) is_noisy: bool,
}

/// A search of one position.
#[derive(Debug)]
pub(super) struct TreeSearch<const W: usize> {
    geometry: Arc<Geometry<W>>,
    nodes: Vec<Node>,
    max_nodes: usize,
    boards: Vec<Board<W>>,
    guide: Guide,
    playout: Playout,
    rng: SplitMix64,
    extras: Extras,
    root: Board<W>,
    next: usize,
    /// The last move before the root.
    last: Option<usize>,
    /// The knowledge of the root, from which that of other nodes follows.
    knowledge: Option<Arc<Knowledge<W>>>,
    scratch: Option<Box<Knowledge<W>>>,
    path: Vec<usize>,
    order: Vec<u16>,
}

impl<const W: usize> TreeSearch<W> {
    pub(super) fn new(
        geometry: Arc<Geometry<W>>,
        network: Option<Arc<Network>>,
        seed: u64,
        memory: usize,
        extras: Extras,
    ) -> TreeSearch<W> {
        let playout = Playout::new(&geometry);
        TreeSearch {
            geometry,
            nodes: Vec::new(),
            max_nodes: (memory / size_of::<Node>()).max(10_000),
            boards: Vec::new(),
            guide: Guide::new(network),
            playout,
            rng: SplitMix64::new(seed),
            extras,
            root: Board::default(),
            next: 0,
            last: None,
            knowledge: None,
            scratch: None,
            path: Vec::new(),
            order: Vec::new(),
        }
    }

    /// Starts a search of a position. With knowledge, the moves of the root are its candidates.
    ///
    /// `played` are the moves from the last position to this one, if there were any: the tree below them is kept.
    pub(super) fn reset(
        &mut self,
        root: Board<W>,
        next: usize,
        played: &[usize],
        candidates: Option<&Candidates<W>>,
    ) {
        if !self.keep_below(played, &root) {
            self.nodes.clear();
            self.boards.clear();
            self.nodes.push(Node::new(0));
        }
        (self.root, self.next, self.last) = (root, next, played.last().copied());
        self.nodes[0].is_judged = true;
        self.nodes[0].status = Status::Open;
        self.knowledge = candidates.map(|candidates| candidates.knowledge.clone());
        match candidates {
            Some(Candidates { moves, .. }) => self.complete(0, &root, next, self.last, moves.iter().copied()),
            None => self.complete(0, &root, next, self.last, root.empty(&self.geometry).iter()),
        }
        if self.extras.is_noisy {
            self.add_noise();
        }
        if self.nodes[0].visits > 0 {
            self.update_status(0);
        }
    }

    /// Keeps only what is known of the position after some moves. Returns whether that is anything.
    fn keep_below(&mut self, played: &[usize], root: &Board<W>) -> bool {
        if !keep_below(&mut self.nodes, &mut self.boards, played) {
            return false;
        }
        // More may be filled in now than was when a board was stored.
        for board in &mut self.boards {
            for player in 0..2 {
                let more = root.stones[player] & board.empty(&self.geometry);
                more.iter().for_each(|cell| board.place(&self.geometry, cell, player));
            }
        }
        true
    }

    /// Makes a few random moves of the root likelier.
    fn add_noise(&mut self) {
        let children = self.nodes[0].children();
        let power = children.len() as f32 / NOISY_MOVES;
        let uniform = |rng: &mut SplitMix64| (rng.next_u64() >> 40) as f32 / (1 << 24) as f32;
        let drawn: Vec<f32> =
            children.clone().map(|_| uniform(&mut self.rng).powf(power).max(f32::MIN_POSITIVE)).collect();
        let sum: f32 = drawn.iter().sum();
        for (child, drawn) in children.zip(drawn) {
            let chance = &mut self.nodes[child].chance;
            *chance += NOISE * (drawn / sum - *chance);
        }
    }

    /// Returns the nodes of the root's moves.
    pub(super) fn moves(&self) -> &[Node] {
        &self.nodes[self.nodes[0].children()]
    }

    /// Returns the best line: the most visited moves, as cells.
    pub(super) fn line(&self) -> Vec<usize> {
        let mut line = Vec::new();
        let mut index = 0;
        while let Some(best) = self.nodes[index].children().max_by_key(|&child| rank(&self.nodes[child])) {
            if self.nodes[best].visits == 0 && !line.is_empty() {
                break;
            }
            line.push(self.nodes[best].cell.into());
            index = best;
        }
        line
    }

    /// Returns whether the value of the root is proven, or nothing is left to search.
    pub(super) fn is_decided(&self) -> bool {
        self.nodes[0].status != Status::Open
    }

    /// Returns whether the most visited move stays the most visited one, whatever so many further visits find. Proofs could
    /// still change it, but seldom do.
    pub(super) fn is_settled(&self, visits_left: u64) -> bool {
        let open = self.moves().iter().filter(|node| node.status == Status::Open);
        let mut most = [0; 2];
        for node in open {
            if node.visits >= most[0] {
                most = [node.visits, most[0]];
            } else {
                most[1] = most[1].max(node.visits);
            }
        }
        !self.extras.tries_all && !self.extras.is_noisy && u64::from(most[0] - most[1]) > visits_left
    }

    /// Goes down the tree to a new node, adds it, and tells the nodes above what it is worth.
    pub(super) fn visit(&mut self) {
        let mut board = self.root;
        let mut next = self.next;
        let mut index = 0;
        let mut last = self.last;
        self.path.clear();
        // The chance of the player to move to win.
        let wins = loop {
            self.path.push(index);
            let node = self.nodes[index];
            if node.board > 0 {
                board = self.boards[node.board as usize - 1];
            }
            let has_room = self.nodes.len() + self.geometry.cells < self.max_nodes;
            if node.status == Status::Open && !node.is_judged && node.visits >= JUDGE_AT && has_room {
                self.judge(index, &mut board, next, last);
            } else if node.status == Status::Open && node.count == 0 {
                break self.open(index, &mut board, next, last);
            }
            match self.nodes[index].status {
                Status::Win => break 0.0,
                Status::Loss => break 1.0,
                Status::Open => {}
            }
            let mut chosen = self.select(index, &board);
            if chosen.is_none() && !self.nodes[index].is_complete {
                self.complete(index, &board, next, last, board.empty(&self.geometry).iter());
                chosen = self.select(index, &board);
            }
            let Some(chosen) = chosen else {
                break self.play_out(&board, next, last);
            };
            index = chosen;
            let cell = usize::from(self.nodes[index].cell);
            board.place(&self.geometry, cell, next);
            last = Some(cell);
            next = 1 - next;
        };
        self.backpropagate(wins);
    }

    /// Fills in the board of a new node and gives it its likeliest moves. Returns the chance of the player to move to win.
    fn open(&mut self, index: usize, board: &mut Board<W>, next: usize, last: Option<usize>) -> f32 {
        board.fill_in(&self.geometry, board.empty(&self.geometry));
        if let Some(winner) = board.winner(&self.geometry) {
            let is_won = winner.index() == next;
            self.nodes[index].status = if is_won { Status::Loss } else { Status::Win };
            return if is_won { 1.0 } else { 0.0 };
        }
        let wins = self.guide.ask(&self.geometry, board, next, last);
        if self.nodes.len() + self.geometry.cells < self.max_nodes {
            self.keep_board(index, board);
            self.expand(index, board);
        }
        let played = self.play_out(board, next, last);
        wins.map_or(played, |wins| wins + PLAYOUT_SHARE * (played - wins))
    }

    fn keep_board(&mut self, index: usize, board: &Board<W>) {
        match self.nodes[index].board as usize {
            0 => {
                self.boards.push(*board);
                self.nodes[index].board = self.boards.len() as u32;
            }
            number => self.boards[number - 1] = *board,
        }
    }

    /// Plays a few random games. Returns the share of those that the player to move won.
    fn play_out(&mut self, board: &Board<W>, next: usize, last: Option<usize>) -> f32 {
        self.playout.set_start(board);
        let won = (0..PLAYOUTS)
            .filter(|_| self.playout.play(&self.geometry, board, next, last, &mut self.rng) == next);
        won.count() as f32 / PLAYOUTS as f32
    }

    /// Gives a node its likeliest moves, by the guide's last answer.
    fn expand(&mut self, index: usize, board: &Board<W>) {
        let chances = &self.guide.chances;
        self.order.clear();
        self.order.extend(board.empty(&self.geometry).iter().map(|cell| cell as u16));
        let is_complete = self.order.len() <= LIKELY;
        if !is_complete {
            let by_chance = |one: &u16, two: &u16| {
                chances[usize::from(*two)].total_cmp(&chances[usize::from(*one)]).then(one.cmp(two))
            };
            self.order.select_nth_unstable_by(LIKELY, by_chance);
            self.order.truncate(LIKELY);
        }
        let first = self.nodes.len();
        let new = |&cell: &u16| Node { chance: chances[usize::from(cell)], ..Node::new(cell.into()) };
        self.nodes.extend(self.order.iter().map(new));
        let node = &mut self.nodes[index];
        (node.first, node.count, node.is_complete) = (first as u32, self.order.len() as u16, is_complete);
    }

    /// Gives a node these moves and no others. What is known of them is kept.
    fn complete(
        &mut self,
        index: usize,
        board: &Board<W>,
        next: usize,
        last: Option<usize>,
        cells: impl Iterator<Item = usize>,
    ) {
        self.guide.ask(&self.geometry, board, next, last);
        let first = self.nodes.len();
        let known = self.nodes[index].children();
        let mut sum = f32::MIN_POSITIVE;
        for cell in cells {
            let old = self.nodes[known.clone()].iter().find(|node| usize::from(node.cell) == cell);
            let old = old.copied().unwrap_or_else(|| Node::new(cell));
            let chance = self.guide.chances[cell];
            self.nodes.push(Node { chance, ..old });
            sum += chance;
        }
        self.nodes[first..].iter_mut().for_each(|node| node.chance /= sum);
        let count = self.nodes.len() - first;
        let node = &mut self.nodes[index];
        (node.first, node.count, node.is_complete) = (first as u32, count as u16, true);
    }

    /// Chooses the next move. `None` if every cell of a move has been filled in since the node got its moves.
    fn select(&self, index: usize, board: &Board<W>) -> Option<usize> {
        let mut best = (f32::MIN, None);
        let parent = &self.nodes[index];
        let explore = EXPLORATION * (parent.visits as f32 + 1.0).sqrt();
        let value = if parent.visits > 0 { 1.0 - parent.wins / parent.visits as f32 } else { 0.5 };
        let empty = board.empty(&self.geometry);
        if self.extras.tries_all && index == 0 && parent.visits % 2 == 1 {
            let is_untried = |node: &Node| node.visits == 0 && node.status == Status::Open;
            let untried = parent.children().filter(|&child| is_untried(&self.nodes[child]));
            let likeliest =
                untried.max_by(|&one, &two| self.nodes[one].chance.total_cmp(&self.nodes[two].chance));
            if likeliest.is_some() {
                return likeliest;
            }
        }
        for child in parent.children() {
            let node = &self.nodes[child];
            match node.status {
                Status::Loss => continue,
                _ if !empty.contains(node.cell.into()) => continue,
                Status::Win => return Some(child),
                Status::Open => {}
            }
            let visits = node.visits as f32;
            let mean = if node.visits == 0 { value - UNTRIED } else { node.wins / visits };
            let value = mean + explore * node.chance / (1.0 + visits);
            if value > best.0 {
                best = (value, Some(child));
            }
        }
        best.1
    }

    /// Adds a visit to the nodes of the path, whose last one is worth this much to the player to move there.
    fn backpropagate(&mut self, mut wins: f32) {
        let mut is_proof = self.path.last().is_some_and(|&leaf| self.nodes[leaf].status != Status::Open);
        for at in (0..self.path.len()).rev() {
            let index = self.path[at];
            if is_proof && at + 1 < self.path.len() {
                is_proof = self.update_status(index);
            }
            let node = &mut self.nodes[index];
            wins = 1.0 - wins;
            node.visits += 1;
            node.wins += wins;
        }
    }

    /// Takes over what the children prove. Returns whether that proves the node.
    fn update_status(&mut self, index: usize) -> bool {
        let children = &self.nodes[self.nodes[index].children()];
        let status = if children.iter().any(|child| child.status == Status::Win) {
            Status::Loss
        } else if self.nodes[index].is_complete && children.iter().all(|child| child.status == Status::Loss) {
            Status::Win
        } else {
            Status::Open
        };
        self.nodes[index].status = status;
        status != Status::Open
    }

    /// Searches the connections of a node: fills in its board, prunes its moves, or proves it.
    fn judge(&mut self, index: usize, board: &mut Board<W>, next: usize, last: Option<usize>) {
        self.nodes[index].is_judged = true;
        let Some(root) = &self.knowledge else {
            let empty = board.empty(&self.geometry);
            self.complete(index, board, next, last, empty.iter());
            return;
        };
        let mut knowledge = self.scratch.take().unwrap_or_else(|| Box::new(Knowledge::clone(root)));
        (*knowledge).clone_from(root);
        board.fill_in(&self.geometry, board.empty(&self.geometry));
        let verdict = knowledge.judge(&self.geometry, board, next);
        self.scratch = Some(knowledge);
        match verdict {
            Verdict::Win(..) => self.nodes[index].status = Status::Loss,
            Verdict::Loss(_) => self.nodes[index].status = Status::Win,
            Verdict::Unsettled(Unsettled { candidates, .. }) => {
                self.keep_board(index, board);
                self.complete(index, board, next, last, candidates.iter().map(|candidate| candidate.cell));
            }
        }
    }
}
