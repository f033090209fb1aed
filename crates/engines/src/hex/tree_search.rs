//! Monte-Carlo tree search of Hex: RAVE, chances of moves by learned patterns, playouts that save bridges, and what
//! connections prove at often visited nodes.

use super::knowledge::{Knowledge, Open, Verdict};
use super::patterns::Patterns;
use super::playout::Playout;
use super::policy::Policy;
use super::{Board, Geometry};
use parlor_rules::SplitMix64;
use std::sync::Arc;

/// The visits of a node before it gets children.
const EXPAND_AT: u32 = 4;
/// The equivalence parameter of RAVE: the visits at which a move's own mean and its AMAF mean weigh about the same.
const RAVE_EQUIVALENCE: f32 = 1_000.0;
/// The weight of the circuits' opinion, in playouts of the AMAF mean.
const PRIOR_VISITS: f32 = 40.0;
/// The weight of the chances by patterns and circuits: how far likely moves are preferred at first.
const EXPLORATION: f32 = 0.5;
/// The least share of the current that counts for the chance of a move.
const LEAST_SHARE: f32 = 1e-3;

/// What is proven of a node, for the player who moved there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Open,
    Win,
    Loss,
    /// Some sibling is at least as good.
    Pruned,
}

/// A node of the tree. Its values are those of the player who moved there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) cell: u16,
    pub(super) status: Status,
    is_judged: bool,
    pub(super) visits: u32,
    pub(super) wins: f32,
    amaf_visits: f32,
    amaf_wins: f32,
    /// The chance of the move by its pattern.
    chance: f32,
    first: u32,
    count: u32,
    /// The filled-in board of a judged node, plus one.
    board: u32,
}

impl Node {
    fn new(cell: usize) -> Node {
        Node {
            cell: cell as u16,
            status: Status::Open,
            is_judged: false,
            visits: 0,
            wins: 0.0,
            amaf_visits: 0.0,
            amaf_wins: 0.0,
            chance: 0.0,
            first: 0,
            count: 0,
            board: 0,
        }
    }

    fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    /// Returns the chance to win for the player who moved here.
    pub(super) fn mean(&self) -> f32 {
        match self.status {
            Status::Win => 1.0,
            Status::Loss => 0.0,
            _ if self.visits == 0 => 0.0,
            _ => self.wins / self.visits as f32,
        }
    }
}

/// The moves of the root that are worth trying, with their weights, and the connections they come from.
#[derive(Debug)]
pub(super) struct Candidates<const W: usize> {
    pub(super) knowledge: Arc<Knowledge<W>>,
    pub(super) moves: Vec<(usize, f32)>,
}

/// A search of one position.
#[derive(Debug)]
pub(super) struct TreeSearch<const W: usize> {
    geometry: Arc<Geometry<W>>,
    nodes: Vec<Node>,
    max_nodes: usize,
    boards: Vec<Board<W>>,
    playout: Playout,
    policy: Policy,
    rng: SplitMix64,
    root: Board<W>,
    next: usize,
    /// The last move before the root.
    last: Option<usize>,
    /// The knowledge of the root, from which that of other nodes follows.
    knowledge: Option<Arc<Knowledge<W>>>,
    scratch: Option<Box<Knowledge<W>>>,
    /// The visits of a node before its connections are searched.
    judge_at: u32,
    path: Vec<usize>,
    chances: Vec<f32>,
}

impl<const W: usize> TreeSearch<W> {
    pub(super) fn new(geometry: Arc<Geometry<W>>, seed: u64, memory: usize) -> TreeSearch<W> {
        let playout = Playout::new(&geometry);
        let policy = Policy::new(&geometry, Patterns::get());
        TreeSearch {
            geometry,
            nodes: Vec::new(),
            max_nodes: (memory / size_of::<Node>()).max(10_000),
            boards: Vec::new(),
            playout,
            policy,
            rng: SplitMix64::new(seed),
            root: Board::default(),
            next: 0,
            last: None,
            knowledge: None,
            scratch: None,
            judge_at: u32::MAX,
            path: Vec::new(),
            chances: Vec::new(),
        }
    }

    /// Starts a new tree. With knowledge, the moves of the root are its candidates.
    pub(super) fn reset(
        &mut self,
        root: Board<W>,
        next: usize,
        last: Option<usize>,
        candidates: Option<&Candidates<W>>,
        judge_at: u32,
    ) {
        self.nodes.clear();
        self.boards.clear();
        (self.root, self.next, self.last, self.judge_at) = (root, next, last, judge_at);
        self.policy.set_start(&root);
        self.nodes.push(Node::new(0));
        self.nodes[0].is_judged = true;
        self.knowledge = None;
        match candidates {
            Some(Candidates { knowledge, moves }) => {
                self.knowledge = Some(knowledge.clone());
                self.expand(0, next, last, moves.iter().map(|&(cell, _)| cell));
                self.set_priors(0, moves);
            }
            None => {
                let empty = root.empty(&self.geometry);
                self.expand(0, next, last, empty.iter());
            }
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

    /// Runs one playout.
    pub(super) fn run_playout(&mut self) {
        let mut board = self.root;
        let mut next = self.next;
        let mut index = 0;
        let mut last = self.last;
        self.path.clear();
        self.policy.restart();
        let winner = loop {
            self.path.push(index);
            let node = self.nodes[index];
            if node.board > 0 {
                board = self.boards[node.board as usize - 1];
                self.policy.place_all(&board);
            }
            if node.status == Status::Open && !node.is_judged && node.visits >= self.judge_at {
                self.judge(index, &mut board, next, last);
            }
            match self.nodes[index].status {
                Status::Win => break 1 - next,
                Status::Loss => break next,
                _ => {}
            }
            if self.nodes[index].count == 0 {
                let has_room = self.nodes.len() + self.geometry.cells < self.max_nodes;
                if node.visits >= EXPAND_AT && has_room {
                    let empty = board.empty(&self.geometry);
                    self.expand(index, next, last, empty.iter());
                }
                if node.visits < EXPAND_AT || self.nodes[index].count == 0 {
                    break self.playout.play(&self.geometry, &board, next, last, &mut self.rng);
                }
            }
            let Some(chosen) = self.select(index) else {
                break self.playout.play(&self.geometry, &board, next, last, &mut self.rng);
            };
            index = chosen;
            let cell = usize::from(self.nodes[index].cell);
            board.place(&self.geometry, cell, next);
            self.policy.place(cell, next);
            last = Some(cell);
            next = 1 - next;
        };
        let is_played = self.nodes[index].status == Status::Open;
        self.backpropagate(winner, is_played);
    }

    /// Adds the moves of a node, whose board is that of the policy.
    fn expand(&mut self, index: usize, next: usize, last: Option<usize>, cells: impl Iterator<Item = usize>) {
        let first = self.nodes.len();
        self.policy.chances(next, last, &mut self.chances);
        let chances = &self.chances;
        self.nodes.extend(cells.map(|cell| Node { chance: chances[cell], ..Node::new(cell) }));
        self.nodes[index].first = first as u32;
        self.nodes[index].count = (self.nodes.len() - first) as u32;
    }

    /// Chooses the next move. `None` if every cell of a move has been filled in since the node got its moves.
    fn select(&self, index: usize) -> Option<usize> {
        let mut best = (f32::MIN, None);
        let explore = EXPLORATION * (self.nodes[index].visits as f32).sqrt();
        for child in self.nodes[index].children() {
            let node = &self.nodes[child];
            match node.status {
                Status::Loss | Status::Pruned => continue,
                _ if !self.policy.is_empty(node.cell.into()) => continue,
                Status::Win => return Some(child),
                Status::Open => {}
            }
            let visits = node.visits as f32;
            let amaf = (node.amaf_wins + 1.0) / (node.amaf_visits + 2.0);
            let mean = if node.visits > 0 { node.wins / visits } else { amaf };
            let share = (RAVE_EQUIVALENCE / (3.0 * visits + RAVE_EQUIVALENCE)).sqrt();
            let value = mean + share * (amaf - mean) + explore * node.chance / (1.0 + visits);
            if value > best.0 {
                best = (value, Some(child));
            }
        }
        best.1
    }

    fn backpropagate(&mut self, winner: usize, is_played: bool) {
        let mut mover = if self.path.len() % 2 == 1 { self.next } else { 1 - self.next };
        let mut is_proof = self.path.last().is_some_and(|&leaf| self.nodes[leaf].status != Status::Open);
        for at in (0..self.path.len()).rev() {
            let index = self.path[at];
            if is_proof && at + 1 < self.path.len() {
                is_proof = self.update_status(index);
            }
            let children = self.nodes[index].children();
            if is_played {
                for child in children {
                    let node = &mut self.nodes[child];
                    if self.playout.owner(node.cell.into()) == mover {
                        node.amaf_visits += 1.0;
                        node.amaf_wins += if winner == mover { 1.0 } else { 0.0 };
                    }
                }
            }
            let node = &mut self.nodes[index];
            node.visits += 1;
            node.wins += if winner != mover { 1.0 } else { 0.0 };
            mover = 1 - mover;
        }
    }

    /// Takes over what the children prove. Returns whether that proves the node.
    fn update_status(&mut self, index: usize) -> bool {
        let children = &self.nodes[self.nodes[index].children()];
        let status = if children.iter().any(|child| child.status == Status::Win) {
            Status::Loss
        } else if children.iter().all(|child| matches!(child.status, Status::Loss | Status::Pruned)) {
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
        let Some(root) = &self.knowledge else { return };
        let mut knowledge = self.scratch.take().unwrap_or_else(|| Box::new(Knowledge::clone(root)));
        (*knowledge).clone_from(root);
        board.fill_in(&self.geometry, board.empty(&self.geometry));
        let verdict = knowledge.judge(&self.geometry, board, next);
        self.scratch = Some(knowledge);
        match verdict {
            Verdict::Win(..) => self.nodes[index].status = Status::Loss,
            Verdict::Loss(_) => self.nodes[index].status = Status::Win,
            Verdict::Open(Open { candidates, .. }) => {
                self.boards.push(*board);
                self.nodes[index].board = self.boards.len() as u32;
                self.policy.place_all(board);
                let candidates: Vec<(usize, f32)> =
                    candidates.iter().map(|candidate| (candidate.cell, candidate.weight)).collect();
                if self.nodes[index].count == 0 {
                    self.expand(index, next, last, candidates.iter().map(|&(cell, _)| cell));
                }
                self.set_priors(index, &candidates);
            }
        }
    }

    /// Adds the circuits' opinion to the children and prunes those that are no candidates.
    fn set_priors(&mut self, index: usize, candidates: &[(usize, f32)]) {
        let most = candidates.iter().map(|&(_, weight)| weight).fold(1e-6, f32::max);
        let children = self.nodes[index].children();
        let mut sum = 1e-6;
        for child in children.clone() {
            let node = &mut self.nodes[child];
            match candidates.iter().find(|&&(cell, _)| cell == usize::from(node.cell)) {
                Some(&(_, weight)) => {
                    node.amaf_visits += PRIOR_VISITS;
                    node.amaf_wins += PRIOR_VISITS * (0.3 + 0.4 * weight / most);
                    node.chance *= (weight / most).max(LEAST_SHARE);
                    sum += node.chance;
                }
                None => {
                    node.chance = 0.0;
                    if node.status == Status::Open {
                        node.status = Status::Pruned;
                    }
                }
            }
        }
        for child in children {
            self.nodes[child].chance /= sum;
        }
    }
}

/// Orders moves: proven wins, then the most visited, then those not proven lost.
pub(super) fn rank(node: &Node) -> (i8, u32) {
    match node.status {
        Status::Win => (2, node.visits),
        Status::Open => (1, node.visits),
        Status::Loss => (0, node.visits),
        Status::Pruned => (-1, node.visits),
    }
}
