//! The solver's search: negamax with null windows (alpha, alpha + 1) over open positions.
//!
//! A position is open if no forced move is left. `expand` generates the children, `window` chooses the
//! windows.

use crate::StopFlag;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::child::{Child, DONE, PendingMoves, TableLookup, best_child};
use super::entry::{NO_COLUMN, TableEntry};
use super::geometry::Geometry;
#[cfg(target_arch = "x86_64")]
use super::instruction_set::{Avx2, Avx512};
use super::instruction_set::{Baseline, CpuLevel, InstructionSet};
use super::movegen_simd::LANES;
use super::node::{Node, win_with};
use super::table::Table;
use super::word::Word;

/// The fewest empty cells for which all children are looked up before the first one is searched. With fewer,
/// the trees below are too small.
const LOOKUP_EMPTY_CELLS: u32 = 12;
/// The priority bonus of the best move in the table entry.
const TABLE_MOVE_PRIORITY: i32 = 1 << 16;
/// The nodes between two reads of the stop flag, a power of two.
const STOP_INTERVAL: u64 = 256;

/// The search of one thread.
pub(super) struct Search<'a, G: Geometry, T: Table> {
    pub(super) geometry: G,
    pub(super) table: &'a T,
    /// The flag that stops the search from outside.
    pub(super) stop: &'a StopFlag,
    /// The flag that the first of several threads sets when it finishes.
    pub(super) finished: Option<&'a AtomicBool>,
    /// Positions with fewer discs than this share an entry with their mirror image.
    pub(super) mirror_discs: u32,
    /// The nodes searched so far, and the limit.
    pub(super) nodes: u64,
    pub(super) node_limit: u64,
    /// Whether the search was stopped. Its results then have no meaning.
    pub(super) stopped: bool,
    /// Whether no other thread uses the table, so that it may be resized.
    pub(super) may_grow: bool,
    /// The state of the random noise in the move ordering of a parallel search, or 0 for none.
    pub(super) jitter: u64,
    /// Only positions with fewer discs than this get noise. Deeper in the tree it would cost more than it
    /// gains.
    pub(super) jitter_discs: u32,
    /// The instruction set of this processor.
    pub(super) level: CpuLevel,
    /// Space for the children of all nodes on the current path.
    stack: Vec<Child<G::Word, T::Key>>,
}

impl<'a, G: Geometry, T: Table> Search<'a, G, T> {
    /// Creates a search below a position with this many discs.
    pub(super) fn new(geometry: G, table: &'a T, stop: &'a StopFlag, mirror_discs: u32, discs: u32) -> Self {
        // One child per column for every disc still to come.
        let room = (geometry.cells() - discs) * geometry.columns();
        Search {
            geometry,
            table,
            stop,
            finished: None,
            mirror_discs,
            nodes: 0,
            node_limit: u64::MAX,
            stopped: false,
            may_grow: false,
            jitter: 0,
            jitter_discs: 0,
            level: CpuLevel::detected(),
            stack: vec![Child::root(Node::default()); room as usize],
        }
    }

    #[cold]
    fn should_stop(&self) -> bool {
        self.stop.is_stopped()
            || self.nodes >= self.node_limit
            || self.finished.is_some_and(|finished| finished.load(Relaxed))
    }

    /// Searches an open position with the window (alpha, alpha + 1). A result above `alpha` is a lower bound
    /// on the score, any other result is an upper bound. It has no meaning if `stopped` is set.
    pub(super) fn search_root(&mut self, node: Node<G::Word>, alpha: i32) -> i32 {
        let mut stack = std::mem::take(&mut self.stack);
        let root = Child::root(node);
        let score = match self.level {
            CpuLevel::Baseline => Baseline::search(self, &root, alpha, &mut stack),
            #[cfg(target_arch = "x86_64")]
            CpuLevel::Avx2 => Avx2::search(self, &root, alpha, &mut stack),
            #[cfg(target_arch = "x86_64")]
            CpuLevel::Avx512 => Avx512::search(self, &root, alpha, &mut stack),
        };
        self.stack = stack;
        score
    }

    /// Like [`Search::search_root`]. Children go to the start of `stack`, and their children behind them. One
    /// shared stack needs no initialization at every node, and its parts are borrowed, so that no child is
    /// copied.
    ///
    /// It is compiled for each instruction set and calls itself through `I`.
    #[inline(always)]
    pub(super) fn search<I: InstructionSet>(
        &mut self,
        child: &Child<G::Word, T::Key>,
        alpha: i32,
        stack: &mut [Child<G::Word, T::Key>],
    ) -> i32 {
        self.nodes += 1;
        if self.nodes & (STOP_INTERVAL - 1) == 0 && self.should_stop() {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        let node = &child.node;
        let cells = self.geometry.cells();
        let mut here = match child.lookup {
            Some(lookup) => lookup,
            None => {
                let (key, mirrored) = self.key(node);
                self.table.prefetch(key);
                TableLookup { key, mirrored, entry: None }
            }
        };

        let mut pending = PendingMoves {
            stack,
            count: 0,
            best: -win_with(cells, node.discs + 4),
            wants_lookup: cells - node.discs >= LOOKUP_EMPTY_CELLS,
        };
        let mut first_column = 0;
        while first_column < self.geometry.columns() {
            if let Some(score) = self.expand(node, alpha, first_column, &mut pending) {
                return score;
            }
            first_column += LANES as u32;
        }
        let PendingMoves { stack, count, mut best, wants_lookup } = pending;
        // There is no win within three discs, so the earliest win takes five.
        let upper = win_with(cells, node.discs + 5);
        if upper <= alpha {
            return upper;
        }
        if count == 0 {
            return best;
        }
        let (children, stack) = stack.split_at_mut(count);

        if child.lookup.is_none() {
            here.entry = self.table.get(here.key);
        }
        let mut table_column = NO_COLUMN;
        if let Some(entry) = here.entry {
            if entry.lower > alpha {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
            table_column = entry.column;
        }
        let work_before = self.nodes;
        if wants_lookup && let Some(score) = self.look_up_children(children, alpha, &mut best) {
            self.store(&here, score, alpha, NO_COLUMN, work_before);
            return score;
        }
        if table_column != NO_COLUMN {
            let column =
                if here.mirrored { self.geometry.columns() - 1 - table_column } else { table_column };
            for child in children.iter_mut() {
                if child.column == column && child.priority != DONE {
                    child.priority += TABLE_MOVE_PRIORITY;
                }
            }
        }
        if self.jitter != 0 && node.discs < self.jitter_discs {
            self.add_jitter(children);
        }
        let mut best_column = NO_COLUMN;
        while let Some(next) = best_child(children) {
            let score = if next.same_player {
                I::search(self, next, alpha, stack)
            } else {
                -I::search(self, next, -alpha - 1, stack)
            };
            if self.stopped {
                return 0;
            }
            best = best.max(score);
            if score > alpha {
                best_column = next.column;
                break;
            }
            next.priority = DONE;
        }
        self.store(&here, best, alpha, best_column, work_before);
        best
    }

    /// Returns the hashed key of a position, and whether it is that of its mirror image.
    #[inline(always)]
    pub(super) fn key(&self, node: &Node<G::Word>) -> (T::Key, bool) {
        // The discs of the player to move, and one bit on top of every column.
        let key = node.mine | ((node.mine | node.theirs) + self.geometry.bottom());
        if node.discs < self.mirror_discs {
            let mirrored = self.geometry.mirror(key);
            if mirrored < key {
                return (self.table.hash(mirrored.to_wide()), true);
            }
        }
        (self.table.hash(key.to_wide()), false)
    }

    /// Looks up all children in the table. Returns a score above `alpha` if one is certain, and marks the
    /// children that can't reach one as done.
    #[inline(always)]
    fn look_up_children(
        &mut self,
        children: &mut [Child<G::Word, T::Key>],
        alpha: i32,
        best: &mut i32,
    ) -> Option<i32> {
        for child in children {
            let Some(lookup) = &mut child.lookup else {
                continue;
            };
            lookup.entry = self.table.get(lookup.key);
            let Some(entry) = lookup.entry else {
                continue;
            };
            let (lower, upper) =
                if child.same_player { (entry.lower, entry.upper) } else { (-entry.upper, -entry.lower) };
            if lower > alpha {
                return Some(lower);
            }
            if upper <= alpha {
                *best = (*best).max(upper);
                child.priority = DONE;
            }
        }
        None
    }

    /// Adds random noise to the priorities, so that threads search in different orders.
    #[cold]
    fn add_jitter(&mut self, children: &mut [Child<G::Word, T::Key>]) {
        for child in children.iter_mut().filter(|child| child.priority != DONE) {
            self.jitter ^= self.jitter << 13;
            self.jitter ^= self.jitter >> 7;
            self.jitter ^= self.jitter << 17;
            child.priority += (self.jitter % 24) as i32;
        }
    }

    #[inline(always)]
    fn store(&self, here: &TableLookup<T::Key>, score: i32, alpha: i32, column: u32, work_before: u64) {
        let extreme = (self.geometry.cells() / 2 + 1) as i32;
        let mut entry =
            here.entry.unwrap_or(TableEntry { lower: -extreme, upper: extreme, column: NO_COLUMN, work: 0 });
        if score > alpha {
            entry.lower = score;
            if column < NO_COLUMN {
                let column = if here.mirrored { self.geometry.columns() - 1 - column } else { column };
                entry.column = column.min(NO_COLUMN);
            }
        } else {
            entry.upper = score;
        }
        entry.work = TableEntry::work_of(self.nodes - work_before);
        self.table.put(here.key, entry);
        if self.may_grow {
            self.table.grow_if_full();
        }
    }
}
