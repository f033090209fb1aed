//! Depth-first proof-number search: proves the winner of a position.
//!
//! Each node has a proof number `phi` for a win of its mover and a disproof number `delta`: how many leaves must still
//! be decided. The search goes to the child that is easiest to prove until a threshold is passed, and keeps all numbers
//! in a table. Of the open children of a node only the most important ones are searched at first, which widens as these
//! are refuted; all of them count for its disproof number.
//!
//! A proof comes with the empty cells that the winner needs: on all others the loser might have stones. If a reply
//! refutes a move with certain cells, it refutes every move outside them, too.

use super::knowledge::{Knowledge, Unsettled, Verdict};
use super::{Board, CellSet, Geometry};
use crate::StopFlag;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A proof number that can't be reached: the contrary is proven.
const INFINITE: u32 = 1 << 30;
/// Of the open children this part is searched, and one more.
const WIDENING: f32 = 0.25;

/// What is known of a node.
#[derive(Clone, Debug)]
struct Entry<const W: usize> {
    phi: u32,
    delta: u32,
    /// The number of nodes searched below.
    work: u32,
    /// The winning move, or the one that was hardest to refute so far.
    best: u16,
    /// The work to refute the best move.
    best_work: u32,
    /// The empty cells that the winner needs. While the node is open: what the opponent needs to refute the moves that are
    /// no children any more.
    needed: CellSet<W>,
    /// The moves that are not refuted yet.
    children: Box<[Child]>,
}

#[derive(Clone, Copy, Debug)]
struct Child {
    key: u128,
    cell: u16,
}

/// A hasher for keys that are hashes already.
#[derive(Clone, Copy, Debug, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }
    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

type Table<const W: usize> = HashMap<u128, Entry<W>, BuildHasherDefault<KeyHasher>>;

/// A solver of positions on a board of one side. Its table serves all positions that it is given.
#[derive(Debug)]
pub(super) struct Dfpn<const W: usize> {
    geometry: Geometry<W>,
    table: Table<W>,
    max_bytes: usize,
    bytes: usize,
    nodes: u64,
    /// The same number, for other threads to read.
    shared_nodes: Arc<AtomicU64>,
    max_nodes: u64,
    /// The keys of the current path, by depth.
    path: Vec<u128>,
    /// The knowledge of the empty board, before any search.
    start: Knowledge<W>,
    scratch: Option<Box<Knowledge<W>>>,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proof<const W: usize> {
    /// Whether the player to move wins.
    pub(super) is_win: bool,
    /// A winning move, or for a loss the one that was hardest to refute.
    pub(super) best: Option<usize>,
    /// The empty cells that the winner needs: the loser might as well have stones on all others.
    pub(super) needed: CellSet<W>,
    /// The number of positions whose connections were searched.
    pub(super) nodes: u64,
}

/// The key of the second player's turn.
const SECOND_TO_MOVE: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

fn key_of<const W: usize>(board: &Board<W>, next: usize) -> u128 {
    board.hash ^ if next == 1 { SECOND_TO_MOVE } else { 0 }
}

impl<const W: usize> Dfpn<W> {
    /// Creates a solver for a side, with a table of about this many bytes.
    pub(super) fn new(side: usize, memory: usize) -> Dfpn<W> {
        let geometry = Geometry::new(side);
        let start = Knowledge::new(&geometry, true);
        Dfpn {
            geometry,
            table: Table::default(),
            max_bytes: memory,
            bytes: 0,
            nodes: 0,
            shared_nodes: Arc::default(),
            max_nodes: u64::MAX,
            path: Vec::new(),
            start,
            scratch: None,
        }
    }

    /// Returns the tables of the board.
    pub(super) fn geometry(&self) -> &Geometry<W> {
        &self.geometry
    }

    /// Returns the number of nodes of the latest search, which goes up while it runs.
    pub(super) fn nodes(&self) -> Arc<AtomicU64> {
        self.shared_nodes.clone()
    }

    /// Solves a board with this player to move. Returns `None` if stopped or out of nodes.
    pub(super) fn solve(
        &mut self,
        board: &Board<W>,
        next: usize,
        max_nodes: u64,
        stop: &StopFlag,
    ) -> Option<Proof<W>> {
        self.nodes = 0;
        self.shared_nodes.store(0, Ordering::Relaxed);
        self.max_nodes = max_nodes;
        if let Some(winner) = board.winner(&self.geometry) {
            let is_win = winner.index() == next;
            return Some(Proof { is_win, best: None, needed: CellSet::EMPTY, nodes: 0 });
        }
        let mut filled = *board;
        filled.fill_in(&self.geometry, board.empty(&self.geometry));
        let key = key_of(&filled, next);
        loop {
            self.search(&filled, next, key, INFINITE, INFINITE, 0, stop);
            let entry = self.table.get(&key)?;
            if entry.phi == 0 || entry.delta == 0 {
                let is_win = entry.phi == 0;
                let best = (entry.best != u16::MAX).then_some(entry.best.into());
                let best = best.or_else(|| board.empty(&self.geometry).iter().next());
                let winner = if is_win { next } else { 1 - next };
                let needed = entry.needed | filled.stones[winner].without(board.stones[winner]);
                return Some(Proof { is_win, best, needed, nodes: self.nodes });
            }
            if stop.is_stopped() || self.nodes >= self.max_nodes {
                return None;
            }
        }
    }

    /// Searches a node until its numbers pass the thresholds.
    #[allow(clippy::too_many_arguments)]
    fn search(
        &mut self,
        board: &Board<W>,
        next: usize,
        key: u128,
        max_phi: u32,
        max_delta: u32,
        depth: usize,
        stop: &StopFlag,
    ) {
        self.path.truncate(depth);
        self.path.push(key);
        if !self.table.contains_key(&key) {
            self.expand(board, next, key);
        }
        let before = self.nodes;
        loop {
            self.absorb_children(board, next, key);
            let Some(entry) = self.table.get(&key) else { return };
            if entry.children.is_empty() {
                let spent = (self.nodes - before).min(u64::from(u32::MAX)) as u32;
                if let Some(entry) = self.table.get_mut(&key) {
                    entry.work = entry.work.saturating_add(spent);
                }
                return;
            }
            let choice = self.choose_child(entry);
            let entry_work = entry.work;
            let is_done =
                choice.phi >= max_phi || choice.delta >= max_delta || choice.phi == 0 || choice.delta == 0;
            if is_done || stop.is_stopped() || self.nodes >= self.max_nodes {
                let spent = (self.nodes - before).min(u64::from(u32::MAX)) as u32;
                if let Some(entry) = self.table.get_mut(&key) {
                    (entry.phi, entry.delta) = (choice.phi, choice.delta);
                    entry.work = entry_work.saturating_add(spent);
                }
                return;
            }
            let child_max_phi = max_delta - (choice.delta - choice.child_phi);
            let child_max_delta = max_phi.min(choice.second_delta + choice.second_delta / 4 + 1);
            let mut after = *board;
            after.play(&self.geometry, choice.child.cell.into(), next);
            self.search(
                &after,
                1 - next,
                choice.child.key,
                child_max_phi.min(INFINITE),
                child_max_delta.min(INFINITE),
                depth + 1,
                stop,
            );
        }
    }

    /// Takes over what is proven of the children: a refuted one is dropped, with all that its refutation refutes; a won one
    /// decides the node.
    fn absorb_children(&mut self, board: &Board<W>, next: usize, key: u128) {
        let Some(entry) = self.table.get(&key) else { return };
        let solved = |child: &Child| {
            let entry = self.table.get(&child.key)?;
            (entry.phi == 0 || entry.delta == 0).then_some((
                *child,
                entry.delta == 0,
                entry.needed,
                entry.work,
            ))
        };
        let solved: Vec<(Child, bool, CellSet<W>, u32)> = entry.children.iter().filter_map(solved).collect();
        for (child, is_win, needed, work) in solved {
            let winner = if is_win { next } else { 1 - next };
            let mut after = *board;
            after.play(&self.geometry, child.cell.into(), next);
            // Cells that were filled in for the winner are needed for that.
            let mut needed = needed | after.stones[winner].without(board.stones[winner]);
            let Some(entry) = self.table.get_mut(&key) else { return };
            if is_win {
                needed.insert(child.cell.into());
                (entry.phi, entry.delta) = (0, INFINITE);
                (entry.best, entry.needed) = (child.cell, needed);
                entry.children = Box::new([]);
                return;
            }
            if work >= entry.best_work {
                (entry.best, entry.best_work) = (child.cell, work);
            }
            entry.needed |= needed;
            let is_open = |other: &&Child| other.cell != child.cell && needed.contains(other.cell.into());
            entry.children = entry.children.iter().filter(is_open).copied().collect();
            if entry.children.is_empty() {
                (entry.phi, entry.delta) = (INFINITE, 0);
                return;
            }
        }
    }

    /// Computes the numbers of a node from its children, and the child to search next.
    fn choose_child(&self, entry: &Entry<W>) -> Choice {
        let numbers =
            |child: &Child| self.table.get(&child.key).map_or((1, 1), |entry| (entry.phi, entry.delta));
        let width = 1 + (entry.children.len() as f32 * WIDENING).ceil() as usize;
        let mut choice = Choice {
            phi: INFINITE,
            delta: 0,
            child: entry.children[0],
            child_phi: 0,
            second_delta: INFINITE,
        };
        for (place, child) in entry.children.iter().enumerate() {
            let (phi, delta) = numbers(child);
            choice.delta = (choice.delta + phi).min(INFINITE - 1);
            if place >= width {
                continue;
            }
            if delta < choice.phi {
                (choice.second_delta, choice.phi) = (choice.phi, delta);
                (choice.child, choice.child_phi) = (*child, phi);
            } else if delta < choice.second_delta {
                choice.second_delta = delta;
            }
        }
        choice
    }

    /// Adds a node to the table: what its connections say.
    fn expand(&mut self, board: &Board<W>, next: usize, key: u128) {
        self.nodes += 1;
        self.shared_nodes.store(self.nodes, Ordering::Relaxed);
        // What a position's parents know is out of date in so many places that a search anew is faster.
        let mut knowledge = self.scratch.take().unwrap_or_else(|| Box::new(self.start.clone()));
        (*knowledge).clone_from(&self.start);
        let verdict = knowledge.judge(&self.geometry, board, next);
        self.scratch = Some(knowledge);
        let mut best = u16::MAX;
        let (phi, delta, needed, children): (u32, u32, CellSet<W>, Box<[Child]>) = match verdict {
            Verdict::Win(cell, needed) => {
                best = cell.map_or(u16::MAX, |cell| cell as u16);
                (0, INFINITE, needed, Box::new([]))
            }
            Verdict::Loss(needed) => (INFINITE, 0, needed, Box::new([])),
            Verdict::Unsettled(Unsettled { candidates, needed }) => {
                let child = |candidate: &super::knowledge::Candidate<W>| Child {
                    key: key_of(&candidate.after, 1 - next),
                    cell: candidate.cell as u16,
                };
                (1, 1, needed, candidates.iter().map(child).collect())
            }
        };
        self.bytes += entry_bytes::<W>(children.len());
        self.table.insert(key, Entry { phi, delta, work: 1, best, best_work: 0, needed, children });
        if self.bytes > self.max_bytes {
            self.collect_garbage();
        }
    }

    /// Drops the entries that were cheapest to find, until half of the memory is free.
    fn collect_garbage(&mut self) {
        let mut works: Vec<u32> = self.table.values().map(|entry| entry.work).collect();
        let middle = works.len() / 2;
        let (_, &mut median, _) = works.select_nth_unstable(middle);
        self.table.retain(|key, entry| entry.work > median || self.path.contains(key));
        self.bytes = self.table.values().map(|entry| entry_bytes::<W>(entry.children.len())).sum();
    }
}

fn entry_bytes<const W: usize>(children: usize) -> usize {
    2 * (size_of::<Entry<W>>() + size_of::<u128>()) + children * size_of::<Child>() + 16
}

/// The numbers of a node by its children, and the child to search.
struct Choice {
    phi: u32,
    delta: u32,
    child: Child,
    child_phi: u32,
    second_delta: u32,
}
