//! Monte-Carlo tree search of Hex: RAVE, chances of moves by learned patterns, playouts that save bridges, and what
//! connections prove at often visited nodes.

use super::knowledge::{Knowledge, Open, Verdict};
use super::node::{Node, Status, keep_below, rank};
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
/// The visits for which the weight of the AMAF mean is looked up.
const RAVE_SHARES: u32 = 2_048;
/// The weight of the circuits' opinion, in playouts of the AMAF mean.
const PRIOR_VISITS: f32 = 40.0;
/// How far the circuits' opinions of the best and of the worst move are apart.
const PRIOR_RANGE: f32 = 0.4;
/// The likeliest moves, which a node has until its connections are searched. Others are hardly ever tried before.
const LIKELY: usize = 24;
/// The weight of the chances by patterns and circuits: how far likely moves are preferred at first.
const EXPLORATION: f32 = 0.5;
/// The least share of the current that counts for the chance of a move.
const LEAST_SHARE: f32 = 1e-3;

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
    order: Vec<u16>,
    /// [`rave_share`] of the lowest numbers of visits.
    rave_shares: Vec<f32>,
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
            order: Vec::new(),
            rave_shares: (0..RAVE_SHARES).map(rave_share).collect(),
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
        judge_at: u32,
    ) {
        if !self.keep_below(played, &root) {
            self.nodes.clear();
            self.boards.clear();
            self.nodes.push(Node::new(0));
        }
        let last = played.last().copied();
        (self.root, self.next, self.last, self.judge_at) = (root, next, last, judge_at);
        self.policy.set_start(&root);
        self.nodes[0].is_judged = true;
        self.nodes[0].status = Status::Open;
        self.knowledge = candidates.map(|candidates| candidates.knowledge.clone());
        match candidates {
            Some(Candidates { moves, .. }) => {
                self.complete(0, next, last, moves.iter().map(|&(cell, _)| cell));
                self.set_priors(0, moves);
            }
            None => self.complete(0, next, last, root.empty(&self.geometry).iter()),
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
                    self.expand(index, next, last);
                }
                if self.nodes[index].count == 0 {
                    break self.play_out(&board, next, last);
                }
            }
            let mut chosen = self.select(index);
            if chosen.is_none() && !self.nodes[index].is_complete {
                self.complete(index, next, last, board.empty(&self.geometry).iter());
                chosen = self.select(index);
            }
            let Some(chosen) = chosen else {
                break self.play_out(&board, next, last);
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

    /// Plays a random game from the policy's board, which is also given. Returns its winner.
    fn play_out(&mut self, board: &Board<W>, next: usize, last: Option<usize>) -> usize {
        let rings = self.policy.rings();
        self.playout.play(&self.geometry, board, rings, next, last, &mut self.rng)
    }

    /// Adds the likeliest moves of a node, whose board is that of the policy.
    fn expand(&mut self, index: usize, next: usize, last: Option<usize>) {
        self.policy.chances(next, last, &mut self.chances);
        let chances = &self.chances;
        self.order.clear();
        self.order.extend((0..chances.len() as u16).filter(|&cell| self.policy.is_empty(cell.into())));
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

    /// Gives a node, whose board is that of the policy, these moves and no others. What is known of them is kept.
    fn complete(
        &mut self,
        index: usize,
        next: usize,
        last: Option<usize>,
        cells: impl Iterator<Item = usize>,
    ) {
        let first = self.nodes.len();
        self.policy.chances(next, last, &mut self.chances);
        let known = self.nodes[index].children();
        for cell in cells {
            let old = self.nodes[known.clone()].iter().find(|node| usize::from(node.cell) == cell);
            let old = old.copied().unwrap_or_else(|| Node::new(cell));
            self.nodes.push(Node { chance: self.chances[cell], ..old });
        }
        let count = self.nodes.len() - first;
        let node = &mut self.nodes[index];
        (node.first, node.count, node.is_complete) = (first as u32, count as u16, true);
    }

    /// Chooses the next move. `None` if every cell of a move has been filled in since the node got its moves.
    fn select(&self, index: usize) -> Option<usize> {
        let mut best = (f32::MIN, None);
        let parent = &self.nodes[index];
        let explore = EXPLORATION * (parent.visits as f32).sqrt();
        // A move that nobody has tried is thought to be as good as the node.
        let unknown = if parent.visits > 0 { 1.0 - parent.wins / parent.visits as f32 } else { 0.5 };
        for child in self.nodes[index].children() {
            let node = &self.nodes[child];
            match node.status {
                Status::Loss => continue,
                _ if !self.policy.is_empty(node.cell.into()) => continue,
                Status::Win => return Some(child),
                Status::Open => {}
            }
            let visits = node.visits as f32;
            let amaf = (node.amaf_wins + 2.0 * unknown) / (node.amaf_visits + 2.0);
            let value = if node.visits == 0 {
                amaf + explore * node.chance
            } else {
                let mean = node.wins / visits;
                let share = self.rave_share(node.visits);
                mean + share * (amaf - mean) + explore * node.chance / (1.0 + visits)
            };
            if value > best.0 {
                best = (value, Some(child));
            }
        }
        best.1
    }

    /// Returns the weight of the AMAF mean of a move with this many visits.
    #[inline]
    fn rave_share(&self, visits: u32) -> f32 {
        let compute = || rave_share(visits);
        self.rave_shares.get(visits as usize).copied().unwrap_or_else(compute)
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
            self.complete(index, next, last, board.empty(&self.geometry).iter());
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
            Verdict::Open(Open { candidates, .. }) => {
                self.boards.push(*board);
                self.nodes[index].board = self.boards.len() as u32;
                self.policy.place_all(board);
                let candidates: Vec<(usize, f32)> =
                    candidates.iter().map(|candidate| (candidate.cell, candidate.weight)).collect();
                self.complete(index, next, last, candidates.iter().map(|&(cell, _)| cell));
                self.set_priors(index, &candidates);
            }
        }
    }

    /// Adds the circuits' opinion to the moves of a node, which are the candidates.
    fn set_priors(&mut self, index: usize, candidates: &[(usize, f32)]) {
        let most = candidates.iter().map(|&(_, weight)| weight).fold(1e-6, f32::max);
        let node = &self.nodes[index];
        let mean = if node.visits > 0 { 1.0 - node.wins / node.visits as f32 } else { 0.5 };
        let children = node.children();
        let mut sum = 1e-6;
        for (child, &(_, weight)) in children.clone().zip(candidates) {
            let node = &mut self.nodes[child];
            let prior = (mean + PRIOR_RANGE * (weight / most - 0.5)).clamp(0.0, 1.0);
            node.amaf_visits += PRIOR_VISITS;
            node.amaf_wins += PRIOR_VISITS * prior;
            node.chance *= (weight / most).max(LEAST_SHARE);
            sum += node.chance;
        }
        for child in children {
            self.nodes[child].chance /= sum;
        }
    }
}

/// Returns the weight of the AMAF mean of a move with this many visits, beside its own mean.
fn rave_share(visits: u32) -> f32 {
    (RAVE_EQUIVALENCE / (3.0 * visits as f32 + RAVE_EQUIVALENCE)).sqrt()
}
